//! Every template is filled, read back and set.

use clients::{Company, CompanyStatus, SignatureScheme};
use jiff::civil::date;
use kernel::{Instant, Language, Money, Translated};

use super::{BANK_VERSION_MIN, BUILT_IN, Templates, date_text, money_text};
use crate::document::{Block, Content, DocumentFacts, Imprint, RequestedChange, print};
use crate::plan::{CurrentPlan, Fee, FeeSection, FutureChange, PlanStatus, TariffPlan};
use crate::request::DocumentType;

fn both(text: &str) -> Translated {
    Translated { russian: text.to_owned(), english: text.to_owned() }
}

fn facts(kind: DocumentType, language: Language, company_name: &str) -> DocumentFacts {
    let asked = match kind {
        DocumentType::Change => RequestedChange::Change(TariffPlan {
            code: "GROWTH".parse().unwrap(),
            name: "GROWTH <2026>".to_owned(),
            public_name: both("Рост & «Ко»"),
            summary: both("Для растущих компаний"),
            monthly_fee: Money::from_minor(129_000),
            status: PlanStatus::Offered,
            sections: vec![FeeSection {
                title: both("Платежи"),
                fees: vec![Fee {
                    service: both("Платёж \"внутри\" банка"), price: both("0 руб.")
                }],
            }],
        }),
        DocumentType::CancelFutureChange => RequestedChange::Cancel(FutureChange {
            id: 7,
            plan_code: "PRO".parse().unwrap(),
            plan_name: "PRO".to_owned(),
            public_name: both("Про"),
            effective_from: date(2027, 1, 1),
        }),
    };
    DocumentFacts {
        language,
        bank_name: "Банк".to_owned(),
        company: Company {
            cnum: "C00001".parse().unwrap(),
            name_ru: company_name.to_owned(),
            name_en: company_name.to_owned(),
            inn: "7707123458".parse().unwrap(),
            kpp: Some("770701001".parse().unwrap()),
            group: None,
            signature_scheme: SignatureScheme::new(1, 1).unwrap(),
            status: CompanyStatus::Open,
        },
        current_plan: Some(CurrentPlan {
            code: "START".parse().unwrap(),
            public_name: both("Старт"),
            since: date(2025, 3, 1),
        }),
        asked,
        date: date(2026, 11, 20),
        identity: Some((12, uuid::Uuid::nil())),
    }
}

/// The document by the version that new requests are made with.
fn current(facts: &DocumentFacts) -> String {
    let templates = Templates::built_in().unwrap();
    templates.render(templates.current(), facts).unwrap()
}

fn imprint(language: Language) -> Imprint<'static> {
    Imprint {
        language,
        bank_name: "Банк",
        uid: uuid::Uuid::nil(),
        number: 12,
        created_at: Instant::from_unix_seconds(1_795_165_200),
    }
}

#[test]
fn tar_02_every_template_is_filled_and_set() {
    let templates = Templates::built_in().unwrap();
    for (version, kind, language, _) in BUILT_IN {
        for identity in [Some((12, uuid::Uuid::nil())), None] {
            for current_plan in [facts(*kind, *language, "x").current_plan, None] {
                let mut facts =
                    DocumentFacts {
                        current_plan, identity, ..facts(*kind, *language, "ООО «Ромашка»")
                    };
                facts.company.kpp = None;
                if identity.is_none() && *kind == DocumentType::CancelFutureChange {
                    continue;
                }
                let html = templates.render(*version, &facts).unwrap();
                let content = Content::parse(&html).unwrap();
                assert!(content.blocks.len() > 5, "{html}");
                assert!(print(&html, imprint(*language)).unwrap().pdf.starts_with(b"%PDF-"));
            }
        }
    }
    let (current, facts) = (templates.current(), facts(DocumentType::Change, Language::Russian, "x"));
    assert!(BUILT_IN.iter().all(|(version, ..)| *version <= current && *version < BANK_VERSION_MIN));
    assert!(templates.render(current + 1, &facts).is_err());
}

#[test]
fn tar_02_nothing_in_the_data_is_markup() {
    let names = [
        "<script>alert(1)</script>",
        "</dd></dl><h1>Другой договор</h1><dl><dd>",
        "\"><img src=x onerror=alert(1)>",
        "{{ bank }}{% include 'x' %}",
        "&lt;b&gt; &amp; &#60;",
        "a\u{202e}b\u{0}c\u{7}d",
    ];
    for name in names {
        for kind in DocumentType::ALL {
            let facts = facts(kind, Language::Russian, name);
            let html = current(&facts);
            let content = Content::parse(&html).unwrap();
            assert!(content.title.starts_with("Заявление"), "{name}");
            let headings = content.blocks.iter().filter(|block| matches!(block, Block::Heading(..))).count();
            assert!(headings <= 4, "{name}");
            let Some(Block::Facts(pairs)) = content.blocks.first() else { panic!("{content:?}") };
            let (_, shown) = pairs.iter().find(|(fact, _)| fact == "Клиент").unwrap();
            let expected = pdf::plain(name);
            assert_eq!(*shown, *expected, "{html}");
            print(&html, imprint(Language::Russian)).unwrap();
        }
    }
}

#[test]
fn tar_05_the_same_request_is_the_same_bytes() {
    let facts = facts(DocumentType::Change, Language::Russian, "ООО «Ромашка»");
    let html = current(&facts);
    let (one, other) = (
        print(&html, imprint(Language::Russian)).unwrap(),
        print(&html, imprint(Language::Russian)).unwrap(),
    );
    assert!(one.pdf == other.pdf && one.digest == other.digest);
}

#[test]
fn amounts_and_days_are_written_as_people_write_them() {
    let amount = |minor| Money::from_minor(minor);
    assert_eq!(money_text(amount(0), Language::Russian), "0,00 руб.");
    assert_eq!(money_text(amount(129_000), Language::Russian), "1\u{a0}290,00 руб.");
    assert_eq!(money_text(amount(123_456_789), Language::English), "RUB 1,234,567.89");
    assert_eq!(date_text(date(2026, 11, 20), Language::Russian), "20 ноября 2026 г.");
    assert_eq!(date_text(date(2026, 1, 1), Language::English), "1 January 2026");
}
