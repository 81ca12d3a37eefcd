"""Names of files, the header field that names one, and paths: beside `email`, `werkzeug`, `content-disposition` of npm, `pathlib`, Node and
Java, which read the same fields and write the same URIs. Where they differ, what they say is here too."""

import json
import ntpath
import pathlib
import random
import shutil
import subprocess
import warnings
from email import message_from_string
from email.header import Header, decode_header, make_header
from urllib.parse import unquote_to_bytes

import pytest
from werkzeug.http import parse_options_header

import triplet
from helpers import fails

# npm's package, where the job `python` puts it.
PEERS = pathlib.Path(__file__).parents[3] / "target" / "peers"

# A header field, the name, and what other readers say if it is not that.
HEADERS: list[tuple[str, str | None, dict[str, str | None]]] = [
    ("attachment; filename=a.txt", "a.txt", {}),
    ("ATTACHMENT; FILENAME=\"a b.txt\"", "a b.txt", {}),
    ('attachment ; filename = "a.txt" ; size=3', "a.txt", {"werkzeug": None}),
    ("attachment", None, {}),
    ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "€ rates", {"email": "EURO rates"}),
    ("attachment; filename*=UTF-8''%C3%A9.txt; filename=e.txt", "é.txt", {"email": "e.txt", "werkzeug": "e.txt"}),
    ("attachment; filename*=iso-8859-1'en'%A3%20rates", "£ rates", {}),
    ("attachment; filename*=UTF-8''%F0%9F%98%80.txt", "😀.txt", {}),
    ("attachment; filename*=UTF-8''%00%2F", "\0/", {}),
    ('attachment; filename="a;b.txt"', "a;b.txt", {}),
    ('attachment; filename="the \\"red\\" tree.txt"', 'the "red" tree.txt', {}),
    ('attachment; filename="a\\\\b.txt"', "a\\b.txt", {}),
    ('attachment; filename="f\\oo.txt"', "foo.txt", {"email": "f\\oo.txt"}),
    ("attachment; filename='a.txt'", "'a.txt'", {}),
    ('form-data; name="f"; filename="a.txt"', "a.txt", {}),
    ('attachment; filename="naïve.txt"', "naïve.txt", {}),
    ('attachment; filename="a%20b.txt"', "a%20b.txt", {}),
    ('attachment; filename="../../a.txt"', "../../a.txt", {}),
    ("attachment; x=\"filename=b\"; filename=a", "a", {}),
    ("attachment; xfilename=b; filename=a", "a", {}),
    ("attachment; filename=a.txt; x=\"1;2\"", "a.txt", {}),
    # Fields as senders write them, against the grammar.
    ("attachment; filename=a b.txt", "a b.txt", {"werkzeug": "a"}),
    ("attachment; filename=a.txt;", "a.txt", {}),
    ("attachment;; filename=a.txt", "a.txt", {}),
    ("attachment; a.txt; filename=b.txt", "b.txt", {}),
    ("attachment; filename=a; filename=b", "a", {"werkzeug": "b"}),
    ("filename=a.txt", "a.txt", {"werkzeug": None, "npm": None}),
    ('attachment; filename="the "red" tree.txt"', 'the "red" tree.txt', {"werkzeug": "the ", "npm": "the "}),
    ('attachment; filename="a.txt', "a.txt", {"email": '"a.txt', "werkzeug": None, "npm": None}),
    ('attachment; filename="C:\\foo\\a.txt"', "C:\\foo\\a.txt", {"werkzeug": "C:fooa.txt", "npm": "C:fooa.txt"}),
    ("attachment; filename*=UTF-8''a%20b.txt;", "a b.txt", {}),
    ("attachment; filename*=\"UTF-8''a%20b.txt\"", "a b.txt", {"werkzeug": "\"UTF-8''a%20b.txt\"", "npm": None}),
    ("attachment; filename*=UTF-8''\"a b.txt\"", "a b.txt", {"email": '"a b.txt"', "werkzeug": "UTF-8''", "npm": '"a b.txt"'}),
    ("attachment; filename*=UTF-8''it's.txt", "it's.txt", {}),
    ("attachment; filename*=UTF-8''50%.txt; filename=b", "50%.txt", {"email": "b", "werkzeug": "b", "npm": "b"}),
    ("attachment; filename*=UTF-8''%E9; filename=e", "e", {}),
    ("attachment; filename*=none''%E9; filename=e", "e", {}),
    ("attachment; filename*=a%20b.txt; filename=c", "c", {}),
    ("attachment; filename*=utf-8''; filename=a", "a", {"npm": ""}),
    # RFC 2231, which npm's package does not read.
    ('attachment; filename*0="a "; filename*1="b.txt"', "a b.txt", {"npm": None}),
    ("attachment; filename*0*=UTF-8''%C3%A9; filename*1=\" b.txt\"", "é b.txt", {"npm": None}),
    ("attachment; filename*1*=%20b; filename*0*=UTF-8'en'a", "a b", {"werkzeug": "%20ba", "npm": None}),
    ("attachment; filename*0=a; filename*2=c", "a", {"email": "ac", "werkzeug": "ac", "npm": None}),
]


