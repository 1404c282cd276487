//! Documents: how long it takes to set one, to make a request with its document, and to download it again.

use std::error::Error;
use std::time::Instant;

use pdf::{Alignment, Banner, Block, Column, Document, Language, Level, Table};

use crate::rsql_lists::{CNUM, Caller, plan_to_ask_for, store_of};
use crate::server::Demo;
use crate::statistics::{median, milliseconds};

/// Measurements of each kind.
const SAMPLES: usize = 21;
/// Rows of the table that take seven pages or so.
const ROWS_OF_LONG: usize = 90;

/// Prints milliseconds for documents of one page and of several.
///
/// # Errors
/// A document is refused.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
pub(crate) fn setting() -> Result<(), pdf::PdfError> {
    for (name, document) in [("one page", document(8)), ("a long plan", document(ROWS_OF_LONG))] {
        let mut samples = Vec::with_capacity(SAMPLES);
        let mut bytes = 0;
        for _ in 0..SAMPLES {
            let start = Instant::now();
            bytes = pdf::render(&document)?.len();
            samples.push(milliseconds(start));
        }
        let first = samples.first().copied().unwrap_or_default();
        println!("pdf, {name}: {:.1} ms (the first {first:.1} ms), {bytes} bytes", median(&samples));
    }
    Ok(())
}

/// Prints milliseconds to make a request and to download its document, over HTTP.
///
/// # Errors
/// The demo does not start or refuses.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
pub(crate) fn requests(demo: &Demo) -> Result<(), Box<dyn Error>> {
    let caller = Caller::login(demo)?;
    let plan = tokio::runtime::Runtime::new()?.block_on(async {
        let store = store_of(demo).await?;
        plan_to_ask_for(&store).await
    })?;
    let body = serde_json::json!({ "cnum": CNUM, "tariffPlan": plan }).to_string();
    let (mut made, mut downloaded, mut bytes) = (Vec::new(), Vec::new(), 0);
    for _ in 0..SAMPLES {
        let start = Instant::now();
        let view: serde_json::Value =
            serde_json::from_slice(&caller.post("/v1/ctcm/request/create", &body)?)?;
        made.push(milliseconds(start));
        let request = format!("/v1/ctcm/request/{}/client/{CNUM}", view["id"]);
        for _ in 0..3 {
            let start = Instant::now();
            bytes = caller.get(&format!("{request}/download"))?.len();
            downloaded.push(milliseconds(start));
        }
        caller.delete(&request)?;
    }
    println!(
        "tariff request over HTTP: {:.1} ms to make it with its PDF, {:.2} ms to download the stored one ({bytes} \
            bytes)",
        median(&made),
        median(&downloaded)
    );
    Ok(())
}

fn document(rows: usize) -> Document {
    let column = |title: &str, width| Column { title: title.to_owned(), width, alignment: Alignment::Start };
    let service =
        "Перевод юридическому лицу или предпринимателю на счёт в другом банке по системе быстрых платежей";
    let rows = (1..=rows).map(|number| {
        vec![format!("{number}. {service}"), "до 150 000 ₽ в месяц".to_owned(), format!("{number},50 ₽")]
    });
    Document {
        title: "Заявление на смену тарифного плана".to_owned(),
        author: "АО «Банк»".to_owned(),
        subject: String::new(),
        identifier: "6c0f6a0e-6d1f-4a57-8d53-0b6e2f7b8a11".to_owned(),
        language: Language::Russian,
        created_at: kernel::Instant::from_unix_seconds(1_795_165_200),
        header: Banner { left: "АО «Банк»".to_owned(), right: "№ 1".to_owned() },
        footer: Banner::default(),
        blocks: vec![
            Block::heading(Level::One, "Заявление на смену тарифного плана"),
            Block::paragraph("Общество просит изменить тарифный план с первого числа следующего месяца."),
            Block::Table(Table {
                caption: None,
                columns: vec![column("Услуга", 5), column("Условие", 3), column("Цена", 2)],
                rows: rows.collect(),
            }),
        ],
    }
}
