// Threads that share a loop again and again, such as the steps of a vector environment.
#pragma once

#ifndef BOARDWRIGHT_NO_THREADS
#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>
#endif

#include <algorithm>
#include <cstddef>

namespace boardwright {

#ifdef BOARDWRIGHT_NO_THREADS

class Team {
public:
    explicit Team(int) {}
    template <class F> void each(std::size_t count, F&& f) {
        for (std::size_t i = 0; i < count; ++i) f(i);
    }
};

#else

// The caller's thread is one of them. A forked process has none of the others, and does all the work on its own.
class Team {
public:
    explicit Team(int threads) : parts_(static_cast<std::size_t>(threads)) {
        if (threads < 2) return;
        pool_ = std::make_unique<Pool>();
        try {
            for (int i = 1; i < threads; ++i) pool_->threads.emplace_back([pool = pool_.get()] { pool->serve(); });
        } catch (...) {
            // The system has no more threads.
            pool_->close();
            throw;
        }
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team() {
        if (!pool_) return;
        if (is_ours()) pool_->close();
        // Leaked: destroying threads or a condition variable would wait for threads that do not exist here.
        else static_cast<void>(pool_.release());
    }

    // Calls `f` for each index below `count`, in any order, and returns once all calls have; throws what one threw.
    template <class F> void each(std::size_t count, F&& f) {
        // Waking a thread takes as long as some games.
        constexpr std::size_t least = 16;
        if (!pool_ || count < 2 * least || !is_ours()) {
            for (std::size_t i = 0; i < count; ++i) f(i);
            return;
        }
        const std::size_t chunk = std::max(least, count / (4 * parts_));
        pool_->share((count + chunk - 1) / chunk, [&](std::size_t number) {
            const std::size_t end = std::min(count, (number + 1) * chunk);
            for (std::size_t i = number * chunk; i < end; ++i) f(i);
        });
    }

private:
    struct Pool {
        std::mutex mutex;
        std::condition_variable begun, ended;
        std::vector<std::thread> threads;
        std::size_t round = 0, running = 0, chunks = 0;
        bool closed = false;
        std::function<void(std::size_t)> work;
        std::atomic<std::size_t> next{0};
        std::exception_ptr failure;

        void share(std::size_t count, std::function<void(std::size_t)> shared) {
            {
                const std::lock_guard lock(mutex);
                work = std::move(shared);
                chunks = count;
                next.store(0, std::memory_order_relaxed);
                running = threads.size();
                ++round;
            }
            begun.notify_all();
            take();
            std::unique_lock lock(mutex);
            ended.wait(lock, [&] { return running == 0; });
            if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
        }

        void serve() {
            std::size_t served = 0;
            while (true) {
                {
                    std::unique_lock lock(mutex);
                    begun.wait(lock, [&] { return closed || round != served; });
                    if (closed) return;
                    served = round;
                }
                take();
                const std::lock_guard lock(mutex);
                if (--running == 0) ended.notify_one();
            }
        }

        void take() {
            try {
                for (std::size_t number; (number = next.fetch_add(1, std::memory_order_relaxed)) < chunks;)
                    work(number);
            } catch (...) {
                const std::lock_guard lock(mutex);
                failure = std::current_exception();
            }
        }

        void close() {
            {
                const std::lock_guard lock(mutex);
                closed = true;
            }
            begun.notify_all();
            for (std::thread& thread : threads) thread.join();
        }
    };

    bool is_ours() const { return process_ == getpid(); }

    std::size_t parts_;
    std::unique_ptr<Pool> pool_;
    // To recognise a fork.
    const decltype(getpid()) process_ = getpid();
};

#endif

}  // namespace boardwright
