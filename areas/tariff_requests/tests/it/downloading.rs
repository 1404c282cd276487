//! The PDF and its digest (TAR-04, TAR-05).

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::Method;
use sha2::{Digest as _, Sha256};
use testkit::{Bench, documents};

use crate::bank::{Bank, ivanova, sidorov};

/// The words between the tags.
fn words_of_html(html: &str) -> Vec<String> {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(letter),
            _ => {}
        }
    }
    let plain =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#x2f;", "/"), ("&amp;", "&")];
    let text = plain.iter().fold(text, |text, (escaped, letter)| text.replace(escaped, letter));
    text.split_whitespace().map(str::to_owned).collect()
}

testkit::on_both_engines! {
    async fn tar_04_the_digest_is_that_of_the_downloaded_bytes(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&sidorov(), "C00003", "PRO").await;
        let digest = bank.part(&sidorov(), "C00003", id, "pre-sign").await["digest"].as_str().unwrap().to_owned();
        let pdf = bank.pdf(&sidorov(), "C00003", id).await.body;
        assert_eq!(digest, STANDARD.encode(Sha256::digest(&pdf)));
        bank.sign(&sidorov(), id).await;
        bank.work().await;
        bank.bench.clock.advance_seconds(86_400 * 365);
        assert!(bank.pdf(&sidorov(), "C00003", id).await.body == pdf, "the same bytes always");
        assert_eq!(bank.part(&sidorov(), "C00003", id, "pre-sign").await["digest"], digest.as_str());
        let page = bank.page(&sidorov(), &format!("/bank/tariffs/{id}/pdf")).await;
        assert!(page.body == pdf, "the online bank gives the same file");
    }

    async fn tar_05_the_pdf_says_what_the_html_says(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let pdf = bank.pdf(&ivanova(), "C00001", id).await.body;
        documents::check(&pdf);
        assert!(documents::page_count(&pdf) > 1);
        let html = bank.part(&ivanova(), "C00001", id, "body").await["body"].as_str().unwrap().to_owned();
        // The reading order of the tags, in which a screen reader has it; lists have dashes where HTML has items.
        let without_dashes = |words: Vec<String>| words.into_iter().filter(|word| word != "–").collect::<Vec<_>>();
        let (read, shown) = (without_dashes(documents::words_in_order(&pdf)), without_dashes(words_of_html(&html)));
        assert_eq!(read, shown);
        // The visible text is the same, wherever the columns of tables put it and however often their heads return.
        let seen: BTreeSet<String> = without_dashes(documents::words(&pdf)).into_iter().collect();
        assert_eq!(seen, shown.into_iter().collect());
        assert!(documents::information(&pdf, &[]).contains("Заявление на смену тарифного плана"));
    }

    async fn tar_05_the_download_has_a_name_and_answers_head(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let get = bank.pdf(&ivanova(), "C00001", id).await;
        assert_eq!(get.status, 200);
        assert!(get.body.starts_with(b"%PDF-"));
        assert_eq!(get.header("content-type"), Some("application/pdf"));
        let disposition = "attachment; filename=\"tariff-request-1.pdf\"; filename*=UTF-8''\
            %D0%97%D0%B0%D1%8F%D0%B2%D0%BB%D0%B5%D0%BD%D0%B8%D0%B5%20%D0%BD%D0%B0%20%D1%81%D0%BC%D0%B5%D0%BD%D1%83%20\
            %D1%82%D0%B0%D1%80%D0%B8%D1%84%D0%B0%20%E2%84%96%201.pdf";
        assert_eq!(get.header("content-disposition"), Some(disposition));
        assert_eq!(get.header("x-content-type-options"), Some("nosniff"));
        let path = format!("/v1/ctcm/request/{id}/client/C00001/download");
        let head = bank.request(&ivanova(), Method::HEAD, &path).send().await;
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
        assert_eq!(head.header("content-length"), Some(get.body.len().to_string().as_str()));
        for name in ["content-type", "content-disposition", "etag"] {
            assert_eq!(head.header(name), get.header(name), "{name}");
        }
        let tag = get.header("etag").unwrap();
        for known in [tag.to_owned(), format!("\"other\", W/{tag}"), "*".to_owned()] {
            let again = bank.request(&ivanova(), Method::GET, &path).header("if-none-match", &known).send().await;
            assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{known}");
            assert_eq!(again.header("etag"), Some(tag));
        }
        let other = bank.request(&ivanova(), Method::GET, &path).header("if-none-match", "\"other\"").send().await;
        assert_eq!(other.status, 200);
    }
}
