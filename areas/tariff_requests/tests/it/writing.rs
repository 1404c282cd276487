//! ONL-07: letters that people begin, their files, and the inbox.

use std::convert::Infallible;
use std::io::{Cursor, Write as _};
use std::sync::Arc;
use std::task::Poll;

use axum::body::Body;
use bytes::Bytes;
use futures_util::stream::poll_fn;
use kernel::{Clock as _, Randomness as _};
use pages::{Person, SectionGuide, Waiting};
use tariff_requests::{LettersGuide, TariffsGuide};
use testkit::{Answer, Bench, TestCaller};
use tokio::sync::oneshot;

use crate::bank::{Bank, Part, ivanova, ivanova_of_vasilek, petrov, sidorov};

const NEW: &str = "/bank/letters/new";
const LIST: &str = "/bank/letters";
const PDF: &[u8] = b"%PDF-1.7 a contract";

store::queries! {
    /// Lists the actions of the trail about a letter.
    LETTER_ACTIONS = "select action, detail from audit_entries where object_id = $1 order by action";
    /// The pieces of all files.
    PIECES = "select length(content) as bytes from letter_attachment_pieces order by attachment_id, piece";
}

pub(crate) fn key(bank: &Bank) -> String {
    bank.bench.randomness.uuid(bank.bench.clock.now()).to_string()
}

/// Sends a letter with these files under a key.
pub(crate) async fn send(bank: &Bank, caller: &TestCaller, key: &str, files: &[(&str, &[u8])]) -> Answer {
    let mut parts: Vec<Part<'_>> = vec![
        ("form", None, key.as_bytes()),
        ("subject", None, "Лимит по карте".as_bytes()),
        ("body", None, "Прошу увеличить.\r\n<b>Спасибо</b>".as_bytes()),
    ];
    parts.extend(files.iter().map(|(name, bytes)| ("file", Some(*name), *bytes)));
    bank.send_parts(caller, NEW, &parts).await
}

/// A document with a main part and another one.
fn office(main: &str, other: &str) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["[Content_Types].xml", main, other] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(b"<a/>").unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The path of the letter to which an answer leads.
pub(crate) fn begun(answer: &Answer) -> String {
    let location = answer.location().unwrap_or_else(|| panic!("{} {}", answer.status, answer.text()));
    location.strip_suffix("?done=sent").unwrap().to_owned()
}

/// A notice without the number of its request.
fn told(page: &Answer) -> &str {
    page.notice().split("class=\"reference\"").next().unwrap()
}

