//! Every limit, at it and one above it.

use pdf::{
    Alignment, BANNER_CHARACTERS_MAX, BLOCKS_MAX, Block, COLUMNS_MAX, Column, Document, Level,
    NAME_CHARACTERS_MAX, PAGES_MAX, PdfError, ROWS_MAX, TEXT_CHARACTERS_MAX, Table, render,
};

use crate::sample::document;

fn too_many(what: &'static str, most: usize) -> Result<(), PdfError> {
    Err(PdfError::TooMany { what, most })
}

fn of(blocks: Vec<Block>) -> Result<(), PdfError> {
    render(&document(blocks)).map(drop)
}

fn with(change: impl FnOnce(&mut Document)) -> Result<(), PdfError> {
    let mut document = document(Vec::new());
    change(&mut document);
    render(&document).map(drop)
}

fn table(columns: &[u16], rows: Vec<Vec<String>>) -> Block {
    let column = |width: &u16| Column { title: "a".to_owned(), width: *width, alignment: Alignment::End };
    Block::Table(Table { caption: None, columns: columns.iter().map(column).collect(), rows })
}

#[test]
fn texts() {
    let text = |length: usize| "ы".repeat(length);
    assert_eq!(of(vec![Block::paragraph(text(TEXT_CHARACTERS_MAX))]), Ok(()));
    let error = too_many("characters in a text", TEXT_CHARACTERS_MAX);
    assert_eq!(of(vec![Block::paragraph(text(TEXT_CHARACTERS_MAX + 1))]), error);
    assert_eq!(of(vec![table(&[1], vec![vec![text(TEXT_CHARACTERS_MAX + 1)]])]), error);
    let error = too_many("characters in a text", NAME_CHARACTERS_MAX);
    assert_eq!(of(vec![Block::heading(Level::One, text(NAME_CHARACTERS_MAX))]), Ok(()));
    assert_eq!(of(vec![Block::heading(Level::One, text(NAME_CHARACTERS_MAX + 1))]), error);
    assert_eq!(with(|document| document.title = text(NAME_CHARACTERS_MAX)), Ok(()));
    assert_eq!(with(|document| document.title = text(NAME_CHARACTERS_MAX + 1)), error);
    assert_eq!(with(|document| document.subject = text(NAME_CHARACTERS_MAX + 1)), error);
    let error = too_many("characters in a text", BANNER_CHARACTERS_MAX);
    assert_eq!(with(|document| document.header.left = text(BANNER_CHARACTERS_MAX)), Ok(()));
    assert_eq!(with(|document| document.header.left = text(BANNER_CHARACTERS_MAX + 1)), error);
    assert_eq!(with(|document| document.footer.right = text(BANNER_CHARACTERS_MAX + 1)), error);
    let long = vec![Block::paragraph(text(TEXT_CHARACTERS_MAX)); 101];
    assert_eq!(of(long), too_many("characters", pdf::CHARACTERS_MAX));
}

#[test]
fn what_must_be_there() {
    assert_eq!(with(|document| document.title.clear()), Err(PdfError::Missing { what: "title" }));
    assert_eq!(with(|document| document.author.clear()), Err(PdfError::Missing { what: "author" }));
    assert_eq!(with(|document| document.identifier.clear()), Err(PdfError::Missing { what: "identifier" }));
    assert_eq!(with(|document| document.subject.clear()), Ok(()));
    assert_eq!(
        of(vec![Block::heading(Level::One, "")]),
        Err(PdfError::Missing { what: "text in a heading" })
    );
    assert_eq!(of(vec![table(&[], Vec::new())]), Err(PdfError::Missing { what: "column in a table" }));
    assert_eq!(of(vec![Block::paragraph(""), table(&[1], Vec::new())]), Ok(()));
}

#[test]
fn blocks_and_pages() {
    assert_eq!(of(vec![Block::paragraph(""); BLOCKS_MAX]), Ok(()));
    assert_eq!(of(vec![Block::paragraph(""); BLOCKS_MAX + 1]), too_many("blocks", BLOCKS_MAX));
    // Two rows of 30 lines do not fit on one page.
    let pages = |number: usize| vec![table(&[1], vec![vec!["a\n".repeat(29)]; number])];
    assert_eq!(of(pages(PAGES_MAX)), Ok(()));
    assert_eq!(of(pages(PAGES_MAX + 1)), too_many("pages", PAGES_MAX));
}

#[test]
fn tables() {
    let row = |cells: usize| vec![String::new(); cells];
    assert_eq!(of(vec![table(&[1; COLUMNS_MAX], vec![row(COLUMNS_MAX)])]), Ok(()));
    let error = too_many("columns in a table", COLUMNS_MAX);
    assert_eq!(of(vec![table(&[1; COLUMNS_MAX + 1], Vec::new())]), error);
    let error = too_many("rows", ROWS_MAX);
    assert_eq!(of(vec![table(&[1], vec![row(1); ROWS_MAX]), table(&[1], vec![row(1)])]), error);
    assert_eq!(
        of(vec![table(&[1, 1], vec![row(2), row(1)])]),
        Err(PdfError::UnevenRow { cells: 1, columns: 2 })
    );
    assert_eq!(of(vec![table(&[1, 1], vec![row(3)])]), Err(PdfError::UnevenRow { cells: 3, columns: 2 }));
    assert_eq!(of(vec![table(&[1, 0], Vec::new())]), Err(PdfError::NarrowColumn));
    assert_eq!(of(vec![table(&[1, 1_000], Vec::new())]), Err(PdfError::NarrowColumn));
}
