// One search for every game: iterative deepening with a principal variation, over the rules of a game
// and what its room thinks of positions. The root stands in root.hpp, what lies below it in tree.hpp,
// the order of moves in ordering.hpp; here it becomes work for several threads.
#pragma once

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

#include "root.hpp"

namespace boardwright {

// All threads share one table; the first one tells what it finds, and ends the others.
template <Evaluated G>
class SearchJob final : public Search {
public:
    using Position = typename G::Position;

    SearchJob(std::shared_ptr<Table> table, std::vector<Position> path, SearchLimits limits, SearchManner manner, int threads)
        : table_(std::move(table)), path_(std::move(path)), shared_{*table_, stop_, limits, manner} {
        if (limits.nodes) shared_.limits.nodes = std::max<std::uint64_t>(limits.nodes / static_cast<unsigned>(threads), 1);
        shared_.limits.proving /= static_cast<unsigned>(threads);
        table_->begin(threads == 1 && limits.seconds == 0);
        for (int i = 0; i < threads; ++i) searchers_.push_back(std::make_unique<Searcher<G>>(path_, shared_));
        total_ = searchers_.size();
        run(threads);
    }
    ~SearchJob() override { stop_and_join(); }

    std::uint64_t nodes() const override {
        std::uint64_t sum = 0;
        for (const auto& searcher : searchers_) sum += searcher->nodes();
        return sum;
    }
    double seconds() const override { return shared_.seconds(); }

private:
    void work(std::size_t index) override {
        searchers_[index]->search(1 + static_cast<int>(index % 2), [&](SearchReport report) {
            if (index == 0) add(std::move(report));
        });
        if (index == 0) shared_.finished.store(true, std::memory_order_relaxed);
    }

    std::shared_ptr<Table> table_;
    std::vector<Position> path_;
    SearchShared shared_;
    std::vector<std::unique_ptr<Searcher<G>>> searchers_;
};

template <class G>
std::unique_ptr<Search> new_search(std::shared_ptr<Table> table, std::vector<typename G::Position> path,
                                   const SearchLimits& limits, const SearchManner& manner, int threads) {
    if constexpr (Evaluated<G>)
        return std::make_unique<SearchJob<G>>(std::move(table), std::move(path), limits, manner, threads);
    return nullptr;
}

template <class G>
std::pair<Move, int> search_here(Table& table, const std::vector<typename G::Position>& path, const SearchLimits& limits,
                                 const SearchManner& manner, const Stop& stop) {
    std::pair<Move, int> best{};
    if constexpr (Evaluated<G>) {
        SearchShared shared{table, stop, limits, manner};
        const auto searcher = std::make_unique<Searcher<G>>(path, shared);
        searcher->search(1, [&](const SearchReport& report) { best = {report.lines[0].moves[0], report.lines[0].score}; });
    }
    return best;
}

// What the compiler must keep of this for some games.
template <class... Gs>
auto search_of(Rooms<Gs...>) { return std::tuple(&new_search<Gs>..., &search_here<Gs>...); }

}  // namespace boardwright
