//! The same document gives the same bytes.

use std::process::Command;

use pdf::render;

use crate::sample::every_block;

/// Set for the process that this test starts.
const CHILD: &str = "PDF_TEST_CHILD";
/// Before the bytes that the process prints.
const MARK: &str = "bytes: ";

#[test]
fn the_same_document_gives_the_same_bytes_again() {
    let document = every_block(60);
    let first = render(&document).unwrap();
    for _ in 0..3 {
        assert!(render(&document).unwrap() == first);
    }
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let document = document.clone();
            std::thread::spawn(move || render(&document).unwrap())
        })
        .collect();
    for thread in threads {
        assert!(thread.join().unwrap() == first);
    }
}

#[test]
fn another_process_gives_the_same_bytes() {
    let bytes = render(&every_block(60)).unwrap();
    let hexadecimal = bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    if std::env::var_os(CHILD).is_some() {
        println!("{MARK}{hexadecimal}");
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "bytes::another_process_gives_the_same_bytes", "--nocapture"]).env(CHILD, "1");
    let output = child.output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let other = printed.lines().find_map(|line| line.split_once(MARK)).map(|(_, bytes)| bytes);
    assert!(other == Some(&hexadecimal), "{} bytes", bytes.len());
}

#[test]
fn every_part_of_the_document_shows_in_the_bytes() {
    let document = every_block(3);
    let bytes = render(&document).unwrap();
    let changes: [fn(&mut pdf::Document); 8] = [
        |document| document.title.push('!'),
        |document| document.author.push('!'),
        |document| document.subject.push('!'),
        |document| document.identifier.push('!'),
        |document| document.language = pdf::Language::English,
        |document| document.created_at = document.created_at.plus_seconds(1),
        |document| document.header.right.push('!'),
        |document| document.footer.left.push('!'),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut other = document.clone();
        change(&mut other);
        assert!(render(&other).unwrap() != bytes, "change {index}");
    }
}
