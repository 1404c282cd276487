//! Reads the filter of the page of operations.

use edge::QueryList;
use jiff::Span;
use jiff::civil::Date;
use pages::PageError;

use super::words::Words;
use crate::period::{Period, day};
use crate::search::Search;

/// Days that the page shows when nobody asked for a period.
const DAYS_AT_FIRST: i64 = 30;

pub(super) struct Question {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) search: String,
    pub(super) meaning: Result<(Period, Option<Search>), &'static str>,
}

impl Question {
    /// Reads the filter. Without any field it is the last days; a field that is left empty is an open end.
    pub(super) fn read(query: &QueryList<PageError>, today: Date, words: &Words) -> Result<Self, PageError> {
        let field = |name| Ok::<_, PageError>(query.single(name)?.unwrap_or_default().to_owned());
        let is_first = ["from", "to"].iter().all(|name| query.repeated(name).is_empty());
        let (from, to) = if is_first {
            let from = today.saturating_sub(Span::new().days(DAYS_AT_FIRST));
            (from.to_string(), today.to_string())
        } else {
            (field("from")?, field("to")?)
        };
        let search = field("search")?;
        let meaning = meaning(&from, &to, &search, words);
        Ok(Self { from, to, search, meaning })
    }
}

fn meaning(
    from: &str,
    to: &str,
    search: &str,
    words: &Words,
) -> Result<(Period, Option<Search>), &'static str> {
    let end = |text: &str| match text {
        "" => Ok(None),
        text => day(text).map(Some).ok_or(words.not_a_day),
    };
    let period = Period::new(end(from)?, end(to)?).ok_or(words.backwards)?;
    let search = Search::parse(search).map_err(|_| words.too_long)?;
    Ok((period, search))
}