def test_the_names_of_header_fields():
    for header, name, _ in HEADERS:
        assert triplet.parse_content_disposition(header).name == name, header
        assert triplet.parse_content_disposition("Content-Disposition: " + header).name == name, header


def test_header_fields_beside_email_and_werkzeug():
    for header, name, others in HEADERS:
        message = message_from_string(f"Content-Disposition: {header}\n\n")
        assert message.get_filename() == others.get("email", name), header
        assert parse_options_header(header)[1].get("filename") == others.get("werkzeug", name), header


def test_encoded_words_of_mail_beside_email():
    rng = random.Random(2047)
    words = [Header(text, "utf-8", maxlinelen=60).encode() for text in texts(rng, 300) if not {"\0", "\n"} & set(text)]
    words += ["=?ISO-8859-1?Q?Andr=E9?=", "=?utf-8?q?a_b?= =?UTF-8?B?w6k=?=", "=?gb2312?B?1tDOxC50eHQ=?=", "=?utf-8?b?5L0=?=\r\n =?utf-8?b?oA==?="]
    for value in words:
        read = triplet.parse_content_disposition(f'attachment; filename="{value}"')
        assert read.name == str(make_header(decode_header(value))), value
        assert [problem.kind for problem in read.problems] == ["encoded-word"], value


def node(script: str, value: object) -> list:
    """What a module of Node prints for a value."""
    command = ["node", "--input-type=module", "--eval", script]
    done = subprocess.run(command, input=json.dumps(value), capture_output=True, text=True, check=True, cwd=PEERS if PEERS.exists() else None)
    return json.loads(done.stdout)


@pytest.mark.skipif(not (PEERS / "node_modules/content-disposition").exists(), reason="the job `python` installs it")
def test_header_fields_beside_npm():
    script = """
        import { readFileSync } from "node:fs";
        import * as package_ from "content-disposition";
        const parse = package_.parse ?? package_.default.parse;
        const name = (header) => { try { return parse(header).parameters.filename ?? null; } catch { return null; } };
        console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(name)));
    """
    found = node(script, [header for header, _, _ in HEADERS])
    for (header, name, others), theirs in zip(HEADERS, found, strict=True):
        assert theirs == others.get("npm", name), header


def texts(rng: random.Random, count: int) -> list[str]:
    alphabet = "abc .%2F/\\:*?\"<>|;'=,é€😀\u202e\0\n#@!$&()+[]~" + "aeiou"
    return ["".join(rng.choices(alphabet, k=rng.randrange(1, 12))) for _ in range(count)]


def test_what_is_written_is_read_by_others():
    for name in texts(random.Random(6266), 500):
        header = triplet.build_content_disposition(name)
        assert header.isascii() and header.isprintable(), name
        assert triplet.parse_content_disposition(header, strict=True).name == name
        assert parse_options_header(header)[1]["filename"] == name, header
        # `email` prefers `filename`, so it is given the other one alone. It removes spaces, quotes and brackets around a name.
        if "filename*" in header and name == name.strip() and name[0] not in '"<':
            start = header.index("filename*")
            assert message_from_string(f"Content-Disposition: attachment; {header[start:]}\n\n").get_filename() == name, header


def is_reserved(name: str) -> bool:
    """Whether Windows reserves a name, by Python."""
    if hasattr(ntpath, "isreserved"):
        return ntpath.isreserved(name)
    return pathlib.PureWindowsPath(name).is_reserved()


def as_uri(path: pathlib.PurePath) -> str:
    with warnings.catch_warnings():
        # Newer versions want a path of this system.
        warnings.simplefilter("ignore")
        return path.as_uri()


def test_names_are_one_segment():
    for text in texts(random.Random(8187), 2000):
        encoded = triplet.encode(text)
        for rules in ["both", "windows", "posix"]:
            name = triplet.decode_filename(encoded, rules=rules)
            assert pathlib.PurePosixPath(name).name == name, text
            assert unquote_to_bytes(name) == text.encode()
            assert unquote_to_bytes(triplet.encode_filename(name)) == text.encode()
            if rules != "posix":
                path = pathlib.PureWindowsPath(name)
                assert path.name == name and not path.drive and not is_reserved(name), text
                assert ntpath.split(name) == ("", name)


def test_names_are_refused_with_their_offset():
    assert (fails(triplet.decode_filename, "é%").kind, fails(triplet.decode_filename, "é%").offset) == ("malformed-triplet", 1)
    assert fails(triplet.decode_filename, "").kind == "empty-name"
    assert fails(triplet.decode_filename, "a" * 256).offset == 255
    assert triplet.decode_filename("a%", lenient=True) == "a%"
    with pytest.warns(UserWarning, match="45 of its octets"):
        assert triplet.decode_filename("a" * 300, cut=True) == "a" * 255
    with pytest.raises(ValueError, match="rules is 'posix', 'windows' or 'both'"):
        triplet.decode_filename("a", rules="dos")


