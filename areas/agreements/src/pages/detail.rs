//! `GET /bank/agreements/{id}?company=…`: one version of an agreement with everything that it says.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::State;
use edge::{AreaPath, QueryList};
use kernel::Language;
use pages::{OnlineBank, PageError, PageResult, Section};

use super::document::{Object, objects};
use super::fields::{PARTS, Part};
use super::words::Words;
use super::{AgreementsPages, badge};
use crate::work::{ReadScope, find};

#[derive(Template)]
#[template(path = "agreement.html")]
struct Content {
    words: &'static Words,
    id: i64,
    cnum: String,
    title: String,
    key: String,
    badge: &'static str,
    status: String,
    parts: Vec<ShownPart>,
    /// There are letters for the person: the page leads to a new one.
    may_write: bool,
}

struct ShownPart {
    title: &'static str,
    facts: Vec<(&'static str, String)>,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

pub(super) async fn get(
    State(pages): State<AgreementsPages>,
    bank: OnlineBank,
    query: QueryList<PageError>,
    AreaPath(id, _): AreaPath<PageError, String>,
) -> PageResult {
    let id: i64 = id.parse().map_err(|_| PageError::NotFound)?;
    let company = query.single("company")?.filter(|text| !text.is_empty()).unwrap_or(bank.company.as_str());
    let asked = BTreeSet::from([company.to_owned()]);
    let found =
        find(&pages.area, ReadScope { user: &bank.user, client: None, companies: &asked }, id).await?;
    let document = Object::read(&found.document)?;
    let words = Words::of(bank.language);
    let parts = PARTS.iter().filter_map(|part| shown(part, &document, bank.language).transpose());
    let number = document.text("number").unwrap_or_else(|| words.without_number.to_owned());
    let code = document.text("status");
    let content = Content {
        words,
        id,
        cnum: company.to_owned(),
        title: format!("{} {number}", words.agreement),
        key: found.business_key,
        badge: badge(code.as_deref()),
        status: document.named("status", "statusName", bank.language).unwrap_or_default(),
        parts: parts.collect::<Result<_, PageError>>()?,
        may_write: bank.opens(Section::Letters),
    };
    bank.page(Section::Agreements, &content.title, &content)
}

/// Writes a part for people; none when the agreement lacks it.
fn shown(part: &Part, document: &Object, language: Language) -> Result<Option<ShownPart>, PageError> {
    let named = |(russian, english): (&'static str, &'static str)| language.pick(russian, english);
    let facts = |object: &Object| {
        let fact = |(name, kind, russian, english): &super::fields::Field| {
            Some((named((*russian, *english)), object.shown(name, *kind, language)?))
        };
        part.fields.iter().filter_map(fact).collect::<Vec<_>>()
    };
    let title = named(part.title);
    let mut shown = ShownPart { title, facts: Vec::new(), columns: Vec::new(), rows: Vec::new() };
    if part.path.is_empty() {
        shown.facts = facts(document);
    } else if let Some(inner) = document.at(part.path)? {
        if inner.get().starts_with('[') {
            shown.columns = part.fields.iter().map(|field| named((field.2, field.3))).collect();
            let row = |object: &Object| {
                let cell = |field: &super::fields::Field| {
                    object.shown(field.0, field.1, language).unwrap_or_default()
                };
                part.fields.iter().map(cell).collect()
            };
            shown.rows = objects(inner.get())?.iter().map(row).collect();
        } else {
            shown.facts = facts(&Object::read(inner.get())?);
        }
    }
    Ok((!shown.facts.is_empty() || !shown.rows.is_empty()).then_some(shown))
}
