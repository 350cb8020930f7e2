#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "search_worker.h"

namespace cornerwise {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr int kCheckEvery = 16;     // simulations between looks at the clock
constexpr int kDecideEvery = 256;   // … between looks whether the best move can still change
constexpr double kPacePart = 0.05;  // of the time, before which the pace is not known
constexpr double kLongest = 1e9;    // seconds that a clock can add

// One of so many threads.
template <class Work>
std::thread thread_for(std::size_t wanted, Work&& work) {
    try {
        return std::thread(std::forward<Work>(work));
    } catch (const std::system_error&) {
        throw std::runtime_error("the machine gives no more threads: ask for fewer than " +
                                 std::to_string(wanted));
    }
}

}  // namespace

Search::Search(std::shared_ptr<const Tables> tables, SearchParams params, std::uint64_t seed)
    : tables_(std::move(tables)),
      params_(std::move(params)),
      seed_(seed),
      root_core_(*tables_),
      solver_(*tables_),
      experience_(*tables_),
      ending_moves_(*tables_) {}

Search::~Search() = default;

void Search::forget() {
    const std::lock_guard lock(guard_);
    root_ = nullptr;
    arena_.reset();
    root_moves_.clear();
    experience_.clear();
}

std::size_t Search::memory() const {
    const std::lock_guard lock(guard_);
    return arena_ ? arena_->used() : 0;
}

double Search::elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

// When so much of the time has passed; never, if it has no limit.
Solver::Clock::time_point Search::after_part(double part) const {
    if (!(limits_.seconds > 0)) return Solver::Clock::time_point::max();
    const std::chrono::duration<double> seconds(std::min(limits_.seconds * part, kLongest));
    return started_ + std::chrono::duration_cast<Solver::Clock::duration>(seconds);
}

// How many more simulations fit into the time, at the pace of those so far.
double Search::simulations_in_time() const {
    const double spent = elapsed(), done = static_cast<double>(simulations_.load(kRelaxed));
    return (limits_.seconds - spent) * done / (spent - prepared_);
}

void Search::run(const Position& position, const SearchLimits& limits) {
    started_ = std::chrono::steady_clock::now();
    limits_ = limits;
    with_net_ = false;
    is_alone_ = limits.threads <= 1;
    simulations_ = 0;
    choose_judge(position.core());
    set_root(position);
    if (root_core_.to_play == kNobody) return;
    if (gains_experience()) experience_.make_room();
    try_to_solve();
    if (solution_ && limits_.stop_when_decided) return;
    prepare_ending();
    std::vector<std::unique_ptr<Worker>> workers;
    for (int i = 0; i < std::max(1, limits.threads); ++i) {
        workers.push_back(std::make_unique<Worker>(root_core_, *arena_, seed_ + 7919ull * i,
                                                   params_, quick_, ending_moves_));
    }
    // The root has its moves before the threads start, or a slow first one would hold them up.
    if (root_->growth != Growth::grown) {
        grow(*workers[0], *root_, root_core_);
    } else if (!root_->edges.load()->is_all) {
        widen(*workers[0], *root_, root_core_);
    }
    prepared_ = elapsed();
    work_together(workers);
    seed_ += 0x9E3779B97F4A7C15ull;
}

// Each in a thread of its own, the first in this one. What goes wrong in any of them ends the
// others and is thrown here, once all have ended: a thread that nobody waits for would end the
// program.
void Search::work_together(std::vector<std::unique_ptr<Worker>>& workers) {
    const bool was_stopped = stop_.load();
    std::vector<std::exception_ptr> wrong(workers.size());
    const auto try_to = [this, &wrong](std::size_t i, const auto& act) {
        try {
            act();
        } catch (...) {
            wrong[i] = std::current_exception();
            stop();
        }
    };
    std::vector<std::thread> threads;
    threads.reserve(workers.size());
    try_to(0, [&] {
        while (threads.size() + 1 < workers.size()) {
            const std::size_t i = threads.size() + 1;
            threads.push_back(
                thread_for(workers.size(), [&, i] { try_to(i, [&] { work(*workers[i]); }); }));
        }
        work(*workers[0]);
    });
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& problem : wrong) {
        if (!problem) continue;
        forget();  // a way down that was broken off would count as lost for ever
        stop_ = was_stopped;
        std::rethrow_exception(problem);
    }
}

void Search::work(Worker& worker) {
    worker.played_at.assign(amaf_visits() > 0 ? tables_->n_colors * tables_->n_placements : 0, 0);
    do {
        simulate(worker);
    } while (should_go_on(worker));
}

