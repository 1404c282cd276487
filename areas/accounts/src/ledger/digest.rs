//! The digest that an entry carries: SHA-256 of its row and its postings. Whoever changes one of them by hand leaves a
//! digest that does not fit any more (ADR 0037).

use kernel::{Instant, Money};
use sha2::{Digest as _, Sha256};

use super::{DocumentNumber, Entry};

/// A digest that is being computed: the row first, then each posting in the order of the lines.
pub(super) struct EntryDigest(Sha256);

pub(super) struct EntryRow<'row> {
    pub(super) id: &'row [u8],
    pub(super) key: &'row str,
    pub(super) fingerprint: &'row [u8],
    pub(super) kind: &'row str,
    pub(super) posted_at_us: i64,
    pub(super) value_date: &'row str,
    pub(super) description: &'row str,
    pub(super) document: Option<&'row str>,
    pub(super) core_posted_at_us: Option<i64>,
    pub(super) authors: Option<&'row str>,
}

store::selected! {
    EntryRow<'row> {
        id: "entry_id", key: "idempotency_key", fingerprint, kind, posted_at_us, value_date, description,
        document: "document_number", core_posted_at_us, authors,
    }
}

impl EntryDigest {
    pub(super) fn of(entry: &Entry, fingerprint: &[u8]) -> [u8; 32] {
        let header = entry.header();
        let mut digest = Self::begin(&EntryRow {
            id: header.entry_id.as_bytes(),
            key: header.idempotency_key.as_str(),
            fingerprint,
            kind: header.kind.as_str(),
            posted_at_us: header.posted_at.microseconds(),
            value_date: &header.value_date.to_string(),
            description: &header.description,
            document: header.document.as_ref().map(DocumentNumber::as_str),
            core_posted_at_us: entry.core_posted_at().map(Instant::microseconds),
            authors: header.authors.text().as_deref(),
        });
        for posting in entry.postings() {
            let amounts = (posting.amount.minor(), posting.national.map(Money::minor));
            digest.posting(posting.account.as_str(), posting.currency.as_str(), amounts);
        }
        digest.finish()
    }

    pub(super) fn begin(row: &EntryRow<'_>) -> Self {
        let mut digest = Self(Sha256::new());
        digest.part(row.id);
        digest.part(row.fingerprint);
        for text in [row.key, row.kind, row.value_date, row.description] {
            digest.part(text.as_bytes());
        }
        digest.optional(row.document.map(str::as_bytes));
        digest.0.update(row.posted_at_us.to_be_bytes());
        digest.optional_integer(row.core_posted_at_us);
        digest.optional(row.authors.map(str::as_bytes));
        digest
    }

    pub(super) fn posting(&mut self, account: &str, currency: &str, (amount, national): (i64, Option<i64>)) {
        self.part(account.as_bytes());
        self.part(currency.as_bytes());
        self.0.update(amount.to_be_bytes());
        self.optional_integer(national);
    }

    pub(super) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }

    /// Adds a part with its length, so that no two rows come to the same bytes.
    fn part(&mut self, part: &[u8]) {
        self.0.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        self.0.update(part);
    }

    fn optional_integer(&mut self, part: Option<i64>) {
        self.optional(part.map(i64::to_be_bytes).as_ref().map(<[u8; 8]>::as_slice));
    }

    fn optional(&mut self, part: Option<&[u8]>) {
        self.0.update([u8::from(part.is_some())]);
        self.part(part.unwrap_or_default());
    }
}
