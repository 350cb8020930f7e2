#include "quick_eye.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cornerwise {

namespace {

constexpr int kNear = 3;  // steps within which a cell is close to a way out (training/quick.py)
constexpr float kScoreUnit = 20;
constexpr int kNearBy = 24;  // places in which two near positions differ at most

}  // namespace

QuickEye::QuickEye(std::shared_ptr<const QuickNet> net)
    : net_(std::move(net)),
      t_(net_->tables()),
      size_((t_.grid_size + kPlaceStep - 1) / kPlaceStep * kPlaceStep),
      map_eye_(net_->map) {
    const std::size_t rows = static_cast<std::size_t>(t_.n_cells) * net_->planes;
    added_.resize(rows);
    taken_.resize(rows);
    changed_.resize(size_ + 8);
    runs_.resize(size_ + 8);
    hidden_.resize(net_->width);
    scaled_.resize(net_->width);
    active_.resize(net_->width + 1);
    orientation_.resize(net_->orientation.outputs);
    fresh_ = std::make_unique<View>();
    fresh_->vector.assign(net_->fit.globals, 0);
}

void QuickEye::look(const Core& core) {
    see(core);
    Memory& memory = recall(core.to_play);
    update(memory);
    update_told(memory);
    std::swap(memory.view, fresh_);
    view_ = memory.view.get();
    n_active_ =
        quick_hidden(memory.cells.data(), net_->scale.data(), memory.told.data(), net_->told_unit,
                     net_->bias.data(), net_->width, hidden_.data(), active_.data());
    if (net_->map.channels == 0) return;
    map_eye_.look(memory.map.data(), view_->vector.data(), net_->fit.globals, view_->who, size_);
}

// The memory nearest to `fresh_`, or an empty one while there is one and none is near.
QuickEye::Memory& QuickEye::recall(Color color) {
    Memory* nearest = nullptr;
    int least = size_ + 1;
    for (Memory& memory : memories_[color]) {
        if (!memory.view) {
            if (least <= kNearBy) break;
            memory.view = std::make_unique<View>();
            memory.view->vector.assign(net_->fit.globals, 0);
            memory.cells.assign(net_->width, 0);
            memory.told.assign(net_->width, 0);
            memory.map.assign(static_cast<std::size_t>(net_->map.places) * net_->map.channels, 0);
            return memory;
        }
        const int differ = quick_differ(memory.view->who, fresh_->who, size_);
        if (differ < least) {
            least = differ;
            nearest = &memory;
        }
    }
    return *nearest;
}

// The position in the net's terms, into `fresh_`.
void QuickEye::see(const Core& core) {
    reach(core);
    SlotBits slots{core.to_play, t_.n_colors, {}};
    for (Color c = 0; c < kMaxColors; ++c) {
        slots.slot[c] = c < t_.n_colors ? (c - core.to_play + t_.n_colors) % t_.n_colors : 4;
    }
    View& view = *fresh_;
    const QuickSight sight{core.state,      core.owner, net_->board.data(),
                           ways_ + kMargin, close_,     reach_[last_reach_] + kMargin};
    quick_view(sight, slots, view.body, view.near, view.who, size_);
    std::fill(view.vector.begin(), view.vector.end(), 0.0f);
    encode_globals(core, net_->fit, view.vector.data());
}

// Spreads all colors from their ways out over the cells that are free for them.
void QuickEye::reach(const Core& core) {
    const std::uint8_t all = static_cast<std::uint8_t>((1 << t_.n_colors) - 1);
    const std::uint8_t in_play = all & ~core.out;
    quick_begin(core.state, net_->board.data(), in_play, free_, ways_ + kMargin, size_);
    const std::uint8_t* from = ways_ + kMargin;
    int into = 0;
    bool is_close_known = false;
    for (int step = 2; step <= t_.max_size; ++step) {
        std::uint8_t allowed = 0;
        for (Color c = 0; c < t_.n_colors; ++c) {
            if (core.have[c] & net_->at_least[step]) allowed |= 1 << c;
        }
        if (!(allowed & in_play)) break;
        std::uint8_t* const to = reach_[into] + kMargin;
        quick_spread(from, to, free_, allowed, net_->near, size_);
        from = to;
        into ^= 1;
        if (step == kNear) {
            std::memcpy(close_, to, size_);
            is_close_known = true;
        }
    }
    if (!is_close_known) std::memcpy(close_, from, size_);
    if (from == ways_ + kMargin) {
        std::memcpy(reach_[0] + kMargin, from, size_);
        into = 1;
    }
    last_reach_ = into ^ 1;
}

