#include "core.h"

#include "movegen.h"

namespace cornerwise {

Core::Core(const Tables& t) : tables_(&t) {
    std::memset(state, 0x0F, t.grid_size);
    std::memset(owner, 0, t.grid_size);
    for (int cell = 0; cell < t.n_cells; ++cell) state[t.grid[cell]] = 0;
    for (Color color = 0; color < t.n_colors; ++color) {
        forbidden[color].clear(t.grid_size);
        for (int g = 0; g < t.grid_size; ++g) {
            if (forbids(color, static_cast<Place>(g))) forbidden[color].add(g);
        }
        have[color] = t.n_pieces == 32 ? ~0u : (1u << t.n_pieces) - 1;
        left[color] = static_cast<std::uint16_t>(t.total_cells);
        last_piece[color] = -1;
        std::memset(stock[color], t.copies, t.n_pieces);
        for (std::size_t s = 0; s < t.starts.size(); ++s) {
            if (!(t.start_open[color] >> s & 1)) continue;
            state[t.starts[s]] |= static_cast<std::uint8_t>(16 << color);
            attach[color][n_attach[color]++] = t.starts[s];
        }
    }
    pass_turn_after(t.n_colors - 1);
}

Core& Core::operator=(const Core& o) {
    tables_ = o.tables_;
    to_play = o.to_play;
    out = o.out;
    resigned = o.resigned;
    started = o.started;
    ply = o.ply;
    hash = o.hash;
    std::memcpy(have, o.have, sizeof have);
    std::memcpy(left, o.left, sizeof left);
    std::memcpy(placed, o.placed, sizeof placed);
    std::memcpy(last_piece, o.last_piece, sizeof last_piece);
    std::memcpy(last_spot, o.last_spot, sizeof last_spot);
    std::memcpy(n_attach, o.n_attach, sizeof n_attach);
    std::memcpy(stock, o.stock, sizeof stock);
    std::memcpy(state, o.state, tables_->grid_size);
    std::memcpy(owner, o.owner, tables_->grid_size);
    for (Color color = 0; color < tables_->n_colors; ++color) {
        forbidden[color].copy(o.forbidden[color], tables_->grid_size);
        std::memcpy(attach[color], o.attach[color], n_attach[color] * sizeof(Place));
    }
    return *this;
}

bool Core::is_under_way() const {
    const int fifth = tables_->n_pieces * tables_->copies / 5;
    for (Color c = 0; c < tables_->n_colors; ++c) {
        if (!is_out(c) && placed[c] <= fifth) return false;
    }
    return true;
}

bool Core::is_legal(Color color, Spot spot) const {
    const Tables& t = *tables_;
    if (!(have[color] >> t.piece(spot) & 1)) return false;
    bool touches = false;
    for (auto p = t.cells.begin(spot.orientation); p != t.cells.end(spot.orientation); ++p) {
        const Place place = static_cast<Place>(spot.first + *p);
        if (forbids(color, place)) return false;
        touches |= attaches(color, place);
    }
    return touches && (!t.has_shun || keeps_corners(color, spot));
}

// The first placement replaces the starts of its color and narrows those of the others.
void Core::begin(Color color, Spot spot) {
    const Tables& t = *tables_;
    started |= static_cast<std::uint8_t>(1 << color);
    for (auto p = t.cells.begin(spot.orientation); p != t.cells.end(spot.orientation); ++p) {
        for (std::size_t s = 0; s < t.starts.size(); ++s) {
            if (t.starts[s] != spot.first + *p) continue;
            for (Color other = 0; other < t.n_colors; ++other) {
                if (has_started(other)) continue;
                limit_starts(other, t.leaves_for(color, static_cast<int>(s), other));
            }
        }
    }
    limit_starts(color, 0);
}

void Core::limit_starts(Color color, std::uint32_t starts) {
    const Tables& t = *tables_;
    int kept = 0;
    for (int i = 0; i < n_attach[color]; ++i) {
        const Place place = attach[color][i];
        bool keep = false;
        for (std::size_t s = 0; s < t.starts.size(); ++s) {
            keep |= t.starts[s] == place && (starts >> s & 1);
        }
        if (keep) {
            attach[color][kept++] = place;
        } else {
            state[place] &= static_cast<std::uint8_t>(~(16 << color));
        }
    }
    n_attach[color] = static_cast<std::uint16_t>(kept);
}

void Core::pass_turn_after(Color color) {
    const int n = tables_->n_colors;
    for (int i = 1; i <= n; ++i) {
        const Color next = (color + i) % n;
        if (is_out(next)) continue;
        if (has_move(*this, next)) {
            to_play = next;
            return;
        }
        out |= static_cast<std::uint8_t>(1 << next);
    }
    to_play = kNobody;
}

Player Core::controller(Color color) const {
    const Player next = tables_->controller(color, placed[color]);
    if (!resigned) return next;
    for (int i = 0; i < tables_->n_controllers(color); ++i) {
        const Player player = tables_->controller(color, placed[color] + i);
        if (!(resigned >> player & 1)) return player;
    }
    return next;
}

bool Core::has_left(Player player) const {
    if (!resigned) return false;
    const std::uint8_t* const side_of = tables_->side_of;
    for (Player p = 0; p < tables_->n_players; ++p) {
        if (side_of[p] == side_of[player] && !(resigned >> p & 1)) return false;
    }
    return true;
}

int Core::score(Color color) const { return tables_->score(left[color], last_piece[color]); }

int Core::points(Player player) const {
    int sum = 0;
    for (Color color = 0; color < tables_->n_colors; ++color) {
        if (tables_->counts[player][color]) sum += score(color);
    }
    return sum;
}

}  // namespace cornerwise
