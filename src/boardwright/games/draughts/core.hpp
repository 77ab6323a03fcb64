// Bitboard implementation of international draughts; rules.py is the reference.
//
// Squares are numbered as in rules.py: row by row from the top left, with a ghost square after every second row, so
// that a step in each of the four directions is one shift of the whole bitboard, and a step off the board ends on a
// ghost square. A position holds the pieces of the side to move and those of the enemy.
//
// A move is origin | target << 6 | captured << 7. Captured pieces never stand on the edge, so that the lowest bit of
// their set is bit 5 and the lowest twelve bits of the move stay free.
#pragma once

#include "../../core/bits.hpp"
#include "../../core/game.hpp"

namespace boardwright::draughts {

inline constexpr int up_left = -6, up_right = -5, down_left = 5, down_right = 6;
// The two directions perpendicular to a step are this one and its opposite.
template <int Step> inline constexpr int across = Step == up_left || Step == down_right ? up_right : up_left;

inline constexpr int squares = 54;
inline constexpr Bits board = (bit(squares) - 1) & ~(bit(10) | bit(21) | bit(32) | bit(43));
// By side, the row on which its men are crowned.
inline constexpr Bits far_row[2] = {Bits{0x1f}, Bits{0x1f} << 49};

// Hill climbing for the largest number of captures found at most 407 from any start.
inline constexpr int max_moves = 1024;

struct Position {
    Bits own, enemy;
    Bits own_kings, enemy_kings;
    int side;
};

// A bitboard for each of the four directions.
struct ByDirection {
    Bits way[4];

    template <int Step>
    static constexpr int index = Step == up_left     ? 0
                                 : Step == up_right  ? 1
                                 : Step == down_left ? 2
                                                     : 3;
    template <int Step> constexpr Bits& to() { return way[index<Step>]; }
    template <int Step> constexpr Bits to() const { return way[index<Step>]; }
    constexpr Bits any() const { return (way[0] | way[1]) | (way[2] | way[3]); }
    constexpr int count() const {
        return (popcount(way[0]) + popcount(way[1])) + (popcount(way[2]) + popcount(way[3]));
    }
};

template <class F> [[gnu::always_inline]] constexpr inline void each_direction(F&& f) {
    each_of<up_left, up_right, down_left, down_right>(f);
}

// Kogge-Stone fill: all empty squares that pieces reach in one direction, the distance doubled with each line.
template <int Step> constexpr Bits slide(Bits pieces, Bits empty) {
    const Bits pairs = empty & shifted<Step>(empty);
    const Bits fours = pairs & shifted<2 * Step>(pairs);
    Bits reach = shifted<Step>(pieces) & empty;
    reach |= shifted<Step>(reach) & empty;
    reach |= shifted<2 * Step>(reach) & pairs;
    reach |= shifted<4 * Step>(reach) & fours;
    return reach | (shifted<Step>(reach) & empty);
}

// Lookup table of rays: by square, the diagonal from it in one direction.
template <int Step>
inline constexpr auto rays = lookup_table<Bits, 64>([](int square) { return slide<Step>(bit(square), board); });

// Sliding attack of one piece in one direction: the empty squares, and the first piece behind them.
template <int Step> constexpr Bits sliding_attack(int square, Bits empty) {
    const Bits ray = rays<Step>[square], pieces = ray & ~empty;
    if constexpr (Step > 0) return ray & (pieces ^ (pieces - 1));
    else return ray & (~Bits{0} << (63 - std::countl_zero(pieces | 1)));
}

constexpr Bits king_targets(int square, Bits empty) {
    return (sliding_attack<up_left>(square, empty) | sliding_attack<up_right>(square, empty) |
            sliding_attack<down_left>(square, empty) | sliding_attack<down_right>(square, empty)) &
           empty;
}

// By direction, the enemy pieces with an empty square behind them.
constexpr ByDirection capturable(Bits enemy, Bits empty) {
    return {enemy & empty << 6, enemy & empty << 5, enemy & empty >> 5, enemy & empty >> 6};
}

// By direction, the squares one step before the given ones.
constexpr ByDirection before(const ByDirection& others) {
    return {others.way[0] << 6, others.way[1] << 5, others.way[2] >> 5, others.way[3] >> 6};
}

// By direction, the empty squares from which a king can capture the victims.
constexpr ByDirection in_view_of(const ByDirection& victims, Bits empty) {
    ByDirection view{};
    each_direction([&]<int Step>() { view.to<Step>() = slide<-Step>(victims.to<Step>(), empty); });
    return view;
}

// The landing squares from which pieces, given by the direction of their last jump, can jump on. They never turn back:
// behind them is the piece they have just captured.
constexpr Bits continuing_from(const ByDirection& landed, const ByDirection& front) {
    Bits continuing = 0;
    each_direction([&]<int Step>() {
        continuing |= landed.to<Step>() & (front.to<Step>() | front.to<across<Step>>() | front.to<-across<Step>>());
    });
    return continuing;
}

constexpr Move quiet_move(int from, int to) { return static_cast<Move>(from) | static_cast<Move>(to) << 6; }
constexpr Move capture(int from, int to, Bits taken) { return quiet_move(from, to) | taken << 7; }

// The steps of all men to either side, as bitboards of their targets.
struct Steps {
    Bits left = 0, right = 0;