def test_header_objects():
    header = triplet.parse_content_disposition(b"attachment; filename*=UTF-8'de'%FC; x=1")
    assert (header.type, header.name, header.octets, header.source) == ("attachment", None, b"\xfc", "filename*")
    assert (header.charset, header.language, header.parameters) == ("UTF-8", "de", [("filename*", b"UTF-8'de'%FC"), ("x", b"1")])
    assert [(problem.kind, problem.offset) for problem in header.problems] == [("not-text", 31)]
    assert header.file_name() == "%FC" and "problems=1" in repr(header)
    # Characters of a string, bytes of bytes.
    assert triplet.parse_content_disposition("a; é=é;").problems[-1].offset == 6
    assert triplet.parse_content_disposition("a; é=é;".encode()).problems[-1].offset == 8
    assert fails(triplet.parse_content_disposition, "a; filename=é;", strict=True).offset == 12
    assert fails(triplet.parse_content_disposition('a; filename=""').file_name).kind == "empty-name"
    assert triplet.parse_content_disposition("a").file_name() is None
    assert fails(triplet.build_content_disposition, "a", type="a b").offset == 1
    assert fails(triplet.build_content_disposition, "a", fallback="aé").kind == "not-ascii"
    for function in [triplet.decode_filename, triplet.encode_filename, triplet.parse_content_disposition, triplet.build_content_disposition]:
        with pytest.raises(TypeError, match="required, not"):
            function(5)


# No drive in the first name, and no name that Windows changes.
PATHS = ["/", "/a b/50%.txt", "/é/#?;:@&=+$,[]{}|^`\"<>~!*'()", "/a//b/", "/\U0001f600/%41", "/a\\b", "/\udcff\udce9"]
WINDOWS = ["C:\\", "c:\\a b\\50%.txt", "C:\\é\\#;@&=+$,[]{}^`~!'()", "\\\\server\\share\\a b\\c#d", "C:/a/b"]


def test_paths_beside_pathlib():
    for path in PATHS:
        ours = triplet.path_to_uri(path)
        assert triplet.uri_to_path(ours) == path
        theirs = as_uri(pathlib.PurePosixPath(path))
        # Theirs has more triplets; both name the same octets.
        assert unquote_to_bytes(theirs) == unquote_to_bytes(triplet.path_to_uri(str(pathlib.PurePosixPath(path))))
        assert triplet.uri_to_path(theirs, system="posix") == str(pathlib.PurePosixPath(path))
    for path in WINDOWS:
        ours = triplet.path_to_uri(path, system="windows")
        pure = pathlib.PureWindowsPath(path)
        assert triplet.uri_to_path(ours, system="windows") == path.replace("/", "\\")
        assert unquote_to_bytes(as_uri(pure)) == unquote_to_bytes(ours)
        assert triplet.uri_to_path(as_uri(pure), system="windows") == str(pure)
    assert triplet.path_to_uri(pathlib.PurePosixPath("/a b")) == triplet.path_to_uri(b"/a b") == "file:///a%20b"
    assert (fails(triplet.path_to_uri, "é").kind, fails(triplet.uri_to_path, "file:///é%2Fa").offset) == ("relative", 9)
    assert fails(triplet.path_to_uri, "/é\udcff\0").offset == 3


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_paths_beside_node():
    script = """
        import { readFileSync } from "node:fs";
        import { fileURLToPath, pathToFileURL } from "node:url";
        const paths = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify(paths.map(([path, windows, uri]) => [pathToFileURL(path, { windows }).href, fileURLToPath(uri, { windows })])));
    """
    # Node resolves paths, and its strings have no octets that are not UTF-8.
    paths = [path for path in PATHS if "//" not in path and "\udcff" not in path]
    rows = [(path, False, triplet.path_to_uri(path)) for path in paths]
    rows += [(path, True, triplet.path_to_uri(path)) for path in WINDOWS]
    if "windows" not in subprocess.run(["node", "-p", "url.pathToFileURL.toString()"], capture_output=True, text=True, check=True).stdout:
        rows = rows[: len(paths)]
    for (path, windows, uri), (theirs, back) in zip(rows, node(script, rows), strict=True):
        assert back == (path.replace("/", "\\") if windows else path), uri
        assert triplet.uri_to_path(theirs, system="windows" if windows else "posix") == back, theirs


JAVA = """
public class Paths {
    public static void main(String[] names) {
        for (String name : names) System.out.println(java.nio.file.Path.of(name).toUri().toASCIIString());
    }
}
"""


@pytest.mark.skipif(shutil.which("java") is None, reason="no Java")
def test_paths_beside_java(tmp_path):
    program = tmp_path / "Paths.java"
    program.write_text(JAVA)
    # A name outside ASCII depends on Java's locale.
    paths = [path for path in PATHS if path.isascii() and not path.endswith("/") and "//" not in path]
    done = subprocess.run(["java", str(program), *paths], capture_output=True, text=True, check=True)
    for path, theirs in zip(paths, done.stdout.split(), strict=True):
        assert triplet.uri_to_path(theirs, system="posix") == path, theirs
        assert unquote_to_bytes(theirs) == unquote_to_bytes(triplet.path_to_uri(path))
