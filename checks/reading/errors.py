"""The one error that both readers raise."""

from __future__ import annotations

_EXCERPT_BEFORE = 50
_EXCERPT_AFTER = 30


class ReadingError(ValueError):
    """A text that cannot be read: what is wrong, and where.

    `reason` is the sentence alone, `text` the whole text, `position` an index into it (its length when the
    text ends too early); `excerpt` shows the line around the position with a caret below it. `undeclared` is the name,
    as it is printed, that nobody declared, where that is what is wrong.
    """

    def __init__(self, reason: str, text: str, position: int, undeclared: str = "") -> None:
        self.reason = reason
        self.text = text
        self.position = max(0, min(position, len(text)))
        self.undeclared = undeclared
        super().__init__(f"{reason} (line {self.line}, column {self.column})\n{self.excerpt}")

    def __reduce__(self) -> tuple[type[ReadingError], tuple[str, str, int, str]]:
        return type(self), (self.reason, self.text, self.position, self.undeclared)

    @property
    def line(self) -> int:
        """The line of the position, counted from 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """The column of the position in its line, counted from 1."""
        return self.position - self.text.rfind("\n", 0, self.position)

    @property
    def excerpt(self) -> str:
        """Two lines: the text around the position, a caret below it; characters that do not print are `?`."""
        line_start = self.text.rfind("\n", 0, self.position) + 1
        line_end = self.text.find("\n", self.position)
        line_end = len(self.text) if line_end < 0 else line_end
        start = max(line_start, self.position - _EXCERPT_BEFORE)
        end = min(line_end, self.position + _EXCERPT_AFTER)
        shown = "".join(c if " " <= c <= "~" else "?" for c in self.text[start:end])
        left = "..." if start > line_start else ""
        right = "..." if end < line_end else ""
        return f"  {left}{shown}{right}\n  {' ' * (len(left) + self.position - start)}^"