    static constexpr int to_left(int side) { return side ? down_left : up_left; }
    static constexpr int to_right(int side) { return side ? down_right : up_right; }

    constexpr Steps() = default;
    constexpr Steps(Bits men, Bits empty, int side)
        : left((side ? men << 5 : men >> 6) & empty), right((side ? men << 6 : men >> 5) & empty) {}

    constexpr bool any() const { return left | right; }
    constexpr int count() const { return popcount(left) + popcount(right); }
    // With a branch, which is predicted well: the sides alternate.
    static constexpr int count(Bits men, Bits empty, int side) {
        if (side) return popcount(men << 5 & empty) + popcount(men << 6 & empty);
        return popcount(men >> 6 & empty) + popcount(men >> 5 & empty);
    }
    // Branch-free: the side of a random step cannot be predicted.
    constexpr Move nth(int side, int index) const {
        const int others = index - popcount(left);
        const Bits is_right = all_if(others >= 0);
        const int to = nth_bit(left ^ ((left ^ right) & is_right), others >= 0 ? others : index);
        return quiet_move(to - to_left(side) - static_cast<int>(is_right & 1), to);
    }
};

class MoveList {
public:
    MoveList() = default;
    MoveList(const MoveList&) = delete;
    MoveList& operator=(const MoveList&) = delete;

    constexpr const Move* begin() const { return moves_; }
    constexpr const Move* end() const { return end_; }
    constexpr int size() const { return static_cast<int>(end_ - moves_); }
    constexpr Move operator[](int index) const { return moves_[index]; }
    constexpr void clear() { end_ = moves_; }
    constexpr void add(Move move) { *end_++ = move; }

    // The first few are written unconditionally: the end of such a short loop would be mispredicted nearly every time.
    constexpr void add_steps(Bits targets, int by) {
        constexpr int few = 6;
        Bits rest = targets;
        for (int i = 0; i < few; ++i, rest &= rest - 1) {
            const int to = lowest(rest | bit(63));
            end_[i] = quiet_move(to - by, to);
        }
        Move* const end = end_ + popcount(targets);
        for (Move* next = end_ + few; rest; rest &= rest - 1) *next++ = quiet_move(lowest(rest) - by, lowest(rest));
        end_ = end;
    }

private:
    Move moves_[max_moves];
    Move* end_ = moves_;
};

// Depth-first search for the captures of the maximum number of pieces, where at least two can be captured.
//
// Captured pieces stay on the board until the move ends, and the origin of the capturing piece counts as empty.
class CaptureSearch {
public:
    constexpr explicit CaptureSearch(MoveList& found) : found_(found) {}

