//! `/bank/payroll/sign`: several statements, one confirmation or one key, and what became of each.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::State;
use clients::SignatureType;
use edge::QueryList;
use http::StatusCode;
use kernel::{Language, Money};
use pages::{
    AnswerField, ConfirmationKind, OWN_CERTIFICATES_PATH, OnlineBank, OnlineBankForm, PageError, PageResult,
    Section, SigningDocument, confirm, date, money, see_other, signing_tool,
};

use super::figures::{badge, own_warnings, told, type_choices};
use super::words::Words;
use super::words_many::Words as ManyWords;
use super::{Pages, PayrollPages, origin_of};
use crate::identifier::StatementId;
use crate::statement::StatementHeader;
use crate::work::{
    self, ChosenStatement, Detail, HowSigned, Payer, SIGNED_AT_ONCE_MAX, SignedOne, StatementError,
};

#[derive(Template)]
#[template(path = "sign_many.html")]
struct Content<'a> {
    words: &'static Words,
    many: &'static ManyWords,
    csrf: &'a str,
    rows: Vec<Line<'a>>,
    total: String,
    accounts: Vec<Account>,
    left_out: usize,
    types: Vec<(&'static str, &'static str)>,
    answer: AnswerField,
    problem: Option<String>,
    signing: String,
}

struct Line<'a> {
    header: &'a StatementHeader,
    date: String,
    warnings: Vec<String>,
    total: String,
}

struct Account {
    number: String,
    available: String,
    shortage: Option<String>,
}

#[derive(Template)]
#[template(path = "signed_many.html")]
struct Signed {
    words: &'static Words,
    many: &'static ManyWords,
    done: usize,
    all: usize,
    total: String,
    rows: Vec<Outcome>,
}

struct Outcome {
    id: String,
    number: i64,
    total: String,
    is_signed: bool,
    text: String,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let chosen: Vec<StatementId> = query.repeated("id").iter().filter_map(|id| id.parse().ok()).collect();
    show(&pages, &bank, &chosen, StatusCode::OK, None).await
}

async fn show(
    pages: &PayrollPages,
    bank: &OnlineBank,
    chosen: &[StatementId],
    status: StatusCode,
    problem: Option<String>,
) -> PageResult {
    let found = work::chosen_statements(&pages.payroll, &origin_of(bank), chosen).await?;
    let ready: Vec<&Detail> = found.iter().filter(|detail| !detail.may_sign.is_empty()).collect();
    if ready.is_empty() {
        // Signed meanwhile, or nothing was chosen: the list tells.
        return Ok(see_other("/bank/payroll"));
    }
    bank.require_factor().await?;
    let words = Words::of(bank.language);
    let mut types: Vec<SignatureType> = ready.iter().flat_map(|detail| detail.may_sign.clone()).collect();
    types.sort_unstable_by_key(|kind| kind.as_str());
    types.dedup();
    let rows = ready.iter().map(|detail| Line {
        header: &detail.header,
        date: date(detail.header.date, bank.language),
        warnings: warnings(detail, bank.language, words),
        total: money(detail.header.terms.total, "RUR", bank.language),
    });
    let rows: Vec<Line<'_>> = rows.collect();
    let content = Content {
        words,
        signing: in_browser(&ready, bank.language)?,
        many: ManyWords::of(bank.language),
        csrf: &bank.csrf,
        rows,
        total: total(ready.iter().map(|detail| detail.header.terms.total), bank.language),
        accounts: accounts(pages, bank, &ready).await?,
        left_out: found.len() - ready.len(),
        types: type_choices(&types, words),
        answer: AnswerField::load(bank).await?,
        problem,
    };
    bank.page_with(status, Section::Payroll, content.many.title, &content)
}

/// Returns the warnings about a statement, and the number of its transfers with some.
fn warnings(detail: &Detail, language: Language, words: &'static Words) -> Vec<String> {
    let mut warnings = own_warnings(detail, language);
    let count = detail.counts.with_warnings;
    warnings.extend((count > 0).then(|| format!("{}: {count}", words.has_warnings)));
    warnings
}

/// Compares what each account has with the sum of the statements that it pays; an account whose balance the person may
/// not see is left out.
async fn accounts(
    pages: &PayrollPages,
    bank: &OnlineBank,
    ready: &[&Detail],
) -> Result<Vec<Account>, PageError> {
    let mut sums: BTreeMap<&str, (StatementId, Option<Money>)> = BTreeMap::new();
    for header in ready.iter().map(|detail| &detail.header) {
        let (_, sum) =
            sums.entry(header.terms.account.as_str()).or_insert((header.id, Some(Money::from_minor(0))));
        *sum = sum.and_then(|sum| sum.checked_add(header.terms.total));
    }
    let mut accounts = Vec::new();
    for (number, (id, sum)) in sums {
        let payer = work::payer(&pages.payroll, &origin_of(bank), id).await?;
        let Some(Payer { available, .. }) = payer else { continue };
        let missing = sum.and_then(|sum| sum.checked_sub(available)).filter(|missing| missing.is_positive());
        let shown = |amount| money(amount, "RUR", bank.language);
        accounts.push(Account {
            number: number.to_owned(),
            available: shown(available),
            shortage: missing.map(shown),
        });
    }
    Ok(accounts)
}

