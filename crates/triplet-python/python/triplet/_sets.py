"""Restores encode sets that were pickled."""

from __future__ import annotations

import ast

from triplet._triplet import EncodeSet


def restore(text: str) -> EncodeSet:
    """The set that has this ``repr``: calls of methods of sets with strings as arguments, and nothing else."""

    def value(node: ast.expr) -> EncodeSet:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.keywords:
            arguments = [item.value for item in node.args if isinstance(item, ast.Constant) and isinstance(item.value, str)]
            owner = node.func.value
            start = isinstance(owner, ast.Name) and owner.id == "EncodeSet"
            if len(arguments) == len(node.args) and not node.func.attr.startswith("_"):
                found = getattr(EncodeSet if start else value(owner), node.func.attr)(*arguments)
                if isinstance(found, EncodeSet):
                    return found
        raise ValueError(f"not an encode set: {text!r}")

    return value(ast.parse(text, mode="eval").body)
