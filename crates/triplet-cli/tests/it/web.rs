//! `triplet web` as a browser uses it, and as an attacker does: raw sockets, hostile names, requests that never end, many at
//! once.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The command with the page that it embeds.
fn triplet() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_triplet"));
    command.env_remove("TRIPLET_WEB_ASSETS");
    command
}

struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start() -> Server {
        let mut child =
            triplet().arg("web").stdout(Stdio::piped()).spawn().expect("triplet starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let port = line.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix("/\n"));
        let port = port.and_then(|port| port.parse().ok()).expect("an address");
        Server { child, port }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        stream
    }

    /// Sends these bytes; returns the head and the body of the response.
    fn ask(&self, request: &[u8]) -> (String, Vec<u8>) {
        let mut stream = self.connect();
        // The server may answer before it has read the whole request.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let at = answer.windows(4).position(|window| window == b"\r\n\r\n");
        let body = at.map(|at| answer.split_off(at + 4)).unwrap_or_default();
        (String::from_utf8(answer).expect("a head is text"), body)
    }

    fn request(&self, line: &str, host: &str) -> (String, Vec<u8>) {
        self.ask(format!("{line} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    #[track_caller]
    fn responds(&self, line: &str, host: &str, status: &str) {
        let (head, _) = self.request(line, host);
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{line}, {host}: {head}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

macro_rules! file {
    ($path:literal, $kind:literal, $name:literal) => {
        ($path, $kind, include_bytes!(concat!("../../assets/web/", $name)) as &[u8])
    };
}

/// One language stands for all: `page.rs` tests that no file of the folder is forgotten.
const FILES: [(&str, &str, &[u8]); 5] = [
    file!("/", "text/html; charset=utf-8", "index.html"),
    file!("/page.css", "text/css; charset=utf-8", "page.css"),
    file!("/page.js", "text/javascript; charset=utf-8", "page.js"),
    file!("/triplet.wasm", "application/wasm", "triplet.wasm"),
    file!("/zh-hant.json", "application/json", "zh-hant.json"),
];

#[test]
fn every_file_by_every_name() {
    let server = Server::start();
    for (path, kind, content) in FILES {
        for host in [server.host(), format!("localhost:{}", server.port)] {
            let (head, body) = server.request(&format!("GET {path}?x=1"), &host);
            assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
            assert!(head.contains(&format!("\r\nContent-Type: {kind}\r\n")), "{head}");
            assert_eq!(body, content, "{path}");
        }
        let (head, body) = server.request(&format!("HEAD {path}"), &server.host());
        assert!(head.contains(&format!("\r\nContent-Length: {}\r\n", content.len())), "{head}");
        assert_eq!(body, b"", "{path}");
    }
}

#[test]
fn every_response_has_the_security_fields() {
    let server = Server::start();
    let answers = [
        server.request("GET /", &server.host()),
        server.request("GET /nothing", &server.host()),
        server.request("POST /", &server.host()),
        server.request("GET /", "evil.example"),
        server.ask(b"nonsense\r\n\r\n"),
    ];
    for (head, _) in answers {
        for field in [
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin",
            "Content-Security-Policy: default-src 'none'; ",
            "require-trusted-types-for 'script'",
            "frame-ancestors 'none'",
        ] {
            assert!(head.contains(field), "{field} in {head}");
        }
        let lower = head.to_ascii_lowercase();
        for field in ["access-control", "set-cookie", "evil", "nonsense", "'unsafe-inline'"] {
            assert!(!lower.contains(field), "{field} in {head}");
        }
    }
}

#[test]
fn other_names_are_misdirected() {
    let server = Server::start();
    let port = server.port;
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("localhost.:{port}"),
        format!("127.0.0.1:{port}@evil.example"),
        format!("user@127.0.0.1:{port}"),
        format!("127.1:{port}"),
        format!("0.0.0.0:{port}"),
        format!("[::1]:{port}"),
        "127.0.0.1".to_owned(),
        "localhost".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1:0{port}"),
        String::new(),
    ] {
        server.responds("GET /", &host, "421");
        // The name is checked before the method and the path.
        server.responds("POST /nothing", &host, "421");
    }
}

#[test]
fn other_methods_and_paths() {
    let server = Server::start();
    let host = server.host();
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get", "PROPFIND"] {
        server.responds(&format!("{method} /"), &host, "405");
    }
    let (head, _) = server.request("POST /", &host);
    assert!(head.contains("\r\nAllow: GET, HEAD\r\n"), "{head}");
    for path in [
        "/index.html",
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/etc/passwd",
        "//",
        "/./",
        "/page.js/",
        "/PAGE.JS",
        "/page%2ejs",
        "/one-file.html",
        "/favicon.ico",
        "http://127.0.0.1/",
        "*",
    ] {
        server.responds(&format!("GET {path}"), &host, "404");
    }
    // Only another method is told which ones there are.
    let (head, _) = server.request("GET /x", &host);
    assert!(!head.contains("Allow"), "{head}");
}

#[test]
fn malformed_requests() {
    let server = Server::start();
    let host = server.host();
    let bad = [
        "GET / HTTP/1.1\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nhost: evil.example\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost : {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\n Host: {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\n folded\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {host}\nX: y\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: \0\r\n\r\n"),
        format!("GET  / HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET / x HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET / HTTP/2.0\r\nHost: {host}\r\n\r\n"),
        format!("GET /\r\nHost: {host}\r\n\r\n"),
        "\r\n\r\n".to_owned(),
    ];
    for request in bad {
        let (head, _) = server.ask(request.as_bytes());
        assert!(head.starts_with("HTTP/1.1 400 "), "{request:?}: {head}");
    }
    // Bytes after the head are not part of it.
    let (head, _) =
        server.ask(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\nno field").as_bytes());
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let (head, _) = server.ask(b"GET / HTTP/1.1\r\nHost: \xFF\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 400 "), "{head}");
    server.responds("GET /", &host, "200");
}

#[test]
fn a_head_that_never_ends_is_refused() {
    let server = Server::start();
    let host = server.host();
    let long = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "a".repeat(1 << 20));
    let (head, _) = server.ask(long.as_bytes());
    assert!(head.starts_with("HTTP/1.1 431 "), "{head}");
    let many = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "X: y\r\n".repeat(100_000));
    let (head, _) = server.ask(many.as_bytes());
    assert!(head.starts_with("HTTP/1.1 431 "), "{head}");
    server.responds("GET /", &host, "200");
}

