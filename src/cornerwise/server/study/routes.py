"""The study board over HTTP. No state: a page keeps what it studies, or saves it in a file."""

from cornerwise.server.http import Route
from cornerwise.server.study import bodies
from cornerwise.server.study.analysing import analysed
from cornerwise.server.study.files import MOST_OPENED, MOST_SAVED, opened, saved

STUDY_ROUTES = (
    Route(
        method="POST", path="/api/study/analysis", access="anybody", handler=analysed,
        body=bodies.AskAnalysis, answer=bodies.AnalysisView,
        refusals=(400, 403, 409, 413, 503), rate="study",
        summary="The best moves of any position",
    ),
    Route(
        method="POST", path="/api/study/open", access="anybody", handler=opened,
        body=bodies.OpenStudy, answer=bodies.OpenedStudy,
        refusals=(400, 403, 413), max_body=MOST_OPENED, rate="create",
        summary="A .blksgf file with all its variations, as a tree",
    ),
    Route(
        method="POST", path="/api/study/save", access="anybody", handler=saved,
        body=bodies.StudyFile, answer=bodies.SavedStudy,
        refusals=(400, 403, 413), max_body=MOST_SAVED, rate="create",
        summary="Such a tree as a .blksgf file",
    ),
)  # fmt: skip
"""In the order of the documentation."""