fn in_browser(ready: &[&Detail], language: Language) -> Result<String, PageError> {
    let document = |detail: &&Detail| {
        let StatementHeader { id, version, .. } = &detail.header;
        SigningDocument {
            address: format!("/bank/payroll/{id}/document.json"),
            digest: None,
            into: format!("cms-{id}"),
            prefix: format!("{id}:{version}:"),
        }
    };
    let documents: Vec<SigningDocument> = ready.iter().map(document).collect();
    Ok(signing_tool(language, OWN_CERTIFICATES_PATH, &documents)?)
}

/// Returns the sum as people read it; nothing when it is out of range.
fn total(amounts: impl Iterator<Item = Money>, language: Language) -> String {
    Money::checked_sum(amounts).map(|sum| money(sum, "RUR", language)).unwrap_or_default()
}

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (bank, words) = (&form.bank, Words::of(form.bank.language));
    bank.require_factor().await?;
    let sent = form.all("statement").into_iter().filter_map(seen).take(SIGNED_AT_ONCE_MAX);
    let sent: Vec<(StatementId, i64, &str)> = sent.collect();
    if sent.is_empty() {
        return Ok(see_other("/bank/payroll"));
    }
    let ids: Vec<StatementId> = sent.iter().map(|(id, ..)| *id).collect();
    let again = |status, text: String| show(&pages, bank, &ids, status, Some(text));
    let before = work::chosen_statements(&pages.payroll, &origin_of(bank), &ids).await?;
    let confirmed = if form.field("how") == "certificate" {
        None
    } else {
        let Ok(kind) = form.field("type").parse::<SignatureType>() else {
            return again(StatusCode::UNPROCESSABLE_ENTITY, words.no_type.to_owned()).await;
        };
        let refused = sent.iter().filter_map(|(id, version, _)| refused_one(&before, *id, *version, kind));
        let refused: Vec<SignedOne> = refused.collect();
        if refused.len() == sent.len() {
            return tell(bank, &before, &refused);
        }
        if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
            return again(unconfirmed.status, unconfirmed.text.to_string()).await;
        }
        Some(kind)
    };
    let chosen = sent.into_iter().map(|(id, version, cms)| {
        let how = confirmed.map_or_else(|| HowSigned::Certificate(cms.to_owned()), HowSigned::Confirmed);
        ChosenStatement { id, version, how }
    });
    let outcomes = work::sign_many(&pages.payroll, &origin_of(bank), chosen.collect()).await;
    tell(bank, &before, &outcomes)
}

/// Returns a statement that is not signed whatever is confirmed, and why.
fn refused_one(before: &[Detail], id: StatementId, version: i64, kind: SignatureType) -> Option<SignedOne> {
    let detail = before.iter().find(|detail| detail.header.id == id).ok_or(StatementError::NotFound);
    let outcome = Err(detail.and_then(|detail| detail.check_signature(version, kind)).err()?);
    Some(SignedOne { id, outcome })
}

/// Reads a statement with the version that the page showed, and the signature behind it when there is one.
fn seen(value: &str) -> Option<(StatementId, i64, &str)> {
    let (id, rest) = value.split_once(':')?;
    let (version, cms) = rest.split_once(':').unwrap_or((rest, ""));
    Some((id.parse().ok()?, version.parse().ok()?, cms))
}

fn tell(bank: &OnlineBank, before: &[Detail], outcomes: &[SignedOne]) -> PageResult {
    let (words, many) = (Words::of(bank.language), ManyWords::of(bank.language));
    let header =
        |id: StatementId| before.iter().find(|detail| detail.header.id == id).map(|detail| &detail.header);
    let outcome = |one: &SignedOne| {
        let header = header(one.id);
        let text = match &one.outcome {
            Ok(status) => badge(*status, words).1.to_owned(),
            Err(StatementError::SignatureRefused(reason)) => told(reason, bank.language),
            Err(error) => refusal(error, many).to_owned(),
        };
        Outcome {
            id: one.id.to_string(),
            number: header.map(|header| header.number).unwrap_or_default(),
            total: header.map(|header| money(header.terms.total, "RUR", bank.language)).unwrap_or_default(),
            is_signed: one.outcome.is_ok(),
            text,
        }
    };
    let signed = outcomes.iter().filter(|one| one.outcome.is_ok());
    let amounts = signed.clone().filter_map(|one| header(one.id)).map(|header| header.terms.total);
    let content = Signed {
        words,
        many,
        done: signed.clone().count(),
        all: outcomes.len(),
        total: total(amounts, bank.language),
        rows: outcomes.iter().map(outcome).collect(),
    };
    bank.page(Section::Payroll, many.done_title, &content)
}

const fn refusal(error: &StatementError, many: &ManyWords) -> &'static str {
    match error {
        StatementError::NotFound => many.not_found,
        StatementError::NoRight => many.no_right,
        StatementError::Changed => many.changed,
        StatementError::NotInThisState(_) => many.not_in_this_state,
        StatementError::SignatureNotNeeded => many.not_needed,
        StatementError::SignatureRefused(_)
        | StatementError::Fields(_)
        | StatementError::FaultyCells(_)
        | StatementError::TooManyRolls
        | StatementError::RowsChanged(_)
        | StatementError::Crowded
        | StatementError::Failed(_)
        | StatementError::Store(_) => many.failed,
    }
}
