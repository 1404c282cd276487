//! Documents to look at.

use kernel::Instant;
use pdf::{Alignment, Banner, Block, Column, Document, Language, Level, Table};

pub(crate) fn document(blocks: Vec<Block>) -> Document {
    Document {
        title: "Заявление на смену тарифного плана".to_owned(),
        author: "АО «Банк»".to_owned(),
        subject: "Заявление № 17".to_owned(),
        identifier: "6c0f6a0e-6d1f-4a57-8d53-0b6e2f7b8a11".to_owned(),
        language: Language::Russian,
        // 2026-11-20T09:00:00Z.
        created_at: Instant::from_unix_seconds(1_795_165_200),
        header: Banner { left: "АО «Банк»".to_owned(), right: "№ 17".to_owned() },
        footer: Banner {
            left: "Сформировано 20.11.2026".to_owned(), right: "6c0f6a0e".to_owned()
        },
        blocks,
    }
}

/// One block of each kind, and a table of `rows` rows.
pub(crate) fn every_block(rows: usize) -> Document {
    document(vec![
        Block::heading(Level::One, "Заявление на смену тарифного плана"),
        Block::paragraph(
            "ООО «Ромашка» просит сменить план. Съёмка, подъезд — ёж! Fluffy office; 5 % от 1 000 ₽.",
        ),
        Block::Table(Table::facts(vec![
            ("ИНН".to_owned(), "7707083893".to_owned()),
            ("Примечание".to_owned(), String::new()),
        ])),
        Block::heading(Level::Two, "Услуги"),
        Block::paragraph("– первая\n– вторая"),
        Block::Table(table(rows)),
        Block::heading(Level::Three, "Подписи"),
        Block::paragraph("Первая строка\nвторая строка"),
    ])
}

pub(crate) fn table(rows: usize) -> Table {
    let column = |title: &str, width, alignment| Column { title: title.to_owned(), width, alignment };
    Table {
        caption: Some("Стоимость".to_owned()),
        columns: vec![
            column("Услуга", 5, Alignment::Start),
            column("Условие", 3, Alignment::Center),
            column("Цена", 2, Alignment::End),
        ],
        rows: (1..=rows)
            .map(|number| {
                let service = format!("Перевод{number} юридическому лицу в другой банк по системе платежей");
                vec![service, format!("до{number} рублей"), format!("{number},50")]
            })
            .collect(),
    }
}

/// The words of a document in the order in which they are read, without header and footer.
pub(crate) fn words(document: &Document) -> Vec<String> {
    let mut text = String::new();
    let mut add = |more: &str| {
        text.push_str(more);
        text.push(' ');
    };
    for block in &document.blocks {
        match block {
            Block::Heading(_, heading) => add(heading),
            Block::Paragraph(text) => add(text),
            Block::Table(table) => {
                add(table.caption.as_deref().unwrap_or_default());
                table.columns.iter().for_each(|column| add(&column.title));
                table.rows.iter().flatten().for_each(|cell| add(cell));
            }
        }
    }
    text.split_whitespace().map(str::to_owned).collect()
}
