"""`boston7 houses`: the rules as data, to be listed, read, compared and checked."""

from __future__ import annotations

from typing import Annotated

import typer

from boston7.cli.options import HOUSE_HELP, HouseName, Json, house_text_or_fail, load_or_fail
from boston7.cli.output import CHECK_FAILED, fail, print_json, print_text

houses = typer.Typer(
    name="houses",
    help="List the houses, read one, compare two, or check a house file.",
    rich_markup_mode=None,
)


@houses.callback(invoke_without_command=True)
def listing(context: typer.Context, json: Json = False) -> None:
    """List the houses, read one, compare two, or check a house file."""
    context.obj = json
    if context.invoked_subcommand is not None:
        return
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
    toml: Annotated[bool, typer.Option("--toml", help="Print the file itself, to be copied and edited.")] = False,
    json: Json = False,
) -> None:
    """Every value of one house, each with its clause."""
    rules = load_or_fail(house)
    if json or context.obj:
        print_json({"id": rules.id, "toml": house_text_or_fail(house)} if toml else rules)
    elif toml:
        print_text(house_text_or_fail(house))
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
    """Where two houses differ, and on which clause each of them rests."""
    one, other = load_or_fail(a), load_or_fail(b)
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
    """Every problem in a house file at once. Exit code 1 if there are any, 2 if it cannot be read or is not TOML.

    A lower hand that pays more than a higher one is no problem, but a warning.
    """
    from boston7.house import InvalidHouse, NotToml, read_house
    from boston7.house.pay_order import pay_order_warnings

    text = house_text_or_fail(file)
    try:
        house = read_house(text, file)
        problems = []
    except NotToml as error:
        fail(str(error))
    except InvalidHouse as error:
        house, problems = None, error.problems
    warnings = pay_order_warnings(house) if house else ()
    if json or context.obj:
        print_json(
            {
                "file": file,
                "valid": not problems,
                "id": house.id if house else None,
                "version": house.version if house else None,
                "problems": [problem._asdict() for problem in problems],
                "warnings": warnings,
            }
        )
    elif house:
        print(f"{file} is valid: {house.name}, version {house.version[:12]}.")
        for warning in warnings:
            print(f"Warning: {warning}")
    else:
        from boston7.cli.house_pages import check_page

        check_page(file, problems)
    if problems:
        raise typer.Exit(CHECK_FAILED)
