//! `GET /bank/payroll/{id}`: one statement. What is wrong comes first, then what can be done, then everything else.

use askama::Template;
use axum::extract::{Path, State};
use clients::SignatureType;
use edge::QueryList;
use kernel::Language;
use pages::{OnlineBank, PageError, PageResult, Section, counted, date, decimal, moment, money};

use super::figures::{Badge, badge, is_moving, signature_type, told, transfers as transfers_in_words};
use super::transfers::{self, TransferList, TransferQuery};
use super::words::Words;
use super::{Pages, detail_of, identifier, paper};
use crate::catalogue::{Finding, Reason, Severity};
use crate::lifecycle::StatementStatus;
use crate::state::PayrollState;
use crate::statement::{HistoryLine, StatementHeader};
use crate::work::{self, Detail};

#[derive(Template)]
#[template(path = "statement.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    /// Says beside all else what the person may do now.
    detail: &'a Detail,
    header: &'a StatementHeader,
    badge: Badge,
    /// The number of warnings behind the badge, in words.
    warnings: Option<String>,
    is_moving: bool,
    done: Option<&'static str>,
    reason: Option<String>,
    /// The reason for which a signature does not count any more.
    lost: Option<String>,
    /// The way out of that.
    lost_hint: &'static str,
    progress: Option<(i64, i64)>,
    problems: Vec<Problem>,
    has_faulty: bool,
    first_faulty: Option<i64>,
    facts: Vec<(&'static str, String)>,
    signatures: Option<Signatures>,
    list: TransferList,
    history: Vec<Step>,
    papers: Vec<String>,
}

struct Problem {
    is_error: bool,
    code: &'static str,
    message: String,
    /// At how many transfers and where first; none at the statement itself.
    at: Option<(String, i64)>,
}

