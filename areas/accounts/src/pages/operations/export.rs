//! `GET /bank/accounts/{number}/operations/export`: the operations of a period as a file.

use std::io;

use axum::BoxError;
use axum::body::Body;
use axum::extract::{Path, State};
use edge::{EdgeError, QueryList};
use futures_util::stream;
use kernel::{AccountNumber, Language};
use pages::{Brand, OnlineBank, PageError, PageResult, download};
use sheets::SheetWriter;
use store::{Result, Store};

use super::format::Format;
use super::words::Words;
use super::{csv, document, xlsx};
use crate::export::exchange::{self, Encoding};
use crate::export::{Head, camt};
use crate::operation::{Operation, Side};
use crate::pages::words::Words as AccountWords;
use crate::pages::{AccountsPages, reader};
use crate::period::{Period, day};
use crate::store::Reader;
use crate::work::{self, Exported, PART};

pub(in crate::pages) async fn get(
    State(pages): State<AccountsPages>,
    Path(number): Path<String>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let number: AccountNumber = number.parse().map_err(|_| PageError::NotFound)?;
    let format: Format = query.required("format")?.parse().map_err(|_| wrong("There is no such format"))?;
    let period = period(&query)?;
    let reader = reader(&bank);
    let exported = work::begin_export(&pages.area, reader.clone(), &number, period, bank.zone()).await?;
    let exported = exported.ok_or(PageError::NotFound)?;
    if exported.is_archived {
        return Err(wrong("The period reaches operations that are in the archive of the bank"));
    }
    let most = format.operations_max();
    if exported.turnover.count() > most {
        return Err(wrong(&format!("The period has more than {most} operations, too many for such a file")));
    }
    let (range, first) = ((exported.turnover.first(), exported.turnover.last()), exported.first.as_ref());
    let days = (
        period.from().or_else(|| first.map(|first| bank.zone().date_of(first.booked_at))),
        period.to().unwrap_or_else(|| bank.zone().date_of(bank.now())),
    );
    let head = head(&exported, (days.0.unwrap_or(days.1), days.1), &bank, &pages.site.parts().brand)?;
    let (ending, content_type) = format.file();
    let name = format!("{number}_{}_{}.{ending}", head.first_day, head.last_day);
    let parts = Parts { store: pages.area.clone(), reader, number, range };
    let words = AccountWords::of(bank.language).operations;
    let body = if format == Format::Pdf {
        Body::from(document::written(head, parts.all().await?, words, bank.language).await?)
    } else {
        parts.streamed(Writer { format, head, words, sheet: None })?
    };
    Ok(download(&name, content_type, body))
}

fn wrong(message: &str) -> PageError {
    EdgeError::malformed(message.to_owned()).into()
}

fn period(query: &QueryList<PageError>) -> Result<Period, PageError> {
    let end = |name| match query.single(name)? {
        None | Some("") => Ok(None),
        Some(text) => day(text).map(Some).ok_or_else(|| wrong("There is no such date")),
    };
    Period::new(end("from")?, end("to")?).ok_or_else(|| wrong("The period ends before it begins"))
}

fn head(
    exported: &Exported,
    (first_day, last_day): (jiff::civil::Date, jiff::civil::Date),
    bank: &OnlineBank,
    brand: &Brand,
) -> Result<Head, PageError> {
    let account = exported.account.account()?;
    let company = &exported.company;
    let last_day = last_day.max(first_day);
    let (start, end) = (bank.zone().start_of_day(first_day), bank.zone().start_of_next_day(last_day));
    let is_closed = |moment| exported.closed_through.is_some_and(|closed| moment <= closed);
    Ok(Head {
        owner: Side {
            name: Some(company.name_ru.clone()),
            inn: Some(company.inn.to_string()),
            kpp: company.kpp.as_ref().map(ToString::to_string),
            account: Some(account.number.to_string()),
            bic: Some(account.branch.bic.to_string()),
        },
        number: account.number.to_string(),
        // Accounts show roubles by their old code; files of others know the one of today.
        currency: if account.currency.is_national() { "RUB" } else { account.currency.alphabetic() },
        has_hundredths: account.currency.minor_digits() != Some(0),
        bank: brand.name(Language::Russian).to_owned(),
        first_day,
        last_day,
        turnover: exported.turnover,
        opening_is_closed: is_closed(start),
        is_closed: is_closed(end),
        created_at: bank.now(),
        zone: bank.zone().clone(),
    })
}