    [[gnu::noinline]] constexpr void run(Bits men, Bits kings, Bits enemy) {
        const Bits empty = board & ~(men | kings | enemy);
        const ByDirection victims = capturable(enemy, empty);
        each_bit(men & before_two(before(victims)), [&](int square) {
            start(square, enemy, empty);
            front_ = before(prey_);
            man(bit(square), 0, 0);
        });
        if (!kings) return;
        each_bit(kings & (before(victims).any() | before(in_view_of(victims, empty)).any()), [&](int square) {
            start(square, enemy, empty);
            front_ = in_view_of(prey_, empty_);
            each_direction([&]<int Step>() { capture_next<Step>(bit(square), 0, 0); });
        });
    }

private:
    // The squares from which a man captures at least two pieces.
    static constexpr Bits before_two(const ByDirection& front) {
        Bits squares = 0;
        each_direction([&]<int Step>() { squares |= front.to<Step>() & shifted<-2 * Step>(front.any()); });
        return squares;
    }

    constexpr void start(int square, Bits enemy, Bits empty) {
        from_ = square;
        empty_ = empty | bit(square);
        prey_ = capturable(enemy, empty_);
    }

    // Continues the capture of a man that has captured `number` pieces.
    constexpr void man(Bits at, Bits taken, int number) {
        bool continues = false;
        each_direction([&]<int Step>() {
            const Bits victim = shifted<Step>(at);
            if (!(front_.to<Step>() & at) || victim & taken) return;
            continues = true;
            man(shifted<Step>(victim), taken | victim, number + 1);
        });
        if (!continues) end(at, taken, number);
    }

    // Continues the capture of a king that may land on any of the squares behind the last captured piece.
    template <int Step> constexpr void king(Bits landing, Bits taken, int number) {
        constexpr int left = across<Step>;
        bool continues = false;
        if (landing & front_.to<Step>()) continues |= capture_next<Step>(landing, taken, number);
        each_bit(landing & front_.to<left>(),
                 [&](int square) { continues |= capture_next<left>(bit(square), taken, number); });
        each_bit(landing & front_.to<-left>(),
                 [&](int square) { continues |= capture_next<-left>(bit(square), taken, number); });
        if (!continues) end(landing, taken, number);
    }

    // Captures the next piece in this direction; returns whether there is one.
    template <int Step> constexpr bool capture_next(Bits at, Bits taken, int number) {
        const Bits victim = shifted<Step>(at | slide<Step>(at, empty_)) & prey_.to<Step>() & ~taken;
        if (!victim) return false;
        king<Step>(slide<Step>(victim, empty_), taken | victim, number + 1);
        return true;
    }

    constexpr void end(Bits targets, Bits taken, int number) {
        if (number < most_) return;
        if (number > most_) most_ = number, found_.clear();
        each_bit(targets, [&](int target) { add(capture(from_, target, taken)); });
    }

    // Paths with the same origin, target and captured pieces are one move; that takes at least three pieces.
    constexpr void add(Move move) {
        if (most_ > 2)
            for (const Move other : found_)
                if (other == move) return;
        if (found_.size() < max_moves) found_.add(move);
    }

    MoveList& found_;
    Bits empty_ = 0;
    ByDirection prey_{}, front_{};
    int from_ = 0, most_ = 1;
};

// Captures of all pieces at once, by bitboards. Without a search this is exact as long as at most two pieces can be
// captured: such a path cannot return to its origin or to a captured piece, and no two paths are the same move.
struct CaptureGenerator {
    Bits men, kings, enemy, empty;
    // By direction: capturable pieces, the squares from which men capture them, and those that kings capture.
    ByDirection victims, front, king_victims{};
    // By direction: the men that capture, the landing squares of men and kings, and where kings see victims.
    ByDirection captors{}, landed{}, landed_kings{}, view{};

    constexpr CaptureGenerator(Bits own, Bits own_kings, Bits enemies)
        : men(own & ~own_kings),
          kings(own_kings),
          enemy(enemies),
          empty(board & ~(own | enemies)),
          victims(capturable(enemy, empty)),
          front(before(victims)) {}

    // Finds the pieces that kings capture; returns the number of the kings' quiet moves.
    constexpr int find_king_captures() {
        if (kings & (kings - 1)) return find_captures_of_several_kings();
        Bits seen = 0;
        each_direction([&]<int Step>() {
            const Bits one_way = sliding_attack<Step>(lowest(kings), empty);
            king_victims.to<Step>() = one_way & victims.to<Step>();
            seen |= one_way;
        });
        return popcount(seen & empty);
    }

