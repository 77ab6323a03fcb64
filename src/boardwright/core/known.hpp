// What is known for certain of endings: a byte for each of their positions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace boardwright {

// How a position stands for its side to move. A win or a loss comes with the number of plies until the
// material changes for good, with best play of both sides.
struct Known {
    enum Kind : std::uint8_t { unknown, drawn, lost, won };
    static constexpr int most_plies = 126;
    Kind kind = unknown;
    int plies = 0;

    // Draws are zero, so that what is not looked at counts as one.
    constexpr std::uint8_t byte() const {
        return static_cast<std::uint8_t>(kind >= lost ? 1 + 2 * plies + (kind == won) : 0);
    }
    static constexpr Known of(std::uint8_t byte) {
        if (!byte) return {drawn, 0};
        return {(byte - 1) % 2 ? won : lost, (byte - 1) / 2};
    }
};

// The endings of a game that are at hand. Classes of positions have numbers, and positions have numbers
// within their class; a class leads to such of lower stages only, and to the one that shares its stage.
class Endings {
public:
    static constexpr std::size_t most_classes = 256;
    static constexpr int most_stages = 23;

    void add(int number, int stage, std::vector<std::uint8_t> values) {
        classes_[static_cast<std::size_t>(number)] = {stage, std::move(values)};
    }
    bool has(int number) const { return number >= 0 && !at(number).values.empty(); }
    Known find(int number, std::size_t index) const {
        const std::vector<std::uint8_t>& values = at(number).values;
        return index < values.size() ? Known::of(values[index]) : Known{};
    }
    int stage(int number) const { return at(number).stage; }

private:
    struct Class {
        int stage = 0;
        std::vector<std::uint8_t> values;
    };
    const Class& at(int number) const { return classes_[static_cast<std::size_t>(number)]; }

    std::array<Class, most_classes> classes_;
};

}  // namespace boardwright
