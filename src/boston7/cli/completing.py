"""What the shell completes besides commands and options."""

from __future__ import annotations


def house_ids(incomplete: str) -> list[str]:
    from boston7.house import PRESETS

    return [house for house in PRESETS if house.startswith(incomplete)]


def house_or_design(incomplete: str) -> list[str]:
    return [*house_ids(incomplete), *(["design"] if "design".startswith(incomplete) else [])]


def answer_the_first_tab_in_zsh() -> None:
    """zsh loads our script at the first Tab of a session. typer's only registers itself then, and completes nothing."""
    from typer import _completion_shared as shared

    shared._completion_scripts["zsh"] = shared.COMPLETION_SCRIPT_ZSH + (
        "\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then %(complete_func)s; fi\n"
    )
