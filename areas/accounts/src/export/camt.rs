//! A statement of ISO 20022: camt.053.001.08, `BankToCustomerStatementV08`.

use std::borrow::Cow;

use jiff::Unit;
use jiff::civil::{Date, date};
use kernel::hexadecimal;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::Head;
use crate::ledger::EntryKind;
use crate::operation::{Operation, Side, Total};

const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";
/// The most characters of a name and of a line of the purpose (`Max140Text`).
const TEXT_CHARACTERS_MAX: usize = 140;
/// Bytes of the digest in the name of a statement: 14 digits fill the 35 characters of a name.
const ID_DIGEST_BYTES: usize = 7;
/// Says that the period is not over; a moment follows.
const UNFINISHED: &str = "The period is not closed: the balance is that of";
/// One more than the largest amount of the message, in hundredths: 18 digits in all.
const AMOUNT_END: i128 = 1_000_000_000_000_000_000;
/// The system in which a Russian BIC names a bank (external code set `ExternalClearingSystemIdentification1Code`).
const CLEARING_SYSTEM: &str = "RUCBC";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("camt.053 has at most 18 digits for an amount")]
pub(crate) struct AmountError;

pub(crate) fn begin(head: &Head) -> Result<Vec<u8>, AmountError> {
    let turnover = &head.turnover;
    let sums = [turnover.opening().into(), turnover.closing().into(), turnover.credits(), turnover.debits()];
    if sums.iter().any(|sum: &Total| sum.0.abs() >= AMOUNT_END) {
        return Err(AmountError);
    }
    let created = head.zone.date_time_text(whole_second(head));
    let id = id(head);
    let sequence = if head.is_closed {
        format!("<ElctrncSeqNb>{}</ElctrncSeqNb>", sequence(head))
    } else {
        String::new()
    };
    let first = head.zone.date_time_text(head.zone.start_of_day(head.first_day));
    let last = head.zone.date_time_text(last_second(head));
    let mut xml =
        Xml(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"{NAMESPACE}\">"));
    xml.open("BkToCstmrStmt");
    xml.raw(&format!("<GrpHdr><MsgId>{id}</MsgId><CreDtTm>{created}</CreDtTm></GrpHdr>"));
    xml.raw(&format!("<Stmt><Id>{id}</Id>{sequence}<CreDtTm>{created}</CreDtTm>"));
    xml.raw(&format!("<FrToDt><FrDtTm>{first}</FrDtTm><ToDtTm>{last}</ToDtTm></FrToDt>"));
    xml.raw(&format!("<Acct><Id><Othr><Id>{}</Id></Othr></Id><Ccy>{}</Ccy>", head.number, head.currency));
    party(&mut xml, "Ownr", &head.owner);
    xml.open("Svcr");
    institution(&mut xml, head.owner.bic.as_deref(), Some(&head.bank));
    xml.raw("</Svcr></Acct>");
    balances(&mut xml, head);
    xml.raw(&format!(
        "<TxsSummry><TtlNtries><NbOfNtries>{}</NbOfNtries></TtlNtries><TtlCdtNtries><Sum>{}</Sum></TtlCdtNtries>\
         <TtlDbtNtries><Sum>{}</Sum></TtlDbtNtries></TxsSummry>\n",
        turnover.count(),
        turnover.credits(),
        turnover.debits()
    ));
    Ok(xml.0.into_bytes())
}

pub(crate) fn operations(head: &Head, operations: &[Operation]) -> Vec<u8> {
    let mut xml = Xml(String::new());
    for operation in operations {
        entry(&mut xml, head, operation);
    }
    xml.0.into_bytes()
}

/// Writes the end of the message, which says so when operations may still come.
pub(crate) fn end(head: &Head) -> Vec<u8> {
    let mut xml = Xml(String::new());
    if !head.is_closed {
        let at = head.zone.date_time_text(whole_second(head));
        xml.text("AddtlStmtInf", &format!("{UNFINISHED} {at}"));
    }
    xml.raw("</Stmt></BkToCstmrStmt></Document>\n");
    xml.0.into_bytes()
}

