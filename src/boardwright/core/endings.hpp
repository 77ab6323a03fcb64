// Endings worked out backwards, from the positions where nobody can move: a position is won if some move
// leads to a lost one, and lost if every move leads to a won one. What is never found to be either is drawn.
//
// The work goes in sweeps. The n-th one finds the positions that are decided after n plies, by what the
// sweeps before it have found, so that neither the order of positions nor the number of threads matters.
// Only positions from which a move leads to one that was just decided are looked at again.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <tuple>
#include <vector>

#include "bits.hpp"
#include "evaluation.hpp"
#include "works.hpp"

namespace boardwright {

// A set of numbers that several threads add to.
class NumberSet {
public:
    explicit NumberSet(std::size_t size) : words_((size + 63) / 64) {}

    void add(std::size_t number) {
        std::atomic<std::uint64_t>& word = words_[number / 64];
        const std::uint64_t flag = std::uint64_t{1} << number % 64;
        if (!(word.load(std::memory_order_relaxed) & flag)) word.fetch_or(flag, std::memory_order_relaxed);
    }
    std::size_t words() const { return words_.size(); }
    std::uint64_t take(std::size_t word) { return words_[word].exchange(0, std::memory_order_relaxed); }

private:
    std::vector<std::atomic<std::uint64_t>> words_;
};

// One material: a class of positions, and the class of the same pieces seen from the other side.
template <HasEndings G>
class EndingJob final : public EndingWork {
    using Position = typename G::Position;
    using Materials = typename Evaluation<G>::Materials;

public:
    // What the material leads to must be at hand.
    EndingJob(std::shared_ptr<const Endings> endings, int number, int threads)
        : endings_(std::move(endings)), threads_(threads), allowed_(Materials::plies_allowed(number)) {
        sides_.emplace_back(number, Materials::size(number));
        if (const int turned = Materials::turned(number); turned != number)
            sides_.emplace_back(turned, Materials::size(turned));
        total_ = 1;
        run(1);
    }
    ~EndingJob() override { stop_and_join(); }

    std::uint64_t positions() const override {
        std::uint64_t sum = 0;
        for (const Side& side : sides_) sum += side.values.size();
        return sum;
    }
    std::uint64_t looked_at() const override { return looked_at_.load(std::memory_order_relaxed); }
    std::vector<std::pair<int, std::vector<std::uint8_t>>> values() const override {
        std::vector<std::pair<int, std::vector<std::uint8_t>>> found;
        for (const Side& side : sides_) found.emplace_back(side.number, side.values);
        return found;
    }

private:
    struct Side {
        int number;
        std::vector<std::uint8_t> values;
        NumberSet now, next;
        // What must be looked at again in a later sweep, because what it leads to outside is as far away.
        std::array<std::vector<std::uint32_t>, Known::most_plies + 2> later;
        Side(int number, std::size_t size) : number(number), values(size), now(size), next(size) {}
    };
    static constexpr std::size_t words_a_piece = 64;

    void work(std::size_t) override {
        for (Side& side : sides_)
            in_pieces(side.now.words(), [&](std::size_t word) {
                const std::size_t end = std::min(side.values.size(), (word + 1) * 64);
                for (std::size_t index = word * 64; index < end; ++index) look<true>(side, index, 1);
                looked_at_.fetch_add(end - word * 64, std::memory_order_relaxed);
            });
        const int last = allowed_ ? allowed_ : Known::most_plies;
        for (int plies = 1; plies <= last && !stop_.asked(); ++plies) sweep(plies);
    }

    void sweep(int plies) {
        for (Side& side : sides_) {
            for (const std::uint32_t index : side.later[static_cast<std::size_t>(plies)]) side.now.add(index);
            in_pieces(side.now.words(), [&](std::size_t word) {
                each_bit(side.now.take(word),
                         [&](int at) { look<false>(side, word * 64 + static_cast<std::size_t>(at), plies); });
            });
        }
        for (Side& side : sides_) std::swap(side.now, side.next);
    }

