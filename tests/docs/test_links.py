"""Every page leads somewhere: to files and headings that there are; and every page is reached from the README."""

from __future__ import annotations

import pytest

from tests.docs.conftest import ROOT, anchors, links, pages


def relative(page):
    """The links of a page inside the repository: each with the file it leads to, and the heading there."""
    for link in links(page):
        if "://" not in link and not link.startswith("mailto:"):
            file, _, anchor = link.partition("#")
            yield link, (page.parent / file).resolve() if file else page, anchor


def broken(page):
    """The links of a page that lead nowhere."""
    for link, target, anchor in relative(page):
        if not target.exists() or not target.is_relative_to(ROOT) or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page):
    assert list(broken(page)) == []


def test_a_link_to_nowhere_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.docs.test_links.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "# One `two` *three*\n\n## One\n\n## One\n\n[a](#one-two-three) [b](#one-1) [c](#one-2) [d](no.md)\n"
    )

    assert list(broken(page)) == ["#one-2", "no.md"]


def test_every_page_of_docs_is_reached_from_the_readme():
    reached, ahead = set(), {ROOT / "README.md"}
    while ahead:
        page = ahead.pop()
        reached.add(page)
        ahead |= {target for _, target, _ in relative(page) if target.suffix == ".md" and target.exists()} - reached

    assert sorted(set((ROOT / "docs").rglob("*.md")) - reached) == []
