"""What Discord accepts as buttons, menus, layouts and modals.

https://discord.com/developers/docs/components/reference
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from bot.practice.errors import Form

Json = dict[str, Any]
Path = tuple[str | int, ...]

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL = 17, 18
SELECTS = (3, 5, 6, 7, 8)
IN_LABEL = (*SELECTS, TEXT_INPUT, 19, 21, 22, 23)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
LAYOUT = (*IN_CONTAINER, CONTAINER)

MOST_COMPONENTS = 40
MOST_TEXT = 4000


class Sheet:
    """Reads the components of one message or modal, noting in the form what is wrong with them."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.count = 0
        self.letters = 0
        self._custom_ids: set[str] = set()

    def message(self, components: object, layout: bool) -> None:
        """The components of a message; `layout` is the flag IS_COMPONENTS_V2."""
        most = MOST_COMPONENTS if layout else 5
        accepted = LAYOUT if layout else (ROW,)
        self._children(("components",), components, accepted, most, 0)
        if self.count > MOST_COMPONENTS and layout:
            text = f"The total number of components is limited to {MOST_COMPONENTS}"
            self.form.wrong(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
        if self.letters > MOST_TEXT:
            text = f"The total displayable text size exceeds the limit of {MOST_TEXT}"
            code = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"
            self.form.wrong(("components",), code, text)

    def modal(self, data: Json) -> None:
        """A modal: its title, its custom id, and one to five lines."""
        self.form.text(("data", "custom_id"), data.get("custom_id"), 100, 1, required=True)
        self.form.text(("data", "title"), data.get("title"), 45, 1, required=True)
        path = ("data", "components")
        self._children(path, data.get("components"), (ROW, LABEL, TEXT), 5, 1, modal=True)

    def _children(
        self,
        path: Path,
        children: object,
        accepted: tuple[int, ...],
        most: int,
        least: int,
        modal: bool = False,
    ) -> None:
        for index, child in enumerate(self.form.count(path, children, most, least)):
            here = (*path, index)
            if not isinstance(child, dict) or child.get("type") not in accepted:
                text = f'Value of field "type" must be one of {accepted}.'
                self.form.wrong((*here, "type"), "UNION_TYPE_CHOICES", text)
                continue
            self._component(here, child, modal)

    def _component(self, path: Path, one: Json, modal: bool) -> None:
        self.count += 1
        kind = one["type"]
        if kind == ROW:
            self._row(path, one, modal)
        elif kind == BUTTON:
            self._button(path, one)
        elif kind in SELECTS:
            self._select(path, one)
        elif kind == TEXT_INPUT:
            self._text_input(path, one)
        elif kind == TEXT:
            self.form.text((*path, "content"), one.get("content"), MOST_TEXT, 1, required=True)
            self.letters += len(str(one.get("content") or ""))
        elif kind == SECTION:
            inside = (*path, "components")
            self._children(inside, one.get("components"), (TEXT,), 3, 1)
            self._one((*path, "accessory"), one.get("accessory"), (BUTTON, THUMBNAIL))
        elif kind == CONTAINER:
            inside = (*path, "components")
            self._children(inside, one.get("components"), IN_CONTAINER, MOST_COMPONENTS, 1)
        elif kind == GALLERY:
            self.form.count((*path, "items"), one.get("items"), 10, 1)
        elif kind == LABEL:
            self.form.text((*path, "label"), one.get("label"), 45, 1, required=True)
            self.form.text((*path, "description"), one.get("description"), 100)
            self._one((*path, "component"), one.get("component"), IN_LABEL)
        elif kind in IN_LABEL:
            self._custom_id(path, one)

    def _one(self, path: Path, child: object, accepted: tuple[int, ...]) -> None:
        if child is None:
            self.form.missing(path)
        elif not isinstance(child, dict) or child.get("type") not in accepted:
            text = f'Value of field "type" must be one of {accepted}.'
            self.form.wrong((*path, "type"), "UNION_TYPE_CHOICES", text)
        else:
            self._component(path, child, modal=False)

    def _row(self, path: Path, row: Json, modal: bool) -> None:
        inside = (*path, "components")
        accepted = (TEXT_INPUT,) if modal else (BUTTON, *SELECTS)
        children = row.get("components")
        self._children(inside, children, accepted, 1 if modal else 5, 1, modal)
        if not isinstance(children, list):
            return
        selects = sum(child.get("type") in SELECTS for child in children if isinstance(child, dict))
        if selects and len(children) > 1:
            text = "The specified component exceeds the maximum width"
            self.form.wrong(inside, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)
        if modal:
            for index, child in enumerate(children):
                if isinstance(child, dict):
                    where = (*inside, index, "label")
                    self.form.text(where, child.get("label"), 45, 1, required=True)

    def _custom_id(self, path: Path, one: Json) -> None:
        here = (*path, "custom_id")
        given = one.get("custom_id")
        self.form.text(here, given, 100, 1, required=True)
        if given in self._custom_ids:
            text = "Component custom id cannot be duplicated"
            self.form.wrong(here, "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        self._custom_ids.add(str(given))

    def _button(self, path: Path, button: Json) -> None:
        style = button.get("style")
        if style not in (1, 2, 3, 4, 5, 6):
            self.form.wrong((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 6.")
        self.form.text((*path, "label"), button.get("label"), 80)
        if style == 6:
            return
        if not button.get("label") and not button.get("emoji"):
            self.form.wrong(path, "BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji")
        if style == 5:
            self.form.text((*path, "url"), button.get("url"), 512, 1, required=True)
            if button.get("custom_id") is not None:
                text = "A custom id and url cannot both be specified"
                self.form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", text)
        else:
            self._custom_id(path, button)

    def _select(self, path: Path, select: Json) -> None:
        self._custom_id(path, select)
        self.form.text((*path, "placeholder"), select.get("placeholder"), 150)
        least, most = select.get("min_values"), select.get("max_values")
        self.form.number((*path, "min_values"), least, 0, 25)
        self.form.number((*path, "max_values"), most, 1, 25)
        if isinstance(least, int) and least > (1 if most is None else most):
            text = "min_values may not be greater than max_values"
            self.form.wrong((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES", text)
        if select["type"] != STRING_SELECT:
            return
        where = (*path, "options")
        options = self.form.count(where, select.get("options"), 25, 1)
        if isinstance(most, int) and most > len(options) > 0:
            text = "max_values may not be greater than the number of options"
            self.form.wrong((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", text)
        seen: set[Any] = set()
        for index, option in enumerate(options):
            here = (*where, index)
            self.form.text((*here, "label"), option.get("label"), 100, 1, required=True)
            self.form.text((*here, "value"), option.get("value"), 100, 1, required=True)
            self.form.text((*here, "description"), option.get("description"), 100)
            if option.get("value") in seen:
                text = "The specified option value is already used"
                code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
                self.form.wrong((*here, "value"), code, text)
            seen.add(option.get("value"))

    def _text_input(self, path: Path, entry: Json) -> None:
        self._custom_id(path, entry)
        if entry.get("style") not in (1, 2):
            self.form.wrong((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
        self.form.text((*path, "label"), entry.get("label"), 45)
        self.form.text((*path, "placeholder"), entry.get("placeholder"), 100)
        self.form.text((*path, "value"), entry.get("value"), 4000)
        self.form.number((*path, "min_length"), entry.get("min_length"), 0, 4000)
        self.form.number((*path, "max_length"), entry.get("max_length"), 1, 4000)


SHOWN: dict[int, Json] = {
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"divider": True, "spacing": 1},
    CONTAINER: {"accent_color": None, "spoiler": False},
    TEXT_INPUT: {"label": None, "min_length": None, "max_length": None},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}
"""What Discord shows of a component even if it was not said."""


def kept(components: list[Json], media: dict[str, Json]) -> list[Json]:
    """Components as Discord stores and shows them: numbered, emoji and files spelled out.

    `media` is what stands behind the names of the files that came along.
    """
    return _kept(components, media, count(1))


def _kept(components: list[Json], media: dict[str, Json], numbers: Iterator[int]) -> list[Json]:
    stored = []
    for one in components:
        this = {**SHOWN.get(one["type"], {}), **_without_nothing(one)}
        this.setdefault("id", next(numbers))
        if isinstance(this.get("emoji"), dict):
            this["emoji"] = _without_nothing(this["emoji"])
        if isinstance(this.get("options"), list):
            this["options"] = [_option(each) for each in this["options"]]
        for key in ("media", "file"):
            if isinstance(this.get(key), dict):
                this[key] = _medium(this[key], media)
        if isinstance(this.get("items"), list):
            this["items"] = [
                {
                    "description": None,
                    "spoiler": False,
                    **item,
                    "media": _medium(item.get("media", {}), media),
                }
                for item in this["items"]
            ]
        if isinstance(this.get("components"), list):
            this["components"] = _kept(this["components"], media, numbers)
        for key in ("accessory", "component"):
            if isinstance(this.get(key), dict):
                this[key] = _kept([this[key]], media, numbers)[0]
        if this["type"] == FILE:
            name = str(one.get("file", {}).get("url", "")).split("/")[-1]
            this |= {"name": name, "size": this["file"].get("size")}
            this["file"] = {key: this["file"][key] for key in this["file"] if key != "size"}
        stored.append(this)
    return stored


def _without_nothing(said: Json) -> Json:
    return {key: value for key, value in said.items() if value is not None}


def _option(option: Json) -> Json:
    shown = _without_nothing(option)
    if isinstance(shown.get("emoji"), dict):
        shown["emoji"] = _without_nothing(shown["emoji"])
    return shown


def _medium(medium: Json, media: dict[str, Json]) -> Json:
    url = str(medium.get("url", ""))
    return media.get(url) or {"id": "0", "url": url, "proxy_url": url}
