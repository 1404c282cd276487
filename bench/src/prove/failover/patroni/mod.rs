//! Three servers under Patroni, which keeps its lock on leading in etcd: both as Debian packages them.
//!
//! One member of etcd is enough here, because the death of PostgreSQL's leader is tried and not that of etcd.

mod configuration;

use std::io::{self, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use cluster::machine::{install, output};
use cluster::{as_server_user, programs, temporary_folder, write_as_server_user};
use ureq::Agent;

use self::configuration::TIME_TO_LIVE;
use super::{Death, LOOK_PAUSE, PROBE_MAX, Servers};
use crate::outcome::Outcome;
use crate::outside::{agent, pause};

const NODES: usize = 3;
/// A server that follows and lacks 1 MiB of the leader's writes at most: the product goes on writing.
const FOLLOWING: &str = "replica?lag=1048576";
/// Lines of each node's log that a failure tells.
const LINES_TOLD: usize = 6;
/// Debian's Patroni.
const PATRONI: &str = "/usr/bin/patroni";
/// Debian's packages that bring what is needed.
const PACKAGES: [&str; 2] = ["patroni", "etcd-server"];
/// The longest wait for the first leader, for another one, and for all others to follow.
const CHANGE_MAX: Duration = Duration::from_mins(3);

/// The servers, gone with this value or with the process, however it ends.
pub(super) struct Group {
    patroni: PathBuf,
    nodes: Vec<Node>,
    leader: usize,
    /// The way in which the leader went, until another one leads.
    gone: Option<Death>,
    agent: Agent,
    /// Stops everything and removes the files when the pipe to it closes.
    watcher: Child,
}

/// A server of PostgreSQL with its Patroni.
struct Node {
    name: String,
    folder: String,
    port: u16,
    /// The port of Patroni's own interface.
    state_port: u16,
    patroni: Child,
}

impl Group {
    /// Starts etcd and the servers, and waits until one leads and two follow.
    pub(super) fn start(patroni: Option<&Path>) -> Outcome<Self> {
        if ![PATRONI, "/usr/bin/etcd"].iter().all(|program| Path::new(program).exists()) {
            install(&PACKAGES)?;
        }
        let program = patroni.unwrap_or(Path::new(PATRONI)).to_owned();
        let programs = programs()?;
        let folder = temporary_folder()?;
        let watcher = watch(&folder)?;
        let etcd_port = free_port()?;
        start_etcd(&folder, etcd_port)?;
        let mut nodes = Vec::with_capacity(NODES);
        for number in 0..NODES {
            let name = format!("node{number}");
            let own = format!("{folder}/{name}");
            output(&mut as_server_user("mkdir", &["-m", "700", &own]))?;
            let (port, state_port) = (free_port()?, free_port()?);
            let text = configuration::of_node(&name, &own, [port, state_port, etcd_port], &programs);
            write_as_server_user(&format!("{own}/patroni.yml"), &text)?;
            let patroni = start_patroni(&program, &own)?;
            nodes.push(Node { name, folder: own, port, state_port, patroni });
        }
        let agent = agent(Some(PROBE_MAX));
        let mut group = Self { patroni: program, nodes, leader: 0, gone: None, agent, watcher };
        group.leader = group.wait_for("a leader", |group| group.leading(None))?;
        group.wait_for("the followers", Self::all_follow)?;
        Ok(group)
    }

    /// The node other than `gone` that leads, when one says so.
    fn leading(&self, gone: Option<usize>) -> Option<usize> {
        (0..self.nodes.len())
            .filter(|number| Some(*number) != gone)
            .find(|number| self.is(*number, "primary"))
    }

    /// Asks a node's Patroni whether it is `what`.
    fn is(&self, number: usize, what: &str) -> bool {
        let url = format!("http://127.0.0.1:{}/{what}", self.nodes[number].state_port);
        self.agent.get(url).call().is_ok_and(|answer| answer.status() == 200)
    }

    /// All servers but the leader follow it, and one of them synchronously.
    fn all_follow(&self) -> Option<()> {
        let others: Vec<usize> = (0..self.nodes.len()).filter(|number| *number != self.leader).collect();
        let all = others.iter().all(|number| self.is(*number, FOLLOWING));
        (all && others.iter().any(|number| self.is(*number, "synchronous"))).then_some(())
    }

    fn logs(&self) -> String {
        let told = self.nodes.iter().map(|node| {
            let text = std::fs::read_to_string(format!("{}/patroni.log", node.folder)).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            let last = &lines[lines.len().saturating_sub(LINES_TOLD)..];
            format!("\n{}: {}", node.name, last.join("\n  "))
        });
        told.collect()
    }

    fn wait_for<T>(&self, what: &str, look: impl Fn(&Self) -> Option<T>) -> Outcome<T> {
        let since = Instant::now();
        loop {
            if let Some(found) = look(self) {
                return Ok(found);
            }
            if since.elapsed() > CHANGE_MAX {
                return Err(format!("{what}: not within {} s{}", CHANGE_MAX.as_secs(), self.logs()).into());
            }
            pause(LOOK_PAUSE);
        }
    }
}

impl Servers for Group {
    const NOTICED: Duration = TIME_TO_LIVE;

    const DEATHS: &'static [Death] = &[Death::Power, Death::Freeze];

    fn address(&self) -> String {
        let hosts: Vec<String> = self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
        format!("postgres://postgres@{}/postgres?target_session_attrs=read-write", hosts.join(","))
    }

    fn strike(&mut self, death: Death) -> Outcome<()> {
        let node = &mut self.nodes[self.leader];
        let postgres = postgres_of(&node.folder)?;
        match death {
            Death::Power => {
                node.patroni.kill()?;
                node.patroni.wait()?;
                signal("-KILL", &postgres)?;
            }
            Death::Freeze => {
                signal("-STOP", &[node.patroni.id()])?;
                signal("-STOP", &postgres)?;
            }
        }
        self.gone = Some(death);
        Ok(())
    }

    fn replace(&mut self) -> Outcome<Instant> {
        let gone = self.leader;
        self.leader = self.wait_for("another leader", |group| group.leading(Some(gone)))?;
        let led_at = Instant::now();
        let node = &mut self.nodes[gone];
        match self.gone.take() {
            Some(Death::Power) => node.patroni = start_patroni(&self.patroni, &node.folder)?,
            // It wakes while the other one leads, and believes for a moment that it still does.
            Some(Death::Freeze) => {
                signal("-CONT", &postgres_of(&node.folder)?)?;
                signal("-CONT", &[node.patroni.id()])?;
            }
            None => return Err(format!("{} was not gone", node.name).into()),
        }
        Ok(led_at)
    }

    fn heal(&mut self) -> Outcome<()> {
        self.wait_for("the followers", Self::all_follow)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        // When the watcher is gone already there is nothing left to stop.
        let _ = self.watcher.wait();
        for node in &mut self.nodes {
            let _ = node.patroni.wait();
        }
    }
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

fn start_etcd(folder: &str, port: u16) -> Outcome<()> {
    let (clients, peers) = (format!("http://127.0.0.1:{port}"), format!("http://127.0.0.1:{}", free_port()?));
    let (data, cluster) = (format!("{folder}/etcd"), format!("default={peers}"));
    let options = [
        ["--data-dir", &data],
        ["--listen-client-urls", &clients],
        ["--advertise-client-urls", &clients],
        ["--listen-peer-urls", &peers],
        ["--initial-advertise-peer-urls", &peers],
        ["--initial-cluster", &cluster],
    ];
    let child = started("/usr/bin/etcd", options.as_flattened(), &format!("{folder}/etcd"))?;
    // The watcher ends it.
    drop(child);
    Ok(())
}

fn start_patroni(program: &Path, folder: &str) -> io::Result<Child> {
    let program = program.to_str().ok_or(io::ErrorKind::InvalidInput)?;
    started(program, &[&format!("{folder}/patroni.yml")], &format!("{folder}/patroni"))
}

/// Starts a program that writes its log beside the file with its number.
fn started(program: &str, arguments: &[&str], place: &str) -> io::Result<Child> {
    let log = std::fs::File::options().create(true).append(true).open(format!("{place}.log"))?;
    let mut command: Command = as_server_user(program, arguments);
    let child = command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()?;
    std::fs::File::create(format!("{place}.pid"))?.write_all(child.id().to_string().as_bytes())?;
    Ok(child)
}

/// A process that waits until this one is gone, ends all servers, those that stand still too, and removes their files.
fn watch(folder: &str) -> io::Result<Child> {
    let script = r#"trap "" INT TERM HUP
        cat > /dev/null
        for file in "$0"/*/patroni.pid "$0"/etcd.pid; do kill -KILL "$(cat "$file")"; done
        for file in "$0"/*/data/postmaster.pid; do
            server="$(head -n 1 "$file")"
            pkill -KILL -P "$server"
            kill -KILL "$server"
        done
        rm -rf "$0""#;
    as_server_user("sh", &["-c", script, folder])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// Lists the processes of PostgreSQL in a node's folder, the one that began the others first.
fn postgres_of(folder: &str) -> Outcome<Vec<u32>> {
    let text = std::fs::read_to_string(format!("{folder}/data/postmaster.pid"))?;
    let first: u32 = text.lines().next().ok_or("an empty file")?.trim().parse()?;
    let mut found = vec![first];
    for entry in std::fs::read_dir("/proc")? {
        let Some(process) = entry?.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        if parent_of(process) == Some(first) {
            found.push(process);
        }
    }
    Ok(found)
}

/// The process that began this one, when both still run: the second field after the name in brackets.
fn parent_of(process: u32) -> Option<u32> {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    state.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Sends a signal to processes, of which some may have ended meanwhile.
fn signal(signal: &str, processes: &[u32]) -> io::Result<()> {
    let numbers = processes.iter().map(u32::to_string);
    Command::new("kill").arg(signal).args(numbers).stderr(Stdio::null()).status().map(drop)
}
