//! `web`: the page, served to this machine only, or written as one file.
//!
//! The server has four files and speaks HTTP/1.1 (RFC 9112) with one request a connection. It listens on loopback, and answers
//! only requests to one of its own names, so that another site can't reach it by a name that leads here (DNS rebinding). The
//! files are in the program; the path of a request never names a file of the machine.
#![forbid(unsafe_code)]

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::args::WebArgs;
use crate::error::{Failure, Outcome};
use crate::io::output::{Content, Output};
use crate::io::replace::Permission;

/// The page may use its own script, style sheet and module, and one policy, which makes the address of its Worker.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
     style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types triplet-worker";

/// The longest head of a request.
const HEAD: usize = 16 * 1024;
/// How long a request may take to arrive, and its answer to leave.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of connections that are served at once; more are closed.
const CONNECTIONS: usize = 512;

struct Route {
    path: &'static str,
    kind: &'static str,
    content: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

#[rustfmt::skip]
static ROUTES: [Route; 4] = [
    Route { path: "/", kind: HTML, content: include_bytes!("../../assets/web/index.html") },
    Route { path: "/page.css", kind: "text/css; charset=utf-8", content: include_bytes!("../../assets/web/page.css") },
    Route { path: "/page.js", kind: SCRIPT, content: include_bytes!("../../assets/web/page.js") },
    Route { path: "/triplet.wasm", kind: "application/wasm", content: include_bytes!("../../assets/web/triplet.wasm") },
];

static ONE_FILE: &[u8] = include_bytes!("../../assets/web/one-file.html");

pub fn web(args: &WebArgs) -> Result<Outcome, Failure> {
    match &args.export {
        Some(file) => export(file)?,
        None => serve(args.port)?,
    }
    Ok(Outcome::CLEAN)
}

fn export(file: &Path) -> io::Result<()> {
    let mut out = Output::open(Some(file), Content::Raw, &Permission::default())?;
    out.write_all(ONE_FILE)?;
    out.finish()
}

/// Prints the address, and serves until the program is ended.
fn serve(port: u16) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = listener.local_addr()?.port();
    let mut out = Output::stdout(Content::Raw)?;
    writeln!(out, "http://127.0.0.1:{port}/")?;
    out.finish()?;
    let hosts: Arc<[String]> =
        [format!("127.0.0.1:{port}"), format!("localhost:{port}")].into_iter().collect();
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // There are no descriptors left, or the connection is gone: others go on.
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        if open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let (hosts, count) = (Arc::clone(&hosts), Arc::clone(&open));
        let work = move || {
            // A client that goes away needs no answer.
            let _ = answer(stream, &hosts);
            count.fetch_sub(1, Ordering::Relaxed);
        };
        if thread::Builder::new().stack_size(128 * 1024).spawn(work).is_err() {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

fn answer(mut stream: TcpStream, hosts: &[String]) -> io::Result<()> {
    let response = match read_head(&mut stream)? {
        Some(head) => respond(&head, hosts),
        None => Response::error("431 Request Header Fields Too Large", false),
    };
    response.write(&stream, Instant::now() + PATIENCE)?;
    // What was sent too much must be read before the end, or the answer is thrown away with it.
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_millis(500)))?;
    let _ = io::copy(&mut stream.take(1 << 20), &mut io::sink());
    Ok(())
}

/// The head of a request with its last empty line; none if it is too long. A head that does not arrive in time is an error.
fn read_head(stream: &mut TcpStream) -> io::Result<Option<Vec<u8>>> {
    let end = Instant::now() + PATIENCE;
    let mut head = Vec::new();
    let mut block = [0; 2048];
    loop {
        stream.set_read_timeout(Some(left_until(end)?))?;
        let read = stream.read(&mut block)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let from = head.len().saturating_sub(3);
        head.extend_from_slice(&block[..read]);
        if let Some(at) = head[from..].windows(4).position(|window| window == b"\r\n\r\n") {
            head.truncate(from + at + 4);
            return Ok(Some(head));
        }
        if head.len() > HEAD {
            return Ok(None);
        }
    }
}

fn left_until(end: Instant) -> io::Result<Duration> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// The value of the field `Host`; none if there is no such field. Two are an error, and so is a line that is not a field
/// (RFC 9112 section 5: no space before the colon, no line that continues another).
fn host_of<'h>(lines: impl Iterator<Item = &'h str>) -> Result<Option<&'h str>, ()> {
    let mut host = None;
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(())?;
        let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if name.is_empty() || !name.bytes().all(token) {
            return Err(());
        }
        if name.eq_ignore_ascii_case("host")
            && host.replace(value.trim_matches([' ', '\t'])).is_some()
        {
            return Err(());
        }
    }
    Ok(host)
}

fn respond(head: &[u8], hosts: &[String]) -> Response {
    let bad = || Response::error("400 Bad Request", false);
    let Ok(head) = str::from_utf8(head) else { return bad() };
    let mut lines = head.trim_end_matches("\r\n").split("\r\n");
    let parts: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, "HTTP/1.1" | "HTTP/1.0"] = parts[..] else { return bad() };
    if head.bytes().any(|byte| byte == 0) || head.replace("\r\n", "").contains(['\r', '\n']) {
        return bad();
    }
    let is_head = method == "HEAD";
    let Ok(Some(host)) = host_of(lines) else { return bad() };
    if !hosts.iter().any(|name| name == host) {
        return Response::error("421 Misdirected Request", is_head);
    }
    if !is_head && method != "GET" {
        return Response { allow: true, ..Response::error("405 Method Not Allowed", false) };
    }
    let path = target.split('?').next().unwrap_or_default();
    match ROUTES.iter().find(|route| route.path == path) {
        Some(Route { kind, content, .. }) => {
            Response { status: "200 OK", kind, content, is_head, allow: false }
        }
        None => Response::error("404 Not Found", is_head),
    }
}

struct Response {
    status: &'static str,
    kind: &'static str,
    content: &'static [u8],
    is_head: bool,
    allow: bool,
}

impl Response {
    fn error(status: &'static str, is_head: bool) -> Response {
        let kind = "text/plain; charset=utf-8";
        Response { status, kind, content: status.as_bytes(), is_head, allow: false }
    }

    /// No field of the response lets another site read it, no cache keeps it, and it repeats nothing of the request.
    fn write(&self, mut stream: &TcpStream, end: Instant) -> io::Result<()> {
        let Response { status, kind, content, .. } = self;
        let allow = if self.allow { "Allow: GET, HEAD\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {status}\r\n\
             Content-Type: {kind}\r\n\
             Content-Length: {}\r\n\
             {allow}\
             Content-Security-Policy: {POLICY}\r\n\
             X-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\n\
             Cache-Control: no-cache\r\n\
             Connection: close\r\n\r\n",
            content.len()
        );
        let body: &[u8] = if self.is_head { b"" } else { content };
        for part in [head.as_bytes(), body] {
            for block in part.chunks(16 * 1024) {
                stream.set_write_timeout(Some(left_until(end)?))?;
                stream.write_all(block)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a static host the page has the same policy, without the directive that only a field of a response can have.
    #[test]
    fn the_page_has_the_policy_itself() {
        let page = str::from_utf8(ROUTES[0].content).expect("text");
        let policy = POLICY.replace(" frame-ancestors 'none';", "");
        assert!(page.contains(&format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"
        )));
    }

    #[test]
    fn the_one_file_asks_for_nothing() {
        let page = str::from_utf8(ONE_FILE).expect("text");
        for word in ["src=\"", "rel=\"stylesheet\"", "'self'"] {
            assert!(!page.contains(word), "{word}");
        }
    }
}
