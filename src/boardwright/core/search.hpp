// One search for every game: iterative deepening over principal variation search, on several threads.
// The root is in search_worker.hpp, the search below it in alpha_beta.hpp, move ordering in move_picker.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

#include "search_worker.hpp"

namespace boardwright {

// Lazy SMP: the threads share only the transposition table. The first one reports, and stops the others.
template <HasEvaluation G> class SearchJob final : public Search {
public:
    using Position = typename G::Position;

    SearchJob(std::shared_ptr<TranspositionTable> table, std::vector<Position> path, SearchLimits limits,
              SearchOptions options, int threads)
        : table_(std::move(table)), path_(std::move(path)), context_{*table_, stop_, limits, options} {
        if (limits.nodes)
            context_.limits.nodes = std::max<std::uint64_t>(limits.nodes / static_cast<unsigned>(threads), 1);
        context_.limits.proving_nodes /= static_cast<unsigned>(threads);
        table_->new_search(threads == 1 && limits.seconds == 0);
        for (int i = 0; i < threads; ++i) workers_.push_back(std::make_unique<SearchWorker<G>>(path_, context_));
        total_ = workers_.size();
        run(threads);
    }
    ~SearchJob() override { stop_and_join(); }

    std::uint64_t nodes() const override {
        std::uint64_t sum = 0;
        for (const auto& worker : workers_) sum += worker->nodes();
        return sum;
    }
    double seconds() const override { return context_.seconds(); }

private:
    void work(std::size_t index) override {
        workers_[index]->search(1 + static_cast<int>(index % 2), [&](SearchReport report) {
            if (index == 0) add(std::move(report));
        });
        if (index == 0) context_.finished.store(true, std::memory_order_relaxed);
    }

    std::shared_ptr<TranspositionTable> table_;
    std::vector<Position> path_;
    SearchContext context_;
    std::vector<std::unique_ptr<SearchWorker<G>>> workers_;
};

template <class G>
std::unique_ptr<Search> Jobs<G>::search(std::shared_ptr<TranspositionTable> table, std::vector<Position> path,
                                        const SearchLimits& limits, const SearchOptions& options, int threads) {
    if constexpr (HasEvaluation<G>)
        return std::make_unique<SearchJob<G>>(std::move(table), std::move(path), limits, options, threads);
    return nullptr;
}

template <class G>
SearchedMove Jobs<G>::search_here(TranspositionTable& table, const std::vector<Position>& path,
                                  const SearchLimits& limits, const SearchOptions& options, const Stop& stop) {
    SearchedMove best;
    if constexpr (HasEvaluation<G>) {
        SearchContext context{table, stop, limits, options};
        const auto worker = std::make_unique<SearchWorker<G>>(path, context);
        worker->search(1, [&](const SearchReport& report) {
            best = {report.lines[0].moves[0], report.lines[0].score, report.depth, report.nodes};
        });
        best.nodes = worker->nodes();
    }
    return best;
}

// Explicit instantiations for the games of one package.
template <class... Gs> auto search_of(GameList<Gs...>) {
    return std::tuple(&Jobs<Gs>::search..., &Jobs<Gs>::search_here...);
}

}  // namespace boardwright
