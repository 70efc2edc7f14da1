"""What holds for all tests: how hypothesis draws its examples, and whose asserts are explained."""

import pytest
from hypothesis import settings

# The same examples in every run: a test that fails, fails for everybody, and again.
settings.register_profile("umpire", derandomize=True, database=None, deadline=None)
settings.load_profile("umpire")

# Suites and helpers that tests import: pytest explains their failed asserts like a test's own.
pytest.register_assert_rewrite("tests.helpers", "tests.games.contract", "tests.evening")
