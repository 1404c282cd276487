//! Statements that wait for the person, on the first page and in the menu (ONL-02).

use pages::{Person, Reply, Section, SectionGuide, Waiting, money};

use super::figures::badge;
use super::words::Words;
use crate::state::PayrollState;
use crate::waiting::Tally;
use crate::work::waiting::waiting;

#[derive(Clone, Debug)]
pub struct PayrollGuide(pub PayrollState);

impl SectionGuide for PayrollGuide {
    fn section(&self) -> Section {
        Section::Payroll
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            let (words, language) = (Words::of(person.language), person.language);
            let waits = waiting(&self.0, person.user, person.company).await?;
            let entry = |tally: Tally, name, is_fault| Waiting {
                name,
                count: tally.count,
                sum: tally.sum.map(|sum| money(sum, "RUR", language)),
                path: format!("/bank/payroll?status={}&mine=yes", tally.status.as_str()),
                is_fault,
            };
            Ok(waits.map(|waits| {
                let by_status = waits.tallies.into_iter().map(|tally| {
                    let (class, name) = badge(tally.status, words);
                    entry(tally, name, class == "bad")
                });
                let lost = waits.lost.map(|tally| entry(tally, words.signatures_lost, true));
                lost.into_iter().chain(by_status).collect()
            }))
        })
    }
}
