//! Statuses, types and periods as the pages show them.

use clients::SignatureType;
use kernel::{Language, UserId};
use pages::{counted, date, decimal, money};

use super::words::Words;
use crate::catalogue::{Code, Reason, Severity};
use crate::lifecycle::StatementStatus;
use crate::transfer::{SentAmount, Transfer};
use crate::transfer_status::TransferStatus;
use crate::work::{Candidate, Detail};

pub(super) type Badge = (&'static str, &'static str);

/// Writes a parameter of a reason, which is as the API has it, for people.
type Figure = fn(&str, Language) -> String;

fn day(text: &str, language: Language) -> String {
    text.parse().map_or_else(|_| text.to_owned(), |day| date(day, language))
}

fn roubles(text: &str, language: Language) -> String {
    decimal(text, "RUR", language)
}

/// An amount whose currency the sentence itself names.
fn sum(text: &str, language: Language) -> String {
    decimal(text, "", language).trim_end().to_owned()
}

/// Writes an exact decimal such as a rate or a percentage, `92.5` or `2`, with the decimal mark of the language.
pub(super) fn number(text: &str, language: Language) -> String {
    match language {
        Language::Russian => text.replace('.', ","),
        Language::English => text.to_owned(),
    }
}

/// Returns the parameters of a reason that are days, amounts or rates, by their places.
const fn figures(code: Code) -> &'static [(usize, Figure)] {
    match code {
        Code::P02 => &[(0, roubles), (1, roubles)],
        Code::P06 | Code::P07 => &[(0, day)],
        Code::P13 | Code::P15 => &[(1, day)],
        Code::P14 => &[(0, day), (1, day)],
        Code::P30 | Code::P32 | Code::D20 | Code::D24 => &[(1, number), (2, number), (3, number)],
        Code::D27 | Code::D28 | Code::D29 => &[(2, day), (3, sum)],
        _ => &[],
    }
}

/// Words a reason for people: where the interface's own words name a field of it, by the labels of the pages, with sums
/// and days as the pages write them.
pub(super) fn told(reason: &Reason, language: Language) -> String {
    let mut parameters = reason.parameters.clone();
    for (place, figure) in figures(reason.code) {
        if let Some(parameter) = parameters.get_mut(*place) {
            *parameter = figure(parameter, language);
        }
    }
    match (reason.code, language, parameters.as_slice()) {
        (Code::P01, Language::Russian, [found, said]) => {
            format!("Переводов в ведомости {found}, а указано {said}")
        }
        (Code::P01, Language::English, [found, said]) => {
            format!("The statement has {found} transfers, its number of transfers is {said}")
        }
        (Code::P02, Language::Russian, [found, said]) => {
            format!("Сумма всех переводов {found}, а сумма ведомости {said}")
        }
        (Code::P02, Language::English, [found, said]) => {
            format!("The transfers add up to {found}, the total of the statement is {said}")
        }
        _ => reason.code.message(language, &parameters),
    }
}

/// Words the warnings about a statement itself for who is to sign it; first that another signature does not count any
/// more.
pub(super) fn own_warnings(detail: &Detail, language: Language) -> Vec<String> {
    let reasons = detail.own.iter().map(|finding| &finding.what);
    let warnings = reasons.filter(|reason| reason.code.severity() == Severity::Warning);
    detail.lost.iter().chain(warnings).map(|reason| told(reason, language)).collect()
}

pub(super) const fn badge(status: StatementStatus, words: &Words) -> Badge {
    use StatementStatus as Status;
    match status {
        Status::Draft => ("", words.draft),
        Status::Checking => ("busy", words.checking),
        Status::AwaitingSign => ("warning", words.awaiting_sign),
        Status::AwaitingSignWithWarnings => ("warning", words.awaiting_sign_with_warnings),
        Status::Error => ("bad", words.error),
        Status::PartlySigned => ("warning", words.partly_signed),
        Status::Signing => ("busy", words.signing),
        Status::AwaitingSend => ("busy", words.awaiting_send),
        Status::Processing => ("busy", words.processing),
        Status::Declined => ("bad", words.declined),
        Status::Executed => ("good", words.executed),
        Status::PartlyExecuted => ("warning", words.partly_executed),
        Status::Deleted => ("", words.deleted),
        Status::Scheduled => ("", words.scheduled),
        Status::ErrorSign => ("bad", words.error_sign),
    }
}