#[test]
fn slow_clients_are_closed_and_delay_no_other() {
    let server = Server::start();
    let host = server.host();
    // Many connections that send nothing, or only the beginning of a request.
    let mut silent: Vec<TcpStream> = (0..200).map(|_| server.connect()).collect();
    for stream in silent.iter_mut().step_by(2) {
        stream.write_all(b"GET / HTTP/1.1\r\nHo").expect("it reads");
    }
    let start = Instant::now();
    server.responds("GET /", &host, "200");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    // A client that sends a byte twice a second is closed after the same time.
    let mut slow = server.connect();
    let start = Instant::now();
    slow.set_read_timeout(Some(Duration::from_millis(500))).expect("a timeout");
    let mut answer = [0; 1];
    let ended = loop {
        let sent = slow.write_all(b"G");
        match slow.read(&mut answer) {
            Ok(0) => break true,
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break true,
            _ if sent.is_err() => break true,
            _ if start.elapsed() > Duration::from_secs(30) => break false,
            _ => {}
        }
    };
    assert!(ended, "the connection is still open after {:?}", start.elapsed());
    assert!(start.elapsed() > Duration::from_secs(5), "{:?}", start.elapsed());
    server.responds("GET /", &host, "200");
}

#[test]
fn many_at_once() {
    let server = Server::start();
    let host = server.host();
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let (head, body) = server.request("GET /triplet.wasm", &host);
                    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
                    assert_eq!(body.len(), FILES[3].2.len());
                }
            });
        }
    });
}

#[test]
fn a_port_in_use() {
    let server = Server::start();
    let port = server.port.to_string();
    let output = triplet().args(["web", "--port", &port]).output().expect("triplet starts");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(output.stdout, b"");
    assert!(String::from_utf8_lossy(&output.stderr).contains("in use"));
}