    // Some work for each number below `count`, on all threads; on fewer where the system has no more.
    template <class Work>
    void in_pieces(std::size_t count, Work&& work) {
        std::atomic<std::size_t> next{0};
        const auto drain = [&] {
            while (!stop_.asked()) {
                const std::size_t begin = next.fetch_add(words_a_piece, std::memory_order_relaxed);
                if (begin >= count) return;
                for (std::size_t i = begin; i < std::min(count, begin + words_a_piece); ++i) work(i);
            }
        };
        std::vector<std::thread> helpers;
        try {
            for (int i = 1; i < threads_; ++i) helpers.emplace_back(drain);
        } catch (const std::system_error&) {
        }
        drain();
        for (std::thread& helper : helpers) helper.join();
    }

    // Decide a position, if that takes so many plies.
    template <bool First>
    void look(Side& side, std::size_t index, int plies) {
        Position position;
        if (load(side.values[index]) || !Materials::position(side.number, index, position)) return;
        bool moves = false, wins = false, loses = true;
        G::each_move(position, [&](Move move) {
            moves = true;
            if (wins) return;
            const Known known = known_after<First>(side, index, G::play(position, move));
            const bool in_time = known.plies < plies;
            wins = known.kind == Known::lost && in_time;
            loses &= known.kind == Known::won && in_time;
        });
        if (!moves) decide(side, index, position, {Known::lost, 0});
        else if (wins || loses) decide(side, index, position, {wins ? Known::won : Known::lost, plies});
    }

    template <bool First>
    Known known_after(Side& side, std::size_t index, const Position& next) {
        const int number = Materials::class_of(next);
        if (const Side* inside = find(number)) {
            const std::uint8_t value = load(inside->values[Materials::index(number, next)]);
            return value ? Known::of(value) : Known{};
        }
        // All that has no number is over.
        if (number < 0) return {Known::lost, 0};
        Known known = endings_->find(number, Materials::index(number, next));
        // A new material has its own count of plies, unless it goes on with the old one.
        if (!allowed_ || Materials::plies_allowed(number) != allowed_) known.plies = 0;
        if (First && known.plies > 0) {
            const std::lock_guard lock(later_mutex_);
            side.later[static_cast<std::size_t>(known.plies) + 1].push_back(static_cast<std::uint32_t>(index));
        }
        return known;
    }

    // The first sweep is repeated for what leads to positions without a move.
    void decide(Side& side, std::size_t index, const Position& position, Known known) {
        std::atomic_ref(side.values[index]).store(known.byte(), std::memory_order_relaxed);
        Side& before = sides_[sides_.size() - 1 - static_cast<std::size_t>(&side - sides_.data())];
        NumberSet& marked = known.plies ? before.next : before.now;
        Materials::each_before(position, [&](const Position& last) { marked.add(Materials::index(before.number, last)); });
    }

    const Side* find(int number) const {
        for (const Side& side : sides_)
            if (side.number == number) return &side;
        return nullptr;
    }

    static std::uint8_t load(std::uint8_t& value) { return std::atomic_ref(value).load(std::memory_order_relaxed); }
    static std::uint8_t load(const std::uint8_t& value) { return load(const_cast<std::uint8_t&>(value)); }

    std::shared_ptr<const Endings> endings_;
    const int threads_, allowed_;
    std::vector<Side> sides_;
    std::mutex later_mutex_;
    std::atomic<std::uint64_t> looked_at_{0};
};

template <class G>
std::unique_ptr<EndingWork> new_ending(std::shared_ptr<const Endings> endings, int number, int threads) {
    if constexpr (HasEndings<G>) return std::make_unique<EndingJob<G>>(std::move(endings), number, threads);
    return nullptr;
}

// What the compiler must keep of this for some games.
template <class... Gs>
auto endings_of(Rooms<Gs...>) { return std::tuple(&new_ending<Gs>...); }

}  // namespace boardwright
