"""What the tests of several files use."""

import pytest

from triplet import TripletError


def fails(call, *arguments, **keywords):
    with pytest.raises(TripletError) as caught:
        call(*arguments, **keywords)
    return caught.value
