//! The crates with the most code in a program, by the names of its functions.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::package::crates_of_program;
use crate::shell::{self, Outcome};

const TOLD: usize = 10;
/// The name under which functions without the name of a crate are told: SQLite, aws-lc, the C library.
const NO_CRATE: &str = "(C and assembler)";
/// The standard library, and crates that are as general: a crate that is named after them has the function.
const STANDARD: [&str; 5] = ["core", "alloc", "std", "hashbrown", "tokio"];

/// Prints the ten crates with the most code, and how many bytes all have.
pub(crate) fn tell(program: &Path) -> Outcome<()> {
    let mut known = crates_of_program()?;
    known.extend(STANDARD.map(str::to_owned));
    let nm = ["--print-size", "--radix=d", "--demangle", "--defined-only"];
    let names = shell::output(Command::new("nm").args(nm).arg(program))?;
    let sizes = sizes(&names, |name| known.contains(name));
    let all: u64 = sizes.values().sum();
    if all == 0 {
        return Err(format!("{} has no names of functions", program.display()));
    }
    let mut sizes: Vec<(&str, u64)> = sizes.into_iter().collect();
    sizes.sort_unstable_by(|(one, less), (other, more)| more.cmp(less).then(one.cmp(other)));
    shell::line(&format!("{} KiB of functions, of which", all / 1024));
    for (name, bytes) in sizes.iter().take(TOLD) {
        shell::line(&format!("{:>8} KiB {name}", bytes / 1024));
    }
    Ok(())
}

/// The bytes of the functions of each crate, from the lines of `nm`: address, size, kind and name. Functions that
/// share their code are there once for each name, and are counted once.
fn sizes(names: &str, is_crate: impl Fn(&str) -> bool) -> BTreeMap<&str, u64> {
    let mut functions: BTreeMap<&str, (u64, &str)> = BTreeMap::new();
    for line in names.lines() {
        let mut words = line.splitn(4, ' ');
        let (Some(address), Some(size), Some(kind), Some(name)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            continue;
        };
        if let (Ok(size), "t" | "T" | "w" | "W") = (size.parse(), kind) {
            functions.insert(address, (size, name));
        }
    }
    let mut sizes = BTreeMap::new();
    for (size, name) in functions.into_values() {
        *sizes.entry(crate_of(name, &is_crate)).or_default() += size;
    }
    sizes
}

/// The crate to which a function belongs: the first that its name mentions beyond [`STANDARD`], because
/// `Vec<payroll::Transfer>` is there for payroll.
fn crate_of<'a>(name: &'a str, is_crate: &impl Fn(&str) -> bool) -> &'a str {
    let mut standard = None;
    for (at, _) in name.match_indices("::") {
        let before = name.get(..at).unwrap_or_default();
        let begin = before.rfind(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
        let word = before.get(begin.map_or(0, |begin| begin + 1)..).unwrap_or_default();
        // The first part of a path alone names a crate.
        let is_first = !before.strip_suffix(word).unwrap_or_default().ends_with("::");
        if !is_first || !is_crate(word) {
            continue;
        }
        if !STANDARD.contains(&word) {
            return word;
        }
        standard = standard.or(Some(word));
    }
    standard.unwrap_or(NO_CRATE)
}
