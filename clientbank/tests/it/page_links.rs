//! ONL-01: whatever a page leads to is there for the person who sees it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use http::{Method, StatusCode};
use testkit::{Bench, TestCaller, TestClient, on_both_engines};

use crate::authorization_matrix::{MATRIX, method_of, request};
use crate::wired::application;

/// The most addresses that differ in digits alone and are followed: the others lead to the same page about others.
const OF_ONE_PAGE_MAX: usize = 4;
/// The most pages for one person: far more than there are.
const PAGES_MAX: usize = 500;

/// Administrators and others, with the role of the API and without.
const PEOPLE: [(&str, &str); 5] = [
    ("U00001", "C00001"),
    ("U00002", "C00001"),
    ("U00003", "C00003"),
    ("U00004", "C00001"),
    ("U00005", "C00004"),
];

/// The address without what makes it one of many.
fn kind(address: &str) -> String {
    address.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

/// The addresses within the online bank that links of a page lead to.
fn links(page: &str) -> impl Iterator<Item = String> {
    let quoted = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let addresses = quoted.map(|link| link.split('#').next().unwrap_or_default().replace("&#38;", "&"));
    addresses.map(|link| link.replace("&amp;", "&")).filter(|link| link.starts_with("/bank"))
}

on_both_engines! {
    async fn onl_01_every_link_leads_to_a_page_that_the_person_may_see(bench: Bench) {
        let application = application(&bench).await;
        let (client, api) = (TestClient::new(application.identity), bench.client(application.api));
        // There is a statement, a request, a message and whatever else the operations make.
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        for row in MATRIX.iter().filter(|row| method_of(row) == Method::POST && row.body.is_some()) {
            let answer = request(&api, row).tokens(&pair).send().await;
            assert!(answer.status.is_success() || answer.status == StatusCode::FORBIDDEN, "{}", answer.text());
        }
        for (user, company) in PEOPLE {
            let caller = TestCaller::new(user, company);
            let (mut known, mut followed) = (BTreeSet::from(["/bank".to_owned()]), BTreeMap::<String, usize>::new());
            let mut waiting = VecDeque::from([("/bank".to_owned(), "the login".to_owned())]);
            let mut pages = 0;
            while let Some((address, from)) = waiting.pop_front() {
                let of_kind = followed.entry(kind(&address)).or_default();
                *of_kind += 1;
                if *of_kind > OF_ONE_PAGE_MAX {
                    continue;
                }
                pages += 1;
                assert!(pages < PAGES_MAX, "{user}: the pages have no end: {address}");
                let answer = client.get(&address).online_bank(&bench.tokens, &caller).send().await;
                let is_there = answer.status == StatusCode::OK || answer.status.is_redirection();
                assert!(is_there, "{user}: {from} leads to {address}: {}", answer.status);
                if answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
                    let new = links(answer.text()).filter(|link| known.insert(link.clone()));
                    waiting.extend(new.map(|link| (link, address.clone())).collect::<Vec<_>>());
                }
            }
            assert!(pages > 15, "{user}: {pages} pages: {known:?}");
        }
    }
}
