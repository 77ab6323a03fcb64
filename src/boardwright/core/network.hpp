// The evaluation network: one hidden layer over the features of a position, beside a linear part.
//
// All arithmetic is on integers, so that scores are the same on every machine; network.cpp holds the vector code.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace boardwright {

// The linear weights of a feature: middlegame (all pieces on the board) in the upper half, endgame in the lower, so
// that one addition sums both.
using Weight = std::uint64_t;
constexpr Weight weight(int early, int late) { return (static_cast<Weight>(early) << 32) + static_cast<Weight>(late); }
constexpr int early_part(Weight sum) { return static_cast<std::int32_t>((sum + 0x80000000u) >> 32); }
constexpr int late_part(Weight sum) { return static_cast<std::int32_t>(sum); }

// Tapered evaluation: phase 64 is the middlegame, phase 0 the endgame.
inline constexpr int phases = 64;
constexpr int tapered(int early, int late, int phase) { return (early * phase + late * (phases - phase)) / phases; }

// An input of the hidden layer: its row of weights, and how often it counts; negative where it is taken back.
struct ActiveInput {
    std::uint16_t row;
    std::int16_t times;
};

// The inputs of one position. Positions with absurdly many pieces have more than these: the last ones replace others,
// in the same way on every machine.
struct ActiveInputs {
    static constexpr unsigned capacity = 512;
    static_assert((capacity & (capacity - 1)) == 0);
    std::array<ActiveInput, capacity> input;

    [[gnu::always_inline]] void add(int row, int times) {
        input[added_++ & (capacity - 1)] = {static_cast<std::uint16_t>(row), static_cast<std::int16_t>(times)};
    }
    int size() const { return static_cast<int>(std::min(added_, capacity)); }

private:
    unsigned added_ = 0;
};

// Vectors of 16-bit integers, aligned for the widest registers.
class AlignedInts {
public:
    explicit AlignedInts(std::size_t size = 0) : blocks_((size + Block::size - 1) / Block::size) {}
    std::int16_t* data() { return blocks_.empty() ? nullptr : blocks_[0].item; }
    const std::int16_t* data() const { return blocks_.empty() ? nullptr : blocks_[0].item; }

private:
    struct alignas(64) Block {
        static constexpr std::size_t size = 32;
        std::int16_t item[size];
    };
    std::vector<Block> blocks_;
};

// A trained network. Every feature has linear weights; those from `first_input` on also feed the hidden layer, with one
// row of weights where the feature counts for the side to move (positive) and one where it counts for the other side.
// A hidden unit is clipped to [0, activation_one], squared, and has an output weight for the middlegame and one for the
// endgame, as a feature has.
struct Network {
    static constexpr int activation_one = 255, activation_shift = 8;
    // Output weights are in 1/16 of a hundredth of the game's unit.
    static constexpr int output_shift = activation_shift + 4;
    static constexpr std::array hidden_sizes{0, 16, 32, 64, 128, 256};
    static constexpr int max_hidden = hidden_sizes.back();

    int first_input = 0, hidden = 0;
    std::vector<Weight> linear;
    AlignedInts rows, bias, early, late;

    int features() const { return static_cast<int>(linear.size()); }

    static bool is_hidden_size(int hidden) {
        return std::find(hidden_sizes.begin(), hidden_sizes.end(), hidden) != hidden_sizes.end();
    }
    // The number of 16-bit integers of a file.
    static std::size_t numbers(int features, int first_input, int hidden) {
        const auto inputs = static_cast<std::size_t>(features - first_input), units = static_cast<std::size_t>(hidden);
        return 2 * static_cast<std::size_t>(features) + units * (2 * inputs + 3);
    }

    // From the integers of a file: linear weights (middlegame, then endgame), and for the hidden layer the rows, the
    // biases and the output weights (middlegame, then endgame).
    static Network of(const std::int16_t* number, int features, int first_input, int hidden) {
        Network network;
        network.first_input = first_input, network.hidden = hidden;
        for (int i = 0; i < features; ++i) network.linear.push_back(weight(number[i], number[features + i]));
        number += 2 * features;
        const auto take = [&](AlignedInts& target, int count) {
            target = AlignedInts(static_cast<std::size_t>(count));
            std::copy_n(number, count, target.data());
            number += count;
        };
        take(network.rows, 2 * (features - first_input) * hidden);
        take(network.bias, hidden);
        take(network.early, hidden);
        take(network.late, hidden);
        return network;
    }
};

// The sums of the hidden units over a part of the inputs, kept from one evaluation to the next.
struct alignas(64) Accumulator {
    std::int16_t sum[Network::max_hidden];

    void reset(const Network& network) { std::copy_n(network.bias.data(), network.hidden, sum); }
};

// The output of the hidden layer, in hundredths of the game's unit. With an accumulator, the changes are added to it
// first, and the inputs are those that it does not hold; without one, the inputs are all there are.
using HiddenOutput = int (*)(const Network& network, const ActiveInputs& inputs, int phase, Accumulator* accumulator,
                             const ActiveInputs* changes);

// An implementation for one instruction set. All of them give the same results.
struct Kernel {
    const char* name;
    bool supported;
    HiddenOutput hidden_output;
};
// The implementations that this program holds, the fastest that the processor supports first.
const std::vector<Kernel>& kernels();
// The one in use.
extern const HiddenOutput hidden_output;

}  // namespace boardwright
