from pathlib import Path

import pytest

from mechanisms.text_files import check_writable, read_text


class WrongFileError(ValueError):
    pass


def test_text_is_read_with_and_without_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("ε = 1".encode())
    (tmp_path / "b").write_bytes(b"\xef\xbb\xbf" + "ε = 1".encode())
    assert read_text(tmp_path / "a", 6, WrongFileError) == read_text(str(tmp_path / "b"), 9, WrongFileError) == "ε = 1"


def test_what_is_no_text_of_the_size_is_refused(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b"x" * 11)
    (tmp_path / "binary").write_bytes(b"ab\xff")
    for name, message in (("long", "larger than 10 bytes"), ("binary", "at byte 2"), ("none", "cannot be read")):
        with pytest.raises(WrongFileError, match=message) as raised:
            read_text(tmp_path / name, 10, WrongFileError)
        assert name in str(raised.value)
    with pytest.raises(WrongFileError, match="cannot be read"):
        read_text(tmp_path, 10, WrongFileError)


def test_where_no_file_can_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_writable(tmp_path / "new.csv", WrongFileError)
    (tmp_path / "old.csv").touch()
    check_writable(str(tmp_path / "old.csv"), WrongFileError)
    for path, reason in ((tmp_path, "it is a directory"), (tmp_path / "a" / "b", f"no directory {tmp_path}/a")):
        with pytest.raises(WrongFileError, match=f"{path} cannot be written: .*{reason}"):
            check_writable(path, WrongFileError)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(WrongFileError, match="permission denied"):
        check_writable(tmp_path / "new.csv", WrongFileError)
