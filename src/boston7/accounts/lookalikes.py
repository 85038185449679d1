"""Lookalike names: two names that a reader could confuse count as one.

Unicode's own rules fold case, width and style. The tables below fold letters of other alphabets that look like Latin
ones, and digits that look like letters. They contain those of the Unicode Consortium's list (UTS 39) that common fonts
draw alike.
"""

from __future__ import annotations

from unicodedata import normalize

LONGEST_NAME = 40
"""Maximum number of characters in the name of a person or a table."""
_ALIKE = {
    # Lookalikes by Latin letter, after case folding: Cyrillic, Greek, Armenian, Cherokee and other letters.
    "a": "аαɑⲁ",
    "b": "ƅьЬᏏƄ",
    "c": "сϲⅽᴄⲥс",
    "d": "ԁⅾᏧꓒ",
    "e": "еєҽ℮ҿεⲉ",
    "f": "ſẝꞙ",
    "g": "ɡᶃցԍ",
    "h": "һհᏂհⲏ",
    "j": "јϳʝ",
    "k": "кκⲕĸ",
    "l": "iıɩιіɪӏ1|ǀⅼ∣ӀⲒߊⵏןιⲓ",
    "m": "мⅿⲙ",
    "n": "ոռпηⲛ",
    "o": "оοօσ0०০੦௦౦೦൦๐໐၀ဝ〇ⲟⵔჿ",
    "p": "рρⲣϱ",
    "q": "ԛգզ",
    "r": "гᴦⲅᴢ",
    "s": "ѕꜱƽꮪ",
    "t": "тτⲧ",
    "u": "υսʋᴜцⲩ",
    "v": "νѵᴠⅴ",
    "w": "ѡԝաᴡωшⲱ",
    "x": "хχⅹⲭ",
    "y": "уүγʏყỿ",
    "z": "ᴢᏃꓜʐ",
    "ß": "β",
    "-": "‐‑‒–—−",
    "'": "’‘ʼʹ´`",
}
_SHAPES = {
    # Alphabets that look like Latin capitals: Lisu, Cherokee, and the small capitals of phonetics.
    "a": "ꓮᎪᴀ", "b": "ꓐᏴʙⲃ", "c": "ꓚᏟ", "d": "ꓓᎠᴅ", "e": "ꓰᎬᴇ", "f": "ꓝꜰ", "g": "ꓖᏀɢ", "h": "ꓧᎻʜ", "j": "ꓙᎫᴊ",
    "k": "ꓗᏦᴋ", "l": "ꓲꓡᏞʟլ", "m": "ꓟᎷᴍ", "n": "ꓠɴ", "o": "ꓳᴏ", "p": "ꓑᏢᴘ", "r": "ꓣᎡʀ", "s": "ꓢᏚտ", "t": "ꓔᎢᴛ",
    "u": "ꓴ", "v": "ꓦᏙ", "w": "ꓪᎳ", "x": "ꓫ", "y": "ꓬⲩ", "z": "ꓜꙁ",
}  # fmt: skip
_RARE = {
    # Canadian syllabics, Old Italic, Carian and Lycian, Deseret and Osage (folded), and single signs of other scripts.
    "a": "ᗅ𐌀𐊠⍺", "b": "ᗷᑲ𐌁𐊂𐊡", "c": "ᑕ𐌂𐊢𐐽", "d": "ᗞᗪᑯ", "e": "𐌄𐊆ꬲ", "f": "ᖴ𐌅𐊇", "h": "ᕼ𐋏", "j": "ᒍ", "k": "𐌊",
    "l": "ᒪ𐌉𐊊𐑃Ꭵꙇ", "m": "ᗰ𐌌𐊰", "n": "ᴎ", "o": "𐌏𐊒𐊫𐐬𐓪ዐഠߋᴑ۵", "p": "ᑭ𐊕ᴩ", "r": "ᖇ𐓜", "s": "𐊖𐑈", "t": "𐌕𐊗𐊱⊤", "u": "ᑌ𐓶",
    "v": "ᐯⴸ٧۷", "w": "ᗯ", "x": "᙭ⵝ𐌗𐊐𐊴", "y": "𐊲", "z": "𐋵",
}  # fmt: skip
_PAIRS = (("rn", "m"), ("vv", "w"))
_CAPITALS = {
    # Lookalikes by their capitals, because a name may be shown in capitals.
    "b": "вβᏴ",
    "e": "ε",
    "f": "ϝ",
    "h": "нηⲏ",
    "k": "к",
    "m": "мμ",
    "n": "ν",
    "p": "ρ",
    "t": "тτ",
    "x": "χ",
    "y": "υүу",
    "z": "ζ",
}


def _table(*looks: dict[str, str]) -> dict[int, str]:
    return str.maketrans({sign: latin for look in looks for latin, signs in look.items() for sign in signs})


_TABLES = (_table(_CAPITALS, _ALIKE, _SHAPES, _RARE), _table(_ALIKE, _SHAPES, _RARE, _CAPITALS))
"""If a small letter and its capital look like different letters, the later table wins."""
_LUNATE = str.maketrans("ϲϹ", "cC")
"""It looks like a c, but Unicode folds it to a sigma. So it is translated before folding."""
_UNSEEN = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, 0x2800, 0x2D7F, *range(0x180B, 0x1810)))
) | frozenset(map(chr, (0x1107F, 0x16FE4, 0x1BC9D, 0x1D159, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Invisible characters that Python considers printable."""


def looks_of(name: str) -> tuple[str, str]:
    """Return two folded forms of a name. Two names that share one of them look alike."""
    folded = normalize("NFKC", normalize("NFKC", name.translate(_LUNATE)).casefold())
    seen = " ".join("".join(sign for sign in folded if sign not in _UNSEEN).split())
    small, capital = (_paired(seen.translate(table)) for table in _TABLES)
    return small, f"capital {capital}"


def _paired(look: str) -> str:
    for two, one in _PAIRS:
        look = look.replace(two, one)
    return look


def look_of(name: str) -> str:
    return looks_of(name)[0]


def legible(name: str) -> bool:
    """Return whether the name has 1 to 40 characters, all visible."""
    return 1 <= len(name) <= LONGEST_NAME and name == name.strip() and name.isprintable() and _UNSEEN.isdisjoint(name)
