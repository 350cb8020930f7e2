"""SVG, PNG and animations: well formed, complete, and the same recipe for every variant."""

import random
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import cornerwise as cw
from cornerwise import render
from cornerwise.notation import load_record
from cornerwise.render.look import PALETTES, THEMES, brightness, paints

SVG = "{http://www.w3.org/2000/svg}"


def played(name, moves, seed=1):
    game = cw.Game(name)
    chance = random.Random(seed)
    while not game.is_over and len(game.moves) < moves:
        game.play(chance.choice(game.legal_moves))
    return game


def texts(svg):
    return [node.text for node in ElementTree.fromstring(svg).iter(SVG + "text")]


@pytest.mark.parametrize("name", cw.VARIANTS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_every_variant_has_a_well_formed_picture_in_every_look(name, theme, palette):
    game = played(name, 9)
    svg = render.svg(game, theme=theme, palette=palette, coordinates=True, move_numbers=True)
    root = ElementTree.fromstring(svg)
    assert root.get("width") == "640"
    assert f'fill="{THEMES[theme].ground}"' in svg
    used = {move.color for move in game.moves}
    for color, paint in enumerate(paints(palette, game.variant.colors)):
        assert (f'fill="{paint.face}" stroke="{paint.deep}"' in svg) == (color in used)
    columns, rows = game.variant.board.size
    assert len(texts(svg)) == columns + rows + len(game.moves)
    ids = {node.get("id") for node in root.iter() if node.get("id")}
    assert all(f"url(#{name})" in svg for name in ids)


def test_coordinates_and_move_numbers_stand_only_where_asked_for():
    game = played("duo", 3)
    assert texts(render.svg(game)) == []
    assert texts(render.svg(game, move_numbers=True)) == ["1", "2", "3"]
    names = texts(render.svg(game, coordinates=True))
    assert names == list("abcdefghijklmn") + [str(i) for i in range(1, 15)]


def test_the_last_move_has_a_white_outline():
    game = played("trigon", 4)
    assert render.svg(game).count('stroke="#fff"') == 1
    assert 'stroke="#fff"' not in render.svg(game, last_move=False)
    assert 'stroke="#fff"' not in render.svg(cw.Game("trigon"))


def test_start_cells_are_dots_until_they_are_covered():
    game = cw.Game("classic")
    assert render.svg(game).count("<circle") == 4
    game.play("a20")
    assert render.svg(game).count("<circle") == 3
    assert "<circle" not in render.svg(game, starts=False)


def test_setup_pieces_are_drawn_without_a_number():
    game = cw.Game("duo", setup=[(0, "e10,e11")], to_play=1)
    assert texts(render.svg(game, move_numbers=True)) == []
    assert render.svg(game).count('stroke="#5635a4"') == 1


def test_games_draw_themselves():
    game = cw.Game("duo")
    assert game._repr_svg_() == render.svg(game)
    assert str(game) == render.text(game)


def test_hostile_color_names_cannot_break_out_of_the_picture():
    variant = cw.variant("duo").with_options(colors=["<script>", '"&'])
    root = ElementTree.fromstring(render.svg(cw.Game(variant)))
    assert "<script>" in root.findtext(SVG + "title", "")


@pytest.mark.parametrize(
    ("settings", "word"),
    [({"theme": "sepia"}, "sepia"), ({"palette": "x"}, "usual, safe"), ({"size": 0}, "pixels")],
)
def test_a_setting_that_does_not_exist_is_named(settings, word):
    with pytest.raises(ValueError, match=word):
        render.svg(cw.Game("duo"), **settings)


def test_png_has_the_size_asked_for_and_the_colors_of_the_game():
    game = cw.Game("duo")
    game.play("e10,e11,f10,f11")
    image = Image.open(BytesIO(render.png(game, size=300))).convert("RGB")
    assert image.size == (300, 300)
    colors = {color for _, color in image.getcolors(maxcolors=100_000)}
    assert (0x7D, 0x55, 0xD9) in colors


@pytest.mark.parametrize("kind", ["gif", "apng", "webp"])
def test_an_animation_has_a_frame_for_each_move(kind):
    game = played("duo", 4)
    image = Image.open(BytesIO(render.animation(game, kind=kind, size=96)))
    assert image.n_frames == 5


def test_an_unknown_animation_is_refused():
    with pytest.raises(ValueError, match="gif, apng, webp"):
        render.animation(cw.Game("duo"), kind="mp4")


@pytest.mark.parametrize("colors", [("blue", "yellow", "red", "green"), ("purple", "orange")])
def test_the_safe_palette_tells_any_two_colors_apart_without_hue(colors):
    tones = paints("safe", colors)
    assert len({paint.pattern for paint in tones}) == len(colors)
    assert len({round(brightness(paint.face), 2) for paint in tones}) == len(colors)


@pytest.mark.parametrize(
    ("record", "picture", "settings"),
    [
        ("classic", "classic-light", {}),
        ("trigon", "trigon-dark", {"theme": "dark"}),
        ("duo", "duo-safe", {"palette": "safe", "move_numbers": True, "coordinates": True}),
    ],
)
def test_the_pictures_of_the_docs_are_drawn_as_today(record, picture, settings):
    folder = Path(__file__).parents[2] / "docs" / "images"
    game = load_record(folder / f"{record}.blksgf").game()
    assert (folder / f"{picture}.svg").read_text() == render.svg(game, size=800, **settings)
