//! `GET /bank/accounts/{number}/operations/{operation}/order.pdf`: the paper of a debit, with the fields of its form
//! that the bank knows: the payer's order (0401060), or the bank's own (0401067; Bank of Russia, regulation 762-P). The
//! forms are Russian, whatever the language of the page.

use axum::extract::{Path, State};
use jiff::civil::Date;
use kernel::{AccountNumber, BankZone, Instant};
use pages::{OnlineBank, PageError, PageResult, download};
use pdf::{Banner, Block, Document, Language, Level, Table, plain};

use super::document::rendered;
use crate::account::Account;
use crate::amount_in_words::amount_in_words;
use crate::operation::Paper;
use crate::pages::{AccountsPages, reader};
use crate::work::{self, OperationDetail};

pub(in crate::pages) async fn get(
    State(pages): State<AccountsPages>,
    Path((number, operation)): Path<(String, String)>,
    bank: OnlineBank,
) -> PageResult {
    let number: AccountNumber = number.parse().map_err(|_| PageError::NotFound)?;
    let operation: i64 = operation.parse().map_err(|_| PageError::NotFound)?;
    let found = work::operation_detail(&pages.area, reader(&bank), &number, operation).await?;
    let order = found.ok_or(PageError::NotFound)?;
    let (account, operation) = (order.stored.account()?, &order.operation);
    let paper = operation.paper(account.currency, &account.branch.bic).ok_or(PageError::NotFound)?;
    let brand = pages.site.parts().brand.name(Language::Russian);
    let document = document(paper, (&account, &order), (bank.zone(), bank.now()), brand);
    let made = rendered(move || document).await?;
    Ok(download(&format!("{number}_{}.pdf", operation.number), "application/pdf", made))
}

fn document(
    paper: Paper,
    (account, order): (&Account<'_>, &OperationDetail),
    (zone, now): (&BankZone, Instant),
    bank: &str,
) -> Document {
    let OperationDetail { company, operation, other_bank, .. } = order;
    let booked = day(zone.date_of(operation.booked_at));
    let number = operation.document.clone().unwrap_or_else(|| operation.number.to_string());
    let sum = operation.magnitude();
    let (own, bic) = (account.number.to_string(), account.branch.bic.to_string());
    let (inn, kpp) = (company.inn.to_string(), company.kpp.as_ref().map(ToString::to_string));
    let name = ("Плательщик", Some(company.name_ru.as_str()));
    let correspondent = Some(account.branch.correspondent_account.as_str());
    let from = party(name, [Some(&inn), kpp.as_deref(), Some(&own), Some(bank), Some(&bic), correspondent]);
    let other = &operation.other;
    let is_own_bank = other.bic.as_deref() == Some(bic.as_str());
    let their_bank = if is_own_bank { Some(bank) } else { other_bank.as_deref() };
    let name = ("Получатель", other.name.as_deref());
    let to = party(
        name,
        [
            other.inn.as_deref(),
            other.kpp.as_deref(),
            other.account.as_deref(),
            their_bank,
            other.bic.as_deref(),
            correspondent.filter(|_| is_own_bank),
        ],
    );
    // The bank's own order is of the day on which it takes the money; the date of the payer's order is not known here.
    let dated = (paper == Paper::BankOrder).then(|| ("Дата".to_owned(), booked.clone()));
    let head = dated.into_iter().chain([
        ("Списано со сч. плат.".to_owned(), booked.clone()),
        ("Дата валютирования".to_owned(), day(operation.value_date)),
        ("Сумма прописью".to_owned(), amount_in_words(sum.0)),
        ("Сумма".to_owned(), sum.to_string().replace('.', "-")),
    ]);
    let end = vec![
        ("Назначение платежа".to_owned(), text(Some(&operation.purpose))),
        ("Отметки банка".to_owned(), format!("{}, БИК {bic}, исполнено {booked}", plain(bank))),
    ];
    let (name, form) = match paper {
        Paper::PaymentOrder => ("Платёжное поручение", "0401060"),
        Paper::BankOrder => ("Банковский ордер", "0401067"),
    };
    let title = format!("{name} № {}", plain(&number));
    let banner = |text: &str| text.chars().take(pdf::BANNER_CHARACTERS_MAX).collect::<String>();
    Document {
        subject: format!("{title} от {booked}"),
        author: if bank.is_empty() { own.clone() } else { plain(bank).into_owned() },
        identifier: format!("{own}-{}", operation.number),
        language: Language::Russian,
        created_at: now,
        header: Banner { left: banner(&plain(bank)), right: form.to_owned() },
        footer: Banner { left: String::new(), right: own.clone() },
        blocks: vec![
            Block::heading(Level::One, title.clone()),
            Block::Table(Table::facts(head.collect())),
            Block::heading(Level::Two, "Плательщик"),
            Block::Table(Table::facts(from)),
            Block::heading(Level::Two, "Получатель"),
            Block::Table(Table::facts(to)),
            Block::heading(Level::Two, "Платёж"),
            Block::Table(Table::facts(end)),
        ],
        title,
    }
}

fn day(date: Date) -> String {
    format!("{:02}.{:02}.{}", date.day(), date.month(), date.year())
}

/// One side of the order: tax number, KPP, name, account, bank, its BIC and its correspondent account, as far as known.
fn party(
    (side, name): (&str, Option<&str>),
    [inn, kpp, account, bank, bic, correspondent]: [Option<&str>; 6],
) -> Vec<(String, String)> {
    let fields = [
        ("ИНН", inn),
        ("КПП", kpp),
        (side, name),
        ("Сч. №", account),
        ("Банк", bank),
        ("БИК", bic),
        ("Корр. сч. №", correspondent),
    ];
    let known = fields.into_iter().filter(|(_, value)| value.is_some_and(|value| !value.is_empty()));
    known.map(|(label, value)| (label.to_owned(), text(value))).collect()
}

/// A text as the document can show it; nothing where there is none.
fn text(value: Option<&str>) -> String {
    plain(value.unwrap_or_default()).into_owned()
}