bool Search::should_go_on(Worker& worker) {
    const std::uint64_t done = simulations_.fetch_add(1, kRelaxed) + 1;
    if (stop_.load(kRelaxed)) return false;
    if (limits_.simulations && done >= limits_.simulations) return false;
    if (limits_.nodes && nodes_.load(kRelaxed) >= limits_.nodes) return false;
    if (root_->proven.load(kRelaxed)) return false;
    if (++worker.simulation % kCheckEvery) return true;
    if (limits_.seconds > 0 && elapsed() >= limits_.seconds) return false;
    if (limits_.stop_when_decided && worker.simulation % kDecideEvery == 0) return !is_decided();
    return true;
}

// Whether the second move cannot overtake the first in what is left of the limits.
bool Search::is_decided() const {
    if (root_->growth != Growth::grown) return false;
    const EdgeList& edges = *root_->edges.load();
    if (edges.n == 1) return true;
    std::uint32_t first = 0, second = 0;
    for (const Edge& edge : edges) {
        const Node* const child = edge.child.load(std::memory_order_acquire);
        if (!child) continue;
        const std::uint32_t visits = child->visits.load(kRelaxed);
        if (visits > first) {
            second = std::exchange(first, visits);
        } else {
            second = std::max(second, visits);
        }
    }
    const double done = static_cast<double>(simulations_.load(kRelaxed));
    double left = 1e18;
    if (limits_.simulations) left = static_cast<double>(limits_.simulations) - done;
    if (limits_.seconds > 0) {
        if (elapsed() - prepared_ < kPacePart * limits_.seconds) return false;
        left = std::min(left, simulations_in_time());
    }
    return first - second > left;
}

void Search::simulate(Worker& worker) {
    Core& core = worker.core;
    core = root_core_;
    if (plays_ending_) worker.ending.begin();
    worker.path.clear();
    worker.played.clear();
    float values[kMaxPlayers], scores[kMaxColors];
    Node* node = root_;
    bool is_seen = false;
    while (true) {
        add(node->pending, 1);
        worker.path.push_back({node, nullptr});
        if (node->proven.load(std::memory_order_acquire)) break;
        if (node->growth.load(std::memory_order_acquire) != Growth::grown) {
            const std::uint32_t visits = node->visits.load(kRelaxed), due = visits_to_grow();
            if (visits < due || !grow(worker, *node, core)) break;
            if (visits == 0 && due == 0) {  // judged by what it was looked at for
                is_seen = params_.quick_prior > 0;
                break;
            }
        }
        if (should_widen(*node)) widen(worker, *node, core);
        Edge* const edge = take_edge(worker, *node);
        core.play(node->to_play, tables_->spots[edge->placement]);
        if (plays_ending_) worker.ending.follow(node->to_play, edge->placement);
        Node* child = edge->child.load(std::memory_order_acquire);
        if (!child) child = make_child(worker, *edge, core);
        if (!child) {  // no memory: judge the move where it stands, remember it above only
            core.pass_turn_after(node->to_play);
            break;
        }
        core.to_play = child->to_play;
        core.out = child->out;
        node = child;
    }
    if (node->proven.load(std::memory_order_acquire)) {
        std::copy(node->exact, node->exact + kMaxPlayers, values);
        for (Color c = 0; c < tables_->n_colors; ++c) {
            const auto n = static_cast<float>(std::max(1u, node->visits.load(kRelaxed)));
            scores[c] = node->to_play < 0 ? static_cast<float>(core.score(c))
                                          : node->score[c].load(kRelaxed) / n;
        }
    } else if (worker.path.back().edge || !recall(*node, values, scores)) {
        judge_leaf(worker, is_seen, values, scores);
    }
    if (plays_beside()) play_beside(worker, values);
    back_up(worker, values, scores);
}

// What was said of a leaf before, if a net judges, which says the same every time. Sums and visits
// belong together only while no other thread is at the leaf.
bool Search::recall(const Node& leaf, float* values, float* scores) const {
    if (!is_quick() || params_.quick_share < 1) return false;
    const std::uint32_t visits = leaf.visits.load();
    if (visits == 0 || leaf.growth.load() == Growth::grown || leaf.pending.load() > 1) return false;
    const auto n = static_cast<float>(visits);
    for (Player p = 0; p < tables_->n_players; ++p) values[p] = leaf.sum[p].load() / n;
    for (Color c = 0; c < tables_->n_colors; ++c) scores[c] = leaf.score[c].load() / n;
    return leaf.pending.load() == 1 && leaf.visits.load() == visits;
}

// How many edges a node looks at: the likeliest ones at first, all of them in time.
std::uint32_t Search::width(const Node& node, const EdgeList& edges) const {
    if (with_net_ || is_quick()) return edges.n;
    const float visits = static_cast<float>(node.visits.load(kRelaxed));
    const float wide = std::max(1.0f, params_.width + params_.widen * std::sqrt(visits));
    return wide < static_cast<float>(edges.n) ? static_cast<std::uint32_t>(wide) : edges.n;
}

