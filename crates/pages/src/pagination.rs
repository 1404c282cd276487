//! The list of pages beneath a long list.

use askama::Template;
use edge::QueryList;
use kernel::Language;

use crate::error::PageError;
use crate::words::Words;

/// The pages beside the current one that are offered on each side.
const NEIGHBOURS: u32 = 2;

#[derive(Template)]
#[template(path = "pagination.html")]
struct Pagination {
    words: &'static Words,
    previous: Option<String>,
    next: Option<String>,
    pages: Vec<Link>,
}

struct Link {
    number: u32,
    address: String,
    current: bool,
    /// Pages are left out before it.
    gap: bool,
}

/// Returns the page of a list that the query asks for, from 1. A number above `most` is that of an empty page and no
/// mistake: lists become shorter.
///
/// # Errors
/// The parameter is no number from 1, or occurs twice.
pub fn page_asked(query: &QueryList<PageError>, most: i32) -> Result<i32, PageError> {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    match query.single("page")? {
        Some(text) if !text.is_empty() && is_number(text) => Ok(text.parse().unwrap_or(most).min(most)),
        _ => Ok(query.int32("page", 1..=most)?.unwrap_or(1)),
    }
}

/// Tells a person who asks for a page after the last of a list that nothing is there.
pub fn not_past_end(page: u32, is_empty: bool) -> Result<(), PageError> {
    if page > 1 && is_empty { Err(PageError::PastEnd) } else { Ok(()) }
}

/// The links to the other pages of a list as HTML: `page` from 1 of `pages`, each at `address(number)`. Nothing for a
/// single page.
pub fn pagination(language: Language, page: u32, pages: u32, address: impl Fn(u32) -> String) -> String {
    if pages < 2 {
        return String::new();
    }
    let page = page.clamp(1, pages);
    let first = page.saturating_sub(NEIGHBOURS).max(1);
    let last = page.saturating_add(NEIGHBOURS).min(pages);
    let mut numbers = vec![1];
    numbers.extend(first..=last);
    numbers.push(pages);
    numbers.dedup();
    let mut links = Vec::with_capacity(numbers.len());
    let mut before = 0_u32;
    for number in numbers {
        links.push(Link {
            number,
            address: address(number),
            current: number == page,
            gap: number > before.saturating_add(1),
        });
        before = number;
    }
    let shown = Pagination {
        words: Words::of(language),
        previous: (page > 1).then(|| address(page - 1)),
        next: (page < pages).then(|| address(page + 1)),
        pages: links,
    };
    shown.render().unwrap_or_default()
}
