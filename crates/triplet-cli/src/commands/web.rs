//! `web`: serves the page to this machine only, or writes it as one file.
//!
//! The server implements what a few files need: HTTP/1.1 (RFC 9112) with one request a connection. It listens on loopback and
//! answers only requests whose `Host` is one of its own names, so that no other site can reach it by a name that resolves to
//! this machine (DNS rebinding). The server serves from memory: the path of a request is never a path of the file system.
#![forbid(unsafe_code)]

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::page::{POLICY, Page};
use crate::args::WebArgs;
use crate::error::{Failure, Outcome};
use crate::io::output::{Content, Output};
use crate::io::replace::Permission;

/// The maximum length of the head of a request.
const MAX_HEAD: usize = 16 * 1024;
/// The most time that a request may take to arrive, and its response to be sent.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum number of connections at once; more are closed.
const MAX_CONNECTIONS: usize = 512;

pub fn web(args: &WebArgs) -> Result<Outcome, Failure> {
    let page = Page::load()?;
    match &args.export {
        Some(file) => export(&page, file)?,
        None => serve(page, args.port, args.open)?,
    }
    Ok(Outcome::CLEAN)
}

fn export(page: &Page, file: &Path) -> io::Result<()> {
    let mut out = Output::open(Some(file), Content::Raw, &Permission::default())?;
    out.write_all(page.one_file().as_bytes())?;
    out.finish()
}

/// The program of the desktop that opens an address, and its arguments before the address.
const OPENER: (&str, &[&str]) = if cfg!(target_os = "macos") {
    ("open", &[])
} else if cfg!(windows) {
    ("rundll32", &["url.dll,FileProtocolHandler"])
} else {
    ("xdg-open", &[])
};

/// Opens an address in the browser of the desktop. The page is served whether or not that works, so a failure is only told.
fn open(address: &str) {
    let (program, arguments) = OPENER;
    let started = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let tell = move |why: &dyn Display| {
        // Nobody is left to tell if standard error is closed.
        let _ = writeln!(io::stderr(), "triplet: no browser was opened: {program}: {why}");
    };
    match started {
        Ok(mut child) => {
            thread::spawn(move || match child.wait() {
                Ok(status) if !status.success() => tell(&status),
                Ok(_) => {}
                Err(error) => tell(&error),
            });
        }
        Err(error) => tell(&error),
    }
}

/// Prints the address, opens it if asked to, and serves until the program is ended.
fn serve(page: Page, port: u16, opens: bool) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = listener.local_addr()?.port();
    let mut out = Output::stdout(Content::Raw)?;
    writeln!(out, "http://127.0.0.1:{port}/")?;
    out.finish()?;
    if opens {
        open(&format!("http://127.0.0.1:{port}/"));
    }
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let site = Arc::new(Site { page, hosts });
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // No file descriptor is free, or the client is gone already.
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        if open.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let (site, count) = (Arc::clone(&site), Arc::clone(&open));
        let work = move || {
            // An error here means that the client is gone or too slow: nobody is left to tell.
            let _ = answer(stream, &site);
            count.fetch_sub(1, Ordering::Relaxed);
        };
        if thread::Builder::new().stack_size(128 * 1024).spawn(work).is_err() {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// What is served, and the values of `Host` under which it is.
struct Site {
    page: Page,
    hosts: [String; 2],
}

fn answer(mut stream: TcpStream, site: &Site) -> io::Result<()> {
    let response = match read_head(&mut stream)? {
        Some(head) => site.respond(&head),
        None => Response::error("431 Request Header Fields Too Large", false),
    };
    response.write(&stream, Instant::now() + TIMEOUT)?;
    // Closing with unread input would reset the connection, and the client could lose the response.
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_millis(500)))?;
    let _ = io::copy(&mut stream.take(1 << 20), &mut io::sink());
    Ok(())
}

/// The head of a request with its empty line; `None` if it is too long. It is an error if it does not arrive in time.
fn read_head(stream: &mut TcpStream) -> io::Result<Option<Vec<u8>>> {
    let end = Instant::now() + TIMEOUT;
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
        if head.len() > MAX_HEAD {
            return Ok(None);
        }
    }
}

fn left_until(end: Instant) -> io::Result<Duration> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// The value of `Host`; `None` if the field is missing. Two such fields are an error, and so is a line that is not a field
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

impl Site {
    fn respond(&self, head: &[u8]) -> Response<'_> {
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
        if !self.hosts.iter().any(|name| name == host) {
            return Response::error("421 Misdirected Request", is_head);
        }
        if !is_head && method != "GET" {
            return Response { allow: true, ..Response::error("405 Method Not Allowed", false) };
        }
        let Some(file) = self.page.file(target.split('?').next().unwrap_or_default()) else {
            return Response::error("404 Not Found", is_head);
        };
        let (kind, content) = (file.kind, &*file.content);
        Response { status: "200 OK", kind, content, is_head, allow: false }
    }
}

struct Response<'p> {
    status: &'static str,
    kind: &'static str,
    content: &'p [u8],
    is_head: bool,
    allow: bool,
}

impl Response<'_> {
    fn error(status: &'static str, is_head: bool) -> Response<'static> {
        let kind = "text/plain; charset=utf-8";
        Response { status, kind, content: status.as_bytes(), is_head, allow: false }
    }

    /// No field lets another site read the response, and none repeats a part of the request. Nothing is stored.
    fn write(&self, mut stream: &TcpStream, end: Instant) -> io::Result<()> {
        let Response { status, kind, content, .. } = self;
        let allow = if self.allow { "Allow: GET, HEAD\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {status}\r\n\
             Content-Type: {kind}\r\n\
             Content-Length: {}\r\n\
             {allow}\
             Content-Security-Policy: {POLICY}; frame-ancestors 'none'\r\n\
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
