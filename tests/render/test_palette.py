"""The safe palette, seen through a simulation of color-blind eyes (Machado et al., 2009)."""

from itertools import combinations

import numpy as np
import pytest

from cornerwise.render.look import PALETTES, THEMES, rgb

# Severity 1.0, on linear RGB; the tables of the paper.
EYES = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])
GAMES = [("blue", "yellow", "red", "green"), ("purple", "orange")]


def lab(color, eye):
    part = np.array(rgb(color)) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(EYES[eye] @ linear, 0, 1) / WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(a, b, eye):
    """CIE76: 2 can just be seen, 10 at a glance."""
    return float(np.linalg.norm(lab(a, eye) - lab(b, eye)))


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("colors", GAMES)
def test_any_two_faces_can_be_told_apart(eye, colors):
    faces = [PALETTES["safe"][name].face for name in colors]
    assert min(distance(a, b, eye) for a, b in combinations(faces, 2)) > 30


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_every_face_stands_out_from_the_empty_board(eye, theme, palette):
    for paint in PALETTES[palette].values():
        assert distance(paint.face, THEMES[theme].well, eye) > 20
