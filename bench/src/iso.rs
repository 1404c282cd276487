//! Measures reading and validating certificates of currency transactions (auth.024), beside libxml2's `xmllint` on
//! the same documents in the same run, and the memory for the longest accepted document and for hostile ones.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use iso20022::{Limits, Reader};

use crate::iso_documents::{Sample, hostile, notification};
use crate::memory::Growth;
use crate::statistics::median;

/// Runs of each side; the figures are medians.
const RUNS: usize = 9;
/// Documents of each run of ours. `xmllint --repeat` reads its file as often.
const DOCUMENTS_PER_RUN: usize = 100;
/// The usual document, in bytes.
const USUAL_BYTES: usize = 10 * 1024;
/// The longest accepted document, a little below the limit, in bytes.
const LONGEST_BYTES: usize = 5 * 1024 * 1024 - 4096;

/// All of it.
///
/// # Errors
/// A document of this program is refused, or a file cannot be written.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let reader = Reader::new(Limits::default())?;
    usual(&reader)?;
    longest(&reader)?;
    hostile_documents(&reader)
}

/// One document of 10 KB, over and over.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
fn usual(reader: &Reader) -> Result<(), Box<dyn Error>> {
    let text = notification(USUAL_BYTES);
    let mut ours = Vec::new();
    let mut peer = Vec::new();
    let folder = Folder::new(&text)?;
    for _ in 0..RUNS {
        ours.push(microseconds(reader, &text)?);
        peer.extend(folder.xmllint_microseconds());
    }
    println!(
        "certificates, {} bytes, read and validated: {:.1} µs (libxml2: {}; {RUNS} runs of {DOCUMENTS_PER_RUN}, \
            medians)",
        text.len(),
        median(&ours),
        if peer.is_empty() {
            "xmllint is not installed".to_owned()
        } else {
            format!("{:.0} µs", median(&peer))
        },
    );
    Ok(())
}

#[expect(clippy::float_arithmetic, reason = "a measurement is no money")]
fn microseconds(reader: &Reader, text: &str) -> Result<f64, Box<dyn Error>> {
    let start = Instant::now();
    for _ in 0..DOCUMENTS_PER_RUN {
        black_box(reader.read(black_box(text.as_bytes()), None)?);
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / f64::from(u32::try_from(DOCUMENTS_PER_RUN)?))
}

/// The longest accepted document, once.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
#[expect(clippy::float_arithmetic, reason = "a measurement is no money")]
fn longest(reader: &Reader) -> Result<(), Box<dyn Error>> {
    let text = notification(LONGEST_BYTES);
    let folder = Folder::new(&text)?;
    let mut times = Vec::new();
    let mut elements = 0;
    let before = Growth::start()?;
    for _ in 0..RUNS {
        let start = Instant::now();
        elements = black_box(reader.read(text.as_bytes(), None)?).elements();
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    let peak = before.kib()?;
    let peer = folder
        .xmllint_microseconds()
        .map_or_else(String::new, |time| format!(", libxml2: {:.0} ms", time / 1e3));
    println!(
        "certificates, {} bytes, {elements} elements: {:.1} ms, {peak} KiB of memory at most{peer}",
        text.len(),
        median(&times)
    );
    Ok(())
}

/// Documents that are made to cost: the time until they are refused, and the memory meanwhile.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
#[expect(clippy::float_arithmetic, reason = "a measurement is no money")]
fn hostile_documents(reader: &Reader) -> Result<(), Box<dyn Error>> {
    for Sample { name, text } in hostile() {
        let before = Growth::start()?;
        let start = Instant::now();
        let refused = black_box(reader.read(text.as_bytes(), None)).is_err();
        let time = start.elapsed().as_secs_f64() * 1e3;
        let verdict = if refused { "refused" } else { "READ" };
        println!("certificates, hostile, {name}: {verdict} in {time:.2} ms, {} KiB of memory", before.kib()?);
    }
    Ok(())
}

/// A document and the schema as files, for the peer.
struct Folder {
    path: std::path::PathBuf,
    schema: std::path::PathBuf,
}

impl Folder {
    fn new(text: &str) -> Result<Self, Box<dyn Error>> {
        let path =
            std::env::temp_dir().join(format!("certificate-{}-{}.xml", std::process::id(), text.len()));
        std::fs::write(&path, text)?;
        let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/iso20022/schemas");
        Ok(Self { path, schema: schemas.join("auth.024.001.04.xsd") })
    }

    /// Measures one document there: `--repeat` reads and validates it a hundred times with one schema, and `--timing`
    /// tells the duration. `None` when the command is not there.
    #[expect(clippy::float_arithmetic, reason = "a measurement is no money")]
    fn xmllint_microseconds(&self) -> Option<f64> {
        let output = Command::new("xmllint")
            .args(["--noout", "--nonet", "--huge", "--timing", "--repeat", "--schema"])
            .arg(&self.schema)
            .arg(&self.path)
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = text.lines().find(|line| line.contains("iterations took"))?;
        let mut words = line.split_whitespace();
        let iterations: f64 = words.next()?.parse().ok()?;
        let milliseconds: f64 = words.find_map(|word| word.parse().ok())?;
        Some(milliseconds * 1e3 / iterations)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A file that stays behind in the temporary folder does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}