    constexpr int find_captures_of_several_kings() {
        int total = 0;
        each_direction([&]<int Step>() {
            const Bits reach = slide<Step>(kings, empty);
            king_victims.to<Step>() = shifted<Step>(kings | reach) & victims.to<Step>();
            total += popcount(reach);
        });
        return total;
    }

    constexpr bool can_take() const { return (men & front.any()) | king_victims.any(); }

    constexpr void take() {
        each_direction([&]<int Step>() {
            captors.to<Step>() = men & front.to<Step>();
            landed.to<Step>() = shifted<2 * Step>(captors.to<Step>());
        });
    }

    constexpr void take_with_kings() {
        take();
        each_direction([&]<int Step>() { landed_kings.to<Step>() = slide<Step>(king_victims.to<Step>(), empty); });
        view = in_view_of(victims, empty);
    }

    // A man does not turn back onto the piece it has just captured: the square behind it, its origin, is not empty.
    constexpr bool can_take_two() const { return landed.any() & front.any(); }
    constexpr bool kings_can_take_two() const { return continuing_from(landed_kings, view); }

    constexpr bool can_take_three() const {
        ByDirection second{};
        const Bits anywhere = landed.any();
        each_direction([&]<int Step>() { second.to<Step>() = shifted<2 * Step>(anywhere & front.to<Step>()); });
        return continuing_from(second, front);
    }

    // The number of captures of two pieces by men.
    constexpr int count_pairs() const {
        int total = 0;
        each_direction([&]<int Step>() {
            total += popcount(landed.to<Step>() & front.to<Step>()) +
                     popcount(landed.to<Step>() & front.to<across<Step>>()) +
                     popcount(landed.to<Step>() & front.to<-across<Step>>());
        });
        return total;
    }

    // The number of captures of three pieces by men; 0 if that needs a search, because four can be captured or because
    // two paths of two captures end on the same square.
    constexpr int count_triples() const {
        ByDirection second{}, third{};
        const Bits anywhere = landed.any();
        each_direction([&]<int Step>() { second.to<Step>() = shifted<2 * Step>(anywhere & front.to<Step>()); });
        if (second.count() != count_pairs()) return 0;
        int total = 0;
        each_direction([&]<int Step>() {
            const auto turn = [&]<int Turn>() {
                const Bits at = second.to<Step>() & front.to<Turn>();
                total += popcount(at);
                third.to<Turn>() |= shifted<2 * Turn>(at);
            };
            turn.template operator()<Step>();
            turn.template operator()<across<Step>>();
            turn.template operator()<-across<Step>>();
        });
        // The fourth jump may land on the origin.
        const ByDirection all = before(capturable(enemy, empty | captors.any()));
        return continuing_from(third, all) ? 0 : total;
    }

    // The number of captures of two pieces with kings; 0 if three can be captured.
    constexpr int count_pairs_with_kings() const {
        ByDirection second{};
        int total = 0;
        each_direction([&]<int Step>() {
            const auto land = [&]<int Turn>(Bits landing) {
                second.to<Turn>() |= landing;
                total += popcount(landing);
            };
            constexpr int left = across<Step>;
            const Bits here = landed_kings.to<Step>();
            land.template operator()<Step>(slide<Step>(shifted<Step>(here) & victims.to<Step>(), empty));
            each_bit(here & view.to<left>(), [&](int at) { land.template operator()<left>(behind_next<left>(at)); });
            each_bit(here & view.to<-left>(), [&](int at) { land.template operator()<-left>(behind_next<-left>(at)); });
        });
        return continuing_from(second, view) || can_take_three() ? 0 : total + count_pairs();
    }

    // The empty squares behind the next piece.
    template <int Step> constexpr Bits behind_next(int square) const {
        return sliding_attack<Step>(lowest(sliding_attack<Step>(square, empty) & ~empty), empty) & empty;
    }
};

// Bulk counting of the replies to a side's quiet moves, where the enemy cannot capture before the move. A reply then
// captures the piece that moved, or lands on its origin, or is a step. Moves after which two pieces can be captured,
// or that a king's lines are affected by, are made and counted one by one.
struct Replies {
    Bits own, enemy_men, empty;
    // The squares from which a man captures.
    Bits front;
    // The lines of the enemy's kings: the squares they reach, and the pieces that block a line.
    Bits reach = 0, blockers = 0;
    // The number of quiet moves the enemy has before the move.
    int quiet_replies;
    bool threatened;

