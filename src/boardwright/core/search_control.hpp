// Search limits at run time: the state shared by all threads of a search, and the node counter of each.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "jobs.hpp"

namespace boardwright {

// Shared by all threads of a search.
struct SearchContext {
    TranspositionTable& table;
    const Stop& stop;
    SearchLimits limits;
    SearchOptions options;
    std::atomic<bool> finished{false};
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); }
};

// Counts the nodes of one thread, and checks the limits every few hundred of them.
class NodeCounter {
public:
    explicit NodeCounter(const SearchContext& context) : context_(context) {}

    bool stopped() const { return stopped_; }
    std::uint64_t nodes() const { return nodes_; }
    // A copy of the count that other threads may read.
    std::uint64_t published() const { return published_.load(std::memory_order_relaxed); }
    void publish() { published_.store(nodes_, std::memory_order_relaxed); }
    // The current depth of iterative deepening.
    void begin_depth(int depth) { depth_ = depth; }
    int depth() const { return depth_; }
    // Allows this many more nodes at most.
    void allow(std::uint64_t nodes) { max_nodes_ = nodes_ + nodes; }

    // Counts one node; false when the search must stop.
    bool count() {
        if (stopped_) return false;
        ++nodes_;
        if (nodes_ >= next_check_) check_limits();
        return !stopped_;
    }

private:
    static constexpr std::uint64_t check_interval = 512, max_nodes_of_depth_one = 50'000;

    void check_limits() {
        publish();
        const SearchLimits& limits = context_.limits;
        next_check_ = nodes_ + check_interval;
        if (limits.nodes) next_check_ = std::min(next_check_, std::max(limits.nodes, nodes_ + 1));
        // The first depth is completed, so that there is a move to play, unless it takes very long.
        if (depth_ <= 1 && nodes_ < max_nodes_of_depth_one) return;
        stopped_ = context_.finished.load(std::memory_order_relaxed) || context_.stop.asked() || nodes_ >= max_nodes_ ||
                   (limits.nodes && nodes_ >= limits.nodes) ||
                   (limits.seconds > 0 && context_.seconds() >= limits.seconds);
    }

    const SearchContext& context_;
    std::uint64_t nodes_ = 0, next_check_ = 1, max_nodes_ = ~std::uint64_t{0};
    std::atomic<std::uint64_t> published_{0};
    int depth_ = 0;
    bool stopped_ = false;
};

}  // namespace boardwright
