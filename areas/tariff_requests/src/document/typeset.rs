//! From the HTML of a document to its PDF.

use kernel::{Instant, Language};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::content::{Block, Content};
use super::template::TemplateError;

/// Shares of the width of a table's columns: the service takes more words than its price.
const FIRST_COLUMN_SHARE: u16 = 3;
const OTHER_COLUMN_SHARE: u16 = 2;

#[derive(Clone, PartialEq, Eq)]
pub struct Printed {
    /// The bytes of the file: the same for the same document, whenever and wherever they are made.
    pub pdf: Vec<u8>,
    /// SHA-256 of exactly those bytes.
    pub digest: [u8; 32],
}

/// Facts that a PDF states about itself beside its content.
#[derive(Clone, Copy, Debug)]
pub struct Imprint<'a> {
    pub language: Language,
    /// The bank, its author.
    pub bank_name: &'a str,
    /// The document's name for ever.
    pub uid: Uuid,
    pub number: i64,
    pub created_at: Instant,
}

/// Sets the document `html` as PDF. Takes some milliseconds of arithmetic, so callers run it beside their other work.
pub fn print(html: &str, imprint: Imprint<'_>) -> Result<Printed, TemplateError> {
    let content = Content::parse(html)?;
    let (language, number_word) =
        imprint.language.pick((pdf::Language::Russian, "№"), (pdf::Language::English, "No."));
    let author = pdf::plain(imprint.bank_name).into_owned();
    let document = pdf::Document {
        title: content.title.clone(),
        author: author.clone(),
        subject: format!("{} {number_word} {}", content.title, imprint.number),
        identifier: imprint.uid.to_string(),
        language,
        created_at: imprint.created_at,
        header: pdf::Banner { left: author, right: format!("{number_word} {}", imprint.number) },
        footer: pdf::Banner { left: String::new(), right: imprint.uid.to_string() },
        blocks: blocks(content),
    };
    let unset = |fault: pdf::PdfError| TemplateError(format!("the document cannot be set: {fault}"));
    let pdf = pdf::render(&document).map_err(unset)?;
    let digest = Sha256::digest(&pdf).into();
    Ok(Printed { pdf, digest })
}

fn blocks(content: Content) -> Vec<pdf::Block> {
    let mut blocks = vec![pdf::Block::heading(pdf::Level::One, content.title)];
    for block in content.blocks {
        match block {
            Block::Heading(2, text) => blocks.push(pdf::Block::heading(pdf::Level::Two, text)),
            Block::Heading(_, text) => blocks.push(pdf::Block::heading(pdf::Level::Three, text)),
            Block::Paragraph(text) => blocks.push(pdf::Block::paragraph(text)),
            Block::Facts(facts) => blocks.push(pdf::Block::Table(pdf::Table::facts(facts))),
            Block::List(items) => {
                blocks.extend(items.into_iter().map(|item| pdf::Block::paragraph(format!("– {item}"))));
            }
            Block::Table { caption, columns, rows } => {
                let column = |(index, title)| pdf::Column {
                    title,
                    width: if index == 0 { FIRST_COLUMN_SHARE } else { OTHER_COLUMN_SHARE },
                    alignment: pdf::Alignment::Start,
                };
                let columns = columns.into_iter().enumerate().map(column).collect();
                blocks.push(pdf::Block::Table(pdf::Table { caption, columns, rows }));
            }
        }
    }
    blocks
}