/// The addresses of the files on a page of a letter.
fn files(page: &Answer) -> Vec<String> {
    let links =
        page.text().split("<a href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
    links.filter(|link| link.contains("/files/")).collect()
}

async fn letters(bank: &Bank, caller: &TestCaller) -> usize {
    bank.page(caller, LIST).await.text().matches("class=\"row-link\"").count()
}

/// Asks a section for the things that wait for a person.
async fn waiting(guide: impl SectionGuide, caller: &TestCaller) -> Vec<Waiting> {
    let roles = ["ONLINE-USER".to_owned()];
    let person = Person {
        user: &caller.user,
        company: &caller.company,
        roles: &roles,
        language: kernel::Language::Russian,
    };
    guide.waiting(person).await.unwrap().unwrap()
}

/// The number of unread letters as the menu tells it.
pub(crate) async fn unread(bank: &Bank, caller: &TestCaller) -> u32 {
    let waiting = waiting(LettersGuide(bank.state.clone()), caller).await;
    waiting.iter().map(|waiting| waiting.count).sum()
}

testkit::on_both_engines! {
    async fn onl_07_a_person_begins_a_letter_about_anything(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let empty = bank.page(&ivanova(), LIST).await;
        assert!(empty.text().contains("напишите первое") && empty.text().contains(NEW), "{}", empty.text());
        let page = bank.page(&ivanova(), &format!("{NEW}?subject=BG-117")).await;
        assert!(page.text().contains("value=\"BG-117\"") && page.text().contains("enctype=\"multipart/form-data\""));
        assert!(page.text().contains("не проверяет файлы на вирусы"), "{}", page.text());
        let path = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        let letter = bank.page(&petrov(), &format!("{path}?done=sent")).await;
        for text in ["Лимит по карте", "Прошу увеличить.", "&#60;b&#62;Спасибо", "Сообщение отправлено.", "Иванова"] {
            assert!(letter.text().contains(text), "{text}:\n{}", letter.text());
        }
        assert_eq!(letters(&bank, &petrov()).await, 1, "letters are the company's");
        assert_eq!((letters(&bank, &ivanova_of_vasilek()).await, letters(&bank, &sidorov()).await), (0, 0));
        let id = path.rsplit('/').next().unwrap();
        let trail = bank.bench.store.query(&LETTER_ACTIONS, store::params![id]).await.unwrap();
        assert_eq!(trail.len(), 1);
        assert_eq!(trail[0].text("action").unwrap(), "letter.begun");
        assert!(!trail[0].text("detail").unwrap().contains("увеличить"), "the trail keeps no words of people");
        let english = bank.pages.get(NEW).online_bank(&bank.bench.tokens, &ivanova()).header("accept-language", "en");
        assert!(english.send().await.text().contains("does not scan files for viruses"));
    }

    async fn online_bank_d_the_link_of_a_count_lists_as_many(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for answer in ["A1", "A2", ""] {
            let path = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
            if !answer.is_empty() {
                let letter = path.rsplit('/').next().unwrap();
                let file = format!("answer_id,letter_id,body\n{answer},{letter},Ответ\n");
                bank.add("letter_answers.csv", &file).await.unwrap();
            }
        }
        bank.create(&sidorov(), "C00003", "PRO").await;
        let mut told = Vec::new();
        for (caller, found) in [
            (ivanova(), waiting(LettersGuide(bank.state.clone()), &ivanova()).await),
            (sidorov(), waiting(TariffsGuide(bank.state.clone()), &sidorov()).await),
        ] {
            for waiting in found {
                let list = bank.page(&caller, &waiting.path).await;
                let rows = list.text().matches("class=\"row-link\"").count();
                assert_eq!(rows, usize::try_from(waiting.count).unwrap(), "{waiting:?}: {}", list.text());
                told.push(waiting.count);
            }
        }
        assert_eq!(told, [2, 1]);
        let signed = bank.page(&sidorov(), "/bank/tariffs?to_sign=PARTIALLY_SIGNED").await;
        assert_eq!(signed.text().matches("class=\"row-link\"").count(), 0, "{}", signed.text());
        assert!(signed.text().contains("ждут вашей подписи, нет"), "{}", signed.text());
        assert_eq!(letters(&bank, &ivanova()).await, 3);
    }

    async fn onl_02_a_request_waits_for_those_alone_who_can_give_what_is_missing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.set_rights("petrov", "C00001", "ACT SIGN_FIRST").await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let waits = async |caller: &TestCaller| {
            let found = waiting(TariffsGuide(bank.state.clone()), caller).await;
            found.iter().map(|waiting| waiting.count).sum::<u32>()
        };
        assert_eq!((waits(&ivanova()).await, waits(&petrov()).await), (1, 1));
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        assert_eq!((waits(&ivanova()).await, waits(&petrov()).await), (0, 0), "a second signature is missing");
        // One person signs for both where the scheme allows it.
        bank.set_rights("ivanova", "C00001", "ACT SIGN_FIRST SIGN_SECOND").await;
        bank.set_scheme("FIRST=1,SECOND=1,SAME_PERSON=YES").await;
        assert_eq!((waits(&ivanova()).await, waits(&petrov()).await), (1, 0));
        let list = bank.page(&ivanova(), "/bank/tariffs?to_sign=PARTIALLY_SIGNED").await;
        assert_eq!(list.text().matches("class=\"row-link\"").count(), 1, "{}", list.text());
    }

    async fn onl_07_files_are_kept_in_pieces_and_handed_out_as_files(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let large: Vec<u8> = (0..600_000_u32).map(|number| b'a' + u8::try_from(number % 23).unwrap()).collect();
        let sent = send(&bank, &ivanova(), &key(&bank), &[("Договор \u{2116} 5.pdf", PDF), ("a.txt", &large)]).await;
        let path = begun(&sent);
        let page = bank.page(&ivanova(), &path).await;
        let links = files(&page);
        assert_eq!(links.len(), 2, "{}", page.text());
        assert!(page.text().contains("Договор № 5.pdf") && page.text().contains("586\u{a0}КБ"), "{}", page.text());
        let pdf = bank.page(&petrov(), &links[0]).await;
        assert_eq!((pdf.status.as_u16(), pdf.body.as_slice()), (200, PDF));
        assert_eq!(pdf.header("content-type"), Some("application/pdf"));
        assert_eq!(pdf.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(pdf.header("content-security-policy"), Some("default-src 'none'; sandbox"));
        assert_eq!(pdf.header("cache-control"), Some("no-store"));
        let disposition = pdf.header("content-disposition").unwrap();
        assert!(disposition.starts_with("attachment; filename*=UTF-8''"), "{disposition}");
        let text = bank.page(&ivanova(), &links[1]).await;
        assert!(text.body == large, "the bytes come back as they were sent");
        assert_eq!(text.header("content-length"), Some("600000"));
        assert_eq!(text.header("content-type"), Some("application/octet-stream"));
        let pieces = bank.bench.store.query(&PIECES, store::params![]).await.unwrap();
        let mut pieces: Vec<i64> = pieces.iter().map(|row| row.integer("bytes").unwrap()).collect();
        pieces.sort_unstable();
        assert_eq!(pieces, [19, 75_712, 262_144, 262_144]);
    }

    async fn onl_07_files_of_others_are_as_absent_as_none(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let path = begun(&send(&bank, &ivanova(), &key(&bank), &[("a.pdf", PDF)]).await);
        let own = begun(&send(&bank, &sidorov(), &key(&bank), &[("b.pdf", PDF)]).await);
        let file = files(&bank.page(&ivanova(), &path).await).remove(0);
        let absent = bank.page(&sidorov(), &format!("{own}/files/019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10")).await;
        assert_eq!(absent.status, 404);
        let other_letter = file.replace(&path, &own);
        for wrong in [file.as_str(), &other_letter, &format!("{own}/files/x"), "/bank/letters/x/files/x"] {
            let page = bank.page(&sidorov(), wrong).await;
            assert_eq!((page.status, told(&page)), (absent.status, told(&absent)), "{wrong}");
        }
        assert_eq!(bank.page(&ivanova_of_vasilek(), &file).await.status, 404, "another company of the same person");
        let second = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        assert_eq!(bank.page(&ivanova(), &file.replace(&path, &second)).await.status, 404, "it is of another letter");
        assert_eq!(bank.page(&TestCaller::new("U00004", "C00001"), &file).await.status, 403);
        assert_eq!(bank.pages.get(&file).send().await.status, 303);
        let foreign = bank.write(&sidorov(), &format!("{path}/answer"), &[("body", "x")]).await;
        assert_eq!(foreign.status, 404);
    }

    async fn security_13_files_that_are_refused_cost_nothing_that_was_typed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let large = vec![b'a'; 5 * 1024 * 1024 + 1];
        let half = vec![b'a'; 4 * 1024 * 1024];
        let six = [("1.pdf", PDF); 6];
        let (active, sheets) = (office("word/document.xml", "word/activeX/activeX1.bin"),
            office("xl/workbook.xml", "xl/macrosheets/sheet1.xml"));
        let plain = office("word/document.xml", "word/media/a.png");
        let hundred = [("1.pdf", PDF); 100];
        let long_name = format!("{}.pdf", "д".repeat(120));
        for (sent, words) in [
            (&[("a.pdf", &b""[..])][..], "«a.pdf»: файл пуст"),
            (&[("a.exe", PDF)], "«a.exe»: такие файлы не принимаются"),
            (&[("a.pdf", b"MZ")], "«a.pdf»: содержание не соответствует"),
            (&[("a.docx", &active)], "«a.docx»: в документе есть макросы"),
            (&[("a.xlsx", &sheets)], "«a.xlsx»: в документе есть макросы"),
            (&[("a.xlsx", &plain)], "«a.xlsx»: содержание не соответствует"),
            (&[("a.svg", b"<svg onload=alert(1)>")], "такие файлы не принимаются"),
            (&[("fdp\u{202e}.exe.pdf", PDF)], "без невидимых"),
            (&[(&long_name, PDF)], "от 1 до 100"),
            (&[("a.txt", &large)], "«a.txt»: файл больше 5\u{a0}МБ"),
            (&[("a.txt", &half), ("b.txt", &half), ("c.txt", &half)], "Вместе файлы больше 10\u{a0}МБ"),
            (&six, "Файлов больше пяти"),
            (&hundred, "Файлов больше пяти"),
        ] {
            let refused = send(&bank, &ivanova(), &key(&bank), sent).await;
            assert_eq!(refused.status, 422, "{words}");
            assert!(refused.text().contains(words), "{words}:\n{}", refused.text());
            assert!(refused.text().contains("Прошу увеличить.") && refused.text().contains("value=\"Лимит по карте\""));
            assert!(refused.text().contains("Выберите файлы заново") && refused.text().contains("file-fault"));
        }
        let whole = vec![b'a'; 17 * 1024 * 1024];
        let refused = send(&bank, &ivanova(), &key(&bank), &[("a.txt", &whole)]).await;
        assert_eq!(refused.status, 413);
        assert_eq!(letters(&bank, &ivanova()).await, 0);
        assert_eq!(send(&bank, &ivanova(), &key(&bank), &[("a.docx", &plain)]).await.status, 303);
        // A folder in front of the name is none of the bank's business.
        assert_eq!(send(&bank, &ivanova(), &key(&bank), &[("C:\\fakepath\\a.pdf", PDF)]).await.status, 303);
    }

    async fn security_13_a_crowd_costs_nothing_that_was_typed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mut slow = Vec::new();
        // Two forms whose ends never come take the places of the company.
        for _ in 0..2 {
            let (begins, begun) = oneshot::channel();
            let mut begins = Some(begins);
            let body = poll_fn(move |_| {
                if let Some(begins) = begins.take() {
                    begins.send(()).unwrap();
                }
                Poll::<Option<Result<Bytes, Infallible>>>::Pending
            });
            let request = bank.pages.post(NEW).online_bank(&bank.bench.tokens, &ivanova());
            let request = request.header("content-type", "multipart/form-data; boundary=x");
            slow.push(tokio::spawn(request.body(Body::from_stream(body)).send()));
            begun.await.unwrap();
        }
        let large = vec![b'a'; 100 * 1024];
        for file in [large.as_slice(), PDF] {
            let refused = send(&bank, &petrov(), &key(&bank), &[("a.txt", file)]).await;
            assert_eq!(refused.status, 503, "{}", refused.text());
            for text in
                ["слишком много файлов", "Прошу увеличить.", "value=\"Лимит по карте\"", "Выберите файлы заново"]
            {
                assert!(refused.text().contains(text), "{text}:\n{}", refused.text());
            }
        }
        // However the limit cuts the second file off, in its head too.
        for bytes in (64_560..65_120).step_by(80) {
            let files = [("a.txt", &large[..bytes]), ("b.txt", &large)];
            let refused = send(&bank, &petrov(), &key(&bank), &files).await;
            assert_eq!(refused.status, 503, "{bytes}: {}", refused.text());
        }
        let plain = send(&bank, &petrov(), &key(&bank), &[]).await;
        assert_eq!(plain.status, 303, "a form without files needs no place: {}", plain.text());
        slow.iter().for_each(tokio::task::JoinHandle::abort);
    }

    async fn onl_07_texts_that_are_refused_are_shown_again(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let long_subject = "т".repeat(201);
        let long_body = "ы".repeat(4_001);
        for (subject, body, words) in [
            ("", "Текст", "Напишите, о чём письмо."),
            ("   ", "Текст", "Напишите, о чём письмо."),
            (long_subject.as_str(), "Текст", "не более 200"),
            ("Тема", "", "Напишите текст сообщения."),
            ("Тема", long_body.as_str(), "не более 4000"),
            ("Тема", "a\u{202e}b", "невидимые символы"),
            ("Тема", "a\0b", "невидимые символы"),
            ("a\nb", "Текст", "невидимые символы"),
        ] {
            let refused = bank.write(&ivanova(), NEW, &[("subject", subject), ("body", body)]).await;
            assert_eq!(refused.status, 422, "{words}");
            assert!(refused.text().contains(words) && refused.text().contains("aria-invalid"), "{words}");
        }
        let huge = "x".repeat(200_000);
        assert_eq!(bank.write(&ivanova(), NEW, &[("subject", "a"), ("body", &huge)]).await.status, 413);
        let full = ["т".repeat(200), "\u{1f600}".repeat(4_000)];
        let sent = bank.write(&ivanova(), NEW, &[("subject", &full[0]), ("body", &full[1])]).await;
        assert_eq!(sent.status, 303, "the most that fits is taken");
        for key in ["", "x", "'--"] {
            let parts: [Part<'_>; 3] =
                [("form", None, key.as_bytes()), ("subject", None, b"a"), ("body", None, b"b")];
            assert_eq!(bank.send_parts(&ivanova(), NEW, &parts).await.status, 400, "{key}");
        }
        assert_eq!(letters(&bank, &ivanova()).await, 1);
    }

    async fn onl_07_a_letter_that_is_sent_twice_is_one_letter(bench: Bench) {
        let bank = Arc::new(Bank::demo(bench).await);
        let key = key(&bank);
        let tasks: Vec<_> = (0..2).map(|_| {
            let (bank, key) = (Arc::clone(&bank), key.clone());
            tokio::spawn(async move { begun(&send(&bank, &ivanova(), &key, &[("a.pdf", PDF)]).await) })
        }).collect();
        let mut paths = Vec::new();
        for task in tasks {
            paths.push(task.await.unwrap());
        }
        paths.push(begun(&send(&bank, &ivanova(), &key, &[]).await));
        assert!(paths.iter().all(|path| *path == paths[0]), "{paths:?}");
        assert_eq!(letters(&bank, &ivanova()).await, 1);
        let page = bank.page(&ivanova(), &paths[0]).await;
        assert_eq!((page.text().matches("<article").count(), files(&page).len()), (1, 1));
        // The key is the person's own: the same one in another hand begins another letter, and none of another company.
        assert_ne!(begun(&send(&bank, &petrov(), &key, &[]).await), paths[0]);
        assert_eq!(send(&bank, &ivanova_of_vasilek(), &key, &[]).await.status, 404);
        // An answer is sent once as well.
        let answer = || async {
            let parts: [Part<'_>; 2] = [("form", None, b"019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10"), ("body", None, b"b")];
            bank.send_parts(&ivanova(), &format!("{}/answer", paths[0]), &parts).await
        };
        assert_eq!((answer().await.status.as_u16(), answer().await.status.as_u16()), (303, 303));
        let page = bank.page(&ivanova(), &paths[0]).await;
        assert_eq!(page.text().matches("<article").count(), 2);
    }

    async fn onl_07_unread_letters_are_counted_and_marked(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mut paths = Vec::new();
        for _ in 0..3 {
            paths.push(begun(&send(&bank, &ivanova(), &key(&bank), &[]).await));
        }
        assert_eq!(unread(&bank, &ivanova()).await, 0, "the own letters are not new");
        let answers = paths.iter().enumerate().map(|(number, path)| {
            format!("A{number},{},Ответ\n", path.rsplit('/').next().unwrap())
        });
        let answers: String = answers.collect();
        bank.add("letter_answers.csv", &format!("answer_id,letter_id,body\n{answers}")).await.unwrap();
        assert_eq!(unread(&bank, &petrov()).await, 3);
        assert_eq!(unread(&bank, &sidorov()).await, 0);
        assert_eq!(bank.page(&petrov(), &paths[0]).await.status, 200);
        assert_eq!(unread(&bank, &ivanova()).await, 2, "opened by one, read by the company");
        let page = bank.page(&ivanova(), "/bank/letters?show=unread").await;
        assert_eq!(page.text().matches("class=\"row-link\"").count(), 2);
        assert_eq!(bank.send(&sidorov(), "/bank/letters/read", &[]).await.status, 303);
        assert_eq!(unread(&bank, &ivanova()).await, 2, "others read their own letters");
        let read = bank.send(&ivanova(), "/bank/letters/read", &[]).await;
        assert_eq!((read.status.as_u16(), read.location()), (303, Some(LIST)));
        assert_eq!(unread(&bank, &ivanova()).await, 0);
        let page = bank.page(&ivanova(), "/bank/letters?show=unread").await;
        assert!(page.text().contains("Непрочитанных писем нет."), "{}", page.text());
    }

    async fn onl_07_a_right_that_was_taken_meanwhile_writes_no_letter(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let path = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        bank.set_rights("ivanova", "C00001", "VIEW_ACCOUNTS SIGN_FIRST").await;
        assert_eq!(send(&bank, &ivanova(), &key(&bank), &[("a.pdf", PDF)]).await.status, 404);
        assert_eq!(bank.write(&ivanova(), &format!("{path}/answer"), &[("body", "x")]).await.status, 404);
        assert_eq!(bank.send(&ivanova(), "/bank/letters/read", &[]).await.status, 404);
        let without_role = TestCaller::new("U00004", "C00001");
        assert_eq!(send(&bank, &without_role, &key(&bank), &[]).await.status, 403);
        assert_eq!(bank.page(&without_role, NEW).await.status, 403);
        assert_eq!(letters(&bank, &petrov()).await, 1);
        let forged = bank.pages.post(NEW).online_bank(&bank.bench.tokens, &petrov());
        let forged = forged.header("content-type", "multipart/form-data; boundary=x").body("--x--\r\n");
        assert_eq!(forged.send().await.status, 403, "a form without its token");
    }

    async fn onl_07_a_company_sends_no_more_than_its_share_of_a_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let path = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        for number in 0..99 {
            let sent = bank.write(&ivanova(), &format!("{path}/answer"), &[("body", "x")]).await;
            assert_eq!(sent.status, 303, "{number}");
        }
        let refused = send(&bank, &petrov(), &key(&bank), &[]).await;
        assert_eq!(refused.status, 429, "{}", refused.text());
        assert!(refused.text().contains("Прошу увеличить.") && refused.text().contains("100\u{a0}сообщений"));
        let refused = bank.write(&petrov(), &format!("{path}/answer"), &[("body", "Ещё")]).await;
        assert_eq!(refused.status, 429);
        assert!(refused.text().contains("Ещё"));
        assert_eq!(send(&bank, &sidorov(), &key(&bank), &[]).await.status, 303, "others write as before");
        // The bank itself is not held back, and a day later all is as before.
        let id = path.rsplit('/').next().unwrap();
        bank.add("letter_answers.csv", &format!("answer_id,letter_id,body\nA1,{id},Ответ\n")).await.unwrap();
        bank.bench.clock.advance_seconds(24 * 60 * 60 + 1);
        assert_eq!(send(&bank, &petrov(), &key(&bank), &[]).await.status, 303);
    }
}
