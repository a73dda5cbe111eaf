"""Files that users name: text is read up to a limit on its size, never further; what is wrong is a sentence."""

from __future__ import annotations

import os
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path


def read_text(path: str | Path, most_bytes: int, error: type[ValueError]) -> str:
    """The text of a file in UTF-8, with or without a byte order mark, or in UTF-16 with one, which Excel writes.

    Raises the given error, with the name of the file, when it cannot be read, is larger, or is no such text.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(most_bytes + 1)
    except OSError as cause:
        raise error(f"{path}: cannot be read: {cause.strerror}") from cause
    if len(content) > most_bytes:
        raise error(f"{path}: larger than {most_bytes} bytes")
    try:
        return content.decode("utf-16" if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError as cause:
        hint = '; Excel saves such as "CSV UTF-8"' if Path(path).suffix.lower() in (".csv", ".txt") else ""
        raise error(f"{path}: not text in UTF-8: {cause.reason} at byte {cause.start}{hint}") from cause


def check_writable(path: str | Path, error: type[Exception]) -> None:
    """Raise the given error, with the name of the file, where no file can be written: before the work, not after it."""
    target = Path(path)
    folder = target.absolute().parent
    if target.is_dir():
        reason = "it is a directory"
    elif not folder.is_dir():
        reason = f"there is no directory {folder}"
    elif not os.access(target if target.exists() else folder, os.W_OK):
        reason = "permission denied"
    else:
        return
    raise error(f"{path} cannot be written: {reason}")