// Bits of the planes that are set at a place.
std::uint32_t QuickEye::inputs(const View& view, Place place) const {
    const int n = net_->fit.colors;
    const std::uint32_t body = view.body[place], near = view.near[place], who = view.who[place];
    return (body & 15) | (body >> 4) << n | (near & 15) << 2 * n | (near >> 4) << 3 * n |
           (who ? 1u << (4 * n + who - 1) : 0);
}

// Brings the sums of the cells from the remembered view to the fresh one.
void QuickEye::update(Memory& memory) {
    const View &old = *memory.view, &now = *fresh_;
    const std::uint8_t* const a[] = {old.body, old.near, old.who};
    const std::uint8_t* const b[] = {now.body, now.near, now.who};
    const int n = quick_changes(a, b, size_, changed_.data());
    n_added_ = n_taken_ = n_runs_ = 0;
    for (int i = 0; i < n; ++i) {
        const Place place = changed_[i];
        note_change(t_.cell_at[place], inputs(old, place), inputs(now, place));
    }
    memory.rows += n_added_ - n_taken_;
    if (n_added_ + n_taken_ > memory.rows) {  // more changed than there is: begin anew
        n_added_ = n_taken_ = n_runs_ = 0;
        for (Cell cell = 0; cell < t_.n_cells; ++cell) {
            note_change(cell, 0, inputs(now, t_.grid[cell]));
        }
        std::fill(memory.cells.begin(), memory.cells.end(), 0);
        std::fill(memory.map.begin(), memory.map.end(), 0);
    }
    const auto add_rows = [&](const std::vector<std::uint32_t>& rows, int n_rows, int sign) {
        quick_add_rows(net_->cells.data(), rows.data(), n_rows, net_->width / 2, sign,
                       memory.cells.data());
    };
    add_rows(added_, n_added_, 1);
    add_rows(taken_, n_taken_, -1);
    const QuickMap& map = net_->map;
    if (map.channels == 0) return;
    map_change(map.first.data(), map.place.data(), map.input.data(), added_.data(), taken_.data(),
               runs_.data(), n_runs_, map.steps, map.channels, memory.map.data());
}

// The rows of a cell's inputs that differ.
void QuickEye::note_change(Cell cell, std::uint32_t before, std::uint32_t after) {
    const auto note = [&](std::uint32_t bits, std::vector<std::uint32_t>& rows, int& n) {
        const int from = n;
        for (; bits; bits &= bits - 1) rows[n++] = net_->row(cell, __builtin_ctz(bits));
        return static_cast<std::uint8_t>(n - from);
    };
    const MapRun run{note(after & ~before, added_, n_added_),
                     note(before & ~after, taken_, n_taken_)};
    runs_[n_runs_] = run;
    n_runs_ += (run.added | run.taken) != 0;
}

void QuickEye::update_told(Memory& memory) {
    const float *const old = memory.view->vector.data(), *const now = fresh_->vector.data();
    for (int i = 0; i < net_->n_told; ++i) {
        const int more = static_cast<int>(now[i] - old[i]);
        if (more == 0) continue;
        quick_add_told(net_->told.data() + static_cast<std::size_t>(i) * net_->width, more,
                       net_->width, memory.told.data());
    }
}

QuickValue QuickEye::value() const {
    static constexpr auto kEach = [] {
        std::array<std::uint16_t, kMiddle> each{};
        for (int i = 0; i < kMiddle; ++i) each[i] = static_cast<std::uint16_t>(i);
        return each;
    }();
    const auto relu = [](float* values, int n) {
        for (int i = 0; i < n; ++i) values[i] = values[i] > 0 ? values[i] : 0;
    };
    alignas(64) float middle[kMiddle], last[kLast], out[32];
    static_assert(kMiddle >= 2 * kMaxChannels);
    const QuickNet& net = *net_;
    quick_dense(hidden_.data(), active_.data(), n_active_, net.middle.weights.data(),
                net.middle.bias.data(), kMiddle, middle);
    if (net.map.channels > 0) {
        quick_dense(map_eye_.pooled(), kEach.data(), 2 * net.map.channels, net.map.value.data(),
                    middle, kMiddle, middle);
    }
    relu(middle, kMiddle);
    quick_dense(middle, kEach.data(), kMiddle, net.last.weights.data(), net.last.bias.data(), kLast,
                last);
    relu(last, kLast);
    quick_dense(last, kEach.data(), kLast, net.out.weights.data(), net.out.bias.data(),
                net.out.outputs, out);
    QuickValue value;
    const int players = net.fit.players;
    for (int i = 0; i < players; ++i) {
        value.win[i] = 1 / (1 + std::exp(-out[i]));
        value.margin[i] = std::tanh(out[players + i]);
    }
    for (int i = 0; i < net.fit.colors; ++i) value.score[i] = kScoreUnit * out[2 * players + i];
    return value;
}

