"""Compares ``triplet.respell`` with the canonical queries of botocore and oauthlib, and prints a table in Markdown.

    python crates/triplet-python/bench/signing.py [--quick]

Botocore begins with the decoded parameters, which is what its clients have; oauthlib and Triplet begin with the query of a request.
All run in turns in one process, and the fastest pass of each counts. Before that, all must give the same.
"""

import argparse
import sys

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from compare import race, shown
from oauthlib.oauth1.rfc5849 import signature

import triplet

SIGNER = SigV4Auth(Credentials("AKIDEXAMPLE", "secret"), "service", "us-east-1")


def rows():
    for kind, text in [("clean", "abcdefgh"), ("mixed", "tea & été")]:
        for count in (5, 100):
            pairs = [(f"name{i}", f"{text}{i}") for i in range(count)]
            query = "&".join(f"{name}={triplet.encode(value)}" for name, value in pairs)
            request = AWSRequest(method="GET", url="https://service.example/", params=pairs)
            yield f"AWS, {kind}, {count} pairs", (SIGNER.canonical_query_string, request), (lambda text: triplet.respell(text, "aws-sigv4", query=True), query)
            yield f"OAuth 1, {kind}, {count} pairs", (lambda text: signature.normalize_parameters(signature.collect_parameters(uri_query=text)), query), (lambda text: triplet.respell(text, "rfc5849", query=True), query)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only that everything runs: the figures say nothing")
    passes, seconds = (1, 0.0005) if parser.parse_args().quick else (200, 0.002)
    print(f"Python {sys.version.split()[0]}, triplet {triplet.__version__}\n")
    print("| ns a call | peer | triplet | × |")
    print("|---|--:|--:|--:|")
    for name, peer, ours in rows():
        assert peer[0](peer[1]) == ours[0](ours[1]), name
        theirs, mine = (min(times) for times in race([peer, ours], passes, seconds))
        print(f"| {name} | {shown(theirs)} | {shown(mine)} | {theirs / mine:.3g} |", flush=True)


if __name__ == "__main__":
    main()
