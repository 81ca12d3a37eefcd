"""Proofs of the kernel's bit tricks, for all inputs, by Z3. Run by `cargo xtask proofs`.

Each trick is written down a second time, as the source has it, beside what it is meant to be; Z3 looks for an input
where the two differ. A proof that finds one prints it and fails, and so does one whose trick was made wrong on purpose,
if Z3 does not notice.
"""

import sys

from z3 import (
    UGE, UGT, ULE, ULT, And, Array, BitVec, BitVecSort, BitVecVal, BoolVal, Concat, Extract, If, LShR, Not, Or, Solver,
    ZeroExt, sat, unknown,
)

ONES = 0x0101010101010101
passed = failed = 0


def differs(claim):
    solver = Solver()
    solver.set("timeout", 120_000)
    solver.add(Not(claim))
    answer = solver.check()
    if answer == unknown:
        sys.exit("Z3 gave up")
    return solver.model() if answer == sat else None


def report(name, good, detail=""):
    global passed, failed
    passed, failed = passed + good, failed + (not good)
    print(f"{'ok    ' if good else 'FAILED'} {name}{detail}")


def prove(name, claim):
    model = differs(claim)
    report(name, model is None, f": {model}" if model is not None else "")


def refute(name, claim):
    """A wrong claim must be refuted: this shows that the proofs can fail."""
    report(f"noticed: {name}", differs(claim) is not None)


def lanes(word):
    return [Extract(8 * i + 7, 8 * i, word) for i in range(8)]


def word_of(bytes_):
    return Concat(*reversed(bytes_))


def repeated(byte):
    return word_of([byte] * 8)


def v8(value):
    return BitVecVal(value, 8)


def v64(value):
    return BitVecVal(value, 64)


word, byte = BitVec("word", 64), BitVec("byte", 8)

# scalar/mod.rs, equal_lanes: 0x80 in each lane that equals a byte, 0 in the others.
def equal_lanes(word, pattern, sevens=ONES << 7):
    x = word ^ pattern
    return ~(((x | sevens) - ONES) | x) & v64(ONES << 7)

exact = word_of([If(lane == byte, v8(0x80), v8(0)) for lane in lanes(word)])
prove("equal_lanes is exact in every lane", equal_lanes(word, repeated(byte)) == exact)
refute("equal_lanes without its guard bits", equal_lanes(word, repeated(byte), 0) == exact)

# scalar/mod.rs, lane_mask: the top bits of the lanes, as a mask of eight bits.
tops = BitVec("tops", 64)
mask = LShR(LShR(tops, 7) * v64(0x0102040810204080), 56)
wanted = ZeroExt(56, Concat(*[Extract(8 * i + 7, 8 * i + 7, tops) for i in reversed(range(8))]))
only_tops = tops & v64(~(ONES << 7) & (1 << 64) - 1) == 0
prove("lane_mask gathers the top bits, if there are no others", Or(Not(only_tops), mask == wanted))
refute("lane_mask of any word", mask == wanted)

# short/inline.rs, marks: some lane is a `%`, or a `+` if that counts.
def marks(word, byte):
    x = word ^ repeated(v8(byte))
    return (x - v64(ONES)) & ~x

def has(word, *bytes_):
    found = v64(0)
    for b in bytes_:
        found = found | marks(word, b)
    return found & v64(ONES << 7) != 0

def any_lane(word, *bytes_):
    return Or(*[lane == b for lane in lanes(word) for b in bytes_])

prove("marks finds `%`", has(word, 0x25) == any_lane(word, 0x25))
prove("marks finds `%` and `+`", has(word, 0x25, 0x2B) == any_lane(word, 0x25, 0x2B))
refute("marks is exact in every lane", marks(word, 0x25) & v64(ONES << 7) == equal_lanes(word, repeated(v8(0x25))))

# short/inline.rs, marks: the lowest mark is right, whatever stands above it.
found = (marks(word, 0x25) | marks(word, 0x2B)) & v64(ONES << 7)
meant = [Or(lane == 0x25, lane == 0x2B) for lane in lanes(word)]
is_lowest = lambda i: And(
    Extract(8 * i + 7, 8 * i + 7, found) == 1, *[Extract(8 * j + 7, 8 * j + 7, found) == 0 for j in range(i)]
)
is_first = lambda i: And(meant[i], *[Not(meant[j]) for j in range(i)])
prove("the lowest mark is the first event", And(*[is_lowest(i) == is_first(i) for i in range(8)]))

