//! Pages: their breaks and their contents.

use pdf::{Alignment, Block, Column, Language, Level, Table, render};
use testkit::documents;

use crate::sample::{document, every_block, words};

#[test]
fn a_long_document_has_numbered_pages_with_header_and_footer() {
    let mut document = every_block(120);
    let pdf = render(&document).unwrap();
    documents::check(&pdf);
    let pages = documents::page_count(&pdf);
    assert!(pages > 3, "{pages}");
    for page in 1..=pages {
        let text = documents::words_of_page(&pdf, page).join(" ");
        assert!(text.contains(&format!("Страница {page} из {pages}")), "{text}");
        assert!(text.contains("АО «Банк» № 17"), "{text}");
        assert!(text.contains("Сформировано 20.11.2026"), "{text}");
        assert!(text.contains("6c0f6a0e"), "{text}");
    }
    document.language = Language::English;
    let text = documents::words_of_page(&render(&document).unwrap(), 2).join(" ");
    assert!(text.contains(&format!("Page 2 of {pages}")), "{text}");
}

#[test]
fn a_table_repeats_its_header_on_each_page() {
    let document = every_block(120);
    let pdf = render(&document).unwrap();
    for page in 2..=documents::page_count(&pdf) {
        let words = documents::words_of_page(&pdf, page);
        let header = ["Услуга", "Условие", "Цена"];
        let found = words.windows(3).position(|three| three == header);
        let row = words.iter().position(|word| word.starts_with("Перевод"));
        assert!(row.is_none() || found < row && found.is_some(), "page {page}: {words:?}");
    }
    // Without the repetitions, the words are those of the document.
    let mut found = documents::words(&pdf).join(" ");
    let header = "Услуга Условие Цена ";
    while found.matches(header).count() > 1 {
        let last = found.rfind(header).unwrap();
        found.replace_range(last..last + header.len(), "");
    }
    assert_eq!(found, words(&document).join(" "));
}

#[test]
fn a_row_higher_than_a_page_is_broken_between_lines() {
    let column = |title: &str| Column { title: title.to_owned(), width: 1, alignment: Alignment::Start };
    let long = (1..=900).map(|number| format!("слово{number}")).collect::<Vec<_>>();
    let table = Table {
        caption: None,
        columns: vec![column("Левая"), column("Правая")],
        rows: vec![
            vec!["короткая".to_owned(), "клетка".to_owned()],
            vec![long.join("\n"), "рядом".to_owned()],
            vec!["последняя".to_owned(), "строка".to_owned()],
        ],
    };
    let pdf = render(&document(vec![Block::Table(table)])).unwrap();
    documents::check(&pdf);
    assert!(documents::page_count(&pdf) > 10);
    let words = documents::words(&pdf);
    let column: Vec<&String> = words.iter().filter(|word| word.starts_with("слово")).collect();
    assert_eq!(column, long.iter().collect::<Vec<_>>());
    assert_eq!(words.iter().filter(|word| *word == "рядом").count(), 1);
    assert_eq!(words.last().map(String::as_str), Some("строка"));
}

#[test]
fn a_heading_stays_with_what_follows() {
    for lines in 40..60 {
        let filler = vec!["строка"; lines].join("\n");
        let blocks = vec![
            Block::paragraph(filler),
            Block::heading(Level::Two, "Заголовок"),
            Block::paragraph("Сразу за ним."),
        ];
        let pdf = render(&document(blocks)).unwrap();
        for page in 1..=documents::page_count(&pdf) {
            let words = documents::words_of_page(&pdf, page);
            let has = |wanted: &str| words.iter().any(|word| word == wanted);
            assert_eq!(has("Заголовок"), has("Сразу"), "{lines} lines, page {page}");
        }
    }
}

#[test]
fn there_are_no_empty_pages_but_the_first() {
    let text = Block::paragraph("текст");
    let pages = |blocks: Vec<Block>| documents::page_count(&render(&document(blocks)).unwrap());
    assert_eq!(pages(vec![]), 1);
    assert_eq!(pages(vec![text.clone(), text]), 1);
}

#[test]
fn nothing_is_wider_than_the_page() {
    // A word without an end is broken instead of leaving the page.
    let word = "ё".repeat(2_000);
    let pdf = render(&document(vec![
        Block::paragraph(&word),
        Block::Table(Table::facts(vec![(word.clone(), word.clone())])),
    ]))
    .unwrap();
    assert_eq!(documents::words(&pdf).concat().chars().count(), 6_000);
}
