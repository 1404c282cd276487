//! PDFs as other programs see them: qpdf and poppler.

use std::io::Write as _;
use std::process::Command;
use std::sync::OnceLock;

use tempfile::NamedTempFile;

use cluster::machine;

/// Debian's packages of the programs.
const PACKAGES: [&str; 2] = ["poppler-utils", "qpdf"];
/// The area of a page's text in `crates/pdf`, in points: below the header, above the footer.
const TEXT_AREA: [&str; 8] = ["-x", "0", "-y", "60", "-W", "596", "-H", "715"];

/// Has qpdf look at the whole file.
pub fn check(pdf: &[u8]) {
    let (file, mut qpdf) = on_file("qpdf", pdf);
    let found = machine::output(qpdf.arg("--check").arg(file.path())).expect("qpdf finds no error");
    assert!(found.contains("No syntax or stream encoding errors found"), "{found}");
}

/// The words between header and footer, in the order in which they were written. A header row that stands again on the
/// next page is among them again.
pub fn words(pdf: &[u8]) -> Vec<String> {
    split(&text(pdf, &TEXT_AREA))
}

/// All words of one page, counted from 1.
pub fn words_of_page(pdf: &[u8], page: usize) -> Vec<String> {
    let page = page.to_string();
    split(&text(pdf, &["-f", &page, "-l", &page]))
}

/// Returns all words in the order of the file's tags, as a screen reader has them; headers and footers are left out.
pub fn words_in_order(pdf: &[u8]) -> Vec<String> {
    let tree = information(pdf, &["-struct-text"]);
    let texts = tree.lines().map(str::trim).filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
    let words: Vec<String> = texts.flat_map(split).collect();
    assert!(!words.is_empty(), "the file has tags: {tree}");
    words
}

/// Reads the properties of the file: title, author, pages and so on, as `pdfinfo` prints them.
pub fn information(pdf: &[u8], options: &[&str]) -> String {
    let (file, mut pdfinfo) = on_file("pdfinfo", pdf);
    machine::output(pdfinfo.args(options).arg(file.path())).expect("the file can be read")
}

pub fn page_count(pdf: &[u8]) -> usize {
    let information = information(pdf, &[]);
    let pages = information.lines().find_map(|line| line.strip_prefix("Pages:"));
    pages.and_then(|pages| pages.trim().parse().ok()).expect("the file says how many pages it has")
}

/// Returns the right edges of a word, in whole points, wherever it stands.
pub fn right_edges(pdf: &[u8], word: &str) -> Vec<i64> {
    let (end, text) = (format!(">{word}</word>"), text(pdf, &["-bbox"]));
    let words = text.lines().filter(|line| line.trim_end().ends_with(&end));
    let edge = |line: &str| line.split_once("xMax=\"")?.1.split_once('.')?.0.parse().ok();
    words.map(|line| edge(line).expect("a word has its edges")).collect()
}

fn text(pdf: &[u8], options: &[&str]) -> String {
    let (file, mut pdftotext) = on_file("pdftotext", pdf);
    pdftotext.args(["-raw", "-enc", "UTF-8"]).args(options).arg(file.path()).arg("-");
    machine::output(&mut pdftotext).expect("the file can be read")
}

fn split(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The file, and the program that is to look at it.
fn on_file(program: &str, pdf: &[u8]) -> (NamedTempFile, Command) {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let is_there = |program: &str| Command::new(program).arg("-v").output().is_ok();
        if !["qpdf", "pdfinfo", "pdftotext"].into_iter().all(is_there) {
            machine::install(&PACKAGES).expect("qpdf and poppler are installed");
        }
    });
    let mut file = NamedTempFile::with_suffix(".pdf").expect("a temporary file");
    file.write_all(pdf).expect("the file is written");
    (file, Command::new(program))
}