    // By direction, the pieces whose departure opens a landing square to an enemy man.
    ByDirection covers{};

    constexpr Replies(Bits pieces, Bits enemy, Bits enemy_kings, int side)
        : own(pieces), enemy_men(enemy & ~enemy_kings), empty(board & ~(pieces | enemy)) {
        const ByDirection victims = capturable(own, empty);
        front = before(victims).any();
        quiet_replies = Steps::count(enemy_men, empty, 1 - side);
        threatened = enemy_men & front;
        if (enemy_kings) see(enemy_kings, victims);
    }

    constexpr void find_covers() {
        each_direction([&]<int Step>() { covers.to<Step>() = own & shifted<Step>(own & shifted<Step>(enemy_men)); });
    }

    // The replies to all steps of men in one direction.
    template <int Step, int Other, class Play> constexpr int after_steps(Bits men, Play&& play) const {
        const Bits steps = shifted<Step>(men) & empty;
        // Captured backwards onto its origin, or sideways onto an empty square.
        const Bits back = steps & shifted<-Step>(enemy_men);
        const Bits over = steps & shifted<Other>(enemy_men) & shifted<-Other>(empty);
        const Bits under = steps & shifted<-Other>(enemy_men) & shifted<Other>(empty);
        const Bits uncovered = steps & shifted<Step>(covers.any());
        const Bits played = ((back | uncovered) & shifted<Step>(front)) | (uncovered & shifted<-Step>(empty)) |
                            (over & shifted<-Other>(front)) | (under & shifted<Other>(front)) |
                            (steps & (reach | shifted<Step>(blockers)));
        const Bits rest = steps & ~played, origins = shifted<-Step>(rest);
        int total = popcount(rest & back) + popcount(rest & (over | under));
        each_direction([&]<int Way>() { total += popcount(origins & covers.to<Way>()); });
        // A step beside an enemy man blocks one of its steps and may open another.
        const Bits quiet = rest & ~(back | over | under | uncovered), beside = shifted<-Other>(enemy_men);
        total += popcount(quiet) * quiet_replies - popcount(quiet & beside) + popcount(shifted<-Step>(quiet) & beside);
        each_bit(played, [&](int to) { total += play(own ^ bit(to) ^ bit(to - Step)); });
        return total;
    }

    // The replies after a piece that was taken off the board is put on each of the targets.
    template <int Left, int Right, class Play> constexpr int after_landing(Bits targets, Play&& play) const {
        ByDirection takes{};
        Bits played = targets & reach;
        each_direction([&]<int Step>() {
            takes.to<Step>() = targets & shifted<Step>(enemy_men) & shifted<-Step>(empty);
            played |= takes.to<Step>() & shifted<-Step>(front);
        });
        const Bits rest = targets & ~played, quiet = rest & ~takes.any();
        int total = popcount(quiet) * quiet_replies - popcount(quiet & shifted<-Left>(enemy_men)) -
                    popcount(quiet & shifted<-Right>(enemy_men));
        total += popcount(rest & (takes.to<Left>() | takes.to<-Left>())) +
                 popcount(rest & (takes.to<Right>() | takes.to<-Right>()));
        each_bit(played, [&](int to) { total += play(own | bit(to)); });
        return total;
    }

private:
    constexpr void see(Bits kings, const ByDirection& victims) {
        each_direction([&]<int Step>() {
            const Bits free = slide<Step>(kings, empty), first = shifted<Step>(kings | free) & own;
            reach |= free;
            blockers |= first | (shifted<Step>(first) & own);
            quiet_replies += popcount(free);
            threatened |= (first & victims.to<Step>()) != 0;
        });
    }
};

// The draws of article 6 of the FMJD's rules that count moves; see draws.py.
struct ArticleSix {
    static constexpr int king_moves_each = 25;
    enum Reason { three_against_one = 1, two_against_one, kings_only };

    // Consecutive plies of kings without a capture; the moves that each side has with the current material, 0 for no
    // limit; and the plies since that limit applies.
    int king_moves = 0, allowed = 0, since = 0;

