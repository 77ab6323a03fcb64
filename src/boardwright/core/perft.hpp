// Perft: the number of move sequences of a given length.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "bits.hpp"
#include "game.hpp"
#include "jobs.hpp"

namespace boardwright {

// Hash table of counts by position and depth, shared by all threads.
class PerftTable {
public:
    explicit PerftTable(std::size_t megabytes)
        : slots_(std::bit_floor(table_bytes(megabytes) / sizeof(LocklessSlot) | 1)) {}

    LocklessSlot& operator[](std::uint64_t key) { return slots_[key & (slots_.size() - 1)]; }

private:
    std::vector<LocklessSlot> slots_;
};

// The last two plies, where nearly all time is spent; a game may count them in bulk.
template <Game G> std::uint64_t perft_two(const typename G::Position& position) {
    if constexpr (requires { G::count_two(position); }) {
        return static_cast<std::uint64_t>(G::count_two(position));
    } else {
        int total = 0;
        G::each_move(position, [&](Move move) { total += G::count(G::play(position, move)); });
        return static_cast<std::uint64_t>(total);
    }
}

// Not inlined into itself, nor where a game flattens what visits its moves: only the last plies matter.
template <Game G>
[[gnu::noinline]] std::uint64_t perft(const typename G::Position& position, int depth, const Stop& stop) {
    if (depth == 1) return static_cast<std::uint64_t>(G::count(position));
    if (depth == 2) return perft_two<G>(position);
    if (depth >= 4 && stop.asked()) return 0;
    std::uint64_t total = 0;
    G::each_move(position, [&](Move move) { total += perft<G>(G::play(position, move), depth - 1, stop); });
    return total;
}

template <Game G>
[[gnu::noinline]] std::uint64_t perft_hashed(const typename G::Position& position, std::uint64_t key, int depth,
                                             PerftTable& table, const Stop& stop) {
    if (depth == 1) return static_cast<std::uint64_t>(G::count(position));
    const std::uint64_t table_key = key ^ mixed(static_cast<std::uint64_t>(depth));
    LocklessSlot& slot = table[table_key];
    std::uint64_t total;
    if (slot.probe(table_key, total)) return total;
    if (depth >= 4 && stop.asked()) return 0;
    total = 0;
    G::each_move(position, [&](Move move) {
        std::uint64_t next_key = key;
        bool progress;
        const auto next = G::step(position, move, next_key, progress);
        total += perft_hashed<G>(next, next_key, depth - 1, table, stop);
    });
    if (!stop.asked()) slot.store(table_key, total);
    return total;
}

// Perft on several threads, split by root move.
template <Game G> class PerftJob final : public Perft {
public:
    using Position = typename G::Position;

    PerftJob(const Position& root, int depth, int threads, std::size_t hash_megabytes) : depth_(depth) {
        if (hash_megabytes) table_ = std::make_unique<PerftTable>(hash_megabytes);
        split(root, threads);
        counts_ = std::make_unique<std::atomic<std::uint64_t>[]>(root_moves_.size());
        total_ = chunks_.size();
        run(threads);
    }
    ~PerftJob() override { stop_and_join(); }

    const std::vector<Move>& root_moves() const override { return root_moves_; }
    std::vector<std::uint64_t> counts() const override {
        std::vector<std::uint64_t> counts(root_moves_.size());
        for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = counts_[i].load(std::memory_order_relaxed);
        return counts;
    }

private:
    struct Chunk {
        Position position;
        std::size_t first;
        int depth;
    };
    static constexpr std::size_t chunks_per_thread = 2048;

    // Splits the tree into enough chunks that no thread waits long for the last one.
    void split(const Position& root, int threads) {
        G::each_move(root, [&](Move move) {
            chunks_.push_back({G::play(root, move), root_moves_.size(), depth_ - 1});
            root_moves_.push_back(move);
        });
        const std::size_t enough = chunks_per_thread * static_cast<std::size_t>(threads);
        while (chunks_.size() < enough && !chunks_.empty() && chunks_.front().depth > 2) {
            std::vector<Chunk> finer;
            for (const Chunk& chunk : chunks_)
                G::each_move(chunk.position, [&](Move move) {
                    finer.push_back({G::play(chunk.position, move), chunk.first, chunk.depth - 1});
                });
            chunks_ = std::move(finer);
        }
    }

    void work(std::size_t index) override {
        const Chunk& chunk = chunks_[index];
        std::uint64_t count = 1;
        if (chunk.depth > 0)
            count = table_ ? perft_hashed<G>(chunk.position, G::hash(chunk.position), chunk.depth, *table_, stop_)
                           : perft<G>(chunk.position, chunk.depth, stop_);
        // An interrupted chunk is left out, so that every reported count is complete.
        if (!stop_.asked()) counts_[chunk.first].fetch_add(count, std::memory_order_relaxed);
    }

    int depth_;
    std::unique_ptr<PerftTable> table_;
    std::vector<Move> root_moves_;
    std::vector<Chunk> chunks_;
    std::unique_ptr<std::atomic<std::uint64_t>[]> counts_;
};

template <class G>
std::unique_ptr<Perft> Jobs<G>::perft(const Position& root, int depth, int threads, std::size_t hash_megabytes) {
    return std::make_unique<PerftJob<G>>(root, depth, threads, hash_megabytes);
}

// Explicit instantiations for the games of one package.
template <class... Gs> auto perft_of(GameList<Gs...>) { return std::tuple(&Jobs<Gs>::perft...); }

}  // namespace boardwright
