// Bitbases: the exact value of every position of some endgames, one byte each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace boardwright {

// Win, draw or loss for the side to move.
enum class Wdl : std::uint8_t { unknown, draw, loss, win };

// A value with the distance to conversion: the plies until the material changes for good, with best play.
struct BitbaseValue {
    static constexpr int max_plies = 126;
    Wdl wdl = Wdl::unknown;
    int plies = 0;

    // Draws are zero, so that an undecided position counts as one.
    constexpr std::uint8_t byte() const {
        return static_cast<std::uint8_t>(wdl >= Wdl::loss ? 1 + 2 * plies + (wdl == Wdl::win) : 0);
    }
    static constexpr BitbaseValue of(std::uint8_t byte) {
        if (!byte) return {Wdl::draw, 0};
        return {(byte - 1) % 2 ? Wdl::win : Wdl::loss, (byte - 1) / 2};
    }
};

// The loaded bitbases of a game. Positions are indexed within a class of equal material; a class leads only
// to classes of lower stages and to the one that shares its stage.
class Bitbases {
public:
    static constexpr std::size_t max_classes = 256;
    static constexpr int max_stages = 23;

    void add(int number, int stage, std::vector<std::uint8_t> values) {
        classes_[static_cast<std::size_t>(number)] = {stage, std::move(values)};
    }
    bool has(int number) const { return number >= 0 && !at(number).values.empty(); }
    BitbaseValue probe(int number, std::size_t index) const {
        const std::vector<std::uint8_t>& values = at(number).values;
        return index < values.size() ? BitbaseValue::of(values[index]) : BitbaseValue{};
    }
    int stage(int number) const { return at(number).stage; }

private:
    struct Class {
        int stage = 0;
        std::vector<std::uint8_t> values;
    };
    const Class& at(int number) const { return classes_[static_cast<std::size_t>(number)]; }

    std::array<Class, max_classes> classes_;
};

}  // namespace boardwright