/// The program of the desktop is given the address that is printed, and nothing else; without one, the page is served all the same.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_address_is_opened() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("triplet-open-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let start = || {
        let mut child = triplet()
            .args(["web", "--open"])
            .env("PATH", &folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("triplet starts");
        let mut address = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut address).expect("a line");
        (child, address)
    };
    let (mut child, address) = start();
    let mut said = String::new();
    BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut said).expect("a line");
    assert!(said.starts_with("triplet: no browser was opened: xdg-open: "), "{said}");
    let port = address.trim().trim_end_matches('/').rsplit(':').next().expect("a port").to_owned();
    assert!(TcpStream::connect(format!("127.0.0.1:{port}")).is_ok());
    let _ = child.kill();
    let _ = child.wait();

    let opener = folder.join("xdg-open");
    fs::write(&opener, "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"${0%/*}/asked.part\"\n/bin/mv \"${0%/*}/asked.part\" \"${0%/*}/asked\"\n")
        .expect("a script");
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).expect("it may run");
    let (mut child, address) = start();
    let end = Instant::now() + Duration::from_secs(20);
    let asked = loop {
        match fs::read_to_string(folder.join("asked")) {
            Ok(asked) => break asked,
            Err(_) => assert!(Instant::now() < end, "it is not asked"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let _ = child.kill();
    let _ = child.wait();
    assert_eq!(asked, address);
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn the_one_file() {
    let folder = std::env::temp_dir().join(format!("triplet-web-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("page.html");
    fs::write(&file, "old").expect("a file");
    let export = |file: &std::path::Path| {
        triplet().args(["web", "--export"]).arg(file).output().expect("triplet starts")
    };
    let output = export(&file);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout, b"");
    // `web/tests/one-file.test.mjs` runs it in a browser.
    let written = fs::read_to_string(&file).expect("a file of text");
    for (_, _, content) in &FILES[1..3] {
        let text = str::from_utf8(content).expect("text").trim();
        assert_eq!(written.matches(text).count(), 1);
    }
    let (_, module) = written.split_once("{\"wasm\":\"").expect("the module");
    let (module, _) = module.split_once("\",\"languages\":{").expect("its end");
    assert_eq!(module.len(), FILES[3].2.len().div_ceil(3) * 4);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no temporary file is left");
    assert_eq!(export(&folder.join("no/such/folder.html")).status.code(), Some(3));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn heads_of_each_length() {
    let server = Server::start();
    let host = server.host();
    let head = |length: usize| {
        let (start, end) = (format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: "), "\r\n\r\n");
        format!("{start}{}{end}", "a".repeat(length - start.len() - end.len()))
    };
    // The limit is of what is read before the head ends.
    for (length, status) in
        [(1500, "200"), (16_000, "200"), (16 * 1024 + 4, "200"), (20_000, "431")]
    {
        let (answer, _) = server.ask(head(length).as_bytes());
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{length}: {answer}");
    }
    // One bad field beside a good one.
    for field in ["X Y: z", ": z", "X\u{e9}: z", "no field"] {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{field}\r\n\r\n");
        let (answer, _) = server.ask(request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 400 "), "{field}: {answer}");
    }
    let request = format!("GET / HTTP/1.0\r\nX-!#$%&'*+-.^_`|~9: : \r\nhOST:\t{host} \r\n\r\n");
    let (answer, _) = server.ask(request.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    // A head that comes in parts ends where its end is cut.
    let mut stream = server.connect();
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\nno field");
    for part in request.as_bytes().chunks(request.len() - 10) {
        stream.write_all(part).expect("it reads");
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 200");
    // The answer to HEAD has no body if it is an error either.
    let (answer, body) = server.request("HEAD /nothing", &host);
    assert!(answer.starts_with("HTTP/1.1 404 ") && body.is_empty(), "{answer}");
    let (answer, body) = server.request("GET /nothing", &host);
    assert!(answer.contains("\r\nContent-Type: text/plain; charset=utf-8\r\n"), "{answer}");
    assert_eq!(body, b"404 Not Found");
    let (answer, body) = server.request("HEAD /", "evil.example");
    assert!(answer.starts_with("HTTP/1.1 421 ") && body.is_empty(), "{answer}");
}

/// A failure of the desktop's program, which its status tells, is reported; its success is not.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn a_browser_that_does_not_open() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("triplet-opener-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let opener = folder.join("xdg-open");
    for (status, told) in
        [(3, "triplet: no browser was opened: xdg-open: exit status: 3\n"), (0, "")]
    {
        fs::write(&opener, format!("#!/bin/sh\nexit {status}\n")).expect("a script");
        fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).expect("it may run");
        let mut child = triplet()
            .args(["web", "--open"])
            .env("PATH", &folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("triplet starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut said = String::new();
        if status == 0 {
            // The program of the desktop has long ended when the server has been asked for all its files.
            let mut address = String::new();
            let stdout = child.stdout.take().expect("a pipe");
            BufReader::new(stdout).read_line(&mut address).expect("a line");
            let host =
                address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
            for (path, ..) in FILES {
                let mut stream = TcpStream::connect(&host).expect("it listens");
                let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
                stream.write_all(request.as_bytes()).expect("it reads");
                stream.read_to_end(&mut Vec::new()).expect("an answer");
            }
            let _ = child.kill();
            stderr.read_to_string(&mut said).expect("text");
        } else {
            stderr.read_line(&mut said).expect("a line");
            let _ = child.kill();
        }
        let _ = child.wait();
        assert_eq!(said, told);
    }
    let _ = fs::remove_dir_all(&folder);
}
