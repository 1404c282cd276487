//! The sections that a person may open, and what waits for the person there (ONL-02).

use std::fmt;

use askama::Template;
use kernel::{Cnum, Language, UserId};

use crate::error::Reply;
use crate::words::Words;
use crate::{PageError, Section};

/// The most things of one kind that are counted. More are shown as this number with a plus sign.
pub const WAITING_COUNT_MAX: u32 = store::counted_rows_max!() - 1;

/// The person for whom a section is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Person<'a> {
    pub user: &'a UserId,
    pub company: &'a Cnum,
    /// The user's roles as of now, for example `ONLINE-USER`.
    pub roles: &'a [String],
    pub language: Language,
}

/// Things of one kind that wait for a person, such as statements to sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Their name in the language of the page, for example "To sign".
    pub name: &'static str,
    /// Their number, from 1; it says no more than "more" above [`WAITING_COUNT_MAX`].
    pub count: u32,
    /// Their sum as people read it, where they have one.
    pub sum: Option<String>,
    pub path: String,
    /// Marks what went wrong, beside what is merely to be done.
    pub is_fault: bool,
}

impl Waiting {
    /// Something that went wrong.
    pub const fn fault(name: &'static str, count: u32, path: String) -> Self {
        Self { name, count, sum: None, path, is_fault: true }
    }

    pub fn number(&self) -> String {
        number(self.count)
    }
}

/// Looks into one section on behalf of a person. Asked on every page, so each answer is one short read.
pub trait SectionGuide: Send + Sync + fmt::Debug {
    fn section(&self) -> Section;

    /// Lists what waits for the person there; `None` when the person may not open the section.
    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>>;
}

#[derive(Clone, Debug)]
pub(crate) struct OpenSection {
    pub(crate) section: Section,
    pub(crate) waiting: Vec<Waiting>,
}

impl OpenSection {
    /// Returns the number in the menu; `None` when nothing waits.
    pub(crate) fn number(&self) -> Option<String> {
        let count = self.waiting.iter().fold(0_u32, |sum, waiting| sum.saturating_add(waiting.count));
        (count > 0).then(|| number(count))
    }
}

fn number(count: u32) -> String {
    if count > WAITING_COUNT_MAX { format!("{WAITING_COUNT_MAX}+") } else { count.to_string() }
}

/// Looks into all sections at once. A section without a guide is open to everybody.
pub(crate) async fn open_sections(
    sections: &[Section],
    guides: &[std::sync::Arc<dyn SectionGuide>],
    person: Person<'_>,
) -> Result<Vec<OpenSection>, PageError> {
    let look = |section: Section| async move {
        let guide = guides.iter().find(|guide| guide.section() == section);
        let waiting = match guide {
            Some(guide) => guide.waiting(person).await?,
            None => Some(Vec::new()),
        };
        Ok::<_, PageError>(waiting.map(|waiting| OpenSection { section, waiting }))
    };
    let looked = futures_util::future::try_join_all(sections.iter().copied().map(look)).await?;
    Ok(looked.into_iter().flatten().collect())
}

/// The list of everything that waits, for the first page.
#[derive(Template)]
#[template(path = "waiting.html")]
pub(crate) struct WaitingList<'a> {
    pub(crate) words: &'static Words,
    pub(crate) sections: Vec<WaitingSection<'a>>,
}

pub(crate) struct WaitingSection<'a> {
    pub(crate) name: &'static str,
    pub(crate) waiting: &'a [Waiting],
}

impl<'a> WaitingList<'a> {
    pub(crate) fn of(sections: &'a [OpenSection], words: &'static Words) -> Self {
        let waits = |open: &'a OpenSection| WaitingSection {
            name: words.section(open.section),
            waiting: &open.waiting,
        };
        let sections = sections.iter().filter(|open| !open.waiting.is_empty()).map(waits).collect();
        Self { words, sections }
    }
}
