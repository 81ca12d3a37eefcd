"""Percent-encoding by every specification: strict, exact and fast.

>>> import triplet
>>> triplet.encode("50% off/été.pdf", "rfc3986:segment")
'50%25%20off%2F%C3%A9t%C3%A9.pdf'
>>> triplet.decode("caf%C3%A9")
'café'

======================  ======================================================================================================
text and bytes          `encode`, `decode`, `decode_to_bytes`, `decode_percent_u`; in chunks `Encoder`, `Decoder`, and files: `triplet.streams`
encode sets             `EncodeSet`; those of the specifications: `triplet.sets`
forms                   `parse_form`, `parse_form_to_bytes`, `serialize_form`; nested names: `parse_nested_form`, `serialize_nested_form`;
                        what a browser sends: `submit_form`; a CGI program's input: `parse_cgi_form`, `cgi_search_words`
URIs                    `Reference`, `normalize`, `equivalent`, `reference_key`, `resolve`, `relativize`,
                        `remove_dot_segments`, `validate`, `is_valid`, `requote`, `respell`, `build_uri`, `edit_uri`; known to be valid: `Uri`, `UriRef`
names of files          `decode_filename`, `encode_filename`; the header field that names one: `parse_content_disposition`,
                        `build_content_disposition`; paths as ``file:`` URIs: `path_to_uri`, `uri_to_path`
other notations         ``data:`` URLs: `encode_data_url`, `decode_data_url`; values of header fields in a charset: `encode_ext_value`,
                        `decode_ext_value`
URI templates           `expand`; parsed once: `Template`
IRIs                    `to_uri`, `from_uri`, `equivalent_iris`; `normalize` with ``iri=True``; known to be valid: `Iri`, `IriRef`
inspection              `explain`, `lint`, `layers`, `readers`, `tokens`
charsets                `charsets`, `charset_candidates`; ``charset=`` of `encode` and `decode`
JavaScript's functions  `encode_uri`, `encode_uri_component`, `decode_uri`, `decode_uri_component`, `escape`, `unescape`
columns                 `triplet.columns`; their habits: `triplet.polars`, `triplet.pandas`, `triplet.duckdb`, `triplet.spark`
``urllib.parse``        `triplet.urllib`: a drop-in for its quoting functions
======================  ======================================================================================================

**Types.** Functions that encode, decode or inspect take ``str``, ``bytes`` and other bytes-like objects; those on URIs take ``str`` and `Reference`. Anything
else is a ``TypeError``. An unknown name is a ``ValueError``; that of a set or a charset is a ``KeyError`` too.

**Errors.** An error in an input is a `TripletError`, a ``ValueError`` with ``kind``, ``offset`` and ``input``. Offsets are as Python counts:
``error.input[error.offset]`` is the character, or the byte, that is wrong.

**Threads.** Everything but `Encoder` and `Decoder` is immutable. Long work (from 32 KiB on) releases the interpreter's lock.
"""

from triplet._error import TripletError
from triplet._triplet import (
    Candidate,
    CharsetRead,
    Comparison,
    ContentDisposition,
    Decoder,
    EncodeSet,
    Encoder,
    Explanation,
    Finding,
    Findings,
    FormRequest,
    Found,
    HeaderProblem,
    Layers,
    Node,
    Reading,
    Reference,
    Remedy,
    Template,
    Token,
    __version__,
    build_content_disposition,
    build_uri,
    cgi_search_words,
    charset_candidates,
    charsets,
    decode,
    decode_data_url,
    decode_ext_value,
    decode_filename,
    decode_percent_u,
    decode_to_bytes,
    decode_uri,
    decode_uri_component,
    edit_uri,
    encode,
    encode_data_url,
    encode_ext_value,
    encode_filename,
    encode_uri,
    encode_uri_component,
    equivalent,
    equivalent_iris,
    escape,
    expand,
    explain,
    from_uri,
    is_valid,
    layers,
    lint,
    normalize,
    parse_cgi_form,
    parse_content_disposition,
    parse_form,
    parse_form_to_bytes,
    parse_nested_form,
    path_to_uri,
    readers,
    reference_key,
    relativize,
    remove_dot_segments,
    requote,
    respell,
    resolve,
    serialize_form,
    serialize_nested_form,
    submit_form,
    to_uri,
    tokens,
    unescape,
    uri_to_path,
    validate,
)
from triplet._typed import Iri, IriRef, Uri, UriRef

__all__ = [
    "Candidate",
    "CharsetRead",
    "Comparison",
    "ContentDisposition",
    "Decoder",
    "EncodeSet",
    "Encoder",
    "Explanation",
    "Finding",
    "Findings",
    "FormRequest",
    "Found",
    "HeaderProblem",
    "Iri",
    "IriRef",
    "Layers",
    "Node",
    "Reading",
    "Reference",
    "Remedy",
    "Template",
    "Token",
    "TripletError",
    "Uri",
    "UriRef",
    "__version__",
    "build_content_disposition",
    "build_uri",
    "cgi_search_words",
    "charset_candidates",
    "charsets",
    "decode",
    "decode_data_url",
    "decode_ext_value",
    "decode_filename",
    "decode_percent_u",
    "decode_to_bytes",
    "decode_uri",
    "decode_uri_component",
    "edit_uri",
    "encode",
    "encode_data_url",
    "encode_ext_value",
    "encode_filename",
    "encode_uri",
    "encode_uri_component",
    "equivalent",
    "equivalent_iris",
    "escape",
    "expand",
    "explain",
    "from_uri",
    "is_valid",
    "layers",
    "lint",
    "normalize",
    "parse_cgi_form",
    "parse_content_disposition",
    "parse_form",
    "parse_form_to_bytes",
    "parse_nested_form",
    "path_to_uri",
    "readers",
    "reference_key",
    "relativize",
    "remove_dot_segments",
    "requote",
    "respell",
    "resolve",
    "serialize_form",
    "serialize_nested_form",
    "submit_form",
    "to_uri",
    "tokens",
    "unescape",
    "uri_to_path",
    "validate",
]
