// The line that the search expects from each ply on.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "score.hpp"

namespace boardwright {

class BestLines {
public:
    void clear(int ply) { length_[static_cast<std::size_t>(ply)] = 0; }

    // This move, and then what is expected below it.
    void extend(int ply, Move move) {
        const std::size_t here = static_cast<std::size_t>(ply);
        line_[here][0] = move;
        const int below = std::min(length_[here + 1], longest - 1);
        std::copy_n(line_[here + 1].begin(), below, line_[here].begin() + 1);
        length_[here] = below + 1;
    }

    std::span<const Move> operator[](int ply) const {
        const std::size_t here = static_cast<std::size_t>(ply);
        return {line_[here].data(), static_cast<std::size_t>(length_[here])};
    }

private:
    static constexpr int longest = 64;
    std::array<int, most_plies + 2> length_ = {};
    // Not cleared: only so much is read of a line as was written.
    std::array<std::array<Move, longest>, most_plies + 2> line_;
};

}  // namespace boardwright
