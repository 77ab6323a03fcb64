// A job: chunks of work on several threads, started, polled and stopped by Python. Workers never call Python; it
// reads their progress from counters.
//
// With BOARDWRIGHT_NO_THREADS, for systems without threads such as WebAssembly, the caller's thread does the work
// while it waits, chunk by chunk.
#pragma once

#ifndef BOARDWRIGHT_NO_THREADS
#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

#include <condition_variable>
#include <thread>
#endif

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace boardwright {

class Stop {
public:
    bool asked() const { return asked_.load(std::memory_order_relaxed); }
    void ask() { asked_.store(true, std::memory_order_relaxed); }

private:
    std::atomic<bool> asked_{false};
};

#ifdef BOARDWRIGHT_NO_THREADS

struct Mutex {
    void lock() {}
    bool try_lock() { return true; }
    void unlock() {}
};

class Job {
public:
    Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    virtual ~Job() = default;

    std::size_t total() const { return total_; }
    std::size_t done() const { return done_; }
    void stop() { stop_.ask(); }
    bool stopped() const { return stop_.asked(); }

    // Works for about this long; true once all is done.
    bool wait(double seconds) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        while (!stop_.asked() && done_ < total_) {
            work(done_++);
            if (std::chrono::steady_clock::now() >= end) break;
        }
        return stop_.asked() || done_ >= total_;
    }

protected:
    virtual void work(std::size_t index) = 0;

    void run(int) {}
    void stop_and_join() { stop_.ask(); }
    std::unique_lock<Mutex> locked(Mutex& mutex) const { return std::unique_lock(mutex); }

    Stop stop_;
    std::size_t total_ = 0;

private:
    std::size_t done_ = 0;
};

#else

using Mutex = std::mutex;

// A derived class sets `total_` and calls `run` at the end of its constructor, and
// `stop_and_join` in its destructor, so that no worker outlives what it works on.
//
// A forked process has a copy of the job but none of its threads: there the job counts as finished, and must not
// wait for a thread or for a mutex that a thread held at the time of the fork.
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

    // True once all workers have ended. Throws what ended a worker, such as a lack of memory, once.
    bool wait(double seconds) {
        if (!is_ours()) return true;
        std::unique_lock lock(pool_->mutex);
        const auto ended = [&] { return pool_->running == 0; };
        if (!pool_->ended.wait_for(lock, std::chrono::duration<double>(seconds), ended)) return false;
        if (pool_->failure) std::rethrow_exception(std::exchange(pool_->failure, nullptr));
        return true;
    }

protected:
    virtual void work(std::size_t index) = 0;

    void run(int threads) {
        pool_->running = threads;
        try {
            for (int i = 0; i < threads; ++i) pool_->threads.emplace_back([this] { drain(); });
        } catch (...) {
            // The system has no more threads: join those that run before the job is destroyed.
            stop_and_join();
            throw;
        }
    }

    void stop_and_join() {
        stop_.ask();
        if (!is_ours()) {
            // Leaked: destroying threads or a condition variable would wait for threads that do not exist here.
            static_cast<void>(pool_.release());
            return;
        }
        for (std::thread& worker : pool_->threads)
            if (worker.joinable()) worker.join();
    }

    // Locks what the workers write. In a fork the lock may fail: a worker held the mutex at the time of the fork.
    std::unique_lock<Mutex> locked(Mutex& mutex) const {
        return is_ours() ? std::unique_lock(mutex) : std::unique_lock(mutex, std::try_to_lock);
    }

    Stop stop_;
    std::size_t total_ = 0;

private:
    void drain() {
        std::exception_ptr failure;
        try {
            while (!stop_.asked()) {
                const std::size_t index = next_.fetch_add(1, std::memory_order_relaxed);
                if (index >= total_) break;
                work(index);
                done_.fetch_add(1, std::memory_order_relaxed);
            }
        } catch (...) {
            failure = std::current_exception();
            stop_.ask();
        }
        const std::lock_guard lock(pool_->mutex);
        if (failure) pool_->failure = failure;
        if (--pool_->running == 0) pool_->ended.notify_all();
    }

    bool is_ours() const { return process_ == getpid(); }

    struct Pool {
        std::mutex mutex;
        std::condition_variable ended;
        int running = 0;
        std::vector<std::thread> threads;
        std::exception_ptr failure;
    };

    std::atomic<std::size_t> next_{0}, done_{0};
    std::unique_ptr<Pool> pool_ = std::make_unique<Pool>();
    // To recognise a fork.
    const decltype(getpid()) process_ = getpid();
};

#endif

}  // namespace boardwright
