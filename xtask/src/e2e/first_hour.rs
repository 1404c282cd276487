//! The programs of docs/FIRST-HOUR.md, as they stand, in the languages that this machine has: each logs in with a
//! person at the pages, reads, pays, receives events and rehearses a failure. And those of docs/CONNECT.md.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::Demo;
use crate::debian;
use crate::shell::{self, Outcome, has_node, is_there, version};

const PROGRAMS: &str = "docs/examples/first-hour";
/// The folder of the programs that play the bank's systems.
const BANKS: &str = "docs/examples/bank";
/// The oldest version of Java that runs them.
const JAVA_MIN: u32 = 17;

/// Runs each program against the demo, and prints how long each took.
pub(super) fn run(demo: &Demo, target: &Path) -> Outcome<()> {
    banks(target)?;
    let mut took = Vec::new();
    for (language, command) in programs(target) {
        let Some(command) = command? else {
            shell::line(&format!("no {language} here: its program of docs/FIRST-HOUR.md is not run"));
            continue;
        };
        let began = Instant::now();
        let mut person = Command::new("python3");
        person.args(["-B", "e2e/first-hour/person.py"]).args(&command).current_dir(shell::root());
        person.env("API", demo.address("api")).env("IDENTITY", demo.address("identity"));
        person.env("ADMINISTRATION", demo.address("administration"));
        person.env("KEYS", Path::new(demo.address("data")).join("demo-keys"));
        shell::run(&mut person)?;
        took.push((language, began.elapsed()));
    }
    for (language, time) in &took {
        shell::line(&format!("{language}: {:.1} s", time.as_secs_f64()));
    }
    let all: Duration = took.iter().map(|(_, time)| *time).sum();
    shell::line(&format!("the first hour took {} s of the machine", all.as_secs()));
    if took.is_empty() { Err("no language of docs/FIRST-HOUR.md is here".to_owned()) } else { Ok(()) }
}

/// The words that start each program; none where the language is not there.
fn programs(target: &Path) -> [(&'static str, Outcome<Option<Vec<String>>>); 4] {
    let file = |name: &str| format!("{PROGRAMS}/{name}");
    let words = |is_there: bool, words: [String; 2]| Ok(is_there.then(|| words.to_vec()));
    // The person is written in Python, so that without it nothing runs.
    let python = is_there("python3");
    let node = python && has_node();
    let java = python && has_java();
    [
        ("Python", words(python, ["python3".to_owned(), file("first_hour.py")])),
        ("Node", words(node, ["node".to_owned(), file("first-hour.mjs")])),
        ("Java", words(java, ["java".to_owned(), file("FirstHour.java")])),
        ("C#", if python { compiled(target) } else { Ok(None) }),
    ]
}

/// Lets each program of docs/CONNECT.md play the payment hub of a sandbox of its own.
fn banks(target: &Path) -> Outcome<()> {
    if !is_there("python3") {
        return Ok(());
    }
    for (interpreter, name) in [("python3", "bank.py"), ("java", "Bank.java")] {
        if interpreter == "java" && !has_java() {
            shell::line("no Java here: its program of docs/CONNECT.md is not run");
            continue;
        }
        play("e2e/bank/programs.py", target, [interpreter, name])?;
    }
    play("e2e/bank/feed.py", target, ["python3", "core.py"])?;
    play("e2e/bank/demo.py", target, ["python3", "bank.py"])
}

/// Runs a scene in which a program of docs/CONNECT.md plays.
fn play(scene: &str, target: &Path, [interpreter, name]: [&str; 2]) -> Outcome<()> {
    let mut played = Command::new("python3");
    played.args(["-B", scene]).arg(target.join("debug/clientbank")).arg(target.join("e2e-bank"));
    played.arg(interpreter).arg(shell::root().join(BANKS).join(name));
    shell::run(played.current_dir(shell::root()))
}

/// Tells whether Java is there, and new enough to run a program from its source.
fn has_java() -> bool {
    version("java") >= JAVA_MIN
}

/// Compiles the program in C#, with Debian's Mono where it can be installed.
fn compiled(target: &Path) -> Outcome<Option<Vec<String>>> {
    debian::MONO.provide();
    if !is_there("mcs") {
        return Ok(None);
    }
    let program = target.join("first-hour.exe");
    let mut compiler = Command::new("mcs");
    compiler.arg("-r:System.Net.Http.dll").arg(format!("-out:{}", program.display()));
    shell::run(compiler.arg(format!("{PROGRAMS}/FirstHour.cs")).current_dir(shell::root()))?;
    Ok(Some(vec!["mono".to_owned(), program.display().to_string()]))
}
