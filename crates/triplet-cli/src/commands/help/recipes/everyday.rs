//! Recipes for what most people want: encode, decode, repair, change, compare.
#![forbid(unsafe_code)]

use super::recipe::Recipe;

#[rustfmt::skip]
pub const RECIPES: &[Recipe] = &[
    Recipe {
        title: "Encode a text for a URL",
        words: "curl data-urlencode colon asterisk spaces special characters jq @uri c# escapedatastring encodeuricomponent hash ampersand slash brackets braces apostrophe parentheses pipe emoji excel hyperlink urlencode escape quote percent-encode string value parameter component curl urlencode",
        session: r"triplet encode 'tea & milk'
tea%20%26%20milk
",
        note: "`triplet sets` lists what other places and languages keep; `-s NAME` takes one.",
    },
    Recipe {
        title: "Decode a text from a URL",
        words: "emoji %20 bash readable decodeuricomponent urldecode unescape unquote percent-decode string",
        session: r"triplet decode 'caf%C3%A9'
café
",
        note: "",
    },
    Recipe {
        title: "Make a log line readable",
        words: "squid kafka varnish error wikipedia title underscore chat logs access human-readable friendly unescape decode urls lines tail",
        session: r"echo '10:02 GET /caf%C3%A9?q=%E4%BD%A0%2525 200' | triplet iri from-uri -l
10:02 GET /café?q=你%2525 200
",
        note: "The links still work. `explain --readable -l` makes hosts readable, too.",
    },
    Recipe {
        title: "Read the URLs of an nginx or Apache access log",
        words: "logs request target common combined httpd decode",
        session: r#"echo '::1 - - [10/Oct/2025:13:55:36 +0000] "GET /caf%C3%A9 HTTP/1.1" 200 1' | triplet decode --log-field request-target
::1 - - [10/Oct/2025:13:55:36 +0000] "GET /café HTTP/1.1" 200 1
"#,
        note: "A line that is not of this format is kept, with a message that has its number.",
    },
    Recipe {
        title: "Decode a column of an IIS or CloudFront log",
        words: "logs w3c extended fields cs-uri-query cs-uri-stem",
        session: r"printf '#Fields: date cs-uri-stem\n2025-10-10 /caf%%C3%%A9\n' | triplet decode --log-field cs-uri-stem
#Fields: date cs-uri-stem
2025-10-10 /café
",
        note: "A space stays a triplet, so that the columns stay.",
    },
    Recipe {
        title: "Decode the object key of an S3 event",
        words: "aws lambda sqs notification json records array plus space",
        session: r#"echo '{"Records":[{"s3":{"object":{"key":"a+b%2Fc.txt"}}}]}' | triplet decode --plus --json-field 'Records[].s3.object.key'
{"Records":[{"s3":{"object":{"key":"a b/c.txt"}}}]}
"#,
        note: "",
    },
    Recipe {
        title: "Decode one member of JSON lines",
        words: "ndjson jsonl field nested log",
        session: r#"echo '{"id":1.0,"url":"/caf%C3%A9"}' | triplet decode --json-field url
{"id":1.0,"url":"/café"}
"#,
        note: "A `?` after what may be missing or null passes the line: `url?`.",
    },
    Recipe {
        title: "Decode one column of CSV",
        words: "snowflake bigquery hive clickhouse sql duckdb polars pandas spark parquet table spreadsheet excel tsv",
        session: r#"printf 'id,link\n1,a%%2Cb\n' | triplet decode --csv-column link
id,link
1,"a,b"
"#,
        note: "",
    },
    Recipe {
        title: "NULL where it is malformed",
        words: "null empty invalid bad broken rows sql database import try",
        session: r"printf '/?q=caf%%C3%%A9\n/?q=100%%\n' | triplet uri get '{query:q}' 2> /dev/null | sed 's/^$/NULL/'
café
NULL
",
        note: "A line in error gives an empty line. In SQL, `try_pct_decode(text)` is NULL there (docs/data.md).",
    },
    Recipe {
        title: "Canonical S3 path",
        words: "signaturedoesnotmatch does not match special characters plus space parentheses aws signature sigv4 canonical uri object key encode sign presigned",
        session: r"triplet respell --as aws-sigv4-s3 --only path 'https://b.example/a b+c(1).txt?acl'
https://b.example/a%20b%2Bc%281%29.txt?acl
",
        note: "",
    },
    Recipe {
        title: "Canonical query of AWS Signature Version 4",
        words: "signaturedoesnotmatch does not match presigned signature canonical gcs google signed sigv4 sign sorted request string",
        session: r"triplet respell --as aws-sigv4 --query 'Param2=b&Param1=a b&acl'
Param1=a%20b&Param2=b&acl=
",
        note: "The query has no `X-Amz-Signature`: a note says so if it has.",
    },
    Recipe {
        title: "Parameters of an OAuth 1 signature base string",
        words: "oauth1 base oauth twitter sign normalized request sorted",
        session: r"triplet respell --as rfc5849 --query 'b5=%3D%253D&a3=a&c%40=&a2=r%20b'
a2=r%20b&a3=a&b5=%3D%253D&c%40=
",
        note: "Without `oauth_signature` (RFC 5849 section 3.4.1.3.1). The base string is the method, `&`, the base string URI (the next recipe), `&`, and this; the last two each through `triplet encode`.",
    },
    Recipe {
        title: "Base string URI of OAuth 1",
        words: "oauth1 oauth twitter signature url sign rfc5849",
        session: r#"url='http://EXAMPLE.COM:80/r%7ev/X?a=1'; base=$(triplet uri get '{scheme}://{authority}' "$url" | triplet normalize --level scheme); echo "${base%/}$(triplet uri get '{raw:path}' "$url")"
http://example.com/r%7ev/X
"#,
        note: "Scheme and host in lower case, without a default port; the path stays as it is sent (RFC 5849 section 3.4.1.2).",
    },
    Recipe {
        title: "Keep valid triplets, encode the rest",
        words: "which set already partly encoded twice idempotent percent stray double",
        session: r"triplet encode --keep-triplets '50% of caf%C3%A9'
50%25%20of%20caf%C3%A9
",
        note: "For a whole URL: `triplet requote`.",
    },
    Recipe {
        title: "Repair a URL with spaces or other characters",
        words: "newline tab backslash pipe brackets braces quotes not allowed escape fix broken pasted invalid illegal characters curl malformed space",
        session: r"triplet requote 'https://a.example/50% off/é?q=[x y]'
https://a.example/50%25%20off/%C3%A9?q=%5Bx%20y%5D
",
        note: "",
    },
    Recipe {
        title: "Encode the links of Markdown, HTML or a sitemap",
        words: "readme md href src loc xml rss feed enclosure webdav multistatus page text document bulk files in place non-ascii spaces broken links images wiki bare url",
        session: r#"printf '<loc>https://a.example/my page/é?a=1&amp;b=2</loc>\n[plan](https://a.example/My Plan.pdf)\n' | triplet requote --in-text
<loc>https://a.example/my%20page/%C3%A9?a=1&amp;b=2</loc>
[plan](https://a.example/My%20Plan.pdf)
"#,
        note: "`-i README.md` does it in the file. All else stays byte for byte. `--iri` keeps the letters.",
    },
    Recipe {
        title: "Repair a URL, but leave {{variables}} alone",
        words: "placeholders curly template placeholder postman mustache jinja braces keep",
        session: r"triplet requote --also-keep '{{*}}' 'https://{{host}}/{{path}}/a b'
https://{{host}}/{{path}}/a%20b
",
        note: "",
    },
    Recipe {
        title: "Repair a link with letters, and keep them readable",
        words: "iri unicode umlaut keep chinese",
        session: r"triplet requote --iri 'https://bücher.example/50% off/é'
https://bücher.example/50%25%20off/é
",
        note: "",
    },
    Recipe {
        title: "`&amp;` in a link from HTML",
        words: "html entity ampersand character reference scraped crawler",
        session: r"triplet requote --html 'https://a.example/?a=1&amp;b=2'
https://a.example/?a=1&b=2
",
        note: "",
    },
    Recipe {
        title: "A Location header in Latin-1",
        words: "redirect octets bytes not utf-8 iso-8859-1 invalid raw",
        session: r"printf '/caf\351?q=1\n' | triplet requote
/caf%E9?q=1
",
        note: "An octet that is not of a character in UTF-8 becomes a triplet.",
    },
    Recipe {
        title: "Drop utm_ parameters",
        words: "tracking fbclid msclkid remove tracking query strip clean gclid fbclid",
        session: r"triplet uri set --remove 'query:utm_*' --remove query:gclid 'https://a.example/?utm_source=x&id=7&gclid=1'
https://a.example/?id=7
",
        note: "With `--ignore-case` names in any case: `FBCLID`.",
    },
    Recipe {
        title: "Keep some parameters, and rename one",
        words: "rename parameter key query only keep allowlist whitelist remove others canonical",
        session: r"triplet uri set --keep-param id --keep-param q --rename-param q=find 'https://a.example/?utm_id=1&q=%7E&id=7'
https://a.example/?find=%7E&id=7
",
        note: "A prefix is `--keep-param 'page_*'`.",
    },
    Recipe {
        title: "Sort the parameters of a query",
        words: "sort query order alphabetical canonical cache key",
        session: r"triplet uri set --sort-query 'https://a.example/?b=2&a=%7E&b=1'
https://a.example/?a=%7E&b=2&b=1
",
        note: "Values of one name keep their order. `triplet compare --any-order` compares two URLs so.",
    },
    Recipe {
        title: "Set one parameter, keep all else as it is",
        words: "whatsapp telegram lucene sparql solr elasticsearch json newline change replace query page edit add graphql sms tel body intent deep link saml",
        session: r"triplet uri set query:page=2 'https://a.example/list?q=%7ex&page=1#top'
https://a.example/list?q=%7ex&page=2#top
",
        note: "",
    },
    Recipe {
        title: "Add a segment to a path",
        words: "append join file name slash data directory elasticsearch index date math",
        session: r"triplet uri set path+='a/b 50%.txt' 'https://a.example/files'
https://a.example/files/a%2Fb%2050%25.txt
",
        note: "What is given is data. A value that is encoded already: `path+:=a%2Fb`, or `--keep-triplets`.",
    },
    Recipe {
        title: "Set a segment of a path by its number",
        words: "replace change segment path version api first last",
        session: r"triplet uri set segment:1=v2 segment:-1='a/b' 'https://a.example/v1/users/me?x'
https://a.example/v2/users/a%2Fb?x
",
        note: "",
    },
    Recipe {
        title: "Remove the password from URLs",
        words: "kubernetes token credentials secret user userinfo redact log strip",
        session: r"triplet uri set --remove userinfo 'https://me:secret@a.example/x'
https://a.example/x
",
        note: "",
    },
    Recipe {
        title: "Hide a token or a password in a text or a log",
        words: "redact mask anonymise anonymize secret access_token sentence message line logs remove credentials sanitize",
        session: r#"echo 'fatal: https://me:pw@h.example/r.git: GET /api?token=1F&x=2 HTTP/1.1' | triplet uri set --in-text --remove userinfo --replace token=X
fatal: https://h.example/r.git: GET /api?token=X&x=2 HTTP/1.1
"#,
        note: "Links and requests are found; `--ignore-case` takes a name in any case, `--replace fragment:NAME=X` one of a fragment.",
    },
    Recipe {
        title: "A password with @ : / in a connection string",
        words: "git remote vhost docker compose kubernetes amqp rabbitmq hash token url encode db credentials database jdbc git proxy postgres mysql redis mongodb userinfo special characters dsn",
        session: r"triplet uri set password='p@ss:w/rd%' 'postgres://me@db.example/app'
postgres://me:p%40ss%3Aw%2Frd%25@db.example/app
",
        note: "",
    },
    Recipe {
        title: "Print the hosts of a list of URLs",
        words: "scheme missing bare www schemeless extract domain get field component awk",
        session: r"printf 'https://a.example/x\nhttps://b.example:8080/\n' | triplet uri get '{host}'
a.example
b.example
",
        note: "An address without a scheme has a host with `--default-scheme https`.",
    },
    Recipe {
        title: "Print one parameter of many URLs",
        words: "mailto body extract query value get log magnet saml redirect relaystate deep link tracker torrent",
        session: r"printf '/s?q=tea+%%26+milk\n/s?q=coffee\n' | triplet uri get --plus '{query:q}'
tea & milk
coffee
",
        note: "",
    },
    Recipe {
        title: "The values of one parameter of an access log",
        words: "logs search terms keywords count statistics top awk query string extract gid request alone only column list sort uniq",
        session: r#"printf '::1 - - [10/Oct/2025:13:55:36 +0000] "GET /s?q=tea+%%26+milk HTTP/1.1" 200 1\n' | triplet uri get --plus '{query:q}' --log-field request-target --values-only
tea & milk
"#,
        note: "`| sort | uniq -c` counts them. For the column `cs-uri-query` of IIS: `uri get --query`.",
    },
    Recipe {
        title: "A new column or member beside the URL",
        words: "csv add decoded column keep original excel sheet field json ndjson enrich host parameter",
        session: r#"printf 'id,url\n1,https://a.example/?q=caf%%C3%%A9\n' | triplet uri get '{query:q}' --csv-column url --new-field q; echo '{"url":"https://a.example/"}' | triplet uri get '{host}' --json-field url --new-field host
id,url,q
1,https://a.example/?q=caf%C3%A9,café
{"url":"https://a.example/","host":"a.example"}
"#,
        note: "",
    },
    Recipe {
        title: "Is + a space or a plus?",
        words: "form query decode urldecode unquote_plus space sign",
        session: r"triplet decode 'a+b%20c'; triplet decode --plus 'a+b%20c'
a+b c
a b c
",
        note: "In forms it is a space, in all other parts of a URL a plus.",
    },
    Recipe {
        title: "An address without a scheme: www.a.example/x",
        words: "host missing scheme https prepend add default http bare domain protocol list",
        session: r#"triplet uri set --default-scheme https port=8443 'www.a.example/x'; triplet uri get --default-scheme https '{host}' 'a.example:8080/y'
https://www.a.example:8443/x
a.example
"#,
        note: "A URL that has a scheme keeps it.",
    },
    Recipe {
        title: "An OData or GraphQL query as a parameter",
        words: "odata graphql filter quotes braces parameter value",
        session: r#"triplet uri set "query:\$filter=name eq 'a & b'" https://a.example/p
https://a.example/p?$filter=name%20eq%20'a%20%26%20b'
"#,
        note: "",
    },
    Recipe {
        title: "Write %20 and not + for a space",
        words: "vs query respell space plus convert query quote_via",
        session: r"triplet respell --space percent 'https://a.example/?q=a+b%2Bc'
https://a.example/?q=a%20b%2Bc
",
        note: "",
    },
    Recipe {
        title: "Decode what was encoded twice",
        words: "double encoded %25 layers nested again %2520 recursively repeatedly",
        session: r"triplet decode --layers 5 'a%252520b'
a b
",
        note: "Look first how often it was encoded, with `triplet TEXT`: `2.750%25121` is `2.750%121`, and nothing more. `--charset` says the charset of the last layer.",
    },
    Recipe {
        title: "One layer off a URL that was encoded twice",
        words: "double encoded %2520 %253A %252F %25C3 redirect_uri state parameter twice once undo layer proxy nginx rewrite path",
        session: r#"triplet respell --layer-off --only query:redirect_uri 'https://a.example/?redirect_uri=https%253A%252F%252Fb.example%252Fcb&q=100%25'
https://a.example/?redirect_uri=https%3A%2F%2Fb.example%2Fcb&q=100%25
"#,
        note: "Without `--only` it is done to the path and to the query.",
    },
    Recipe {
        title: "Decode, but leave % alone where it means nothing",
        words: "stray percent lenient ignore error malformed uri sequence",
        session: r"triplet decode --on-error keep '100% caf%C3%A9'
100% café
",
        note: "",
    },
    Recipe {
        title: "Decode all but the slashes",
        words: "keep %2F encoded slash path delimiters some characters",
        session: r"triplet decode --keep-triplets-of '/%' 'a%2Fb%20c%25'
a%2Fb c%25
",
        note: "",
    },
    Recipe {
        title: "%u4F60, as JavaScript's escape writes it",
        words: "unescape unicode asp iis u percent-u %u00e9 plus",
        session: r"triplet decode --percent-u '%u4F60%E5%A5%BD'
你好
",
        note: "`--plus` reads `+` as a space too. Where triplets are Latin-1 too, as with `escape` itself: `triplet decode --unescape`. In a form: `triplet form parse --percent-u`.",
    },
    Recipe {
        title: "Which charset is this?",
        words: "euc-jp big5 windows-1251 cyrillic iso-8859-1 unreadable gbk shift_jis euc-kr latin-1 windows-1252 mojibake garbled encoding guess detect unknown zip archive names",
        session: r"triplet 'q=%C4%E3%BA%C3'
A form, in gb18030.
  q  你好
     gb18030: the other readings have rarer characters; or EUC-JP: 低挫
",
        note: "With a charset that you know: `triplet decode --charset gbk`.",
    },
    Recipe {
        title: "A link in another charset to UTF-8",
        words: "euc-kr korean arabic windows-1256 big5 windows-1251 cyrillic gbk convert latin-1 shift_jis legacy transcode",
        session: r"triplet respell --from gbk --to utf-8 'https://a.example/s?q=%C4%E3%BA%C3'
https://a.example/s?q=%E4%BD%A0%E5%A5%BD
",
        note: "",
    },
    Recipe {
        title: "PHP or Rails names such as a[b][] to JSON",
        words: "params square arrays nested brackets parse_str rack qs express deep object query",
        session: r#"triplet form parse --nested 'user[name]=Ana&user[tags][]=a&user[tags][]=b'
{"user":{"name":"Ana","tags":["a","b"]}}
"#,
        note: "`--nested=rack` for Rails, `--nested=qs` for Express. The way back: `triplet form build --nested`.",
    },
    Recipe {
        title: "A form to JSON",
        words: "body parse x-www-form-urlencoded query string object dict webhook",
        session: r#"triplet form parse --object 'q=tea+%26+milk&tag=a&tag=b'
{"q":"tea & milk","tag":["a","b"]}
"#,
        note: "",
    },
    Recipe {
        title: "JSON to a form",
        words: "body build post x-www-form-urlencoded curl query string",
        session: r#"triplet form build '{"q":"tea & milk","tag":["a","b"]}'
q=tea+%26+milk&tag=a&tag=b
"#,
        note: "",
    },
    Recipe {
        title: "Do two links mean the same?",
        words: "equal equivalent compare same duplicate diff difference",
        session: r"triplet compare 'HTTP://a.example:80/%7Eme' 'http://a.example/~me'
same by unreserved triplet, scheme case, default port
",
        note: "",
    },
    Recipe {
        title: "Names with accents that look the same",
        words: "nfc nfd macos unicode normalization webdav composed decomposed compare",
        session: r"triplet compare --level decoded --nfc '/caf%C3%A9' '/cafe%CC%81'
same by NFC
",
        note: "`--nfc` writes one form: `triplet decode --nfc`, `triplet normalize --nfc`.",
    },
    Recipe {
        title: "Remove duplicates from a list of URLs",
        words: "order parameters any-order sort duplicate uppercase lowercase hex digits case dedupe unique normalize crawler canonical same",
        session: r"printf 'http://a.example/%%7Eme\nHTTP://A.example:80/x/../~me\n' | triplet normalize --level scheme | sort -u
http://a.example/~me
",
        note: "`triplet uri set --sort-query` before it takes the parameters of a query in any order.",
    },
    Recipe {
        title: "Make relative links absolute",
        words: "resolve base href crawl join",
        session: r"printf '../img/x.png\n//b.example/\n' | triplet resolve 'https://a.example/docs/a.html'
https://a.example/img/x.png
https://b.example/
",
        note: "",
    },
    Recipe {
        title: "A safe name for a downloaded file",
        words: "basename last segment emoji download filename url save path traversal windows reserved sanitize",
        session: r"triplet filename decode --url 'https://a.example/d/caf%C3%A9%2F..%2Fx.txt?v=1'
café%2F..%2Fx.txt
",
        note: "",
    },
    Recipe {
        title: "The name of a file from Content-Disposition",
        words: "mojibake broken garbled rfc5987 rfc6266 rfc8187 rfc 5987 8187 2231 safari umlaut non-ascii latin-1 header download attachment filename* utf-8",
        session: r#"triplet content-disposition read "attachment; filename=x.txt; filename*=UTF-8''na%C3%AFve.txt"
naïve.txt
"#,
        note: "`--decode-filename` reads `filename=\"%EC%82%AC.jpg\"`, as some browsers do.",
    },
    Recipe {
        title: "A path of Windows as a file: URL",
        words: "hash percent space vscode lsp %3a windows drive backslash unc local path uri",
        session: r"triplet uri from-path 'C:\My files\50% é.txt'
file:///C:/My%20files/50%25%20%C3%A9.txt
",
        note: "The way back: `triplet uri to-path`.",
    },
    Recipe {
        title: "A host with letters outside ASCII",
        words: "punycode idn idna domain xn-- internationalized unicode",
        session: r"triplet iri to-uri 'https://bücher.example/é'; triplet iri from-uri 'https://xn--bcher-kva.example/%C3%A9'
https://xn--bcher-kva.example/%C3%A9
https://bücher.example/é
",
        note: "",
    },
    Recipe {
        title: "A value for a cookie, a gRPC message, a package URL",
        words: "js-cookie js partitions cookie set-cookie grpc-message status purl package npm angular hive partition",
        session: r"triplet encode -s cookie-octet 'a;b'; triplet encode -s grpc-message 'é: 50%'; triplet encode -s purl '@a/b'
a%3Bb
%C3%A9: 50%25
%40a%2Fb
",
        note: "`triplet sets` lists all places.",
    },
    Recipe {
        title: "A mailto: link with subject and body",
        words: "newline crlf %0d%0a %0a mail email line breaks space",
        session: r#"triplet expand 'mailto:me@a.example{?subject,body}' subject='a & b' "body=$(printf 'x\r\ny')"
mailto:me@a.example?subject=a%20%26%20b&body=x%0D%0Ay
"#,
        note: "A line break is %0D%0A (RFC 6068).",
    },
    Recipe {
        title: "A value that is encoded already",
        words: "already set keep triplets twice double %25 parameter path",
        session: r"triplet uri set query:q:='a%20b' 'https://a.example/'
https://a.example/?q=a%20b
",
        note: "Without `:` a value is data, and its `%` becomes `%25`.",
    },
    Recipe {
        title: "Encode a file name as one segment",
        words: "slash path object key upload filename",
        session: r"triplet encode -s rfc3986:segment 'a/b c.txt'
a%2Fb%20c.txt
",
        note: "",
    },
    Recipe {
        title: "Expand a URL template",
        words: "rfc6570 openapi path variables placeholders",
        session: r#"triplet expand '/users{/id}{?fields}' id='a/b' 'fields:=["x","y"]'
/users/a%2Fb?fields=x,y
"#,
        note: "",
    },
    Recipe {
        title: "A picture (SVG) as a data: URL",
        words: "hash # uri svg image inline css background base64",
        session: r##"printf '<svg fill="#fff"/>' | triplet data-url encode --percent --type image/svg+xml
data:image/svg+xml,%3Csvg%20fill=%22%23fff%22/%3E
"##,
        note: "The way back: `triplet data-url decode`. A URL with a raw # in its data: `triplet requote --raw-hash`.",
    },
    Recipe {
        title: "What encodeURIComponent does",
        words: "encodeuri javascript js encodeuri node browser",
        session: r#"triplet encode -s ecmascript:uri-component "it's (a/b)?"
it's%20(a%2Fb)%3F
"#,
        note: "`triplet sets` lists the sets of other languages and standards.",
    },
    Recipe {
        title: "Find the lines that are malformed",
        words: "is url valid check validate invalid bad lint ci grep which",
        session: r"printf 'https://a.example/\nhttps://a.example/%%zz\n' | triplet uri validate 2> /dev/null
valid
invalid
",
        note: "Messages, which go to standard error, have line and column.",
    },
];
