"""Everything for programs that can be asked over HTTP."""

from cornerwise.server.programs.bot_routes import BOT_ROUTES
from cornerwise.server.programs.library import LIBRARY_ROUTES
from cornerwise.server.programs.metrics import METRICS_ROUTES

PROGRAM_ROUTES = (*BOT_ROUTES, *LIBRARY_ROUTES, *METRICS_ROUTES)
