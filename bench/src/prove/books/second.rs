//! A second program, which keeps books of its own by the channel's journal and by nothing else. It shares no code with
//! the ledger: sums are made here, of texts.

use std::collections::{BTreeMap, BTreeSet};

use aws_lc_rs::digest::{SHA256, digest};
use serde_json::Value;

use super::super::bank_caller::BankCaller;
use super::told::minor;
use crate::outcome::Outcome;

/// Entries of one page of a whole reading.
const PAGE: u64 = 1_000;

/// Debits and credits of accounts in a currency, in hundredths.
type Moved = BTreeMap<(String, String), [i128; 2]>;
/// Opening, debit, credit and closing by currency and group.
type Sums = BTreeMap<(String, String), [i128; 4]>;

#[derive(Default)]
pub(super) struct Second {
    after: u64,
    /// The entries as they were read, by their numbers from 1.
    entries: Vec<String>,
    /// Movements by day, account and currency.
    days: BTreeMap<String, Moved>,
    counts: BTreeMap<String, u64>,
    /// Numbers of entries that were reversed.
    pub(super) reversed: BTreeSet<u64>,
    /// Answers that did not come.
    pub(super) silences: u64,
}

impl Second {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Reads on where it has stopped; `true` when nothing came: at the end, and when nobody answers.
    pub(super) fn read_on(&mut self, caller: &mut BankCaller, limit: u64) -> Outcome<bool> {
        let path = format!("/bank/v1/journal?after={}&limit={limit}", self.after);
        let Some(page) = caller.call(&path, None)? else {
            self.silences += 1;
            return Ok(true);
        };
        let entries = page["entries"].as_array().ok_or("no entries")?;
        for entry in entries {
            self.book(entry).map_err(|error| format!("{error}: {entry}"))?;
        }
        if page["nextAfter"].as_u64() != Some(self.after) {
            return Err(format!("{} goes on after {}", page["nextAfter"], self.after).into());
        }
        Ok(entries.is_empty())
    }

    pub(super) fn read_to_the_end(&mut self, caller: &mut BankCaller) -> Outcome<()> {
        let before = self.silences;
        while !self.read_on(caller, PAGE)? {}
        if self.silences == before { Ok(()) } else { Err("the journal is not answered".into()) }
    }

    /// Reads the whole journal anew, and returns its pages as they came, octet by octet.
    pub(super) fn read_again(&self, caller: &mut BankCaller) -> Outcome<Vec<String>> {
        let (mut pages, mut again) = (Vec::new(), Self::default());
        loop {
            let path = format!("/bank/v1/journal?after={}&limit={PAGE}", again.after);
            let text = caller.text(&path, None)?.ok_or("the journal is not answered")?;
            let page: Value = serde_json::from_str(&text)?;
            let entries = page["entries"].as_array().ok_or("no entries")?;
            pages.push(text);
            if entries.is_empty() {
                break;
            }
            for entry in entries {
                again.book(entry)?;
            }
        }
        if again.entries == self.entries { Ok(pages) } else { Err("an entry has changed".into()) }
    }

    fn book(&mut self, entry: &Value) -> Outcome<()> {
        let day = entry["day"].as_str().ok_or("no day")?;
        let of_day = self.counts.entry(day.to_owned()).or_default();
        (self.after, *of_day) = (self.after + 1, *of_day + 1);
        if entry["number"].as_u64() != Some(self.after) || entry["dayNumber"].as_u64() != Some(*of_day) {
            return Err(format!("is not number {}, {of_day} of its day", self.after).into());
        }
        let (moved, mut zero) = (self.days.entry(day.to_owned()).or_default(), BTreeMap::new());
        for posting in entry["postings"].as_array().ok_or("no postings")? {
            let text = |name: &str| posting[name].as_str().ok_or_else(|| format!("no {name}"));
            let (account, currency, amount) =
                (text("account")?.to_owned(), text("currency")?.to_owned(), minor(text("amount")?)?);
            *zero.entry(currency.clone()).or_insert(0) += amount;
            let [debit, credit] = moved.entry((account, currency)).or_default();
            *(if amount < 0 { debit } else { credit }) += i128::from(amount.abs());
        }
        if zero.is_empty() || zero.values().any(|sum| *sum != 0) {
            return Err("does not add up".into());
        }
        if let Some(number) = entry["reverses"]["number"].as_u64() {
            self.reverse(number, entry)?;
        }
        self.entries.push(entry.to_string());
        Ok(())
    }

    /// Notes a reversal, which takes back a whole entry, and once.
    fn reverse(&mut self, number: u64, entry: &Value) -> Outcome<()> {
        let first = usize::try_from(number)?.checked_sub(1).and_then(|place| self.entries.get(place));
        let first: Value = serde_json::from_str(first.ok_or("reverses an entry that was not told")?)?;
        let mut taken_back = lines(&first, 1)?;
        taken_back.retain(|line| !lines(entry, -1).is_ok_and(|lines| lines.contains(line)));
        if !taken_back.is_empty() || !self.reversed.insert(number) {
            return Err(format!("does not reverse {number}, or was not the first to do so").into());
        }
        Ok(())
    }

