"""The fuzzer needs a package that tests do not."""

collect_ignore = ["fuzz_atheris.py"]