# short/inline.rs, words_common: each lane answers for itself.
COMMON = [ord(c) for c in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"]

def words_common(word, fold=0x20):
    tops = v64(ONES << 7)
    seven = word & ~tops
    at_least = lambda lanes, n: lanes + v64(ONES * (0x80 - n))
    at_most = lambda lanes, n: v64(ONES * (0x80 + n)) - lanes
    equals = lambda n: tops - (seven ^ v64(ONES * n))
    low = at_least(seven, 0x2D) & at_most(seven, 0x39) & ~equals(0x2F)
    folded = seven | v64(ONES * fold)
    letter = at_least(folded, 0x61) & at_most(folded, 0x7A)
    return (low | letter | equals(0x5F) | equals(0x7E)) & ~word & tops == tops

all_common = And(*[Or(*[lane == c for c in COMMON]) for lane in lanes(word)])
prove("words_common knows letters, digits and `-._~`", words_common(word) == all_common)
refute("words_common without its fold", words_common(word, 0) == all_common)

# arch/sse2.rs, all_common: a byte is in a range if its distance to the first is at most the range's width.
within = lambda b, low, top: If(ULT(b - low, top - low), b - low, v8(top - low)) == b - low
common = Or(
    And(within(byte, 0x2D, 0x39), byte != 0x2F), within(byte | 0x20, 0x61, 0x7A), byte == 0x5F, byte == 0x7E
)
prove("the test of 16 bytes knows the same", common == Or(*[byte == c for c in COMMON]))

# scalar/search.rs, Classes: row words shifted are the classes of sixteen bytes.
rows = [BitVec(f"row{i}", 8) for i in range(8)]
column = BitVec("column", 64)
shifted = LShR(word_of(rows), column) & v64(ONES)
meant = word_of([If(LShR(row, Extract(7, 0, column)) & 1 == 1, v8(1), v8(0)) for row in rows])
prove("classes are the transpose of the rows", Or(UGT(column, 7), shifted == meant))

# scalar/search.rs, is_kept: a byte above 0x7F is in no row of eight bits.
row, high = BitVec("row", 8), BitVec("high", 8)
bit = BitVecVal(1, 32) << ZeroExt(24, LShR(high, 4))
prove(
    "no row keeps a byte above 0x7F",
    Or(ULT(high, 0x80), ZeroExt(24, row) & bit == 0),
)

def look_up(table, place):
    found = v8(0)
    for i, value in enumerate(table):
        found = If(place == i, v8(value), found)
    return found

def look_up_ascii(table, byte):
    return If(ULT(byte, 0x80), look_up(table, byte & 15), v8(0))

def is_digit(b):
    ranges = [(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]
    return Or(*[And(Not(ULT(b, low)), Not(UGT(b, top))) for low, top in ranges])

# simd/decode.rs, nibble: the values of hexadecimal digits, and more than 15 for all other bytes.
def add_saturating(a, b):
    sum = ZeroExt(1, a) + ZeroExt(1, b)
    return If(UGT(sum, 0xFF), v8(0xFF), Extract(7, 0, sum))

def sub_saturating(a, b):
    return If(ULT(a, b), v8(0), a - b)

def smaller(a, b):
    return If(ULT(a, b), a, b)

def nibble(b, lost=6):
    digit = sub_saturating(b + v8(0xFF - 0x39), v8(lost)) + 16
    return smaller(digit, add_saturating((b & 0xDF) - v8(0x41), v8(10)))

meaning = If(
    And(Not(ULT(byte, 0x30)), Not(UGT(byte, 0x39))), byte - 0x30,
    If(And(Not(ULT(byte, 0x41)), Not(UGT(byte, 0x46))), byte - 0x41 + 10, byte - 0x61 + 10),
)
is_nibble = lambda n: If(is_digit(byte), n == meaning, UGT(n, 15))
prove("nibble is a digit's value, and above 15 for all else", is_nibble(nibble(byte)))
refute("nibble that loses one byte less", is_nibble(nibble(byte, 5)))

# simd/decode.rs, are_digits and octet: of two nibbles.
upper, lower = BitVec("upper", 8), BitVec("lower", 8)
both = And(ULT(upper, 16), ULT(lower, 16))
prove("are_digits says whether both are values", (sub_saturating(upper | lower, v8(15)) == 0) == both)
refute("are_digits of one", (sub_saturating(lower, v8(15)) == 0) == both)
prove("octet is what two values are", Or(Not(both), (upper & 15) << 4 | lower == upper * 16 + lower))

# simd/scan.rs, Triplets: nine more for letters, and then the low four bits. The comparison is a signed one.
value = (byte + If(byte > v8(0x40), v8(9), v8(0))) & 15
prove("the low bits are a digit's value", Or(Not(is_digit(byte)), value == meaning))

# table.rs, octet: both are values if their union is below 16, because no value is 0xFF.
a, b = BitVec("a", 8), BitVec("b", 8)
in_table = lambda v: Or(v == 0xFF, ULT(v, 16))
prove(
    "the union of two table entries is below 16 if both are values",
    Or(Not(And(in_table(a), in_table(b))), ULT(a | b, 16) == And(ULT(a, 16), ULT(b, 16))),
)

# simd/mod.rs, Class: a byte is kept if its row has its column's bit, as EncodeSet::keeps says.
all_rows = [BitVec(f"set{i}", 8) for i in range(16)]
def pick(table, place):
    found = v8(0)
    for i, value in enumerate(table):
        found = If(place == i, value, found)
    return found
in_row = If(ULT(byte, 0x80), pick(all_rows, byte & 15), v8(0))
in_column = look_up([1, 2, 4, 8, 16, 32, 64, 128] + [0] * 8, LShR(byte, 4))
keeps = And(ULT(byte, 0x80), LShR(pick(all_rows, byte & 15), LShR(byte, 4)) & 1 == 1)
prove("two look-ups say what a set keeps", (in_row & in_column != 0) == keeps)

# simd/decode.rs, keep_and_carry: the digits of each triplet are dropped, across the border of two registers too.
for width in (16, 32):
    triplets = BitVec(f"triplets{width}", 64)
    carry = BitVec(f"carry{width}", 64)
    fits = And(LShR(triplets, width) == 0, ULT(carry, 4))
    dropped = triplets << 1 | triplets << 2 | carry
    keep = ~dropped & v64((1 << width) - 1)
    next_carry = LShR(dropped, width)
    bit = lambda bits, i: Extract(i, i, bits) == 1
    begins = lambda i: bit(triplets, i) if i >= 0 else BoolVal(False)
    is_dropped = lambda i: Or(begins(i - 1), begins(i - 2), bit(carry, i) if i < 2 else BoolVal(False))
    prove(
        f"of {width} lanes, the two behind each triplet are dropped",
        Or(Not(fits), And(*[bit(keep, i) == Not(is_dropped(i)) for i in range(width)])),
    )
    prove(
        f"of {width} lanes, what the next register drops is carried",
        Or(Not(fits), And(bit(next_carry, 0) == is_dropped(width), bit(next_carry, 1) == is_dropped(width + 1), ULT(next_carry, 4))),
    )

# arch/neon.rs, bits: lanes of both halves stand together as 16 bits, and weights add up without a carry.
lanes16 = [BitVec(f"lane{i}", 1) for i in range(16)]
weighted = [If(lane == 1, v8(1 << i % 8), v8(0)) for i, lane in enumerate(lanes16)]
def neon_bits(half):
    total = BitVecVal(0, 16)
    for i in range(8):
        total += Concat(weighted[(i + half) % 16], weighted[i])
    return total
prove("NEON's sum of pairs is the mask", neon_bits(8) == Concat(*reversed(lanes16)))
refute("NEON's pairs of other lanes", neon_bits(7) == Concat(*reversed(lanes16)))

# simd/mod.rs, thirds: by selection and a shuffle, three registers become the bytes at 0, 3, …, at 1, 4, … and at 2, 5, ….
text48 = [BitVec(f"text{i}", 8) for i in range(48)]
def third(k, order):
    # From each register, which begins at 16 * r, the lanes whose place has this remainder.
    chosen = [next(text48[16 * r + i] for r in range(3) if (16 * r + i) % 3 == k) for i in range(16)]
    return chosen if order is None else [chosen[place] for place in order]
SECOND = [1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14]
THIRD = [2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15]
for k, order in ((1, SECOND), (2, THIRD)):
    prove(f"byte {k} of each three, in order", And(*[third(k, order)[i] == text48[3 * i + k] for i in range(16)]))
refute("the order of the others", And(*[third(1, THIRD)[i] == text48[3 * i + 1] for i in range(16)]))
signs = third(0, None)
all_percent = And(*[text48[3 * i] == 0x25 for i in range(16)])
prove("what begins each three, in any order, is all `%` or not", And(*[sign == 0x25 for sign in signs]) == all_percent)

# simd/encode.rs, Encoder::sparse: overlapping stores of a register with as many changes as slots or fewer.
source, high_of, low_of = (Array(name, BitVecSort(8), BitVecSort(8)) for name in ("source", "high", "low"))
at = BitVec("at", 8)
def sparse(lanes, places, follows=1):
    """What stands at `at` after the stores: the last one that reaches it says."""
    n = v8(lanes)
    text = source[at]
    for slot, place in enumerate(places):
        begin = place + 2 * slot
        octet = source[place]
        word = If(at == begin, v8(0x25), If(at == begin + 1, high_of[octet], low_of[octet]))
        text = If(And(UGE(at, begin), ULT(at, begin + 3)), word, text)
        rest = source[place + follows + (at - (begin + 3))]
        text = If(And(UGE(at, begin + 3), ULT(at, begin + 3 + n)), rest, text)
    return text
for lanes in (16, 32):
    places = [BitVec(f"place{lanes}.{slot}", 8) for slot in range(lanes // 16)]
    present = [ULT(place, lanes) for place in places]
    # In order; behind the last one, all are taken to stand behind the register.
    ordered = [ULE(place, lanes) for place in places]
    ordered += [Or(ULT(p, q), And(p == lanes, q == lanes)) for p, q in zip(places, places[1:])]
    count = sum((If(is_there, v8(1), v8(0)) for is_there in present), v8(0))
    # Byte by byte: what is written for a place begins at the place and two more for each change before.
    meant, shift = source[at], v8(0)
    for place, is_there in zip(places, present):
        begin = place + shift
        octet = source[place]
        word = If(at == begin, v8(0x25), If(at == begin + 1, high_of[octet], low_of[octet]))
        after = source[at - shift - 2]
        meant = If(And(is_there, UGE(at, begin)), If(ULT(at, begin + 3), word, after), meant)
        shift = If(is_there, shift + 2, shift)
    inside = And(*ordered, ULT(at, lanes + 2 * count))
    prove(f"of {lanes} lanes with few changes, overlapping stores make the text", Or(Not(inside), sparse(lanes, places) == meant))
    refute(f"of {lanes} lanes, a byte copied twice", Or(Not(inside), sparse(lanes, places, 0) == meant))

# scalar/block.rs, ADJACENT: so many triplets begin one behind the other as a third of the place, rounded up, where the
# events first differ from every third bit.
events = BitVec("events", 64)
different = events ^ v64(0x9249249249249249)
claims = []
for first in range(65):
    low = v64((1 << first) - 1) if first < 64 else v64((1 << 64) - 1)
    is_first = And(different & low == 0, Extract(first, first, different) == 1 if first < 64 else BoolVal(True))
    count = -(-first // 3)
    begin = [Extract(3 * i, 3 * i, events) == 1 for i in range(count)]
    next_does_not = Extract(3 * count, 3 * count, events) == 0 if 3 * count < 64 and 3 * count == first else BoolVal(True)
    claims.append(Or(Not(is_first), And(*begin, next_does_not)))
prove("a third of the first difference counts the triplets of a run", And(*claims))

print(f"\ntest result: {'ok' if not failed else 'FAILED'}. {passed} passed; {failed} failed; by Z3")
sys.exit(bool(failed))