    template <class G> constexpr void tick(const Position& last, const Position& now, bool progress) {
        king_moves = !progress && last.own_kings != now.enemy_kings ? king_moves + 1 : 0;
        allowed = moves_each(now);
        since = allowed && allowed == moves_each(last) ? since + 1 : 0;
    }
    constexpr bool too_long() const { return allowed && since >= 2 * allowed; }
    constexpr bool drawn() const { return too_long() || king_moves >= 2 * king_moves_each; }
    constexpr int reason() const {
        return !too_long() ? kings_only : allowed == 16 ? three_against_one : two_against_one;
    }

    // A lone king draws after 16 moves of each side against three pieces with a king among them, after 5 against fewer.
    static constexpr int moves_each(int own, int own_kings, int enemy, int enemy_kings) {
        if (!own_kings || !enemy_kings) return 0;
        const int more = own > enemy ? own : enemy;
        if ((own != 1 && enemy != 1) || more > 3) return 0;
        return more == 3 ? 16 : 5;
    }

private:
    static constexpr int moves_each(const Position& p) {
        if (!p.own_kings || !p.enemy_kings) return 0;
        return moves_each(popcount(p.own), popcount(p.own_kings), popcount(p.enemy), popcount(p.enemy_kings));
    }
};

struct Rules {
    using Position = draughts::Position;
    using Packed = PackedWords<4>;
    using Clock = ArticleSix;
    static constexpr const char* name = "draughts";
    static constexpr bool draws_with_moves_left = false;

    enum Reason { blocked, no_pieces, reasons };

    static constexpr int side_to_move(const Position& p) { return p.side; }

    static Outcome outcome(const Position& p) {
        if (count(p)) return {};
        return Outcome::won(1 - p.side, p.own ? blocked : no_pieces);
    }

    static int count(const Position& p) {
        if (p.own_kings) return count_with_kings(p.own, p.own_kings, p.enemy, p.side);
        return count_with_men(p.own, p.enemy, p.side);
    }

    // Perft of depth two. Most replies to quiet moves are steps or captures of one piece: these are counted in bulk,
    // and only the other moves are made.
    static int count_two(const Position& p) {
        if (p.own_kings | p.enemy_kings) return p.side ? count_two_with_kings<1>(p) : count_two_with_kings<0>(p);
        return p.side ? count_two_with_men<1>(p) : count_two_with_men<0>(p);
    }

    template <class F> static void each_move(const Position& p, F&& f) {
        MoveList list;
        const Steps steps = collect(p.own, p.own_kings, p.enemy, p.side, list);
        if (steps.any()) {
            list.add_steps(steps.left, Steps::to_left(p.side));
            list.add_steps(steps.right, Steps::to_right(p.side));
        }
        for (const Move *move = list.begin(), *end = list.end(); move != end; ++move) f(*move);
    }

    static Move pick(const Position& p, Random& random, int& choices) {
        MoveList list;
        const Steps steps = collect(p.own, p.own_kings, p.enemy, p.side, list);
        choices = list.size() + steps.count();
        if (!choices) return 0;
        const int index = random.below(choices);
        return index < list.size() ? list[index] : steps.nth(p.side, index - list.size());
    }

    static constexpr Position play(const Position& p, Move move) {
        const Bits from = origin(move), to = target(move), taken = captured(move);
        const Bits crowned = to & (far_row[p.side] | all_if(p.own_kings & from));
        return {p.enemy ^ taken, (p.own ^ from) | to, p.enemy_kings & ~taken, (p.own_kings & ~from) | crowned,
                1 - p.side};
    }

    [[gnu::always_inline]] static constexpr Position step(const Position& p, Move move, std::uint64_t& key,
                                                          bool& progress) {
        const Position next = play(p, move);
        key = hash(next);
        progress = is_progress(p, move);
        return next;
    }

    static constexpr bool is_progress(const Position& p, Move move) {
        return captured(move) || (target(move) & far_row[p.side] && !(origin(move) & p.own_kings));
    }

    static constexpr bool repeatable(const Position&) { return true; }

