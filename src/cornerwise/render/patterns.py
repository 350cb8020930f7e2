"""Patterns that tell colors apart without their hue, drawn in the facets."""

from cornerwise.render.look import Paint


def pattern(name: str, paint: Paint) -> str:
    """The SVG definition of a paint's pattern: a tile of 10 units, four to a cell's edge."""
    ink = f'"{paint.deep}"'
    shapes = {
        "dots": f'<circle cx="5" cy="5" r="1.9" fill={ink}/>',
        "stripes": f'<path d="M-2,2L2,-2M-2,12L12,-2M8,12L12,8" stroke={ink} stroke-width="2"/>',
        "rings": f'<circle cx="5" cy="5" r="2.9" fill="none" stroke={ink} stroke-width="1.5"/>',
        "crosses": f'<path d="M5,2.2v5.6M2.2,5h5.6" stroke={ink} stroke-width="1.7"/>',
    }
    # Moved by half a tile: whole dots, not halves, stand in the middle of a square.
    return (
        f'<pattern id="{name}" x="5" y="5" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<g opacity=".5">{shapes[paint.pattern]}</g></pattern>'
    )
