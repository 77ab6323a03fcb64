// Work in many pieces on several threads, which Python starts, watches and stops. Workers never
// call Python: what they have done stands in counters that Python reads.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace boardwright {

// The number of this process; where processes are not forked it need not tell them apart.
inline long process_id() {
#if __has_include(<unistd.h>)
    return getpid();
#else
    return 0;
#endif
}

class Stop {
public:
    bool asked() const { return asked_.load(std::memory_order_relaxed); }
    void ask() { asked_.store(true, std::memory_order_relaxed); }

private:
    std::atomic<bool> asked_{false};
};

// A derived class sets `total_` and calls `run` at the end of its constructor, and
// `stop_and_join` in its destructor, so that no worker outlives what it works on.
//
// A fork of the process has a copy of the job but none of its threads: there the job counts as ended. Nothing
// in it may wait for a thread or for a lock that a thread held at the time of the fork.
class Job {
public:
    Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    virtual ~Job() = default;

    std::size_t total() const { return total_; }
    std::size_t done() const { return done_.load(std::memory_order_relaxed); }
    void stop() { stop_.ask(); }
    bool stopped() const { return stop_.asked(); }

    // True once all workers have ended.
    bool wait(double seconds) {
        if (!is_ours()) return true;
        std::unique_lock lock(crew_->mutex);
        return crew_->ended.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return crew_->running == 0; });
    }

protected:
    virtual void work(std::size_t index) = 0;

    void run(int threads) {
        crew_->running = threads;
        try {
            for (int i = 0; i < threads; ++i) crew_->threads.emplace_back([this] { drain(); });
        } catch (...) {
            // The system has no more threads: those that run must end before their job is gone.
            stop_and_join();
            throw;
        }
    }

    void stop_and_join() {
        stop_.ask();
        if (!is_ours()) {
            // Neither the threads nor what others wait on can be destroyed without waiting for threads: they are left.
            static_cast<void>(crew_.release());
            return;
        }
        for (std::thread& worker : crew_->threads)
            if (worker.joinable()) worker.join();
    }

    // A lock on what the workers write. It may be without its mutex in a fork only: a worker held it at that time.
    std::unique_lock<std::mutex> locked(std::mutex& mutex) const {
        return is_ours() ? std::unique_lock(mutex) : std::unique_lock(mutex, std::try_to_lock);
    }

    Stop stop_;
    std::size_t total_ = 0;

private:
    void drain() {
        while (!stop_.asked()) {
            const std::size_t index = next_.fetch_add(1, std::memory_order_relaxed);
            if (index >= total_) break;
            work(index);
            done_.fetch_add(1, std::memory_order_relaxed);
        }
        const std::lock_guard lock(crew_->mutex);
        if (--crew_->running == 0) crew_->ended.notify_all();
    }

    bool is_ours() const { return process_ == process_id(); }

    struct Crew {
        std::mutex mutex;
        std::condition_variable ended;
        int running = 0;
        std::vector<std::thread> threads;
    };

    std::atomic<std::size_t> next_{0}, done_{0};
    std::unique_ptr<Crew> crew_ = std::make_unique<Crew>();
    const long process_ = process_id();
};

}  // namespace boardwright
