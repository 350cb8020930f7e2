// What a search says of its tree: moves and lines, judgements by playouts, a signature.
#include <algorithm>

#include "search_worker.h"

namespace cornerwise {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

// By visits; but a proven move stands before all others if its value is at least what the most
// visited of them hopes for, and behind them if not.
void put_best_first(std::vector<MoveReport>& reports, Player player) {
    std::uint32_t most_visits = 0;
    float hope = 0;
    for (const MoveReport& move : reports) {
        if (move.proven || move.visits <= most_visits) continue;
        most_visits = move.visits;
        hope = move.values[player];
    }
    std::stable_sort(reports.begin(), reports.end(), [player, hope](const auto& a, const auto& b) {
        if (a.proven != b.proven) {
            const bool good = (a.proven ? a : b).values[player] >= hope;
            return good == a.proven;
        }
        if (a.proven && a.values[player] != b.values[player]) {
            return a.values[player] > b.values[player];
        }
        return a.visits > b.visits;
    });
}

}  // namespace

std::vector<std::vector<float>> Search::judge(const Position& position,
                                              const std::vector<int>& placements, int playouts) {
    const PlayoutPolicy policy(*tables_, params_.playout);
    Random random(seed_);
    seed_ += 0x9E3779B97F4A7C15ull;
    std::vector<std::vector<float>> judged;
    for (const int placement : placements) {
        Core after(position.core());
        const Color color = after.to_play;
        after.play(color, tables_->spots[placement]);
        after.pass_turn_after(color);
        std::vector<float> sum(tables_->n_players, 0.0f);
        for (int i = 0; i < playouts; ++i) {
            Core core(after);
            float values[kMaxPlayers], scores[kMaxColors];
            if (core.to_play != kNobody) Playout(core, random, policy).run();
            finish_values(core, values, scores);
            for (Player p = 0; p < tables_->n_players; ++p) {
                sum[p] += values[p] / static_cast<float>(playouts);
            }
        }
        judged.push_back(std::move(sum));
    }
    return judged;
}

std::vector<MoveReport> Search::report(int most, int line_length) const {
    const std::lock_guard lock(guard_);
    std::vector<MoveReport> reports;
    const EdgeList* edges = nullptr;
    if (root_ && root_->growth.load(std::memory_order_acquire) == Growth::grown) {
        edges = root_->edges.load();
        for (const Edge& edge : *edges) reports.push_back(describe(edge));
        put_best_first(reports, root_->player);
    }
    put_solution_first(reports, line_length);
    if (static_cast<int>(reports.size()) > most) reports.resize(most);
    for (MoveReport& move : reports) {
        if (!edges || !move.line.empty()) continue;
        for (const Edge& edge : *edges) {
            if (edge.placement != move.placement) continue;
            describe_line(edge.child.load(std::memory_order_acquire), line_length, move.line);
        }
    }
    return reports;
}

// A move of the root, as far as it is known, without the line that follows.
MoveReport Search::describe(const Edge& edge) const {
    MoveReport move{};
    move.placement = edge.placement;
    move.prior = edge.prior;
    const Node* const child = edge.child.load(std::memory_order_acquire);
    if (!child) return move;
    move.visits = child->visits.load(kRelaxed);
    move.proven = child->proven.load(std::memory_order_acquire);
    for (Player p = 0; p < tables_->n_players; ++p) {
        move.values[p] = move.proven ? child->exact[p] : child->value(p);
    }
    if (!move.proven) add_playouts(edge, move.values);
    // A search that runs adds to the sum before it counts the visit.
    for (float& value : move.values) value = std::clamp(value, 0.0f, 1.0f);
    const float n = static_cast<float>(std::max(1u, move.visits));
    for (Color c = 0; c < tables_->n_colors; ++c) {
        move.scores[c] = child->score[c].load(kRelaxed) / n;
    }
    return move;
}

// What has been looked through to the end overrules what was only sampled.
void Search::put_solution_first(std::vector<MoveReport>& reports, int line_length) const {
    if (!solution_) return;
    MoveReport best{};
    best.placement = tables_->id(solution_->best);
    const auto old = std::find_if(reports.begin(), reports.end(), [&](const MoveReport& move) {
        return move.placement == best.placement;
    });
    if (old != reports.end()) {
        best = *old;
        reports.erase(old);
    }
    best.proven = true;
    best.visits = std::max(best.visits, 1u);
    values_of(root_core_, solution_->scores, best.values);
    for (Color c = 0; c < tables_->n_colors; ++c) {
        best.scores[c] = static_cast<float>(solution_->scores[c]);
    }
    best.line.clear();
    for (int i = 1; i <= line_length && i < static_cast<int>(solution_->line.size()); ++i) {
        best.line.push_back(tables_->id(solution_->line[i]));
    }
    reports.insert(reports.begin(), std::move(best));
}

void Search::describe_line(const Node* node, int length, std::vector<int>& line) const {
    while (node && length-- > 0 && node->growth.load(std::memory_order_acquire) == Growth::grown) {
        const Edge* best = nullptr;
        std::uint32_t most = 0;
        for (const Edge& edge : *node->edges.load(std::memory_order_acquire)) {
            const Node* const child = edge.child.load(std::memory_order_acquire);
            if (child && child->visits.load(kRelaxed) > most) {
                most = child->visits.load(kRelaxed);
                best = &edge;
            }
        }
        if (!best) return;
        line.push_back(best->placement);
        node = best->child.load(kRelaxed);
    }
}

std::uint64_t Search::signature() const {
    std::uint64_t hash = 14695981039346656037ull;
    std::vector<const Node*> todo;
    if (root_) todo.push_back(root_);
    while (!todo.empty()) {
        const Node* const node = todo.back();
        todo.pop_back();
        hash = (hash ^ node->visits.load(kRelaxed)) * 1099511628211ull;
        const EdgeList* const edges = node->edges.load(std::memory_order_acquire);
        if (!edges) continue;
        for (const Edge& edge : *edges) {
            if (const Node* child = edge.child.load(kRelaxed)) {
                hash = (hash ^ edge.placement) * 1099511628211ull;
                todo.push_back(child);
            }
        }
    }
    return hash;
}

}  // namespace cornerwise