/// Writes the steps of a file that is not made as a whole.
struct Writer {
    format: Format,
    head: Head,
    words: &'static Words,
    sheet: Option<SheetWriter>,
}

impl Writer {
    fn begin(&mut self) -> Result<Vec<u8>, PageError> {
        Ok(match self.format {
            Format::Csv | Format::Pdf => csv::begin(self.words),
            Format::Xlsx => {
                let begun = xlsx::begin(&self.head, self.words);
                let (sheet, begun) = begun.map_err(|error| EdgeError::internal(error.to_string()))?;
                self.sheet = Some(sheet);
                begun
            }
            Format::Exchange => exchange::begin(&self.head, Encoding::Windows),
            Format::ExchangeUtf8 => exchange::begin(&self.head, Encoding::Utf8),
            Format::Camt => camt::begin(&self.head).map_err(|error| wrong(&error.to_string()))?,
        })
    }

    fn operations(&mut self, operations: &[Operation]) -> io::Result<Vec<u8>> {
        if let Some(sheet) = &mut self.sheet {
            return xlsx::operations(sheet, &self.head, self.words, operations);
        }
        Ok(match self.format {
            Format::Csv | Format::Xlsx | Format::Pdf => csv::operations(&self.head, self.words, operations),
            Format::Exchange => exchange::operations(&self.head, Encoding::Windows, operations),
            Format::ExchangeUtf8 => exchange::operations(&self.head, Encoding::Utf8, operations),
            Format::Camt => camt::operations(&self.head, operations),
        })
    }

    fn end(&mut self) -> io::Result<Vec<u8>> {
        if let Some(sheet) = self.sheet.take() {
            return sheet.end();
        }
        Ok(match self.format {
            Format::Csv | Format::Xlsx | Format::Pdf => Vec::new(),
            Format::Exchange => exchange::end(Encoding::Windows),
            Format::ExchangeUtf8 => exchange::end(Encoding::Utf8),
            Format::Camt => camt::end(&self.head),
        })
    }
}

struct Parts {
    store: Store,
    reader: Reader,
    number: AccountNumber,
    range: (i64, i64),
}

impl Parts {
    async fn next(&self, first: i64) -> Result<Vec<Operation>> {
        let range = (first, self.range.1);
        work::export_part(&self.store, self.reader.clone(), &self.number, range).await
    }

    async fn all(self) -> Result<Vec<Operation>> {
        let mut all = Vec::new();
        let mut first = self.range.0;
        while first <= self.range.1 {
            all.extend(self.next(first).await?);
            first += PART;
        }
        Ok(all)
    }

    /// The file as it is being read. A failure in the middle breaks the connection, so that nobody takes a part of a
    /// file for the whole.
    fn streamed(self, mut writer: Writer) -> Result<Body, PageError> {
        let begin = writer.begin()?;
        let first = self.range.0;
        let steps =
            stream::try_unfold((self, writer, Some(first)), |(parts, mut writer, first)| async move {
                let Some(first) = first else { return Ok::<_, BoxError>(None) };
                if first > parts.range.1 {
                    let end = writer.end()?;
                    return Ok(Some((end, (parts, writer, None))));
                }
                let written = writer.operations(&parts.next(first).await?)?;
                Ok(Some((written, (parts, writer, Some(first + PART)))))
            });
        let begin = stream::iter([Ok::<_, BoxError>(begin)]);
        Ok(Body::from_stream(stream::StreamExt::chain(begin, steps)))
    }
}
