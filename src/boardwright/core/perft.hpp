// Perft: how many lines of so many moves begin in a position.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "bits.hpp"
#include "game.hpp"
#include "works.hpp"

namespace boardwright {

// Counts by position and depth, shared by all threads without locks: an entry that two threads
// write at once fails its check and is simply not found.
class PerftTable {
public:
    explicit PerftTable(std::size_t megabytes) {
        std::size_t entries = std::bit_floor(table_bytes(megabytes) / sizeof(Entry) | 1);
        entries_ = std::make_unique<Entry[]>(entries);
        mask_ = entries - 1;
    }

    bool find(std::uint64_t key, std::uint64_t& count) const {
        const Entry& entry = entries_[key & mask_];
        const std::uint64_t stored = entry.count.load(std::memory_order_relaxed);
        if ((entry.check.load(std::memory_order_relaxed) ^ stored) != key) return false;
        count = stored;
        return true;
    }

    void store(std::uint64_t key, std::uint64_t count) {
        Entry& entry = entries_[key & mask_];
        entry.check.store(key ^ count, std::memory_order_relaxed);
        entry.count.store(count, std::memory_order_relaxed);
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> check{0}, count{0};
    };
    std::unique_ptr<Entry[]> entries_;
    std::uint64_t mask_;
};

// The last two plies, where nearly all time is spent; a game may have a faster way than to count
// after each move.
template <Game G>
std::uint64_t perft_two(const typename G::Position& position) {
    if constexpr (requires { G::count_two(position); }) {
        return static_cast<std::uint64_t>(G::count_two(position));
    } else {
        int total = 0;
        G::each_move(position, [&](Move move) { total += G::count(G::play(position, move)); });
        return static_cast<std::uint64_t>(total);
    }
}

template <Game G>
std::uint64_t perft(const typename G::Position& position, int depth, const Stop& stop) {
    if (depth == 1) return static_cast<std::uint64_t>(G::count(position));
    if (depth == 2) return perft_two<G>(position);
    if (depth >= 4 && stop.asked()) return 0;
    std::uint64_t total = 0;
    G::each_move(position, [&](Move move) { total += perft<G>(G::play(position, move), depth - 1, stop); });
    return total;
}

template <Game G>
std::uint64_t perft_hashed(const typename G::Position& position, std::uint64_t key, int depth, PerftTable& table,
                           const Stop& stop) {
    if (depth == 1) return static_cast<std::uint64_t>(G::count(position));
    const std::uint64_t slot = key ^ mixed(static_cast<std::uint64_t>(depth));
    std::uint64_t total = 0;
    if (table.find(slot, total)) return total;
    if (depth >= 4 && stop.asked()) return 0;
    G::each_move(position, [&](Move move) {
        total += perft_hashed<G>(G::play(position, move), G::hash_after(position, key, move), depth - 1, table, stop);
    });
    if (!stop.asked()) table.store(slot, total);
    return total;
}

// A count of some position, split by its first moves and worked on by several threads.
template <Game G>
class PerftJob final : public Perft {
public:
    using Position = typename G::Position;

    PerftJob(const Position& root, int depth, int threads, std::size_t hash_megabytes) : depth_(depth) {
        if (hash_megabytes) table_ = std::make_unique<PerftTable>(hash_megabytes);
        split(root, threads);
        shares_ = std::make_unique<std::atomic<std::uint64_t>[]>(firsts_.size());
        total_ = pieces_.size();
        run(threads);
    }
    ~PerftJob() override { stop_and_join(); }

    const std::vector<Move>& first_moves() const override { return firsts_; }
    std::vector<std::uint64_t> shares() const override {
        std::vector<std::uint64_t> shares(firsts_.size());
        for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = shares_[i].load(std::memory_order_relaxed);
        return shares;
    }

private:
    struct Piece {
        Position position;
        std::size_t first;
        int depth;
    };
    static constexpr std::size_t pieces_a_thread = 2048;

    // Cut the tree into enough pieces that no thread waits long for the last one.
    void split(const Position& root, int threads) {
        G::each_move(root, [&](Move move) {
            pieces_.push_back({G::play(root, move), firsts_.size(), depth_ - 1});
            firsts_.push_back(move);
        });
        const std::size_t enough = pieces_a_thread * static_cast<std::size_t>(threads);
        while (pieces_.size() < enough && !pieces_.empty() && pieces_.front().depth > 2) {
            std::vector<Piece> finer;
            for (const Piece& piece : pieces_)
                G::each_move(piece.position, [&](Move move) {
                    finer.push_back({G::play(piece.position, move), piece.first, piece.depth - 1});
                });
            pieces_ = std::move(finer);
        }
    }

    void work(std::size_t index) override {
        const Piece& piece = pieces_[index];
        std::uint64_t share = 1;
        if (piece.depth > 0)
            share = table_ ? perft_hashed<G>(piece.position, G::hash(piece.position), piece.depth, *table_, stop_)
                           : perft<G>(piece.position, piece.depth, stop_);
        // A piece that was broken off is left out: what is told is then counted in full.
        if (!stop_.asked()) shares_[piece.first].fetch_add(share, std::memory_order_relaxed);
    }

    int depth_;
    std::unique_ptr<PerftTable> table_;
    std::vector<Move> firsts_;
    std::vector<Piece> pieces_;
    std::unique_ptr<std::atomic<std::uint64_t>[]> shares_;
};

template <class G>
std::unique_ptr<Perft> new_perft(const typename G::Position& root, int depth, int threads, std::size_t hash_megabytes) {
    return std::make_unique<PerftJob<G>>(root, depth, threads, hash_megabytes);
}

// What the compiler must keep of this for some games.
template <class... Gs>
auto perft_of(Rooms<Gs...>) { return std::tuple(&new_perft<Gs>...); }

}  // namespace boardwright
