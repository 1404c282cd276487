//! The document as a value.

use kernel::{Instant, Language};

/// A document. Everything it says comes from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The title, shown by readers in place of the file's name; not empty.
    pub title: String,
    /// The author: the bank; not empty.
    pub author: String,
    /// The subject, in a sentence; may be empty.
    pub subject: String,
    /// The document's own name among all others, such as a UUID; not empty. It goes into the identifiers of the file.
    pub identifier: String,
    pub language: Language,
    /// Time of its making, as the document says; the years 1 to 9999, in whole seconds.
    pub created_at: Instant,
    pub header: Banner,
    /// Stands below every page, with the number of the page between its sides.
    pub footer: Banner,
    /// The content, from the first to the last.
    pub blocks: Vec<Block>,
}

/// A line outside of the text, on every page; each side at most
/// [`BANNER_CHARACTERS_MAX`](crate::BANNER_CHARACTERS_MAX).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Banner {
    pub left: String,
    pub right: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading; stays on the page of the next block.
    Heading(Level, String),
    Paragraph(Paragraph),
    /// Items, each after a dash.
    List(Vec<String>),
    Table(Table),
    /// Begins a new page; nothing when one begins anyway.
    PageBreak,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    One,
    /// Of a part.
    Two,
    /// Of a part of a part.
    Three,
}

/// A paragraph. A line feed in its text begins a new line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    pub text: String,
    pub weight: Weight,
    pub alignment: Alignment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Normal,
    Strong,
    /// Smaller: notes and the like.
    Small,
}

/// The alignment of lines between the margins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    Start,
    Center,
    /// At the right: sums.
    End,
}

/// A table as wide as the page. Its header row stands again on every page that it goes on to. When no column has a
/// title, it has no header row, and the first cell of each row names the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub caption: Option<String>,
    /// The columns, one to [`COLUMNS_MAX`](crate::COLUMNS_MAX).
    pub columns: Vec<Column>,
    /// The rows, each with as many cells as there are columns. A line feed in a cell begins a new line.
    pub rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub title: String,
    /// Its share of the table's width beside the shares of the others, at least 1.
    pub width: u16,
    pub alignment: Alignment,
}

impl Block {
    pub fn heading(level: Level, text: impl Into<String>) -> Self {
        Self::Heading(level, text.into())
    }

    /// A paragraph of normal weight at the left margin.
    pub fn paragraph(text: impl Into<String>) -> Self {
        let (weight, alignment) = (Weight::Normal, Alignment::Start);
        Self::Paragraph(Paragraph { text: text.into(), weight, alignment })
    }

    /// The same block in bold, if it is a paragraph.
    pub fn strong(self) -> Self {
        self.paragraph_with(|paragraph| paragraph.weight = Weight::Strong)
    }

    /// The same block in small letters, if it is a paragraph.
    pub fn small(self) -> Self {
        self.paragraph_with(|paragraph| paragraph.weight = Weight::Small)
    }

    /// The same block in the middle, if it is a paragraph.
    pub fn centered(self) -> Self {
        self.paragraph_with(|paragraph| paragraph.alignment = Alignment::Center)
    }

    /// The same block at the right margin, if it is a paragraph.
    pub fn at_end(self) -> Self {
        self.paragraph_with(|paragraph| paragraph.alignment = Alignment::End)
    }

    fn paragraph_with(mut self, change: impl FnOnce(&mut Paragraph)) -> Self {
        if let Self::Paragraph(paragraph) = &mut self {
            change(paragraph);
        }
        self
    }
}

impl Table {
    /// Names and their values, without a header row.
    pub fn facts(facts: Vec<(String, String)>) -> Self {
        let column = |width| Column { title: String::new(), width, alignment: Alignment::Start };
        let rows = facts.into_iter().map(|(name, value)| vec![name, value]).collect();
        Self { caption: None, columns: vec![column(2), column(3)], rows }
    }

    /// Tells whether a header row stands above the rows; otherwise the first cell of each row names it.
    pub(crate) fn has_header(&self) -> bool {
        self.columns.iter().any(|column| !column.title.is_empty())
    }
}
