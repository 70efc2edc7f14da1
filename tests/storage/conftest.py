"""What holds for the tests of all engines."""

import pytest

pytest.register_assert_rewrite("tests.storage.contract")
