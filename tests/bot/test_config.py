"""Settings: what counts, and that whoever got something wrong is told everything at once."""

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot import config
from bot.config import Config, ConfigError

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789ab"
EXAMPLE = Path(__file__).parents[2] / ".env.example"


def written(folder: Path, text: str) -> Path:
    """A file of settings."""
    file = folder / ".env"
    file.write_text(text, "utf-8")
    return file


def complaints(file: Path, **environment: str) -> list[str]:
    """What is wrong, line by line."""
    with pytest.raises(ConfigError) as caught:
        config.read(environment, file)
    assert str(caught.value) == "\n".join(caught.value.lines)
    assert all("\n" not in line for line in caught.value.lines)
    return caught.value.lines


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A file that is not there."""
    return tmp_path / ".env"


def test_without_any_setting_the_defaults_count(nowhere: Path) -> None:
    """No token: practice. The database lies where the bot starts."""
    assert config.read({}, nowhere) == Config(None, "sqlite:///umpire.db", "info")


def test_the_file_counts_and_the_environment_wins(tmp_path: Path) -> None:
    """Setting by setting."""
    file = written(tmp_path, f"DISCORD_TOKEN={TOKEN}\nUMPIRE_LOG_LEVEL=debug\n")
    assert config.read({}, file) == Config(TOKEN, "sqlite:///umpire.db", "debug")
    found = config.read({"UMPIRE_LOG_LEVEL": "error", "UMPIRE_DATABASE": "sqlite:////a.db"}, file)
    assert found == Config(TOKEN, "sqlite:////a.db", "error")


def test_an_empty_value_in_the_environment_wins_too(tmp_path: Path) -> None:
    """`DISCORD_TOKEN= python -m bot` opens the practice field, whatever the file says."""
    file = written(tmp_path, f"DISCORD_TOKEN={TOKEN}\n")
    assert config.read({"DISCORD_TOKEN": ""}, file).token is None


def test_the_environment_is_the_process_own_by_default(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else needs to be handed in."""
    monkeypatch.setenv("UMPIRE_LOG_LEVEL", "warning")
    assert config.read(file=nowhere).log_level == "warning"


def test_what_is_not_ours_is_let_be(tmp_path: Path) -> None:
    """Other programs have settings in the same places."""
    file = written(tmp_path, "POSTGRES_PASSWORD=x\nHOME=/root\n")
    assert config.read({"PATH": "/bin", "DISCORD_WEBHOOK": "x"}, file) == Config()


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffUMPIRE_LOG_LEVEL=debug",
        "export UMPIRE_LOG_LEVEL=debug",
        "UMPIRE_LOG_LEVEL='debug'  # loud",
        'UMPIRE_LOG_LEVEL = "debug"\r\n',
        "UMPIRE_LOG_LEVEL=info\nUMPIRE_LOG_LEVEL=DEBUG",
    ],
)
def test_a_file_may_be_written_as_such_files_are(tmp_path: Path, text: str) -> None:
    """Quotes, notes, `export`, spaces, a BOM; the last line for a name counts."""
    assert config.read({}, written(tmp_path, text)).log_level == "debug"


def test_a_dollar_in_a_value_is_a_dollar(tmp_path: Path) -> None:
    """A path is taken as it stands."""
    file = written(tmp_path, "UMPIRE_DATABASE=sqlite:///${HOME}.db")
    assert config.read({"HOME": "/root"}, file).database == "sqlite:///${HOME}.db"


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    """One line for each, so that it is put right in one go."""
    file = written(tmp_path, "UMPIRE_LOG_LEVEL=loud\nwhat is this\nUMPIRE_DATABSE=x\n")
    told = complaints(file, DISCORD_TOKEN="0123456789", UMPIRE_DATABASE="mysql://u:pw@host/db")
    assert told == [
        f"{file}, line 2: expected a setting like UMPIRE_LOG_LEVEL=info",
        "UMPIRE_DATABSE is not a setting: did you mean UMPIRE_DATABASE?",
        "DISCORD_TOKEN: expected the bot's token, three parts with a dot between them, found "
        "something else (the application's id, its public key and the client secret are not the "
        "token: see Bot, Reset Token)",
        "UMPIRE_DATABASE: expected a database like sqlite:///umpire.db, found mysql",
        "UMPIRE_LOG_LEVEL: expected debug, info, warning or error, found 'loud'",
    ]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("UMPIRE_LOGLEVEL", "did you mean UMPIRE_LOG_LEVEL?"),
        ("UMPIRE_TOKEN", "did you mean DISCORD_TOKEN?"),
        ("UMPIRE_DB", "there are DISCORD_TOKEN, UMPIRE_DATABASE, UMPIRE_LOG_LEVEL"),
        ("UMPIRE_", "there are DISCORD_TOKEN, UMPIRE_DATABASE, UMPIRE_LOG_LEVEL"),
    ],
)
def test_a_setting_that_nobody_reads_is_reported(nowhere: Path, name: str, told: str) -> None:
    """A slip of the pen would otherwise be found out much later."""
    assert complaints(nowhere, **{name: "x"}) == [f"{name} is not a setting: {told}"]


