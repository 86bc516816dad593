"""The changelog is sound, and is cut where it has to be."""

from __future__ import annotations

from datetime import date

import pytest

import rbfcli
from tests.release.conftest import CHANGELOG, ROOT
from tools.manpage import date_of
from tools.release.changelog import cut, faults, has_entries, releases
from tools.release.version import number_of, said_in, with_version

DAY = date(2026, 3, 1)


def test_the_changelog_of_this_repository_is_sound():
    assert list(faults((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))) == []


def test_the_version_of_the_package_is_the_newest_that_was_released_or_the_first_to_be():
    released = releases((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))

    assert number_of(rbfcli.__version__) == max(released, default=number_of(rbfcli.__version__))


def test_what_was_unreleased_gets_its_version_and_its_day():
    text = cut(CHANGELOG, "0.3.0", DAY)

    assert text == CHANGELOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n## [0.3.0] - 2026-03-01\n")
    assert (list(faults(text)), has_entries(CHANGELOG), has_entries(text)) == ([], True, False)
    assert releases(text) == [(0, 3, 0), (0, 2, 0)]
    assert date_of(text) == "2026-03-01"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (CHANGELOG.replace("## [Unreleased]", "## [0.3.0]"), "the first section is not ## [Unreleased]"),
        (CHANGELOG.replace(" - 2026-01-05", ""), "not ## [x.y.z] - YYYY-MM-DD: ## [0.2.0]"),
        (CHANGELOG.replace("01-05", "02-30"), "not ## [x.y.z] - YYYY-MM-DD: ## [0.2.0] - 2026-02-30"),
        (f"{CHANGELOG}\n## [0.2.1] - 2025-01-01\n\n### Fixed\n\n- It.\n", "0.2.0 stands above 0.2.1"),
        (f"{CHANGELOG}\n## [0.2.0] - 2025-01-01\n\n### Fixed\n\n- It.\n", "0.2.0 stands above 0.2.0"),
        (CHANGELOG.replace("### Added", "### News"), "## [Unreleased]: unknown kind of change 'News'"),
        (CHANGELOG.replace("- What", "What"), "## [0.2.0] - 2026-01-05: a kind of change without an entry"),
        (f"{CHANGELOG}\n### Fixed\n\n- It.\n", "## [0.2.0] - 2026-01-05: 'Fixed' stands there more than once"),
        (f"{CHANGELOG}\n## [0.1.0] - 2025-01-01\n", "## [0.1.0] - 2025-01-01: a release without a change"),
        (f"{CHANGELOG}\n## [Unreleased]\n", "not ## [x.y.z] - YYYY-MM-DD: ## [Unreleased]"),
    ],
)
def test_what_is_wrong_is_told(wrong, told):
    assert told in list(faults(wrong))


def test_the_version_has_one_place():
    text = (ROOT / "rbfcli" / "__init__.py").read_text()

    assert said_in(text) == rbfcli.__version__
    assert said_in(with_version(text, "10.20.30")) == "10.20.30"
    with pytest.raises(ValueError, match="says no version"):
        said_in("version = 1\n")
