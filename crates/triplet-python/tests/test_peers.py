"""``triplet.respell`` beside the real ``botocore`` and ``oauthlib``, on random requests with a fixed seed."""

import random
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

from botocore.auth import S3SigV4Auth, SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from oauthlib.oauth1.rfc5849 import signature

import triplet

COUNT = 10_000
DATA = [*"aZ09-._~/?&=+;:@!$'()*,%# \"<>[]\\^`{|}\x00\x1f\x7fé中😀", "..", "."]
UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"


def data(random: random.Random, longest: int) -> str:
    return "".join(random.choices(DATA, k=random.randrange(longest)))


def spelled(random: random.Random, text: str, raw: str) -> str:
    """One of the spellings of a text: characters of `raw` are raw or not, and digits are in either case."""
    out = []
    for octet in text.encode():
        if octet < 128 and chr(octet) in raw and random.random() < 0.8:
            out.append(chr(octet))
        else:
            out.append(f"%{octet:02x}" if random.random() < 0.3 else f"%{octet:02X}")
    return "".join(out)


def canonical(auth: type[SigV4Auth], request: AWSRequest) -> tuple[str, str]:
    """Botocore's canonical path and query: lines of its canonical request."""
    signer = auth(Credentials("AKIDEXAMPLE", "secret"), "service", "us-east-1")
    request.context["timestamp"] = "20150830T123600Z"
    lines = signer.canonical_request(request).split("\n")
    return lines[1], lines[2]


def test_botocore() -> None:
    """From the data of the parameters and a path as it is in a request. The URL has a random spelling of the parameters."""
    source = random.Random(5849)
    for number in range(COUNT):
        pairs = [(data(source, 6), data(source, 8)) for _ in range(source.randrange(1, 6))]
        names_and_values = [f"{spelled(source, name, UNRESERVED)}={spelled(source, value, UNRESERVED + '=!*')}" for name, value in pairs]
        segments = [spelled(source, data(source, 8), UNRESERVED + "!$&'()*+,;=:@") for _ in range(source.randrange(5))]
        path = "/" + "/".join(segments) if source.random() < 0.95 else ""
        url = f"https://service.example{path}?{'&'.join(names_and_values)}"
        of_data = AWSRequest(method="GET", url=url, params=pairs)
        for auth, convention in [(SigV4Auth, "aws-sigv4"), (S3SigV4Auth, "aws-sigv4-s3")]:
            respelled = urlsplit(triplet.respell(url, convention))
            if auth is S3SigV4Auth:
                # Botocore takes the path of S3 as its serializer has written it.
                of_data.url = "https://service.example" + "/".join(quote_from_bytes(unquote_to_bytes(part), safe="~") for part in path.split("/"))
            expected_path, expected_query = canonical(auth, of_data)
            assert respelled.path == (expected_path or "/"), (number, url)
            assert respelled.query == expected_query, (number, url)
        # From a canonical URL, botocore only sorts.
        again = AWSRequest(method="GET", url=triplet.respell(url, "aws-sigv4-s3"))
        assert canonical(S3SigV4Auth, again)[1] == urlsplit(again.url).query, (number, url)


def test_oauthlib() -> None:
    """The parameters of a query as OAuth 1 collects and normalises them."""
    source = random.Random(3413)
    for number in range(COUNT):
        pairs = [(data(source, 6), data(source, 8)) for _ in range(source.randrange(1, 6))]
        parts = []
        for name, value in pairs:
            part = spelled(source, name, UNRESERVED + "*!'():/?@$,") + "=" + spelled(source, value, UNRESERVED + "*!'():/?@$,=")
            parts.append(part.replace("%20", "+") if source.random() < 0.5 else part)
        if source.random() < 0.2:
            parts.insert(source.randrange(len(parts)), source.choice(["", "flag"]))
        query = "&".join(parts)
        collected = signature.collect_parameters(uri_query=query, exclude_oauth_signature=False)
        expected = signature.normalize_parameters(collected)
        assert triplet.respell(query, "rfc5849", query=True) == expected, (number, query)
