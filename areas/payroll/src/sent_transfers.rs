//! The transfers of a request, close together in memory.
//!
//! A request has up to 10,000 of them, and several requests wait for the database at once. So the texts of all
//! transfers stand one behind the other: a list is a few pieces of memory instead of a hundred thousand, and little
//! larger than what it says.

use kernel::Money;
use thiserror::Error;

use crate::transfer::{Conversion, SentAmount, SentTransfer};

/// The texts of one list have more bytes than any request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the texts of the transfers are too long")]
pub struct TextsTooLong;

/// Texts of one transfer, of which each may be absent.
const TEXTS: usize = 11;

/// Transfers in the order of their request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentTransfers {
    texts: String,
    conversions: Vec<Conversion>,
    kept: Vec<Kept>,
}

/// A transfer without its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    line: i64,
    order_number: i64,
    /// The amounts, where they are exact; the others are texts.
    amount: Option<Money>,
    deduction: Option<Money>,
    /// The end of each text, which begins where the one before ends.
    ends: [u32; TEXTS],
    /// One bit for each text that is there.
    present: u16,
    /// The end of its conversions, which begin where those of the transfer before end.
    conversions_end: u32,
}

impl SentTransfers {
    /// Makes an empty list, with room for some transfers and for the bytes of their texts.
    #[must_use]
    pub fn with_capacity(transfers: usize, text_bytes: usize) -> Self {
        Self {
            texts: String::with_capacity(text_bytes),
            conversions: Vec::new(),
            kept: Vec::with_capacity(transfers),
        }
    }

    /// Adds a transfer behind those that are there.
    ///
    /// # Errors
    /// [`TextsTooLong`] above 4 GiB; the transfer is not added.
    pub fn push(&mut self, sent: &SentTransfer<'_>) -> Result<(), TextsTooLong> {
        let (amount, amount_text) = parts(Some(&sent.amount));
        let (deduction, deduction_text) = parts(sent.deduction.as_ref());
        let texts: [Option<&str>; TEXTS] = [
            Some(sent.last_name),
            Some(sent.first_name),
            sent.middle_name,
            amount_text,
            Some(sent.account),
            Some(sent.currency),
            sent.personnel_number,
            sent.birth_date,
            sent.bic,
            sent.card_number,
            deduction_text,
        ];
        let (mut ends, mut present) = ([0; TEXTS], 0);
        let mut end = self.texts.len();
        for (index, (place, text)) in ends.iter_mut().zip(texts).enumerate() {
            end += text.map_or(0, str::len);
            *place = u32::try_from(end).map_err(|_| TextsTooLong)?;
            present |= u16::from(text.is_some()) << index;
        }
        let conversions_end = self.conversions.len() + sent.conversion.len();
        let conversions_end = u32::try_from(conversions_end).map_err(|_| TextsTooLong)?;
        texts.into_iter().flatten().for_each(|text| self.texts.push_str(text));
        self.conversions.extend_from_slice(sent.conversion);
        let (line, order_number) = (sent.line, sent.order_number);
        self.kept.push(Kept { line, order_number, amount, deduction, ends, present, conversions_end });
        Ok(())
    }

    /// Returns the number of them.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.kept.len()
    }

    /// Returns `true` when there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Goes through all of them in their order.
    pub fn iter(&self) -> impl Iterator<Item = SentTransfer<'_>> {
        let (mut text_start, mut conversions_start) = (0, 0);
        self.kept.iter().map(move |kept| {
            let sent = self.view(kept, text_start, conversions_start);
            text_start = position(kept.ends[TEXTS - 1]);
            conversions_start = position(kept.conversions_end);
            sent
        })
    }

    fn view(&self, kept: &Kept, text_start: usize, conversions_start: usize) -> SentTransfer<'_> {
        let (mut start, mut bits) = (text_start, kept.present);
        let mut texts = kept.ends.iter().map(|end| {
            let (from, is_present) = (start, bits & 1 == 1);
            (start, bits) = (position(*end), bits >> 1);
            is_present.then(|| self.texts.get(from..start).unwrap_or_default())
        });
        let mut next = || texts.next().flatten();
        let (last_name, first_name, middle_name, amount_text) = (next(), next(), next(), next());
        let (account, currency, personnel_number, birth_date) = (next(), next(), next(), next());
        let (bic, card_number, deduction_text) = (next(), next(), next());
        let conversions = conversions_start..position(kept.conversions_end);
        SentTransfer {
            line: kept.line,
            order_number: kept.order_number,
            last_name: last_name.unwrap_or_default(),
            first_name: first_name.unwrap_or_default(),
            middle_name,
            amount: whole(kept.amount, amount_text).unwrap_or(SentAmount::Other("")),
            account: account.unwrap_or_default(),
            currency: currency.unwrap_or_default(),
            personnel_number,
            birth_date,
            bic,
            card_number,
            conversion: self.conversions.get(conversions).unwrap_or_default(),
            deduction: whole(kept.deduction, deduction_text),
        }
    }
}

/// Returns a position in memory; every target of this program has at least 32 bits for one.
const fn position(kept: u32) -> usize {
    kept as usize
}

const fn parts<'t>(amount: Option<&SentAmount<&'t str>>) -> (Option<Money>, Option<&'t str>) {
    match amount {
        None => (None, None),
        Some(SentAmount::Exact(money)) => (Some(*money), None),
        Some(SentAmount::Other(text)) => (None, Some(text)),
    }
}

fn whole(exact: Option<Money>, text: Option<&str>) -> Option<SentAmount<&str>> {
    exact.map(SentAmount::Exact).or_else(|| text.map(SentAmount::Other))
}

#[cfg(test)]
mod tests;
