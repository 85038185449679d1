"""The command line. Each command has its own file and imports its dependencies when it runs."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from boston7 import __version__
from boston7.cli.options import Commands, answer_the_first_tab_in_zsh
from boston7.cli.output import CHECK_FAILED, INTERRUPTED, fail, pipe_closed, reason_of
from boston7.extras import DamagedPackage

COMMANDS = ("play", "houses", "settle", "odds", "simulate", "print", "audit", "serve", "bots", "admin", "dev")
"""In the order of the help page. Each has a file of the same name, except `print`, which would hide the builtin."""

FILES = {name: "print_paper" if name == "print" else name for name in COMMANDS}

_SHORT = ("houses", "settle", "odds")
"""Commands that finish before garbage collection pays off."""

if TYPE_CHECKING:
    app: typer.Typer


def __getattr__(name: str) -> typer.Typer:
    if name == "app":
        return _with(COMMANDS)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _with(names: tuple[str, ...]) -> typer.Typer:
    """Return a command line with only these commands, because importing all of them takes longer."""
    line = typer.Typer(
        name="boston7",
        cls=Commands,
        help="Boston 7 Stud Poker: play it, settle it, and read the rules of five houses. Without a command: play.",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # The plain help page appears in half the time.
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    line.callback(invoke_without_command=True)(_no_command)
    for name in names:
        file = FILES[name]
        command = getattr(import_module(f"boston7.cli.{file}"), file)
        if isinstance(command, typer.Typer):
            line.add_typer(command)
        else:
            line.command(name)(command)
    return line


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"boston7 {__version__}")
        raise typer.Exit


def _no_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        from boston7.cli.play import play

        play()


def main() -> None:
    _mend_streams()
    asked = tuple(word for word in sys.argv[1:2] if word in COMMANDS)
    if not asked:
        answer_the_first_tab_in_zsh()
    elif asked[0] in _SHORT:
        gc.disable()
    try:
        code = _with(asked or COMMANDS)(prog_name="boston7", standalone_mode=False)
        sys.stdout.flush()
    except DamagedPackage as error:
        fail(str(error), CHECK_FAILED)
    except BrokenPipeError:
        pipe_closed()
    except (KeyboardInterrupt, typer.Abort):
        fail("Interrupted.", INTERRUPTED)
    except OSError as error:
        fail(f"Stopped: {reason_of(error)}.")
    except Exception as error:
        _fail_as_usage(error)
    raise SystemExit(code if isinstance(code, int) else 0)


def _mend_streams() -> None:
    """Replace characters that the terminal cannot show, and closed streams, so that printing never fails."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
        else:
            stream.reconfigure(errors="replace")


def _fail_as_usage(error: Exception) -> None:
    """Print typer's error for a wrong command line as a sentence. Re-raise any other error."""
    words = getattr(error, "format_message", None)
    if words is None:
        raise error
    context = getattr(error, "ctx", None)
    where = f" See {context.command_path} --help." if context else ""
    sentence = str(words()).rstrip(".?")
    fail(f"{sentence}{'?' if str(words()).endswith('?') else '.'}{where}", getattr(error, "exit_code", 2))
