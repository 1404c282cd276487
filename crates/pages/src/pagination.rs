//! The list of pages beneath a long list.

use askama::Template;
use kernel::Language;

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

/// The links to the other pages of a list as HTML: `page` from 1 of `pages`, each at `address(number)`. Nothing for a
/// single page.
#[must_use]
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