    /// The number of the last payment of this sum to an account.
    pub(super) fn last_payment(&self, account: &str, minor: i64) -> Option<u64> {
        let is_it = |text: &String| {
            let entry: Value = serde_json::from_str(text).unwrap_or_default();
            let line = (account.to_owned(), minor);
            entry["kind"] == "TRANSFER" && lines(&entry, 1).is_ok_and(|lines| lines.contains(&line))
        };
        let place = self.entries.iter().rposition(is_it)?;
        u64::try_from(place + 1).ok()
    }

    /// The balance of one of the bank's own accounts after all entries.
    pub(super) fn position(&self, account: &str) -> i128 {
        let of_account = self.days.values().flatten().filter(|((name, _), _)| name == account);
        of_account.map(|(_, [debit, credit])| credit - debit).sum()
    }

    /// Compares what a position in a foreign currency is worth at the rate of the day that has just ended: in the
    /// books here, and as it is told. A half of a hundredth is rounded away from zero.
    pub(super) fn compare_position(
        &self,
        foreign: &str,
        national: &str,
        rate_per_10000: i64,
        told: &Value,
    ) -> Outcome<()> {
        let (sold, carried) = (-self.position(foreign), self.position(national));
        let worth = (sold * i128::from(rate_per_10000) + 5_000) / 10_000;
        let told = &told["revaluations"];
        let is_told = match told[0]["national"].as_str() {
            Some(text) => i128::from(minor(text)?) == -worth,
            None => sold == 0,
        };
        if carried == worth && is_told {
            Ok(())
        } else {
            Err(format!("{sold} sold are worth {worth}, and carried with {carried}: {told}").into())
        }
    }

    pub(super) fn balances(&self, day: &str) -> BTreeMap<String, i128> {
        let mut balances = BTreeMap::new();
        for ((account, _), [debit, credit]) in self.days.range(..=day.to_owned()).flat_map(|(_, moved)| moved)
        {
            *balances.entry(account.clone()).or_default() += credit - debit;
        }
        balances
    }

    /// Compares the trial balance of a day, its sums and its digest, with the books here.
    pub(super) fn compare(&self, day: &str, told: &Value) -> Outcome<()> {
        let mut own = Sums::new();
        for (of_day, moved) in self.days.range(..=day.to_owned()) {
            for ((account, currency), [debit, credit]) in moved {
                let is_customers = account.starts_with(|first: char| first.is_ascii_digit());
                let group = if is_customers { &account[..5] } else { account };
                let sums = own.entry((currency.clone(), group.to_owned())).or_default();
                if of_day == day {
                    sums[1] += debit;
                    sums[2] += credit;
                } else {
                    sums[0] += credit - debit;
                }
                sums[3] += credit - debit;
            }
        }
        own.retain(|_, sums| *sums != [0; 4]);
        let (mut theirs, mut zero, mut lines) =
            (Sums::new(), BTreeMap::<&str, [i128; 3]>::new(), String::new());
        for line in told["lines"].as_array().ok_or("no lines")? {
            let names = ["account", "currency", "opening", "debit", "credit", "closing"];
            let texts = names.map(|name| line[name].as_str().unwrap_or_default());
            lines += &(texts.join(";") + "\n");
            let mut sums = [0; 4];
            for (sum, text) in sums.iter_mut().zip(&texts[2..]) {
                *sum = minor(text)?.into();
            }
            let [opening, debit, credit, closing] = sums;
            for (sum, more) in
                zero.entry(texts[1]).or_default().iter_mut().zip([opening, debit - credit, closing])
            {
                *sum += more;
            }
            theirs.insert((texts[1].to_owned(), texts[0].to_owned()), sums);
        }
        if zero.values().any(|sums| *sums != [0; 3]) {
            return Err(format!("{day}: the trial balance is not zero: {zero:?}").into());
        }
        if kernel::hexadecimal(digest(&SHA256, lines.as_bytes()).as_ref()) != told["digest"] {
            return Err(format!("{day}: another digest").into());
        }
        if own == theirs { Ok(()) } else { Err(format!("{day}: {own:?} here, {theirs:?} told").into()) }
    }
}

/// Accounts and amounts of an entry, times `sign`.
fn lines(entry: &Value, sign: i64) -> Outcome<Vec<(String, i64)>> {
    let line = |posting: &Value| {
        let account = posting["account"].as_str().ok_or("no account")?;
        Ok((account.to_owned(), sign * minor(posting["amount"].as_str().ok_or("no amount")?)?))
    };
    entry["postings"].as_array().ok_or("no postings")?.iter().map(line).collect()
}
