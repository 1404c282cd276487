//! Random documents: all of their words are in the file, and other programs can read it.

use pdf::{Alignment, Block, Column, Level, Table, render};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use testkit::documents;

use crate::sample::{document, words};

/// Each needs two programs to look at it.
const DOCUMENTS: u32 = 24;
/// Header rows may stand there several times; their words begin with this.
const HEADER: &str = "§";

/// Words with at most one mark, after them: a line may end after a mark, and marks beside each other look like one
/// word.
fn text(words_max: usize) -> impl Strategy<Value = String> {
    prop::collection::vec("[A-Za-zА-Яа-яЁё0-9]{1,8}[,.;!?%»]?", 0..words_max)
        .prop_map(|words| words.join(" "))
}

/// Words for the narrowest column: one that is wider than its column is broken, and looks like two.
fn cell() -> impl Strategy<Value = String> {
    prop::collection::vec("[A-Za-zА-Яа-яЁё0-9]{1,4}[,.;!?%»]?", 0..16).prop_map(|words| words.join(" "))
}

fn table() -> impl Strategy<Value = Block> {
    (1..5_usize, 0..30_usize, any::<bool>()).prop_flat_map(|(columns, rows, has_header)| {
        let cells = prop::collection::vec(prop::collection::vec(cell(), columns), rows);
        let widths = prop::collection::vec(1..4_u16, columns);
        (cells, widths, prop::option::of(text(6))).prop_map(move |(rows, widths, caption)| {
            let column = |(index, width)| Column {
                title: if has_header { format!("{HEADER}{index}") } else { String::new() },
                width,
                alignment: [Alignment::Start, Alignment::Center, Alignment::End][index % 3],
            };
            let columns = widths.into_iter().enumerate().map(column).collect();
            Block::Table(Table { caption, columns, rows })
        })
    })
}

fn block() -> impl Strategy<Value = Block> {
    prop_oneof![
        3 => text(120).prop_map(Block::paragraph),
        1 => text(9).prop_map(|text| Block::heading(Level::Two, format!("Глава {text}"))),
        2 => table(),
    ]
}

#[test]
fn random_documents_keep_all_their_words() {
    let config = Config { cases: DOCUMENTS, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let blocks = prop::collection::vec(block(), 0..12);
    let without_headers = |mut words: Vec<String>| {
        words.retain(|word| !word.starts_with(HEADER));
        words.sort();
        words
    };
    let outcome = runner.run(&blocks, |blocks| {
        let document = document(blocks);
        let pdf = render(&document).map_err(|error| TestCaseError::fail(error.to_string()))?;
        documents::check(&pdf);
        prop_assert_eq!(without_headers(documents::words(&pdf)), without_headers(words(&document)));
        Ok(())
    });
    assert_eq!(outcome, Ok(()));
}