// The edge with the best sum of value and exploration (PUCT). The likeliest edges stand first, so
// without AMAF the first one never visited stands for all that follow it.
Edge* Search::select(const Node& node) const {
    const Player player = node.player;
    const float visits = static_cast<float>(node.visits.load(kRelaxed));
    const bool quick = is_quick();
    const float exploration = with_net_ ? params_.net_exploration
                              : quick   ? params_.quick_exploration
                                        : params_.exploration;
    const float less = with_net_ ? params_.net_untried
                       : quick   ? params_.quick_untried
                                 : params_.untried;
    const float spread = exploration * std::sqrt(visits + 1);
    const float untried = std::max(0.0f, node.value(player) - less);
    const float amaf = amaf_visits();
    const std::optional<float> offset = offset_of_playouts(node);
    EdgeList& edges = *node.edges.load(std::memory_order_acquire);
    Edge* best = edges.begin();
    float highest = -1e30f;
    Edge* const end = edges.begin() + width(node, edges);
    for (Edge* at = edges.begin(); at != end; ++at) {
        Edge& edge = *at;
        const std::uint32_t taken = edge.taken.load(std::memory_order_acquire);
        const float n = static_cast<float>(taken & ~Edge::kProven);
        float value = untried;
        if (taken & Edge::kProven) {
            value = edge.child.load(kRelaxed)->exact[player];
        } else if (taken) {
            value = edge.sum.load(kRelaxed) / n;
            if (offset) value = with_playouts(edge, value, *offset);
        }
        if (amaf > 0) {
            const float seen = static_cast<float>(edge.played_visits.load(kRelaxed));
            if (seen > 0) {
                const float share = seen / (seen + n + n * seen / amaf);
                value += share * (edge.played_sum.load(kRelaxed) / seen - value);
            }
        }
        const float total = value + spread * edge.prior / (1 + n);
        if (total > highest) {
            highest = total;
            best = &edge;
        }
        if (!taken && amaf == 0) break;
    }
    return best;
}

// Chooses the next step of a worker's path, and counts it as lost until it is backed up.
Edge* Search::take_edge(Worker& worker, const Node& node) const {
    Edge* const edge = select(node);
    add(edge->taken, 1);
    worker.path.back().edge = edge;
    return edge;
}

void Search::back_up(Worker& worker, const float* values, const float* scores) {
    const bool learns = gains_experience();
    for (const Step& step : worker.path) {
        Node& node = *step.node;
        for (Player p = 0; p < tables_->n_players; ++p) add(node.sum[p], values[p]);
        for (Color c = 0; c < tables_->n_colors; ++c) add(node.score[c], scores[c]);
        add(node.visits, 1);
        add(node.pending, -1u);
        if (!step.edge) continue;
        add(step.edge->sum, values[node.player]);
        if (learns) learn(step);
    }
    // A worker that plays nothing out (a net judges) has no such moves to credit.
    if (!worker.played_at.empty()) update_amaf(worker, values);
    if (worker.path.back().node->proven.load(kRelaxed)) prove_upwards(worker);
}

// What a move has brought so far, for all positions in which its color could play it.
void Search::learn(const Step& step) {
    const Node& node = *step.node;
    const std::uint32_t taken = step.edge->taken.load(kRelaxed) & ~Edge::kProven;
    if (!Experience::has_news(taken)) return;
    const float value = step.edge->sum.load(kRelaxed) / static_cast<float>(taken);
    experience_.add(node.to_play, step.edge->placement, value - node.value(node.player), taken);
}

// Credits every edge on the way whose placement the same color played later on.
void Search::update_amaf(Worker& worker, const float* values) {
    const std::uint32_t now = ++worker.stamp;
    const int n = tables_->n_placements;
    for (const Played& move : worker.played) {
        worker.played_at[move.color * n + tables_->id(move.spot)] = now;
    }
    std::size_t at = worker.path.size();
    while (at-- > 0) {
        const Step& step = worker.path[at];
        Node& node = *step.node;
        if (node.to_play < 0) continue;
        if (step.edge) worker.played_at[node.to_play * n + step.edge->placement] = now;
        if (node.growth.load(kRelaxed) != Growth::grown) continue;
        const std::uint32_t* const played = worker.played_at.data() + node.to_play * n;
        EdgeList& edges = *node.edges.load(std::memory_order_acquire);
        Edge* const end = edges.begin() + width(node, edges);
        for (Edge* edge = edges.begin(); edge != end; ++edge) {
            if (played[edge->placement] != now) continue;
            add(edge->played_sum, values[node.player]);
            add(edge->played_visits, 1);
        }
    }
}

}  // namespace cornerwise
