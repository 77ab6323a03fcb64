// Work in many pieces on several threads, which Python starts, watches and stops. Workers never
// call Python: what they have done stands in counters that Python reads.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace boardwright {

class Stop {
public:
    bool asked() const { return asked_.load(std::memory_order_relaxed); }
    void ask() { asked_.store(true, std::memory_order_relaxed); }

private:
    std::atomic<bool> asked_{false};
};

// A derived class sets `total_` and calls `run` at the end of its constructor, and
// `stop_and_join` in its destructor, so that no worker outlives what it works on.
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
        std::unique_lock lock(mutex_);
        return ended_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return running_ == 0; });
    }

protected:
    virtual void work(std::size_t index) = 0;

    void run(int threads) {
        running_ = threads;
        try {
            for (int i = 0; i < threads; ++i) workers_.emplace_back([this] { drain(); });
        } catch (...) {
            // The system has no more threads: those that run must end before their job is gone.
            stop_and_join();
            throw;
        }
    }

    void stop_and_join() {
        stop_.ask();
        for (std::thread& worker : workers_)
            if (worker.joinable()) worker.join();
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
        const std::lock_guard lock(mutex_);
        if (--running_ == 0) ended_.notify_all();
    }

    std::atomic<std::size_t> next_{0}, done_{0};
    std::mutex mutex_;
    std::condition_variable ended_;
    int running_ = 0;
    std::vector<std::thread> workers_;
};

}  // namespace boardwright
