#include "../movegen.h"
#include "../search/quick_eye.h"
#include "arrays.h"

namespace cornerwise {

namespace {

// One array of a net's file: of this shape and type, or a sentence that says what is wrong.
template <class T>
std::vector<T> array(const nb::dict& arrays, const char* name, const char* type,
                     const std::vector<std::size_t>& shape) {
    if (!arrays.contains(name))
        throw nb::key_error(("the net has no array " + std::string(name)).c_str());
    const nb::object numpy = nb::module_::import_("numpy");
    const nb::object given = numpy.attr("ascontiguousarray")(arrays[name], type);
    const auto values = nb::cast<nb::ndarray<const T, nb::c_contig, nb::device::cpu>>(given);
    bool fits = values.ndim() == shape.size();
    for (std::size_t i = 0; fits && i < shape.size(); ++i) fits = values.shape(i) == shape[i];
    if (!fits) {
        std::string wanted;
        for (const std::size_t n : shape)
            wanted += (wanted.empty() ? "" : ", ") + std::to_string(n);
        throw nb::value_error(
            (std::string(name) + ": wrong shape, (" + wanted + ") is needed").c_str());
    }
    return std::vector<T>(values.data(), values.data() + values.size());
}

std::size_t length(const nb::dict& arrays, const char* name) {
    return arrays.contains(name) ? nb::len(nb::object(arrays[name])) : 0;
}

// A map may be missing.
MapWeights read_map(const NetFit& fit, const nb::dict& arrays) {
    MapWeights w;
    const std::size_t channels = length(arrays, "map_first_b"), layers = length(arrays, "map_b");
    if (channels == 0) return w;
    if (channels % 16 || channels > kMaxChannels) {
        throw nb::value_error("map_first_b: its length must be 16 or 32");
    }
    if (layers % 2) throw nb::value_error("map_b: convolutions come in pairs");
    const std::size_t planes = quick_planes(fit.colors), kinds = fit.words / fit.area;
    const std::size_t globals = fit.globals, steps = kMapSteps;
    const auto floats = [&](const char* name, const std::vector<std::size_t>& shape) {
        return array<float>(arrays, name, "float32", shape);
    };
    w.channels = static_cast<int>(channels);
    w.layers = static_cast<int>(layers);
    w.first = floats("map_first", {steps, planes, kinds, channels});
    w.first_b = floats("map_first_b", {channels});
    w.told = floats("map_told", {globals, channels});
    w.map = array<std::int8_t>(arrays, "map", "int8", {layers, steps, channels, channels});
    w.scale = floats("map_scale", {layers, channels});
    w.bias = floats("map_b", {layers, channels});
    w.value = floats("map_value", {2 * channels, kMiddle});
    w.local = floats("map_local", {channels, kinds, kLocal});
    return w;
}

QuickWeights read_weights(const NetFit& fit, const nb::dict& arrays) {
    const std::size_t width = length(arrays, "bias"), cells = length(arrays, "word");
    const std::size_t planes = quick_planes(fit.colors), globals = fit.globals;
    const std::size_t orientations = fit.actions / fit.area;
    const std::size_t outputs = 2 * fit.players + fit.colors;
    if (width == 0 || width % 16)
        throw nb::value_error("bias: its length must be a multiple of 16");
    const auto floats = [&](const char* name, const std::vector<std::size_t>& shape) {
        return array<float>(arrays, name, "float32", shape);
    };
    QuickWeights w;
    w.width = static_cast<int>(width);
    w.home_cells = static_cast<int>(cells);
    w.orientations = static_cast<int>(orientations);
    w.cells = array<std::int8_t>(arrays, "cells", "int8", {planes, cells, width});
    w.word = array<std::int32_t>(arrays, "word", "int32", {cells});
    w.scale = floats("scale", {width});
    w.bias = floats("bias", {width});
    w.told = floats("told", {globals, width});
    w.hidden_w = floats("hidden_w", {width, kMiddle});
    w.hidden_b = floats("hidden_b", {kMiddle});
    w.last_w = floats("last_w", {kMiddle, kLast});
    w.last_b = floats("last_b", {kLast});
    w.out_w = floats("out_w", {kLast, outputs});
    w.out_b = floats("out_b", {outputs});
    w.local_in = floats("local_in", {planes, kLocal});
    w.local_told = floats("local_told", {width, kLocal});
    w.local_b = floats("local_b", {kLocal});
    w.local_out = floats("local_out", {kLocal, kFields});
    w.field = floats("field", {width, kFields, cells});
    w.field_b = floats("field_b", {kFields, cells});
    w.orientation_w = floats("orientation_w", {width, orientations});
    w.orientation_b = floats("orientation_b", {orientations});
    w.map = read_map(fit, arrays);
    return w;
}

// A position of the net's variant that is not over.
const Core& judged(const QuickNet& net, const Position& position) {
    if (!position.tables().is_like(net.tables()))
        throw nb::value_error("a position of another variant");
    if (position.core().to_play == kNobody) throw nb::value_error("the game is over");
    return position.core();
}

nb::tuple evaluate(QuickEye& eye, const Position& position) {
    const Core& core = judged(eye.net(), position);
    const NetFit& fit = eye.net().fit;
    eye.look(core);
    eye.weigh();
    const QuickValue value = eye.value();
    std::vector<float> logits;
    for (const PlacementId id : position.legal(core.to_play)) {
        logits.push_back(eye.logit(position.tables().spots[id]));
    }
    return nb::make_tuple(to_numpy(std::vector<float>(value.win, value.win + fit.players)),
                          to_numpy(std::vector<float>(value.margin, value.margin + fit.players)),
                          to_numpy(std::vector<float>(value.score, value.score + fit.colors)),
                          to_numpy(std::move(logits)));
}

// Looks at positions in turn, again and again, for the bench. The sum of the wins, so that
// nothing is left out.
double measure(QuickEye& eye, const std::vector<const Position*>& positions, int times,
               bool moves) {
    for (const Position* position : positions) judged(eye.net(), *position);
    nb::gil_scoped_release release;
    double sum = 0;
    for (int i = 0; i < times; ++i) {
        for (const Position* position : positions) {
            const Core& core = position->core();
            eye.look(core);
            sum += eye.value().win[0];
            if (!moves) continue;
            eye.weigh();
            for_each_legal(core, core.to_play, [&](Spot spot) {
                sum += 1e-9 * eye.logit(spot);
                return false;
            });
        }
    }
    return sum;
}

}  // namespace

void bind_quick(nb::module_& m) {
    nb::class_<QuickNet>(m, "QuickNet", "A quick net's weights, laid out for one variant.")
        .def(
            "__init__",
            [](QuickNet* self, std::shared_ptr<Tables> tables, const nb::object& fit,
               const nb::dict& arrays) {
                NetFit placed = read_fit(fit);
                const QuickWeights weights = read_weights(placed, arrays);
                new (self) QuickNet(std::move(tables), std::move(placed), weights);
            },
            "tables"_a, "fit"_a, "arrays"_a)
        .def(
            "evaluate",
            [](std::shared_ptr<QuickNet> net, const Position& position) {
                QuickEye eye(net);
                return evaluate(eye, position);
            },
            "position"_a);
    nb::class_<QuickEye>(m, "QuickEye", "Looks at positions one after another with a quick net.")
        .def(
            "__init__",
            [](QuickEye* self, std::shared_ptr<QuickNet> net) { new (self) QuickEye(net); },
            "net"_a)
        .def("evaluate", &evaluate, "position"_a,
             "Win and margin by player slot, score by color slot, logits of the legal moves.")
        .def("measure", &measure, "positions"_a, "times"_a, "moves"_a = false);
}

}  // namespace cornerwise
