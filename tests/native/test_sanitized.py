"""The native core under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer, and
under ThreadSanitizer.

The very module that Python imports is built again with sanitizers (below build/sanitized, kept
between runs) and driven through its bindings, so that nothing is tested twice or left out.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "sanitized"
OURS = ("cornerwise::", "_native")
Done = subprocess.CompletedProcess[str]


def run(*command: str, **env: str) -> Done:
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **env}, cwd=ROOT
    )


def tool(name: str) -> str:
    """A program of this environment."""
    return str(Path(sys.executable).parent / name)


def built_with(sanitizers: str) -> str:
    """The path of the module with sanitizers."""
    build = BUILD / sanitizers.partition(",")[0]
    nanobind = run(sys.executable, "-m", "nanobind", "--cmake_dir").stdout.strip()
    configured = run(
        *(tool("cmake"), "-G", "Ninja", "-S", str(ROOT), "-B", str(build)),
        *(f"-DCORNERWISE_SANITIZE={sanitizers}", "-DCMAKE_BUILD_TYPE=None"),
        f"-DCMAKE_MAKE_PROGRAM={tool('ninja')}",
        f"-DPython_EXECUTABLE={sys.executable}",
        f"-Dnanobind_DIR={nanobind}",
    )
    assert configured.returncode == 0, configured.stderr
    built = run(tool("cmake"), "--build", str(build))
    assert built.returncode == 0, built.stdout
    return str(build / f"_native{sysconfig.get_config_var('EXT_SUFFIX')}")


def exercise(sanitizers: str, runtime: str, games: int, **env: str) -> Done:
    """Drives the module. The sanitizers' runtime must come before Python; libstdc++ too, for
    exceptions."""
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    assert compiler is not None
    names = (runtime, "libstdc++.so")
    first = [run(compiler, f"-print-file-name={name}").stdout.strip() for name in names]
    driver = str(Path(__file__).parent / "exercise.py")
    native = built_with(sanitizers)
    return run(sys.executable, driver, native, str(games), LD_PRELOAD=" ".join(first), **env)


def our_leaks(report: str) -> list[str]:
    """The leaks that our code allocated; Python itself keeps a few objects at exit."""
    leaks = [part for part in report.split("\n\n") if " leak of " in part]
    return [leak for leak in leaks if any(word in leak for word in OURS)]


@pytest.mark.sanitized
def test_no_error_and_no_leak() -> None:
    done = exercise(
        "address,undefined",
        "libasan.so",
        100,
        PYTHONMALLOC="malloc",
        ASAN_OPTIONS="detect_leaks=1:exitcode=99",
        LSAN_OPTIONS="exitcode=0",
        UBSAN_OPTIONS="print_stacktrace=1",
    )
    assert done.returncode == 0, done.stderr[-5000:]
    assert "runtime error" not in done.stderr
    assert our_leaks(done.stderr) == []
    assert int(done.stdout.split()[0]) > 100_000


@pytest.mark.long
@pytest.mark.sanitized
def test_no_races() -> None:
    """What several threads of a search read of each other's has been written for them."""
    done = exercise("thread", "libtsan.so", 1, TSAN_OPTIONS="exitcode=99")
    assert done.returncode == 0, done.stderr[:5000]


def test_leaks_of_our_own_are_seen() -> None:
    report = (
        "==1==ERROR: LeakSanitizer: detected memory leaks\n\n"
        "Direct leak of 48 byte(s) in 2 object(s) allocated from:\n"
        "    #1 0x7f1 in PyFloat_FromDouble Objects/floatobject.c:149\n\n"
        "Direct leak of 8 byte(s) in 1 object(s) allocated from:\n"
        "    #1 0x7f2 in cornerwise::Position::remember native/position.cpp:19\n\n"
    )
    assert len(our_leaks(report)) == 1
