"""Settings for every test: hypothesis without deadlines (machines differ) and reproducible."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cornerwise",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cornerwise")
