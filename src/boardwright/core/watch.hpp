// How long a search goes on: what all its workers share, and how each of them counts and halts.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "works.hpp"

namespace boardwright {

// What all workers of a search share.
struct SearchShared {
    Table& table;
    const Stop& stop;
    SearchLimits limits;
    SearchManner manner;
    std::atomic<bool> finished{false};
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    }
};

// Counts the nodes of one worker, and looks now and then whether it must halt.
class Watch {
public:
    explicit Watch(const SearchShared& shared) : shared_(shared) {}

    bool halted() const { return halted_; }
    std::uint64_t nodes() const { return nodes_; }
    // What other threads may read.
    std::uint64_t published() const { return published_.load(std::memory_order_relaxed); }
    void publish() { published_.store(nodes_, std::memory_order_relaxed); }
    // The depth that the root has come to.
    void begin_depth(int depth) { depth_ = depth; }
    int depth() const { return depth_; }
    // So many nodes from now on, at most.
    void allow(std::uint64_t nodes) { most_ = nodes_ + nodes; }

    // One more node; false where the search must halt.
    bool count() {
        if (halted_) return false;
        ++nodes_;
        if (nodes_ >= next_look_) look();
        return !halted_;
    }

private:
    static constexpr std::uint64_t patience = 50'000;

    void look() {
        publish();
        const SearchLimits& limits = shared_.limits;
        next_look_ = nodes_ + 512;
        if (limits.nodes) next_look_ = std::min(next_look_, std::max(limits.nodes, nodes_ + 1));
        // The first depth is finished, so that there is a move to play, unless that takes very long.
        if (depth_ <= 1 && nodes_ < patience) return;
        halted_ = shared_.finished.load(std::memory_order_relaxed) || shared_.stop.asked() || nodes_ >= most_ ||
                  (limits.nodes && nodes_ >= limits.nodes) || (limits.seconds > 0 && shared_.seconds() >= limits.seconds);
    }

    const SearchShared& shared_;
    std::uint64_t nodes_ = 0, next_look_ = 1, most_ = ~std::uint64_t{0};
    std::atomic<std::uint64_t> published_{0};
    int depth_ = 0;
    bool halted_ = false;
};

}  // namespace boardwright
