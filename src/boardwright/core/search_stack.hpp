// Search stack: the path from the root to the current node, with its hash keys, draw clocks and repetitions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "evaluation.hpp"
#include "move_picker.hpp"
#include "score.hpp"
#include "transposition_table.hpp"

namespace boardwright {

template <HasEvaluation G> class SearchStack {
    using Position = typename G::Position;

public:
    // Replays the positions that led to the root, for repetitions and the draw clocks of the game.
    explicit SearchStack(const std::vector<Position>& played) {
        Frame& frame = frames_[0];
        keys_.reserve(played.size() + max_plies + 2);
        for (std::size_t i = 0; i + 1 < played.size(); ++i) replay(frame, played[i], played[i + 1]);
        frame.key = G::hash(played.back());
        root_index_ = keys_.size();
        keys_.resize(root_index_ + max_plies + 2);
        keys_[root_index_] = G::repeatable(played.back()) ? frame.key : 0;
    }

    std::uint64_t key(int ply) const { return frames_[ply].key; }
    const typename G::Clock& clock(int ply) const { return frames_[ply].clock; }
    // The move that led to this ply, 0 after a null move.
    MoveHash played(int ply) const { return frames_[ply].played; }
    PreviousMoves previous(int ply) const {
        return {frames_[ply].played, ply > 0 ? frames_[ply - 1].played : MoveHash{0}};
    }

    // Plays a move and fills the frame of the next ply; `probed`: whether the table will be probed there.
    Position make_move(const Position& position, Move move, MoveHash hash, int ply, const TranspositionTable& table,
                       bool probed) {
        const Frame& frame = frames_[ply];
        Frame& next_frame = frames_[ply + 1];
        std::uint64_t key = frame.key;
        bool progress;
        const Position next = G::step(position, move, key, progress);
        if (probed) table.prefetch(key);
        next_frame.key = key;
        next_frame.quiet = progress ? 0 : frame.quiet + 1;
        next_frame.clock = frame.clock;
        next_frame.clock.template tick<G>(position, next, progress);
        next_frame.played = hash;
        keys_[root_index_ + static_cast<std::size_t>(ply) + 1] = G::repeatable(next) ? key : 0;
        return next;
    }

    // The same position with the other side to move: repetitions do not reach across a null move.
    Position make_null_move(const Position& position, int ply)
        requires HasNullMove<G>
    {
        const Position next = Evaluation<G>::null_move(position);
        frames_[ply + 1] = {G::hash(next), frames_[ply].clock, 0, 0};
        keys_[root_index_ + static_cast<std::size_t>(ply) + 1] = 0;
        return next;
    }

    // Drawn by a clock or by repetition: the second occurrence since the root, or the third in all.
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
        // Plies since the last irreversible move.
        int quiet;
        MoveHash played;
    };

    void replay(Frame& frame, const Position& position, const Position& next) {
        const std::uint64_t key = G::hash(position), next_key = G::hash(next);
        keys_.push_back(G::repeatable(position) ? key : 0);
        bool found = false, progress = true;
        G::each_move(position, [&](Move move) {
            std::uint64_t reached = key;
            if (!found) G::step(position, move, reached, progress), found = reached == next_key;
        });
        if (found) {
            frame.quiet = progress ? 0 : frame.quiet + 1;
            frame.clock.template tick<G>(position, next, progress);
        } else {
            frame.quiet = 0, frame.clock = {};
        }
    }

    std::size_t root_index_ = 0;
    Frame frames_[max_plies + 2] = {};
    // Hash keys of the game and the path; 0 where a position does not count for repetition.
    std::vector<std::uint64_t> keys_;
};

}  // namespace boardwright