    // Mixing these few words is faster than a Zobrist key, which needs a loop over the captured pieces.
    static constexpr std::uint64_t hash(const Position& p) {
        std::uint64_t key = (p.own ^ all_if(p.side)) * 0xd6e8feb86659fd93u;
        key = (key ^ key >> 32 ^ p.enemy) * 0xbf58476d1ce4e5b9u;
        key = (key ^ key >> 32 ^ p.own_kings ^ p.enemy_kings) * 0x94d049bb133111ebu;
        return key ^ key >> 32;
    }

    static constexpr Packed pack(const Position& p) {
        return {p.side ? p.enemy : p.own, p.side ? p.own : p.enemy, p.own_kings | p.enemy_kings,
                static_cast<std::uint64_t>(p.side)};
    }

    static constexpr bool unpack(const Packed& packed, Position& p) {
        const auto& [white, black, kings, side] = packed.word;
        if (((white | black) & ~board) || (white & black) || (kings & ~(white | black)) || side > 1) return false;
        const Bits own = side ? black : white, enemy = side ? white : black;
        p = {own, enemy, own & kings, enemy & kings, static_cast<int>(side)};
        return true;
    }

    // The fields of a move.
    static constexpr Bits origin(Move move) { return bit(move & 63); }
    static constexpr Bits target(Move move) { return bit(move >> 6 & 63); }
    static constexpr Bits captured(Move move) { return move >> 12 << 5; }

private:
    static int count_with_men(Bits men, Bits enemy, int side) {
        CaptureGenerator generator(men, 0, enemy);
        generator.take();
        if (generator.can_take_two()) return count_chains(men, enemy);
        // Both are counted and one is selected: a branch would be mispredicted every third time.
        const int captures = generator.captors.count(), steps = Steps::count(men, generator.empty, side);
        return captures ? captures : steps;
    }

    // The rarer cases are out of line and take single words, so that the common case is short and stays in registers.
    [[gnu::noinline, gnu::flatten]] static int count_chains(Bits men, Bits enemy) {
        CaptureGenerator generator(men, 0, enemy);
        generator.take();
        if (!generator.can_take_three()) return generator.count_pairs();
        const int triples = generator.count_triples();
        return triples ? triples : count_by_search(men, 0, enemy);
    }

    [[gnu::noinline]] static int count_by_search(Bits men, Bits kings, Bits enemy) {
        MoveList list;
        CaptureSearch(list).run(men, kings, enemy);
        return list.size();
    }

    [[gnu::noinline, gnu::flatten]] static int count_with_kings(Bits own, Bits kings, Bits enemy, int side) {
        CaptureGenerator generator(own, kings, enemy);
        const int quiet = generator.find_king_captures();
        if (!generator.can_take()) return quiet + Steps::count(generator.men, generator.empty, side);
        generator.take_with_kings();
        if (!generator.can_take_two() && !generator.kings_can_take_two())
            return generator.captors.count() + generator.landed_kings.count();
        const int pairs = generator.count_pairs_with_kings();
        return pairs ? pairs : count_by_search(generator.men, kings, enemy);
    }

    [[gnu::noinline, gnu::flatten]] static int count_two_by_making(const Position& p) {
        int total = 0;
        each_move(p, [&](Move move) { total += count(play(p, move)); });
        return total;
    }

    template <int Side> [[gnu::flatten]] static int count_two_with_men(const Position& p) {
        CaptureGenerator generator(p.own, 0, p.enemy);
        if (generator.can_take()) {
            generator.take();
            return generator.can_take_two() ? count_two_by_making(p) : count_after_captures(generator, Side);
        }
        Replies replies(p.own, p.enemy, 0, Side);
        if (replies.threatened) return count_after_each_step(p.own, p.enemy, Side);
        replies.find_covers();
        const auto play = [&](Bits own) { return count_chains(p.enemy, own); };
        constexpr int left = Steps::to_left(Side), right = Steps::to_right(Side);
        return replies.after_steps<left, right>(p.own, play) + replies.after_steps<right, left>(p.own, play);
    }