struct Signatures {
    given: Vec<(&'static str, String, String)>,
    missing: Vec<Missing>,
}

struct Missing {
    kind: &'static str,
    count: u8,
    candidates: String,
}

struct Step {
    when: String,
    what: &'static str,
    who: Option<String>,
    why: Option<String>,
    class: &'static str,
}

pub(super) async fn get(
    State(pages): Pages,
    Path(id): Path<String>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let detail = &detail_of(&pages, &bank, identifier(&id)?).await?;
    let list = transfers::list(&pages, &bank, detail, TransferQuery::read(&query)?).await?;
    let words = Words::of(bank.language);
    let enrollment = enrollment(&pages.payroll, detail, bank.language).await?;
    let header = &detail.header;
    let status = header.state.status();
    let faulty = detail.counts.with_errors + detail.counts.with_warnings + detail.counts.declined;
    let content = Content {
        words,
        csrf: &bank.csrf,
        detail,
        header,
        badge: badge(status, words),
        warnings: warnings(status, detail.counts.with_warnings, bank.language),
        is_moving: is_moving(status) && !list.is_whole,
        done: query.single("done")?.and_then(|done| words.done(done)),
        reason: header.state.reason().map(|reason| told(reason, bank.language)),
        lost: detail.lost.as_ref().map(|reason| told(reason, bank.language)),
        lost_hint: match status {
            StatementStatus::PartlySigned => words.lost_partly_hint,
            _ => words.lost_hint,
        },
        progress: (status == StatementStatus::Processing)
            .then_some((header.done_through_line, header.lines_count)),
        problems: problems(detail, &bank),
        has_faulty: faulty > 0,
        first_faulty: detail.first_faulty_line().filter(|_| detail.may_correct()),
        facts: facts(detail, &bank, words, enrollment),
        signatures: signatures(detail, &bank, words),
        list,
        history: history(detail, &bank, words),
        papers: paper::addresses(detail),
    };
    bank.page(Section::Payroll, &format!("{} №\u{a0}{}", words.statement, header.number), &content)
}

async fn enrollment(
    payroll: &PayrollState,
    detail: &Detail,
    language: Language,
) -> Result<String, PageError> {
    let code = detail.header.terms.income.enrollment_code.clone();
    let kind = work::enrollment_kind(payroll, code.clone()).await?;
    Ok(kind.map_or_else(|| code.clone(), |kind| format!("{code}, {}", kind.name(language))))
}

/// Tells how many transfers have warnings, where the badge only says that some have.
fn warnings(status: StatementStatus, count: i64, language: Language) -> Option<String> {
    let words = (["замечание", "замечания", "замечаний"], ["warning", "warnings"]);
    let told = count > 0 && status == StatementStatus::AwaitingSignWithWarnings;
    told.then(|| counted(count, language, words.0, words.1))
}

/// Errors before warnings, the statement's own before those of transfers.
fn problems(detail: &Detail, bank: &OnlineBank) -> Vec<Problem> {
    let problem = |what: &Reason, at| Problem {
        is_error: what.code.severity() != Severity::Warning,
        code: what.code.as_str(),
        message: told(what, bank.language),
        at,
    };
    let own = detail.own.iter().map(|Finding { what, .. }| problem(what, None));
    let at_transfers = detail.at_transfers.iter().map(|found| {
        problem(
            &found.what,
            Some((transfers_in_words(found.transfers_count, bank.language), found.first_line)),
        )
    });
    let mut problems: Vec<Problem> = own.chain(at_transfers).collect();
    problems.sort_by_key(|problem| !problem.is_error);
    problems
}

fn facts(
    detail: &Detail,
    bank: &OnlineBank,
    words: &'static Words,
    enrollment: String,
) -> Vec<(&'static str, String)> {
    let (header, language) = (&detail.header, bank.language);
    let terms = &header.terms;
    let mut facts = vec![
        (words.total, money(terms.total, "RUR", language)),
        (words.transfers, header.lines_count.to_string()),
        (words.account, terms.account.to_string()),
        (words.date, date(header.date, language)),
        (words.purpose, header.purpose.clone()),
        (words.enrollment, enrollment),
    ];
    facts.extend(terms.income.code.map(|code| (words.income_code, code.to_string())));
    if let Some(period) = terms.period {
        facts.push((words.period, format!("{:02}.{:04}", period.month, period.year)));
    }
    for rate in &terms.conversion_rates {
        let value = decimal(&rate.rate.to_string(), "RUR", language);
        facts.push((words.rate, format!("{} = {value}", rate.currency)));
    }
    if let Some(person) = &terms.responsible {
        facts.push((words.responsible, format!("{}, {}", person.full_name, person.phone)));
    }
    facts.push((words.created, moment(header.created_at, bank.zone(), language)));
    facts.push((words.created_by, detail.created_by_name.clone()));
    if header.done_through_line > 0 {
        facts.push((words.paid, money(header.executed, "RUR", language)));
        facts.push((words.not_paid, header.declined_count.to_string()));
    }
    if let Some(days) = detail.days_left {
        facts.push((words.days_left, days.to_string()));
    }
    if detail.counts.pending > 0 {
        facts.push((words.on_the_way, detail.counts.pending.to_string()));
    }
    facts
}

/// Returns the signatures; `None` while there is neither a signature nor one to give.
fn signatures(detail: &Detail, bank: &OnlineBank, words: &'static Words) -> Option<Signatures> {
    let given = detail.signers.iter().map(|signer| {
        let how =
            if signer.given.certificate_id.is_some() { words.by_certificate } else { words.by_confirmation };
        let what = format!("{}, {how}", signer.full_name);
        let when = moment(signer.given.at, bank.zone(), bank.language);
        (signature_type(signer.given.signature_type, words), what, when)
    });
    let awaits = detail.header.state.status().awaits_signatures();
    let missing = detail.missing.iter().filter(|_| awaits).map(|(kind, count)| Missing {
        kind: signature_type(*kind, words),
        count: *count,
        candidates: candidates(detail, *kind, words),
    });
    let signatures = Signatures { given: given.collect(), missing: missing.collect() };
    (!signatures.given.is_empty() || !signatures.missing.is_empty()).then_some(signatures)
}

fn candidates(detail: &Detail, kind: SignatureType, words: &'static Words) -> String {
    let of_type = || detail.candidates.iter().filter(|candidate| candidate.signature_type == kind);
    let names: Vec<&str> = of_type().map(|candidate| candidate.full_name.as_str()).collect();
    let names = if names.is_empty() { words.nobody.to_owned() } else { names.join(", ") };
    if of_type().any(|candidate| candidate.has_more) { format!("{names} {}", words.others) } else { names }
}

fn history(detail: &Detail, bank: &OnlineBank, words: &'static Words) -> Vec<Step> {
    let last = detail.history.len().saturating_sub(1);
    let step = |(index, line): (usize, &HistoryLine)| Step {
        when: moment(line.at, bank.zone(), bank.language),
        what: badge(line.to, words).1,
        who: line.user_name.clone(),
        why: line.reason.as_ref().map(|reason| told(reason, bank.language)),
        class: match (index == last, badge(line.to, words).0) {
            (_, "bad") => "bad",
            (true, _) => "current",
            (false, _) => "done",
        },
    };
    detail.history.iter().enumerate().map(step).collect()
}
