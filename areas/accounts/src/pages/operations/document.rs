//! Operations as a document for people: PDF/A.

use edge::EdgeError;
use kernel::Language;
use pages::{PageError, date, decimal};
use pdf::{Alignment, Banner, Block, Column, Document, Level, Table, plain};
use tokio::task::spawn_blocking;

use super::totals;
use super::words::Words;
use crate::export::Head;
use crate::operation::Operation;

/// Writes the document: hundreds of pages take a while.
pub(super) async fn written(
    head: Head,
    operations: Vec<Operation>,
    words: &'static Words,
    language: Language,
) -> Result<Vec<u8>, PageError> {
    rendered(move || document(&head, &operations, words, language)).await
}

/// Makes a document and renders it, on a thread of its own.
pub(super) async fn rendered(make: impl FnOnce() -> Document + Send + 'static) -> Result<Vec<u8>, PageError> {
    let failed = |reason: String| PageError::from(EdgeError::internal(reason));
    let pdf =
        spawn_blocking(move || pdf::render(&make())).await.map_err(|error| failed(error.to_string()))?;
    pdf.map_err(|fault| failed(fault.to_string()))
}

fn document(head: &Head, operations: &[Operation], words: &'static Words, language: Language) -> Document {
    let (first, last) = (date(head.first_day, language), date(head.last_day, language));
    let title = format!("{} {}", words.statement, head.number);
    let period = format!("{first} – {last}");
    let bank = plain(&head.bank).into_owned();
    let owner = head.owner.name.as_deref().unwrap_or_default();
    let mut facts = vec![(words.owner.to_owned(), plain(owner).into_owned())];
    let inn = head.owner.inn.as_ref().map(|inn| (words.inn.to_owned(), inn.clone()));
    facts.extend(inn);
    facts.push((words.period.to_owned(), period.clone()));
    facts.extend(
        totals(&head.turnover, head.currency, words, language)
            .into_iter()
            .map(|(name, value)| (name.to_owned(), plain(&value).into_owned())),
    );
    let mut blocks = vec![Block::heading(Level::One, title.clone()), Block::Table(Table::facts(facts))];
    if operations.is_empty() {
        blocks.push(Block::paragraph(words.nothing));
    } else {
        blocks.push(Block::Table(table(head, operations, words, language)));
    }
    Document {
        subject: format!("{title}, {period}"),
        author: if bank.is_empty() { head.number.clone() } else { bank.clone() },
        identifier: format!(
            "{}-{}-{}-{}",
            head.number,
            head.first_day,
            head.last_day,
            head.created_at.unix_seconds()
        ),
        language,
        created_at: head.created_at,
        header: Banner {
            left: bank.chars().take(pdf::BANNER_CHARACTERS_MAX).collect(),
            right: head.number.clone(),
        },
        footer: Banner { left: String::new(), right: period },
        title,
        blocks,
    }
}

fn table(head: &Head, operations: &[Operation], words: &'static Words, language: Language) -> Table {
    let column = |title: &str, width, alignment| Column { title: title.to_owned(), width, alignment };
    let columns = vec![
        column(words.when, 15, Alignment::Start),
        column(words.document, 16, Alignment::Start),
        column(words.counterparty_and_purpose, 32, Alignment::Start),
        // Ten digits with their groups and kopecks.
        column(words.debit, 24, Alignment::End),
        column(words.credit, 24, Alignment::End),
        column(words.balance, 24, Alignment::End),
    ];
    let rows = operations.iter().map(|operation| row(head, operation, words, language)).collect();
    Table { caption: None, columns, rows }
}

fn row(head: &Head, operation: &Operation, words: &'static Words, language: Language) -> Vec<String> {
    // The currency occurs once, above the table.
    let amount = |plain: String| {
        let written = decimal(&plain, "", language);
        written.trim_end().to_owned()
    };
    let magnitude = amount(operation.magnitude().to_string());
    let (debit, credit) =
        if operation.is_debit() { (magnitude, String::new()) } else { (String::new(), magnitude) };
    let kind = words.kind(operation.kind).to_owned();
    let document = operation.document.iter().map(|number| format!("{} {number}", words.number));
    let other = &operation.other;
    let inn = other.inn.iter().map(|inn| format!("{} {inn}", words.inn));
    let side = other.name.iter().cloned().chain(inn).chain(other.account.clone());
    let day = head.zone.date_of(operation.booked_at);
    let cells = [
        format!("{:02}.{:02}.{}", day.day(), day.month(), day.year()),
        std::iter::once(kind).chain(document).collect::<Vec<_>>().join("\n"),
        side.chain([operation.purpose.clone()]).collect::<Vec<_>>().join("\n"),
        debit,
        credit,
        amount(operation.balance.to_string()),
    ];
    cells.iter().map(|cell| plain(cell).into_owned()).collect()
}