    template <int Side> [[gnu::noinline, gnu::flatten]] static int count_two_with_kings(const Position& p) {
        // Three or more kings are affected by nearly every move.
        if (popcount(p.enemy_kings) > 2) return count_two_by_making(p);
        CaptureGenerator generator(p.own, p.own_kings, p.enemy);
        if (p.own_kings) generator.find_king_captures();
        if (generator.can_take()) return count_two_by_making(p);
        Replies replies(p.own, p.enemy, p.enemy_kings, Side);
        if (replies.threatened) return count_two_by_making(p);
        const auto play = [&](Bits own) {
            return p.enemy_kings ? count_with_kings(p.enemy, p.enemy_kings, own, 1 - Side)
                                 : count_with_men(p.enemy, own, 1 - Side);
        };
        constexpr int left = Steps::to_left(Side), right = Steps::to_right(Side);
        replies.find_covers();
        int total = replies.after_steps<left, right>(generator.men, play);
        total += replies.after_steps<right, left>(generator.men, play);
        each_bit(p.own_kings, [&](int from) {
            const Bits targets = king_targets(from, generator.empty), others = p.own ^ bit(from);
            const Replies lifted(others, p.enemy, p.enemy_kings, Side);
            if (lifted.threatened) each_bit(targets, [&](int to) { total += play(others | bit(to)); });
            else total += lifted.after_landing<left, right>(targets, play);
        });
        return total;
    }

    [[gnu::noinline, gnu::flatten]] static int count_after_each_step(Bits men, Bits enemy, int side) {
        const Steps steps(men, board & ~(men | enemy), side);
        int total = 0;
        const auto play = [&](Bits targets, int by) {
            each_bit(targets, [&](int to) { total += count_with_men(enemy, men ^ bit(to) ^ bit(to - by), 1 - side); });
        };
        play(steps.left, Steps::to_left(side));
        play(steps.right, Steps::to_right(side));
        return total;
    }

    // The replies to the men's captures of one piece each.
    static int count_after_captures(const CaptureGenerator& generator, int side) {
        int total = 0;
        each_direction([&]<int Step>() {
            each_bit(generator.captors.to<Step>(), [&](int from) {
                const Bits moved = bit(from) | bit(from + 2 * Step);
                total += count_with_men(generator.enemy ^ bit(from + Step), generator.men ^ moved, 1 - side);
            });
        });
        return total;
    }

    // Lists all moves except the men's steps, which are returned as bitboards.
    [[gnu::noinline, gnu::flatten]] static Steps collect(Bits own, Bits kings, Bits enemy, int side, MoveList& list) {
        if (kings) return collect_with_kings(own, kings, enemy, side, list);
        CaptureGenerator generator(own, 0, enemy);
        if (!generator.can_take()) return {own, generator.empty, side};
        generator.take();
        if (generator.can_take_two()) CaptureSearch(list).run(own, 0, enemy);
        else list_captures(generator, list);
        return {};
    }

    [[gnu::noinline, gnu::flatten]] static Steps collect_with_kings(Bits own, Bits kings, Bits enemy, int side,
                                                                    MoveList& list) {
        CaptureGenerator generator(own, kings, enemy);
        generator.find_king_captures();
        if (!generator.can_take()) {
            each_bit(kings, [&](int from) {
                each_bit(king_targets(from, generator.empty), [&](int to) { list.add(quiet_move(from, to)); });
            });
            return {generator.men, generator.empty, side};
        }
        generator.take_with_kings();
        if (generator.can_take_two() || generator.kings_can_take_two()) {
            CaptureSearch(list).run(generator.men, kings, enemy);
        } else {
            list_captures(generator, list);
            list_captures_of_kings(generator, list);
        }
        return {};
    }

    static constexpr void list_captures(const CaptureGenerator& generator, MoveList& list) {
        each_direction([&]<int Step>() {
            each_bit(generator.captors.to<Step>(),
                     [&](int from) { list.add(capture(from, from + 2 * Step, bit(from + Step))); });
        });
    }

    static constexpr void list_captures_of_kings(const CaptureGenerator& generator, MoveList& list) {
        each_direction([&]<int Step>() {
            each_bit(generator.king_victims.to<Step>(), [&](int victim) {
                const int from = lowest(sliding_attack<-Step>(victim, generator.empty) & generator.kings);
                each_bit(sliding_attack<Step>(victim, generator.empty) & generator.empty,
                         [&](int to) { list.add(capture(from, to, bit(victim))); });
            });
        });
    }
};

using Cores = GameList<Rules>;

}  // namespace boardwright::draughts