// Places that a move of the color to play can cover, touch or open: those it gets to and all
// around them. The widest step to a cell with a common corner is two columns and one row.
void QuickEye::mark_near_reach() {
    const int w = t_.grid_width, from = w + 2, to = t_.grid_size - w - 2;
    const std::uint8_t* const who = view_->who;
    std::uint8_t across[kMaxGrid];
    for (int g = 2; g < t_.grid_size - 2; ++g) {
        across[g] = (who[g - 2] | who[g - 1] | who[g] | who[g + 1] | who[g + 2]) & 1;
    }
    for (int g = from; g < to; ++g) wanted_[g] = across[g - w] | across[g] | across[g + w];
}

const float* QuickEye::local_fields(std::uint32_t key, std::uint32_t inputs) {
    Local& local = locals_[(key * 0x9E3779B1u) >> 24];
    if (local.key != key || local.stamp != stamp_) {
        local.key = key;
        local.stamp = stamp_;
        quick_local(local_base_.data(), net_->local_in.data(), inputs, net_->local_out.data(),
                    local.fields);
    }
    return local.fields;
}

// What the map tells the policy of a place of the grid, if anything.
const std::uint8_t* QuickEye::map_channels(Place place) const {
    return net_->map.local.empty() ? nullptr : map_eye_.channels(net_->map.seen_at[place]);
}

void QuickEye::weigh() {
    const QuickNet& net = *net_;
    quick_dense(hidden_.data(), active_.data(), n_active_, net.orientation.weights.data(),
                net.orientation.bias.data(), net.orientation.outputs, orientation_.data());
    quick_dense(hidden_.data(), active_.data(), n_active_, net.local.weights.data(),
                net.local.bias.data(), kLocal, local_base_.data());
    for (int u = 0; u < net.width; ++u) scaled_[u] = hidden_[u] * net.field_scale[u];
    mark_near_reach();
    ++stamp_;
    alignas(64) float fields[kFieldBlock], own[kLocal], near[kFields];
    for (int block = 0; block < net.blocks; ++block) {
        const Cell first = block * kFieldCells, end = std::min(first + kFieldCells, t_.n_cells);
        bool is_wanted = false;
        for (Cell cell = first; cell < end; ++cell) is_wanted |= wanted_[t_.grid[cell]];
        if (!is_wanted) continue;
        quick_field(scaled_.data(), active_.data(), n_active_,
                    net.field.data() + static_cast<std::size_t>(block) * net.width * kFieldLanes,
                    net.field_bias.data() + block * kFieldBlock, fields);
        for (Cell cell = first; cell < end; ++cell) {
            const Place g = t_.grid[cell];
            if (!wanted_[g]) continue;
            const std::uint32_t key = view_->body[g] | view_->near[g] << 8 | view_->who[g] << 16;
            const float* local = nullptr;
            if (const std::uint8_t* const levels = map_channels(g)) {
                map_local(levels, net.map.channels, net.map.local_of(cell), local_base_.data(),
                          own);
                quick_local(own, net.local_in.data(), inputs(*view_, g), net.local_out.data(),
                            near);
                local = near;
            } else {
                local = local_fields(key, inputs(*view_, g));
            }
            for (int f = 0; f < kFields; ++f) {
                field_[f * kMaxGrid + g] = fields[f * kFieldCells + cell - first] + local[f];
            }
        }
    }
}

float QuickEye::logit(Spot spot) const {
    const std::int32_t* stamp = net_->stamps.data() + net_->stamp_start[spot.orientation];
    const std::int32_t* const end = net_->stamps.data() + net_->stamp_start[spot.orientation + 1];
    const float* const here = field_.data() + spot.first;
    float sum[QuickNet::kStampStep] = {};  // several, so that none waits for the one before
    for (; stamp != end; stamp += QuickNet::kStampStep) {
        for (int i = 0; i < QuickNet::kStampStep; ++i) sum[i] += here[stamp[i]];
    }
    return orientation_[spot.orientation] + (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace cornerwise
