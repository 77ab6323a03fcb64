// Indices of piece-square features on a board of seven by seven squares, numbered 8 * row + column, from the
// perspective of each side. Mirror images share an index.
#pragma once

#include <cstdint>

namespace boardwright {

struct SevenBySeven {
    static constexpr int squares = 4 * 7, offsets = 13 * 7;
    // By side and square; and by side and two squares, the displacement from the first to the second.
    std::uint8_t square[2][64], offset[2][64][64];

    constexpr SevenBySeven() : square{}, offset{} {
        for (int side = 0; side < 2; ++side)
            for (int from = 0; from < 7 * 7; ++from) {
                const int row = from / 7, column = from % 7, here = 8 * row + column;
                square[side][here] = index(4 * (side ? 6 - row : row) + (column < 4 ? column : 6 - column));
                for (int to = 0; to < 7 * 7; ++to) {
                    const int rows = to / 7 - row, columns = to % 7 - column;
                    offset[side][here][8 * (to / 7) + to % 7] =
                        index(7 * (6 + (side ? -rows : rows)) + (columns < 0 ? -columns : columns));
                }
            }
    }

private:
    static constexpr std::uint8_t index(int number) { return static_cast<std::uint8_t>(number); }
};
inline constexpr SevenBySeven seven_by_seven;

}  // namespace boardwright