/// The name of the statement: the account, and a digest of all that decides its content. So the same statement has the
/// same name whenever it is made, and another one has another.
fn id(head: &Head) -> String {
    let (turnover, last) = (&head.turnover, last_day(head));
    let state = (head.opening_is_closed, head.is_closed);
    let content = format!("{} {last} {} {} {state:?}", head.first_day, turnover.first(), turnover.last());
    let digest = hexadecimal(&Sha256::digest(content)[..ID_DIGEST_BYTES]);
    format!("{}-{digest}", head.number)
}

/// The number of a finished statement: the periods of its length that have ended since 1970 when it does, counted in
/// months where it is of whole months, else in days. So those of periods in a row follow each other without a gap.
fn sequence(head: &Head) -> i64 {
    let (first, last) = (head.first_day, head.last_day);
    let is_of_months = first.day() == 1 && last == last.last_of_month();
    let place = |day: Date| match day.since((Unit::Day, date(1970, 1, 1))) {
        _ if is_of_months => i64::from(day.year() - 1970) * 12 + i64::from(day.month() - 1),
        Ok(span) => i64::from(span.get_days()),
        Err(_) => 0,
    };
    place(last).div_euclid(place(last) - place(first) + 1)
}

/// The day of the balance at the end: one that lies ahead has none yet.
fn last_day(head: &Head) -> Date {
    head.last_day.min(head.zone.date_of(head.created_at)).max(head.first_day)
}

fn last_second(head: &Head) -> kernel::Instant {
    let end = head.zone.start_of_next_day(head.last_day).plus_seconds(-1);
    if head.is_closed { end } else { end.min(whole_second(head)).max(head.zone.start_of_day(head.first_day)) }
}

fn whole_second(head: &Head) -> kernel::Instant {
    kernel::Instant::from_unix_seconds(head.created_at.unix_seconds())
}

/// Writes the balances of both ends. The end of a day that is not closed may still change: it is neither the previous
/// closing balance nor the closing one, and as opening balance it says that it is intermediate.
fn balances(xml: &mut Xml, head: &Head) {
    let (opening, closing) = (head.turnover.opening().into(), head.turnover.closing().into());
    let (first, last) = (head.first_day, last_day(head));
    let before = first.yesterday().ok().filter(|_| head.opening_is_closed);
    if let Some(before) = before {
        balance(xml, head, "<CdOrPrtry><Cd>PRCD</Cd></CdOrPrtry>", (before, opening));
        balance(xml, head, "<CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry>", (first, opening));
    } else {
        let code = "<CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry><SubTp><Cd>INTM</Cd></SubTp>";
        balance(xml, head, code, (first, opening));
    }
    let code = if head.is_closed { "CLBD" } else { "ITBD" };
    balance(xml, head, &format!("<CdOrPrtry><Cd>{code}</Cd></CdOrPrtry>"), (last, closing));
}

fn balance(xml: &mut Xml, head: &Head, kind: &str, (day, balance): (Date, Total)) {
    let magnitude = amount(head, Total(balance.0.abs()));
    xml.raw(&format!(
        "<Bal><Tp>{kind}</Tp><Amt Ccy=\"{}\">{magnitude}</Amt>\
         <CdtDbtInd>{}</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>",
        head.currency,
        side_of(balance.0 < 0)
    ));
}

/// Writes an amount with the digits that ISO 4217 gives its currency.
fn amount(head: &Head, magnitude: Total) -> String {
    let text = magnitude.to_string();
    if head.has_hundredths { text } else { text.trim_end_matches(".00").to_owned() }
}

const fn side_of(is_debit: bool) -> &'static str {
    if is_debit { "DBIT" } else { "CRDT" }
}

