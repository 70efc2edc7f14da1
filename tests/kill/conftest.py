"""Pytest explains the asserts of the killer and its witnesses like a test's own."""

import pytest

pytest.register_assert_rewrite("tests.kill.driver", "tests.kill.evidence", "tests.kill.story")
