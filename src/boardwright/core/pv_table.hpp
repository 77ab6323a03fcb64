// Triangular table of principal variations: the expected line from each ply on.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "score.hpp"

namespace boardwright {

class PvTable {
public:
    void clear(int ply) { length_[static_cast<std::size_t>(ply)] = 0; }

    // This move, followed by the variation of the next ply.
    void update(int ply, Move move) {
        const std::size_t here = static_cast<std::size_t>(ply);
        line_[here][0] = move;
        const int tail = std::min(length_[here + 1], max_length - 1);
        std::copy_n(line_[here + 1].begin(), tail, line_[here].begin() + 1);
        length_[here] = tail + 1;
    }

    std::span<const Move> operator[](int ply) const {
        const std::size_t here = static_cast<std::size_t>(ply);
        return {line_[here].data(), static_cast<std::size_t>(length_[here])};
    }

private:
    static constexpr int max_length = 64;
    std::array<int, max_plies + 2> length_ = {};
    // Left uninitialised: `length_` bounds what is read.
    std::array<std::array<Move, max_length>, max_plies + 2> line_;
};

}  // namespace boardwright