pub(super) const fn transfer_badge(status: TransferStatus, words: &Words) -> Badge {
    match status {
        TransferStatus::Checking => ("busy", words.checking),
        TransferStatus::Draft => ("", words.draft),
        TransferStatus::Created => ("", words.transfer_created),
        TransferStatus::CreatedWithWarnings => ("warning", words.transfer_warned),
        TransferStatus::Processing => ("busy", words.processing),
        TransferStatus::Executed => ("good", words.transfer_executed),
        TransferStatus::Error => ("bad", words.transfer_error),
        TransferStatus::Declined => ("bad", words.transfer_declined),
    }
}

/// Returns `true` when the program works at a statement in this status, so that its page changes by itself.
pub(super) const fn is_moving(status: StatementStatus) -> bool {
    matches!(
        status,
        StatementStatus::Draft
            | StatementStatus::Checking
            | StatementStatus::Signing
            | StatementStatus::AwaitingSend
            | StatementStatus::Processing
    )
}

pub(super) const fn signature_type(signature_type: SignatureType, words: &Words) -> &'static str {
    match signature_type {
        SignatureType::First => words.first_signature,
        SignatureType::Second => words.second_signature,
    }
}

pub(super) fn type_choices(types: &[SignatureType], words: &Words) -> Vec<(&'static str, &'static str)> {
    types.iter().map(|kind| (kind.as_str(), signature_type(*kind, words))).collect()
}

/// Returns a name as lists have it: `Петров П. И.` for `Петров Пётр Ильич`.
pub(super) fn short_name(full_name: &str) -> String {
    let mut parts = full_name.split_whitespace();
    let mut name = parts.next().unwrap_or_default().to_owned();
    for initial in parts.filter_map(|part| part.chars().next()) {
        name.extend(['\u{a0}', initial, '.']);
    }
    name
}

/// Returns the names of those whose signatures are awaited, by type. Where fewer signatures are missing than people
/// could give, it says so: `Иванова А. С. или Орлова Е. П., Петров П. И.`
pub(super) fn awaited_names(awaited: &[Candidate], language: Language) -> String {
    let of_type = |kind: &SignatureType| {
        let people: Vec<&Candidate> = awaited.iter().filter(|one| one.signature_type == *kind).collect();
        let missing = usize::from(people.first()?.missing);
        let mut names: Vec<String> = people.iter().map(|one| short_name(&one.full_name)).collect();
        if people.iter().any(|one| one.has_more) {
            names.push(language.pick("другие", "others").to_owned());
        }
        Some(match (language, missing < names.len(), missing) {
            (_, false, _) => names.join(", "),
            (Language::Russian, true, 1) => names.join(" или "),
            (Language::English, true, 1) => names.join(" or "),
            (Language::Russian, true, _) => format!("{missing} из: {}", names.join(", ")),
            (Language::English, true, _) => format!("{missing} of: {}", names.join(", ")),
        })
    };
    let mut types: Vec<String> = SignatureType::ALL.iter().filter_map(of_type).collect();
    types.dedup();
    types.join("; ")
}

/// Returns those whose signatures are still missing when the user has given one of the type `own`: nobody else is
/// needed where it was the last of its type.
pub(super) fn awaited_besides(
    awaited: &[Candidate],
    user: &UserId,
    own: Option<&SignatureType>,
) -> Vec<Candidate> {
    let left = |one: &Candidate| one.missing.saturating_sub(u8::from(own == Some(&one.signature_type)));
    let others = awaited.iter().filter(|one| one.user != *user && left(one) > 0);
    others.map(|one| Candidate { missing: left(one), ..one.clone() }).collect()
}

pub(super) fn full_name(transfer: &Transfer) -> String {
    let names = [Some(&transfer.last_name), Some(&transfer.first_name), transfer.middle_name.as_ref()];
    names.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Returns an amount with its currency, or the number as it was sent when it is no amount.
pub(super) fn amount(sent: &SentAmount, language: Language) -> String {
    match sent {
        SentAmount::Exact(amount) => money(*amount, "RUR", language),
        SentAmount::Other(text) => text.clone(),
    }
}

/// Returns a number of transfers in words: `25 переводов`, `25 transfers`.
pub(super) fn transfers(count: i64, language: Language) -> String {
    counted(count, language, ["перевод", "перевода", "переводов"], ["transfer", "transfers"])
}

#[cfg(test)]
mod tests;
