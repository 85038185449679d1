"""`boston7 odds --recount`: the counts that ship with the package, counted anew."""

from __future__ import annotations

from array import array
from pathlib import Path

from boston7.cli.odds_request import waiting
from boston7.cli.output import CHECK_FAILED, fail, print_json
from boston7.extras import needs


def count_again(folder: Path | None, json: bool) -> None:
    """Say whether the shipped files are right, or write them into a folder."""
    needs("sim", "--recount")
    with waiting("Counting every deal") as progress:
        from boston7.odds import counts, dealer_hands, six_cards
        from boston7.odds.packed import unpack
        from boston7.odds.whole_game import count_whole_game

        counted = counts.Counts.of_table(count_whole_game(progress=progress))
        if not counted.is_whole:
            fail("The counts do not add up: the kernels were not compiled right.", CHECK_FAILED)
        files = {
            counts.FILE: counts.packed(counted),
            dealer_hands.FILE: dealer_hands.packed_values(),
            six_cards.FILE: six_cards.packed_counts(),
        }
    home = Path(counts.__file__).parent if folder is None else folder
    # Numbers are compared, not bytes: another version of zlib may compress them otherwise.
    wrong = [name for name, made in files.items() if _numbers(home / name) != unpack(made)]
    if folder is not None:
        for name in wrong:
            (folder / name).write_bytes(files[name])
    if json:
        print_json({"same": not wrong, "counts_version": files[counts.FILE][:32].hex(), "starts": len(counted.rows)})
    elif not wrong:
        print(f"All {len(counted.rows):,} starts recounted: the same numbers.")
    elif folder is not None:
        print(f"All {len(counted.rows):,} starts recounted. Written: {', '.join(wrong)}.")
    if wrong and folder is None:
        fail(f"These files do not match the count: {', '.join(wrong)}.", CHECK_FAILED)


def _numbers(path: Path) -> array[int] | None:
    from boston7.odds.packed import Damaged, unpack

    try:
        return unpack(path.read_bytes())
    except (OSError, Damaged):
        return None
