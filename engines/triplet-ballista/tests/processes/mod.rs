//! A cluster of processes on the loopback interface, for the tests and for the example `measure`.

use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What can fail here: the system.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// A process that ends with its owner.
#[derive(Debug)]
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already, which is what is wanted.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What an executor did.
#[derive(Debug)]
pub struct Tasks {
    /// In the order in which they began.
    pub begun: Vec<String>,
    /// In the order in which they ended.
    pub ended: Vec<String>,
}

/// A scheduler and its executors, each with one core. An executor that is lost is found after ten seconds, instead of
/// three minutes.
#[derive(Debug)]
pub struct Cluster {
    /// Where clients reach it.
    pub scheduler: SocketAddr,
    /// The executors.
    pub executors: Vec<Process>,
    /// Where the processes write their logs.
    folder: PathBuf,
    _scheduler: Process,
}

impl Cluster {
    /// Starts it. What it writes is in the folder.
    ///
    /// # Errors
    ///
    /// If a process cannot be started, or does not listen within a minute.
    pub fn start(program: &Path, executors: usize, folder: &Path) -> Outcome<Self> {
        fs::create_dir_all(folder)?;
        let scheduler = free_address()?;
        let address = scheduler.to_string();
        let arguments = [
            "scheduler",
            "--listen",
            &address,
            "--executor-timeout",
            "10",
            "--expire-interval",
            "2",
        ];
        let process = spawn(Command::new(program).args(arguments), &folder.join("scheduler.log"))?;
        wait_for(scheduler)?;
        let mut cluster = Self {
            scheduler,
            executors: Vec::new(),
            folder: folder.to_owned(),
            _scheduler: process,
        };
        for number in 1..=executors {
            let (listen, grpc) = (free_address()?, free_address()?);
            let work = folder.join(format!("work-{number}"));
            fs::create_dir_all(&work)?;
            let mut command = Command::new(program);
            command.args(["executor", "--scheduler", &address, "--listen", &listen.to_string()]);
            command.args(["--grpc-port", &grpc.port().to_string()]);
            command.args(["--cores", "1", "--heartbeat", "2", "--work-dir"]).arg(work);
            cluster.executors.push(spawn(&mut command, &cluster.log(number))?);
            wait_for(listen)?;
        }
        Ok(cluster)
    }

    /// The URL that clients are given.
    pub fn url(&self) -> String {
        format!("df://{}", self.scheduler)
    }

    fn log(&self, executor: usize) -> PathBuf {
        self.folder.join(format!("executor-{executor}.log"))
    }

    /// The tasks that an executor has begun, and those of them that it has ended, by Ballista's names:
    /// `job/stage.attempt/task.attempt`. The first executor has number 1.
    pub fn tasks(&self, executor: usize) -> Tasks {
        let log = fs::read_to_string(self.log(executor)).unwrap_or_default();
        let names = |what: &str| {
            let rest = log.lines().filter_map(|line| Some(line.split_once(what)?.1));
            rest.filter_map(|rest| Some(rest.split_once(']')?.0.to_owned())).collect()
        };
        Tasks { begun: names("Execute task  : [TID "), ended: names("Finished task : [TID ") }
    }

    /// The last lines of all logs.
    pub fn logs(&self) -> String {
        let mut logs = String::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.path().extension().is_some_and(|extension| extension == "log") {
                let text = fs::read_to_string(entry.path()).unwrap_or_default();
                let lines: Vec<_> = text.lines().collect();
                let last = lines[lines.len().saturating_sub(15)..].join("\n");
                let _ = writeln!(logs, "== {}\n{last}", entry.path().display());
            }
        }
        logs
    }
}

/// Starts a process that writes into a log what Ballista says.
///
/// # Errors
///
/// If it cannot be started.
pub fn spawn(command: &mut Command, log: &Path) -> Outcome<Process> {
    let log = File::create(log)?;
    command.env("RUST_LOG", "info").stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    Ok(Process(command.spawn()?))
}

/// An address that nobody listens on: the system gave it out a moment ago.
///
/// # Errors
///
/// If there is none.
pub fn free_address() -> Outcome<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}

/// Waits until someone listens.
///
/// # Errors
///
/// After a minute.
pub fn wait_for(address: SocketAddr) -> Outcome<()> {
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        if start.elapsed() > Duration::from_secs(60) {
            return Err(format!("nobody listens on {address}").into());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