fn entry(xml: &mut Xml, head: &Head, operation: &Operation) {
    let booked = head.zone.date_time_text(operation.booked_at);
    let reversal = if operation.kind == EntryKind::Correction { "<RvslInd>true</RvslInd>" } else { "" };
    xml.raw(&format!(
        "<Ntry><NtryRef>{}</NtryRef><Amt Ccy=\"{}\">{}</Amt><CdtDbtInd>{}</CdtDbtInd>{reversal}<Sts><Cd>BOOK</Cd></Sts>\
         <BookgDt><DtTm>{booked}</DtTm></BookgDt><ValDt><Dt>{}</Dt></ValDt>\
         <AcctSvcrRef>{}-{}</AcctSvcrRef><BkTxCd><Prtry><Cd>{}</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>",
        operation.number,
        head.currency,
        amount(head, operation.magnitude()),
        side_of(operation.is_debit()),
        operation.value_date,
        head.number,
        operation.number,
        operation.kind.as_str()
    ));
    if let Some(document) = &operation.document {
        xml.open("Refs");
        xml.text("InstrId", document);
        xml.raw("</Refs>");
    }
    let (from, to) = head.payer_and_payee(operation);
    if operation.other.name.is_some() {
        xml.open("RltdPties");
        named_side(xml, ("Dbtr", "DbtrAcct"), &from);
        named_side(xml, ("Cdtr", "CdtrAcct"), &to);
        xml.raw("</RltdPties>");
    }
    if operation.other.bic.is_some() {
        xml.raw("<RltdAgts><DbtrAgt>");
        institution(xml, from.bic.as_deref(), None);
        xml.raw("</DbtrAgt><CdtrAgt>");
        institution(xml, to.bic.as_deref(), None);
        xml.raw("</CdtrAgt></RltdAgts>");
    }
    xml.open("RmtInf");
    let letters: Vec<char> = operation.purpose.chars().collect();
    for part in letters.chunks(TEXT_CHARACTERS_MAX) {
        xml.text("Ustrd", &part.iter().collect::<String>());
    }
    xml.raw("</RmtInf></TxDtls></NtryDtls></Ntry>\n");
}

fn named_side(xml: &mut Xml, (role, account_role): (&str, &str), side: &Side) {
    xml.open(role);
    party(xml, "Pty", side);
    xml.close(role);
    if let Some(account) = &side.account {
        xml.open(account_role);
        xml.raw("<Id><Othr>");
        xml.text("Id", account);
        xml.raw("</Othr></Id>");
        xml.close(account_role);
    }
}

fn party(xml: &mut Xml, element: &str, side: &Side) {
    xml.open(element);
    if let Some(name) = &side.name {
        let name: String = name.chars().take(TEXT_CHARACTERS_MAX).collect();
        xml.text("Nm", &name);
    }
    if let Some(inn) = &side.inn {
        xml.raw("<Id><OrgId><Othr>");
        xml.text("Id", inn);
        xml.raw("<SchmeNm><Cd>TXID</Cd></SchmeNm></Othr></OrgId></Id>");
    }
    xml.close(element);
}

fn institution(xml: &mut Xml, bic: Option<&str>, name: Option<&str>) {
    xml.open("FinInstnId");
    if let Some(bic) = bic {
        xml.raw(&format!("<ClrSysMmbId><ClrSysId><Cd>{CLEARING_SYSTEM}</Cd></ClrSysId>"));
        xml.text("MmbId", bic);
        xml.raw("</ClrSysMmbId>");
    }
    if let Some(name) = name {
        xml.text("Nm", &name.chars().take(TEXT_CHARACTERS_MAX).collect::<String>());
    }
    xml.close("FinInstnId");
}

struct Xml(String);

impl Xml {
    fn raw(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn open(&mut self, element: &str) {
        self.0.extend(["<", element, ">"]);
    }

    fn close(&mut self, element: &str) {
        self.0.extend(["</", element, ">"]);
    }

    fn text(&mut self, element: &str, text: &str) {
        self.open(element);
        for letter in text.chars() {
            self.0.push_str(&escaped(letter));
        }
        self.close(element);
    }
}

/// A letter as the content of an element. What XML 1.0 does not have (section 2.2) becomes U+FFFD; a carriage return
/// would be read as a line feed without its escape.
fn escaped(letter: char) -> Cow<'static, str> {
    match letter {
        '&' => Cow::Borrowed("&amp;"),
        '<' => Cow::Borrowed("&lt;"),
        '>' => Cow::Borrowed("&gt;"),
        '\r' => Cow::Borrowed("&#13;"),
        '\u{fffe}' | '\u{ffff}' => Cow::Borrowed("\u{fffd}"),
        letter if letter < ' ' && !matches!(letter, '\t' | '\n') => Cow::Borrowed("\u{fffd}"),
        letter => Cow::Owned(letter.to_string()),
    }
}

#[cfg(test)]
mod tests;
