// The moves that lead to the node that is searched: keys, clocks, and whether they make it a draw.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "evaluation.hpp"
#include "score.hpp"
#include "table.hpp"

namespace boardwright {

template <Evaluated G>
class Path {
    using Position = typename G::Position;

public:
    // Replays what led to the root, from the first position that can still count: what can repeat, and
    // what the clocks of the game say.
    explicit Path(const std::vector<Position>& played) {
        Frame& frame = frames_[0];
        keys_.reserve(played.size() + most_plies + 2);
        for (std::size_t i = 0; i + 1 < played.size(); ++i) replay(frame, played[i], played[i + 1]);
        frame.key = G::hash(played.back());
        root_index_ = keys_.size();
        keys_.resize(root_index_ + most_plies + 2);
        keys_[root_index_] = G::repeatable(played.back()) ? frame.key : 0;
    }

    std::uint64_t key(int ply) const { return frames_[ply].key; }
    const typename G::Clock& clock(int ply) const { return frames_[ply].clock; }
    // The move that led here, 0 after a pass.
    Signature played(int ply) const { return frames_[ply].played; }

    // Plays a move and notes in the frame below what it leaves behind; `looked_up`: whether the table will be asked.
    Position step(const Position& position, Move move, Signature sign, int ply, const Table& table, bool looked_up) {
        const Frame& frame = frames_[ply];
        Frame& next_frame = frames_[ply + 1];
        std::uint64_t key = frame.key;
        bool progress;
        const Position next = boardwright::step<G>(position, move, key, progress);
        if (looked_up) table.prefetch(key);
        next_frame.key = key;
        next_frame.quiet = progress ? 0 : frame.quiet + 1;
        next_frame.clock = frame.clock;
        next_frame.clock.template tick<G>(position, next, progress);
        next_frame.played = sign;
        keys_[root_index_ + static_cast<std::size_t>(ply) + 1] = G::repeatable(next) ? key : 0;
        return next;
    }

    // The same position with the other side to move: nothing before it can be repeated after it.
    Position pass(const Position& position, int ply)
        requires Passing<G>
    {
        const Position next = Evaluation<G>::passed(position);
        frames_[ply + 1] = {G::hash(next), frames_[ply].clock, 0, 0};
        keys_[root_index_ + static_cast<std::size_t>(ply) + 1] = 0;
        return next;
    }

    // Drawn by the moves that led here: once more what stood since the root, or the third time in all.
    bool drawn_by_history(int ply) const {
        const Frame& frame = frames_[ply];
        if (frame.clock.drawn()) return true;
        const std::size_t here = root_index_ + static_cast<std::size_t>(ply);
        if (frame.quiet < 2 || !keys_[here]) return false;
        const std::size_t first = here - std::min(here, static_cast<std::size_t>(frame.quiet));
        int earlier = 0;
        for (std::size_t i = here; i-- > first;)
            if (keys_[i] == frame.key && (i >= root_index_ || ++earlier == 2)) return true;
        return false;
    }

private:
    struct Frame {
        std::uint64_t key;
        typename G::Clock clock;
        // Moves since the last progress, or since nothing can be repeated any more.
        int quiet;
        Signature played;
    };

    void replay(Frame& frame, const Position& position, const Position& next) {
        const std::uint64_t key = G::hash(position), next_key = G::hash(next);
        keys_.push_back(G::repeatable(position) ? key : 0);
        Move played = 0;
        bool found = false;
        G::each_move(position, [&](Move move) {
            if (!found && G::hash_after(position, key, move) == next_key) played = move, found = true;
        });
        if (!found) {
            frame.quiet = 0, frame.clock = {};
            return;
        }
        const bool progress = G::progress(position, played);
        frame.quiet = progress ? 0 : frame.quiet + 1;
        frame.clock.template tick<G>(position, next, progress);
    }

    std::size_t root_index_ = 0;
    Frame frames_[most_plies + 2] = {};
    // What can be repeated; 0 for the rest.
    std::vector<std::uint64_t> keys_;
};

}  // namespace boardwright