@pytest.mark.parametrize(
    "wrong",
    [
        "f" * 64,  # the public key
        "client-secret_0123456789abcdef",
        f"Bot {TOKEN}",
        f'"{TOKEN}"',
        TOKEN.replace(".", " "),
        f"{TOKEN}.more",
    ],
)
def test_what_is_no_token_is_told_without_repeating_it(nowhere: Path, wrong: str) -> None:
    """It may be a secret of another kind."""
    (line,) = complaints(nowhere, DISCORD_TOKEN=wrong)
    assert line.startswith("DISCORD_TOKEN: expected the bot's token")
    assert wrong not in line


@pytest.mark.parametrize("wrong", ["sqlite:///", "sqlite://umpire.db", "umpire.db", "sqlite:///a/"])
def test_what_is_no_database_is_told(nowhere: Path, wrong: str) -> None:
    """The commonest slip is a slash."""
    (line,) = complaints(nowhere, UMPIRE_DATABASE=wrong)
    assert line.startswith("UMPIRE_DATABASE: expected a")
    assert "sqlite:///umpire.db" in line


def test_a_password_in_an_address_is_never_repeated(nowhere: Path) -> None:
    """The line may end up in somebody's chat."""
    (line,) = complaints(nowhere, UMPIRE_DATABASE="postgresql://ump:hunter2@db/umpire")
    assert "hunter2" not in line


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    """Bytes that are no text, or a folder of that name."""
    file = tmp_path / ".env"
    file.write_bytes(b"UMPIRE_LOG_LEVEL=\xff\xfe")
    assert complaints(file) == [f"{file}: expected UTF-8 text, found other bytes"]
    (line,) = complaints(tmp_path)
    assert line.startswith(f"{tmp_path}: cannot be read: ")


def test_a_token_is_never_shown_by_a_repr() -> None:
    """A log line, a debugger, a failed assert: none of them tells it."""
    found = Config(token=TOKEN)
    assert TOKEN not in repr(found)
    assert TOKEN not in f"{found} {found!s} {[found]}"


def test_settings_do_not_change() -> None:
    """Read once; whoever wants others starts the bot again."""
    with pytest.raises(FrozenInstanceError):
        Config().log_level = "debug"  # type: ignore[misc]


def test_the_example_names_every_setting_with_its_default() -> None:
    """And nothing else; as it stands it is a practice field."""
    assert dict(dotenv_values(EXAMPLE)) == dict(config.DEFAULTS)
    assert config.read({}, EXAMPLE) == Config()


def test_a_missing_token_is_told_with_where_it_was_looked_for(tmp_path: Path) -> None:
    """In which folder, and whether there is a file at all, or one of another name."""
    file = tmp_path / ".env"
    missing = f"There is no DISCORD_TOKEN, neither in the environment nor in {file}"
    assert config.no_token({}, file) == f"{missing} (no such file)"
    (tmp_path / ".env.txt").touch()
    assert config.no_token({}, file) == f"{missing} (there is .env.txt, which must be renamed)"
    file.touch()
    assert config.no_token({}, file) == missing
    assert config.no_token({"DISCORD_TOKEN": ""}, file) == (
        f"There is no DISCORD_TOKEN: it is set to nothing in the environment, which goes before "
        f"{file}"
    )
