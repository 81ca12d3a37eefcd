"""Forms with nested names, as dicts and lists."""

import pytest

import triplet


@pytest.mark.parametrize("style, flag", [("php", ""), ("rack", None), ("qs", "")])
def test_reads(style, flag):
    form = "user[name]=Zo%C3%AB&user[tags][]=a&user[tags][]=b&flag"
    expected = {"user": {"name": "Zoë", "tags": ["a", "b"]}, "flag": flag}
    assert triplet.parse_nested_form(form, style=style) == expected
    assert triplet.parse_nested_form(form.encode(), style=style) == expected


@pytest.mark.parametrize("style", ["php", "rack", "qs"])
def test_writes_what_is_read_again(style):
    tree = {"a": {"b": ["1", "x y"], "é": "&="}, "c": [{"d": "1"}, {"d": "2"}]}
    form = triplet.serialize_nested_form(tree, style=style)
    assert triplet.parse_nested_form(form, style=style, strict=True) == tree


def test_values_of_python():
    assert triplet.serialize_nested_form({"a": [1, 2.5, True], 7: None, "t": (1,)}, style="qs") == (
        "a%5B0%5D=1&a%5B1%5D=2.5&a%5B2%5D=true&7=&t%5B0%5D=1"
    )
    assert triplet.serialize_nested_form({"a": True, "b": None}) == "a=1"
    assert triplet.serialize_nested_form({"a": ["x", "y"]}, style="pipeDelimited") == "a=x%7Cy"
    for wrong in ([1], "a", {"a": object()}, {"a": b"x"}, {None: 1}):
        with pytest.raises(TypeError):
            triplet.serialize_nested_form(wrong)
    deep = []
    for _ in range(400):
        deep = [deep]
    with pytest.raises(ValueError, match="300 levels"):
        triplet.serialize_nested_form({"a": deep})


def test_errors():
    def parse(form, **options):
        return lambda: triplet.parse_nested_form(form, **options)

    for read, kind, offset in [
        (parse("é&a[b][c]=1", max_depth=1), "too-deep", 2),
        (parse("a=1&a[b]=2", style="rack"), "conflict", 4),
        (parse("a=1&a=2", strict=True), "conflict", 4),
        (parse("a=1&[b]=2", strict=True), "dropped", 4),
        (parse("b&a[20]=1", strict=True, style="qs"), "too-many-elements", 2),
        (parse("a&b&c", max_pairs=2), "too-many-pairs", 4),
        (parse("a&b&c", max_bytes=2), "too-many-bytes", 2),
    ]:
        with pytest.raises(triplet.TripletError) as caught:
            read()
        assert (caught.value.kind, caught.value.offset) == (kind, offset)
    with pytest.raises(triplet.TripletError) as caught:
        triplet.serialize_nested_form({"a": [{"b": 1}, {"c": 2}]}, style="rack")
    assert caught.value.kind == "ambiguous"
    for options in ({"style": "perl"}, {"list_limit": 3}, {"separators": "x"}):
        with pytest.raises(ValueError):
            triplet.parse_nested_form("a", **options)
