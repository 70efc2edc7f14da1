"""Makes docs/rules/ from the rulebooks that the games carry: `python docs/make_rules.py`.

The rulebooks are the source. Edit them, run this, and commit both.
"""

from __future__ import annotations

from pathlib import Path

from games import registry

RULES = Path(__file__).parent / "rules"


def pages() -> dict[str, str]:
    """Every page by its file name: `common.md`, and one for each game."""
    found = {"common.md": page("games/rulebook.md", registry.common_rulebook())}
    for game_id in registry.PACKAGES:
        kit = registry.kit(game_id)
        source = f"{kit.package.replace('.', '/')}/{kit.rulebook}"
        found[f"{game_id}.md"] = page(source, registry.rulebook(game_id))
    return found


def page(source: str, rulebook: str) -> str:
    """A rulebook as a page: it says where it comes from, and its links fit the folder."""
    origin = f"<!-- Made from {source} by docs/make_rules.py. Edit the rulebook, not this page. -->"
    return f"{origin}\n\n{rulebook.replace('(../rulebook.md)', '(common.md)')}"


def main() -> None:
    """Writes all pages, and removes those that have no rulebook any more."""
    made = pages()
    RULES.mkdir(exist_ok=True)
    for old in RULES.glob("*.md"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (RULES / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
