"""`boston7 houses`: list, read, compare and check the rules of houses."""

from __future__ import annotations

from typing import Annotated

import typer

from boston7.cli.options import HOUSE_HELP, Commands, HouseName, Json, read_house
from boston7.cli.output import CHECK_FAILED, print_json, print_text, report

houses = typer.Typer(
    name="houses",
    help="List the houses, read one, compare two, or check a house file.",
    cls=Commands,
    rich_markup_mode=None,
)


@houses.callback(invoke_without_command=True)
def listing(context: typer.Context, json: Json = False) -> None:
    """List the houses, read one, compare two, or check a house file."""
    context.obj = json
    if context.invoked_subcommand is None:
        _list(json)


@houses.command("list")
def list_houses(context: typer.Context, json: Json = False) -> None:
    """List the houses, as `boston7 houses` does."""
    _list(json or context.obj)


def _list(json: bool) -> None:
    from boston7.house import PRESETS, preset

    shipped = [preset(house_id) for house_id in PRESETS]
    if json:
        from boston7.house.documents import house_list

        print_json(house_list(shipped))
        return
    from boston7.cli.house_pages import list_page

    list_page(shipped)


@houses.command()
def show(
    context: typer.Context,
    house: HouseName,
    toml: Annotated[bool, typer.Option("--toml", help="Print the TOML file, to copy and edit.")] = False,
    json: Json = False,
) -> None:
    """Print every value of one house with its clause."""
    from boston7.house.load import house_text

    rules = read_house(house)
    if json or context.obj:
        print_json({"id": rules.id, "toml": house_text(house)} if toml else rules)
    elif toml:
        print_text(house_text(house))
    else:
        from boston7.cli.house_pages import show_page

        show_page(rules)


@houses.command()
def diff(
    context: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help=HOUSE_HELP)],
    b: Annotated[str, typer.Argument(metavar="B", help="The house to compare it with.")],
    json: Json = False,
) -> None:
    """Compare two houses, with the clause behind each value."""
    one, other = read_house(a), read_house(b)
    if json or context.obj:
        from boston7.house.documents import house_differences

        print_json(house_differences(one, other))
        return
    from boston7.cli.house_pages import diff_page
    from boston7.house.compare import differences

    diff_page(one, other, differences(one, other))


@houses.command()
def check(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The house file to check.")],
    json: Json = False,
) -> None:
    """List every problem in a house file. Exit code 1 if there are any, 2 if the file cannot be read or is not TOML.

    A lower hand that pays more than a higher one is a warning, not a problem.
    """
    from boston7.house import InvalidHouse, NotToml
    from boston7.house import read_house as read
    from boston7.house.load import house_text
    from boston7.house.pay_order import pay_order_warnings

    try:
        house = read(house_text(file), file)
        problems = []
    except NotToml:
        raise
    except InvalidHouse as error:
        house, problems = None, error.problems
    warnings = pay_order_warnings(house) if house else ()
    if problems and not (json or context.obj):
        from boston7.cli.house_pages import check_page

        check_page(file, problems)
        raise typer.Exit(CHECK_FAILED)
    document = {
        "file": file,
        "valid": not problems,
        "id": house.id if house else None,
        "version": house.version if house else None,
        "problems": [problem._asdict() for problem in problems],
        "warnings": warnings,
    }
    valid = f"{file} is valid: {house.name}, version {house.version[:12]}." if house else ""
    lines = [valid, *(f"Warning: {warning}" for warning in warnings)]
    report(json or context.obj, document, *lines, passed=not problems)
