"""The settings of a class: a small file, read as a whole or refused with a sentence."""

import dataclasses
import difflib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

NAME = re.compile(r"[a-z][a-z0-9_-]{0,24}")
SIZE = re.compile(r"(\d+)([MG])")
SIGN_UP = ("native", "shared")
LEAST_BYTES = 512 * 2**20  # with half of it, a lesson just opens
HOST = re.compile(r"(?:[a-z0-9-]+\.)*[a-z0-9-]+")
SECRET = re.compile(r"https?://[^/]*@|\w+://[^/@]*:[^/]*@|https?://.*\?")
FOLDER = re.compile(r"\w[\w.-]*")


class SettingsError(ValueError):
    """Something in the settings cannot be done; its text says what, and what to do."""


@dataclass(frozen=True, kw_only=True)
class Classroom:
    """What the file of a class says; `classroom.toml` beside this module explains each line."""

    students: tuple[str, ...]
    teachers: tuple[str, ...]
    lessons: str
    sign_up: str = "native"
    folder: Path = Path("/srv/upstream-classroom")
    address: str = ""
    name: str = ""
    port: int = 8000
    memory: str = "2G"
    idle_minutes: int = 45
    certificate: str = ""
    key: str = ""

    @property
    def names(self):
        return *self.students, *self.teachers

    @property
    def database(self):
        """Where JupyterHub keeps who has been here."""
        return self.folder / "jupyterhub.sqlite"

    @property
    def lessons_folder(self):
        """What the folder of the lessons is called in each home.

        >>> Classroom(students=(), teachers=(), lessons="https://git.example.org/upstream.git/").lessons_folder
        'upstream'
        """
        return re.split(r"[/:]", self.lessons.rstrip("/"))[-1].removesuffix(".git")

    @property
    def bytes(self):
        """The most that one process of a student may take.

        >>> Classroom(students=("ada",), teachers=("ben",), lessons="x", memory="2G").bytes == 2 * 2**30
        True
        """
        number, unit = SIZE.fullmatch(self.memory).groups()
        return int(number) * {"M": 2**20, "G": 2**30}[unit]


FIELDS = {field.name: field for field in dataclasses.fields(Classroom)}
KINDS = {tuple[str, ...]: (list, "a list of names"), str: (str, "a text"), int: (int, "a whole number"),
         Path: (str, "a folder")}  # fmt: skip


def read(path):
    """The Classroom in a file; SettingsError if it cannot be read or something in it cannot be done."""
    path = Path(path)
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(
            f"There is no {path}. Copy {Path(__file__).with_name('classroom.toml')}."
        ) from None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not TOML: {error}.") from None
    for name, value in given.items():
        require_known(name)
        require_kind(name, value)
    if missing := [n for n, f in FIELDS.items() if f.default is dataclasses.MISSING and n not in given]:
        raise SettingsError(f"{path} does not say: {', '.join(missing)}.")
    made = {name: Path(v) if FIELDS[name].type is Path else v for name, v in given.items()}
    made |= {name: tuple(v) for name, v in made.items() if isinstance(v, list)}
    room = Classroom(**made)
    require_possible(room)
    return room


def require_known(name):
    """Refuse a setting that does not exist, with the one that was meant."""
    if name not in FIELDS:
        near = difflib.get_close_matches(name, FIELDS)
        meant = f" Is {near[0]!r} meant?" if near else f" There are: {', '.join(FIELDS)}."
        raise SettingsError(f"There is no setting {name!r}.{meant}")


def require_kind(name, value):
    """Refuse a value of another kind."""
    kind, words = KINDS[FIELDS[name].type]
    is_right = isinstance(value, kind) and not isinstance(value, bool)
    if not is_right or (kind is list and not all(isinstance(one, str) for one in value)):
        raise SettingsError(f"{name} is {words}, not {value!r}.")


def require_possible(room):
    """Refuse what no hub can do, or what would let somebody in by mistake."""
    for name in room.names:
        if not NAME.fullmatch(name):
            raise SettingsError(
                f"{name!r} cannot be the name of an account: small letters, digits, - and _, a letter first, "
                "at most 25 of them."
            )
        if room.names.count(name) > 1:
            raise SettingsError(f"{name!r} stands there twice. Every person needs a name of their own.")
    if not room.teachers:
        raise SettingsError("There is no teacher. Somebody has to admit the students.")
    if room.sign_up not in SIGN_UP:
        raise SettingsError(f"sign_up is 'native' or 'shared', not {room.sign_up!r}.")
    if not SIZE.fullmatch(room.memory):
        raise SettingsError(
            f"memory is a number with M or G behind it, '2G' for example, not {room.memory!r}."
        )
    if room.bytes < LEAST_BYTES:
        raise SettingsError(f"memory is at least '512M', not {room.memory!r}: with less, no lesson opens.")
    require_open_address(room)
    if room.name and not HOST.fullmatch(room.name):
        raise SettingsError(f"name is like 'hub.school.example', without a port, not {room.name!r}.")
    if not 0 < room.port < 65536:
        raise SettingsError(f"port is a number from 1 to 65535, not {room.port}.")
    if room.idle_minutes < 1:
        raise SettingsError(f"idle_minutes is at least 1, not {room.idle_minutes}.")
    if not room.folder.is_absolute():
        raise SettingsError(f"folder is written from the root, with a / in front, not {str(room.folder)!r}.")
    if bool(room.certificate) != bool(room.key):
        raise SettingsError("certificate and key belong together: give both, or neither.")


def require_open_address(room):
    """Refuse an address of the lessons that names no repository, or tells all students a secret."""
    if SECRET.match(room.lessons):
        raise SettingsError(
            "lessons has a name or a password in it, and every student would read it. Write an address that "
            "everybody can fetch without one."
        )
    if room.lessons.startswith("-") or not FOLDER.fullmatch(room.lessons_folder):
        raise SettingsError(
            f"lessons is the address of a git repository, or its folder from the root, not {room.lessons!r}."
        )
