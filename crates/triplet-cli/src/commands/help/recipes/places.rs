//! Recipes for places where encoded text is found: signatures, header fields, logs, connection strings, mails.
#![forbid(unsafe_code)]

use super::recipe::Recipe;

#[rustfmt::skip]
pub const RECIPES: &[Recipe] = &[
    Recipe {
        title: "The link behind a Safe Link, a Proofpoint link, a redirect",
        words: "safelinks outlook teams urldefense unwrap original target google facebook linkedin slack bing decode rewritten open proofpoint barracuda mimecast one line",
        session: r"triplet 'https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F%3Fq%3D1&data=x'
A link that leads through another site (Microsoft Safe Links); in it a URL.
  https://a.example/
  q  1
",
        note: "The link alone, one a line: `triplet explain --readable -l`. One that `explain` does not know: `triplet uri get '{query:url}'`.",
    },
    Recipe {
        title: "Ã© where é should be: UTF-8 that was read as Latin-1",
        words: "mojibake garbled broken umlaut accents windows-1252 double encoded utf8 %C3%83%C2%A9 repair fix characters",
        session: r"triplet respell --from utf-8 --to windows-1252 'https://a.example/?q=%C3%83%C2%A9t%C3%83%C2%A9'
https://a.example/?q=%C3%A9t%C3%A9
",
        note: "`triplet explain` shows what the text was, if it is one.",
    },
    Recipe {
        title: "%ED%A0%BD%ED%B8%80: an emoji from Java or Oracle",
        words: "cesu-8 surrogate pairs lone modified utf-8 %ED%A0%BD %ED mysql invalid wtf-8",
        session: r"triplet decode --charset cesu-8 '%ED%A0%BD%ED%B8%80'
😀
",
        note: "With `%C0%80` for NUL: `--charset java-modified-utf-8`.",
    },
    Recipe {
        title: "A + in a signature or an e-mail address becomes a space",
        words: "plus sas token azure sig signature base64 %2b ios urlcomponents urlqueryitem phone number timezone timestamp email write encode literal",
        session: r"triplet respell --as rfc3986 --plus plus 'https://a.example/?sig=AbC/d+eF=&se=2026'
https://a.example/?sig=AbC/d%2BeF=&se=2026
",
        note: "One parameter by itself: `triplet uri set query:sig=AbC/d+eF= URL`.",
    },
    Recipe {
        title: "Repair a connection string with a raw password",
        words: "database sftp smb samba url @ # / ? special characters git remote token amqp vhost rabbitmq postgres mysql redis mongodb amqp jdbc docker kubernetes secret fix port could not be cast invalid",
        session: r"triplet requote --raw-userinfo 'postgres://me:p@ss#w/rd@db.example/app'
postgres://me:p%40ss%23w%2Frd@db.example/app
",
        note: "Only for what you wrote yourself: the last `@` that a host follows ends the password.",
    },
    Recipe {
        title: "The object key for X-Amz-Copy-Source",
        words: "s3 copy source header bucket slash path copyobject encode",
        session: r"triplet encode -s dialect:aws-sigv4 --also-keep / 'bucket/a b+c(1).txt'
bucket/a%20b%2Bc%281%29.txt
",
        note: "",
    },
    Recipe {
        title: "Matrix parameters of a path",
        words: "semicolon ; segment jax-rs spring angular matrix variables path parameter get",
        session: r"triplet uri get '{matrix:color}' 'https://a.example/cars;color=dark%20red/list'
dark red
",
        note: "",
    },
    Recipe {
        title: "A matrix.to link to a room or a user",
        words: "matrix.to matrix element chat alias permalink",
        session: r"triplet encode '#tea:a.example'
%23tea%3Aa.example
",
        note: "It comes after `https://matrix.to/#/`.",
    },
    Recipe {
        title: "An LDAP URL with a filter",
        words: "ldap ldaps active directory distinguished name dn",
        session: r"triplet uri set path='/ou=R&D team,dc=a' query='sn?sub?(cn=Zoë*)' ldap://a.example
ldap://a.example/ou=R&D%20team,dc=a?sn?sub?(cn=Zo%C3%AB*)
",
        note: "A `?` in a name or a filter is `%3F` (RFC 4516 section 2.1).",
    },
    Recipe {
        title: "The parameters of a fragment: #access_token=…",
        words: "hash oauth implicit token state code callback redirect get extract remove",
        session: r#"triplet uri get '{fragment:state}' 'https://a.example/cb#access_token=1F&state=a%20b'; triplet uri set --remove fragment:access_token 'https://a.example/cb#access_token=1F&state=a%20b'
a b
https://a.example/cb#state=a%20b
"#,
        note: "",
    },
    Recipe {
        title: "A query by itself: cs-uri-query, an attribute of GFF3",
        words: "iis w3c log form body genome annotation column 9 attribute semicolon string querystring without question mark",
        session: r#"printf 'c\tP\tCDS\t5\t6\t.\t+\t0\tID=x;Note=a%%3Bb\n' | triplet uri get --query --separator ';' '{query:Note}' --csv-column 9 --csv-delimiter tab --csv-no-quotes --values-only
a;b
"#,
        note: "`uri set --query` changes one attribute, and keeps the others byte for byte.",
    },
    Recipe {
        title: "Decode several columns of tab-separated values",
        words: "gff3 gff vcf tsv csv columns bioinformatics genome annotation",
        session: r"printf 'chr1\ta%%20b\tNote=x%%20y%%3Bz\n' | triplet decode --csv-column 2 --csv-column 3 --csv-delimiter tab --csv-no-quotes --keep-triplets-of ';=&,%'
chr1	a b	Note=x y%3Bz
",
        note: "`;`, `=`, `&` and `,` separate attributes of GFF3, so their triplets stay. `triplet encode -s gff3:attribute` and `-s vcf:info` encode a value again.",
    },
    Recipe {
        title: "Remove jsessionid from a path",
        words: "session matrix parameters semicolon strip phpsessid java tomcat",
        session: r"triplet uri set --remove matrix:jsessionid 'https://a.example/shop;jsessionid=1F?q=tea'
https://a.example/shop?q=tea
",
        note: "",
    },
    Recipe {
        title: "Remove the query and the fragment",
        words: "strip query string hash anchor everything after question mark",
        session: r"triplet uri set --remove query --remove fragment 'https://a.example/x?q=1#top'
https://a.example/x
",
        note: "",
    },
    Recipe {
        title: "Change the host, the port or the scheme",
        words: "replace domain https http another server port remove rewrite",
        session: r"triplet uri set scheme=https host=b.example --remove port 'http://a.example:8080/x?q=%7e'
https://b.example/x?q=%7e
",
        note: "",
    },
    Recipe {
        title: "The last segment of a path",
        words: "basename file name get slug id split path segments",
        session: r"triplet uri get '{segment:-1}' 'https://a.example/files/a%2Fb%20c.txt?v=1'
a/b c.txt
",
        note: "",
    },
    Recipe {
        title: "Upper-case hexadecimal digits",
        words: "lowercase uppercase hex case %c3 %C3 normalize unreserved tilde %7e",
        session: r"triplet normalize --level percent 'https://a.example/%7ecaf%c3%a9'
https://a.example/~caf%C3%A9
",
        note: "",
    },
    Recipe {
        title: "Read cookies",
        words: "cookie header set-cookie value js-cookie rack session php decode",
        session: r#"triplet 'Cookie: user=%7B%22id%22%3A1%7D; theme=dark%20blue'
Cookies.
  user   {"id":1}
  theme  dark blue
"#,
        note: "",
    },
    Recipe {
        title: "Links in a header field Link, Location or Referer",
        words: "http header rel next redirect referrer parse",
        session: r"triplet 'Location: /caf%C3%A9?next=%2Fa%20b'
A text with an address, in UTF-8.
  /café
    next  /a b
",
        note: "",
    },
    Recipe {
        title: "The requests of a load balancer, of S3, of HAProxy",
        words: "alb elb aws access log logs decode request server",
        session: r#"echo 'h2 2025-10-10T00:00:00Z app/x 192.0.2.1:2 - 0 0 0 200 200 34 366 "GET https://a.example:443/caf%C3%A9 HTTP/2.0" "curl/8"' | triplet decode --log-field request-target
h2 2025-10-10T00:00:00Z app/x 192.0.2.1:2 - 0 0 0 200 200 34 366 "GET https://a.example:443/café HTTP/2.0" "curl/8"
"#,
        note: "",
    },
    Recipe {
        title: "Decode the URLs of a HAR file",
        words: "har devtools browser archive json document not lines entries",
        session: r#"echo '{"log":{"entries":[{"request":{"url":"https://a.example/caf%C3%A9"}}]}}' | triplet decode -0 --json-field 'log.entries[].request.url'
{"log":{"entries":[{"request":{"url":"https://a.example/café"}}]}}
"#,
        note: "",
    },
    Recipe {
        title: "A link with backslashes from JSON",
        words: r#"\u0026 \/ json escaped unescape slash javascript unicode u0026 ampersand"#,
        session: r"triplet 'https:\/\/a.example\/?a=1\u0026b=2'
Text with backslash escapes; in it a URL.
  https://a.example/
  a  1
  b  2
",
        note: "",
    },
    Recipe {
        title: "A link from the source of a mail",
        words: "quoted-printable =3D =3D3D 3d soft line breaks eml mime decode",
        session: r"triplet 'https://a.example/?a=3D1&b=3D2'
Quoted-printable text of a mail; in it a URL.
  https://a.example/
  a  1
  b  2
",
        note: "",
    },
    Recipe {
        title: "The subject of a mail: =?UTF-8?Q?...?=",
        words: "rfc 2047 encoded word encoded-word mime header from subject attachment name utf-8?b? utf-8?q? base64",
        session: r"triplet 'Subject: =?UTF-8?Q?gr=C3=BC=C3=9Fe?= =?iso-8859-1?Q?_caf=E9?='
Text with encoded words of a mail (UTF-8).
  Subject: grüße café
",
        note: "",
    },
    Recipe {
        title: "A defanged link: hxxps, [.]",
        words: "hxxp hxxps defang refang fang indicator ioc phishing [.] [dot] (dot) threat report misp",
        session: r"triplet 'hxxps://login[.]evil[.]example/a%20b?mail=anna%40a.example'
A defanged link; in it a URL.
  https://login.evil.example/a b
  mail  anna@a.example
",
        note: "",
    },
    Recipe {
        title: "A link with carets: copied as cURL for Windows",
        words: "^%^20 ^& cmd cmd.exe command prompt copy as curl chrome devtools caret percent batch",
        session: r"triplet 'https://a.example/?q=caf^%^C3^%^A9^&page=2'
Text with carets, as Windows' command prompt reads it; in it a URL, in UTF-8.
  https://a.example/
  q     café
  page  2
",
        note: "",
    },
    Recipe {
        title: "Which characters are invisible or wrong in this link?",
        words: "trailing space zero width %E2%80%8B %C2%A0 no-break bom null byte %00 %0a crlf injection newline hidden control homoglyph open redirect path traversal security suspicious",
        session: r"triplet lint 'https://a.example/cb%E2%80%8B?x=1%0D%0ASet-Cookie:%20a' | grep -o '[a-z]*\[[a-z-]*\]'
warn[invisible-char]
warn[crlf]
warn[crlf]
",
        note: "`triplet inspect` shows each octet.",
    },
    Recipe {
        title: "OpenAPI styles: deepObject, pipeDelimited, spaceDelimited",
        words: "openapi swagger array query pipe space delimited explode filter",
        session: r#"triplet form parse --nested=deepObject 'filter[color]=red&filter[size]=x%20l'
{"filter":{"color":"red","size":"x l"}}
"#,
        note: "",
    },
    Recipe {
        title: "A form in another charset",
        words: "_charset_ gbk shift_jis accept-charset legacy post body iso-8859-1",
        session: r#"triplet form parse --charset gbk '_charset_=gbk&q=%D6%D0%CE%C4'
[["_charset_","gbk"],["q","中文"]]
"#,
        note: "",
    },
    Recipe {
        title: "A host that is an IPv6 address with a zone",
        words: "ipv6 zone id scope %25 eth0 link-local brackets",
        session: r"triplet uri get '{host}' 'http://[fe80::1%25eth0]:8080/'
[fe80::1%25eth0]
",
        note: "RFC 6874 writes the `%` of a zone as `%25`.",
    },
    Recipe {
        title: "Repair or resolve the links of an m3u8 playlist",
        words: "hls m3u8 m3u playlist comments # lines skip segments spaces",
        session: r"printf '#EXTM3U\n#EXTINF:10,Ein Titel\nseg 1.ts\n' | triplet requote --skip-lines '#'
#EXTM3U
#EXTINF:10,Ein Titel
seg%201.ts
",
        note: "`triplet resolve --skip-lines '#' BASE` makes them absolute.",
    },
    Recipe {
        title: "A link with parentheses or apostrophes, for Markdown, BBCode or CSS",
        words: "parenthesis round brackets wikipedia url() quote apostrophe also encode",
        session: r"triplet encode -s ecmascript:uri --keep-triplets --also-encode '()' 'https://a.example/Ring_(mathematics)?q=a%20b'
https://a.example/Ring_%28mathematics%29?q=a%20b
",
        note: "",
    },
    Recipe {
        title: "A link in angle brackets, quotation marks, Markdown",
        words: "angle brackets <> quotation marks quotes delimiters markdown n-triples rdf wrapped paste loc sitemap",
        session: r#"triplet requote '<https://a.example/x y>'; triplet explain --readable 'see [text](https://a.example/caf%C3%A9)'
https://a.example/x%20y
see [text](https://a.example/café)
"#,
        note: "",
    },
    Recipe {
        title: "Many files, in place",
        words: "dry run jenkins wget bulk big file files recursive replace parallel directory sed stdin",
        session: r#"d=$(mktemp -d); echo a%20b > "$d/x"; echo c%2Cd > "$d/y"; triplet decode -i -j0 -f "$d/x" "$d/y"; cat "$d/x" "$d/y"; rm -r "$d"
a b
c,d
"#,
        note: "",
    },
];
