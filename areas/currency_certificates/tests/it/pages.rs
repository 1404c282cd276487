//! The pages of the online bank (CTC-05).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use currency_certificates::{CertificatesGuide, CertificatesPages};
use kernel::Language;
use pages::{Person, SectionGuide as _};
use testkit::{Answer, Bench, TEST_CSRF, TestCaller, TestClient, on_both_engines};

use crate::bank::{Bank, KOLOS_INN, ivanova, petrov, sidorov};
use crate::documents::{Certified, Message};

const LIST: &str = "/bank/certificates";

/// The online bank over the same area.
fn online(bank: &Bank) -> TestClient {
    let site = bank.bench.site();
    let pages = CertificatesPages { site: site.clone(), area: bank.state.clone() };
    bank.bench.client(site.routes(currency_certificates::pages(pages)))
}

async fn open(bank: &Bank, caller: &TestCaller, path: &str) -> Answer {
    online(bank).get(path).online_bank(&bank.bench.tokens, caller).sent_to(path).send().await
}

/// The page, which must be there.
pub(crate) async fn page(bank: &Bank, caller: &TestCaller, path: &str) -> String {
    let answer = open(bank, caller, path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    answer.text().replace('\u{a0}', " ")
}

async fn send(bank: &Bank, document: &str, csrf: &str) -> Answer {
    bank.bench.clock.advance_seconds(1);
    let request = online(bank).post(LIST).online_bank(&bank.bench.tokens, &ivanova());
    request.form(&[("csrf", csrf), ("document", document)]).send().await
}

/// Leaves the tokens against forged forms out, which differ from page to page.
fn without_tokens(page: &str) -> String {
    let mut parts = page.split("name=\"csrf\" value=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('"').map_or("", |(_, rest)| rest))
}

on_both_engines! {
    async fn ctc_05_the_online_bank_lists_the_messages_of_the_company(bench: Bench) {
        let bank = Bank::new(bench).await;
        assert!(page(&bank, &ivanova(), LIST).await.contains("Компания ещё не отправляла справок."));
        for number in 0..22 {
            bank.taken(Message::new(&format!("M-{number:02}")).xml()).await;
        }
        bank.work().await;
        let waiting = bank.taken(Message::new("WAITING").xml()).await;
        let first = page(&bank, &petrov(), LIST).await;
        let places: Vec<_> =
            ["WAITING", "M-21", "M-20", "M-03"].iter().map(|id| first.find(&format!(">{id}</a>"))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
        assert!(first.contains(&format!("href=\"/bank/certificates/{waiting}\"")) && !first.contains("M-02"));
        let second = page(&bank, &petrov(), &format!("{LIST}?page=2")).await;
        assert!(second.contains(">M-02</a>") && second.contains(">M-00</a>") && !second.contains("M-03"));
        let registered = page(&bank, &ivanova(), &format!("{LIST}?state=REGISTERED")).await;
        assert!(registered.contains("WAITING") && !registered.contains("M-21"));
        assert!(page(&bank, &ivanova(), &format!("{LIST}?state=REJECTED")).await.contains(
            "Сообщений в этом состоянии нет."
        ));
        // Both choices go on to the next page.
        let of_late = page(&bank, &ivanova(), &format!("{LIST}?state=ACCEPTED&of_late=yes")).await;
        let next = |rest: &&str| rest.starts_with(LIST) && rest.ends_with("page=2");
        let links = of_late.split("href=\"").filter_map(|rest| rest.split('"').next());
        let links: Vec<&str> = links.filter(next).collect();
        assert!(!links.is_empty() && links.iter().all(|link| link.contains("of_late=yes")), "{links:?}");
        assert!(!page(&bank, &sidorov(), LIST).await.contains("WAITING"));
        let english = online(&bank)
            .get(LIST)
            .online_bank(&bank.bench.tokens, &ivanova())
            .header("accept-language", "en");
        assert!(english.send().await.text().contains("Currency transaction certificates"));
    }

    async fn online_bank_d_the_link_of_a_count_lists_as_many(bench: Bench) {
        let bank = Bank::new(bench).await;
        let roles = ["ONLINE-USER".to_owned()];
        for (name, days) in [("OLD", 31), ("NEW-1", 0), ("NEW-2", 0)] {
            let wrong = Certified { amount: "0".to_owned(), ..Certified::new(&format!("T-{name}")) };
            bank.taken(Message::with(name, vec![wrong]).xml()).await;
            bank.work().await;
            bank.bench.clock.advance_seconds(days * 24 * 60 * 60);
        }
        let caller = ivanova();
        let person = Person {
            user: &caller.user, company: &caller.company, roles: &roles, language: Language::Russian,
        };
        let told = CertificatesGuide(bank.state.clone()).waiting(person).await.unwrap().unwrap();
        assert_eq!(told.iter().map(|waiting| waiting.count).collect::<Vec<_>>(), [2]);
        let list = page(&bank, &caller, &told[0].path).await;
        assert_eq!(list.matches("class=\"row-link").count(), 2, "{list}");
        assert_eq!(page(&bank, &caller, LIST).await.matches("class=\"row-link").count(), 3);
    }

    async fn ctc_05_the_online_bank_shows_the_document_readably_with_the_reasons(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(currency_certificates::examples::CERTIFICATES).await;
        let path = format!("{LIST}/{id}");
        let waiting = page(&bank, &ivanova(), &path).await;
        assert!(waiting.contains("data-live=\"2\"") && waiting.contains("Ждёт проверки"), "{waiting}");
        bank.work().await;
        let shown = page(&bank, &ivanova(), &path).await;
        assert!(!shown.contains("data-live"));
        for text in [
            "ROMASHKA-2026-0001", "16 февраля 2026, 10:15", "Справка 1/2026 от 16 февраля 2026", "Принята",
            "ООО «Ромашка»", "40702840200000000002, USD", "12 500,00 $", "11 480,50 €", "26020001/9999/0000/1/1",
            "30 июня 2027", "10100", "Аванс по договору поставки: луковицы тюльпанов, сорт «Ночной»",
            "FL-88, 20 января 2026", "<dt>Владелец счёта · Адрес · Город</dt><dd>Москва</dd>",
            "<dt>Владелец счёта · Номер · ИНН</dt><dd>7707123458</dd>", "<dt>Банк счёта · БИК</dt><dd>044525999</dd>",
            "auth.024.001.04",
        ] {
            assert!(shown.contains(text), "{text} in {shown}");
        }
        let request = online(&bank).get(&path).online_bank(&bank.bench.tokens, &ivanova());
        let english = request.header("accept-language", "en").send().await.text().replace('\u{a0}', " ");
        for text in [" · INN</dt><dd>7707123458</dd>", " · BIC</dt><dd>044525999</dd>"] {
            assert!(english.contains(text), "{text} in {english}");
        }
        let wrong = bank.taken(currency_certificates::examples::PARTLY_WRONG).await;
        bank.work().await;
        let shown = page(&bank, &ivanova(), &format!("{LIST}/{wrong}")).await;
        for text in [
            "Принято частично", "Контрольный ключ счёта 40702810700000000001 не подходит к этому банку", "строка 39",
            "Более ранней справки «99/2025» нет", "<dt>Исправляет справку</dt><dd>99/2025</dd>", "1 500 000,00 ₽",
        ] {
            assert!(shown.contains(text), "{text} in {shown}");
        }
    }

    async fn ctc_05_what_a_message_holds_does_no_harm_to_the_page(bench: Bench) {
        let bank = Bank::new(bench).await;
        let evil = Certified {
            contract: "<AddtlInf>&lt;script&gt;alert(1)&lt;/script&gt;</AddtlInf>".to_owned(),
            ..Certified::new("&lt;b&gt;")
        };
        let id = bank.taken(Message::with("&lt;i&gt;&quot;", vec![evil]).xml()).await;
        for path in [LIST.to_owned(), format!("{LIST}/{id}")] {
            let shown = page(&bank, &ivanova(), &path).await;
            assert!(!shown.contains("<script>alert") && !shown.contains("<i>") && !shown.contains("<b>"), "{path}");
        }
    }

    async fn ctc_05_a_message_of_many_certificates_has_pages(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank
            .taken(Message::with("M", (1..=25).map(|number| Certified::new(&format!("T-{number:02}"))).collect()).xml())
            .await;
        let third = page(&bank, &ivanova(), &format!("{LIST}/{id}?page=3")).await;
        assert!(
            third.contains("Справка C-T-21 ")
                && third.contains("Справка C-T-25 ")
                && !third.contains("Справка C-T-20 ")
        );
        let fourth = page(&bank, &ivanova(), &format!("{LIST}/{id}?page=4")).await;
        assert!(!fourth.contains("<h2 id=\"certificate-") && fourth.contains("Список закончился раньше."), "{fourth}");
    }

    async fn ctc_05_the_document_and_the_report_can_be_kept(bench: Bench) {
        let bank = Bank::new(bench).await;
        let bytes = crate::attacks::windows_1251(&Message::new("M/1").xml().replace("UTF-8", "windows-1251"));
        let id = bank.taken(bytes.clone()).await;
        let document = open(&bank, &ivanova(), &format!("{LIST}/{id}/document")).await;
        assert_eq!((document.status.as_u16(), &document.body), (200, &bytes));
        assert_eq!(document.header("content-disposition"), Some("attachment; filename*=UTF-8''M-1.xml"));
        assert_eq!(document.header("content-type"), Some("application/xml"));
        let report = open(&bank, &ivanova(), &format!("{LIST}/{id}/status-report")).await;
        assert!(report.text().contains("<Sts>RCVD</Sts>"), "{}", report.text());
    }

    async fn gen_04_the_online_bank_shows_nothing_of_others(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(Message::new("M-1").xml()).await;
        for end in ["", "/document", "/status-report"] {
            let absent =
                open(&bank, &sidorov(), &format!("{LIST}/019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1{end}")).await;
            let theirs = open(&bank, &sidorov(), &format!("{LIST}/{id}{end}")).await;
            assert_eq!((absent.status.as_u16(), theirs.status.as_u16()), (404, 404));
            let absent = absent.text().replace("019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1", &id);
            assert_eq!(without_tokens(&absent), without_tokens(theirs.text()));
            assert_eq!(open(&bank, &sidorov(), &format!("{LIST}/1{end}")).await.status, 404);
            let nobody = online(&bank).get(&format!("{LIST}/{id}{end}")).send().await;
            assert_eq!(nobody.status, 303);
            let auditor = TestCaller::new("U00004", "C00001");
            assert_eq!(open(&bank, &auditor, &format!("{LIST}/{id}{end}")).await.status, 403);
            assert_eq!(open(&bank, &auditor, &format!("{LIST}/new")).await.status, 403);
        }
    }

    async fn ctc_01_a_person_sends_a_file(bench: Bench) {
        let bank = Bank::new(bench).await;
        let form = page(&bank, &ivanova(), &format!("{LIST}/new")).await;
        assert!(form.contains("name=\"csrf\"") && form.contains("data-read-into=\"document\""), "{form}");
        let pasted = send(&bank, &Message::new("PASTED").xml(), TEST_CSRF).await;
        assert_eq!(pasted.status, 303, "{}", pasted.text());
        let location = pasted.location().unwrap().to_owned();
        assert!(page(&bank, &ivanova(), &location).await.contains("Сообщение принято."));
        // A file that is not plain text is sent byte by byte.
        let bytes =
            crate::attacks::windows_1251(&Message::new("FILE").xml().replace("UTF-8", "windows-1251"));
        let file = send(&bank, &STANDARD.encode(&bytes), TEST_CSRF).await;
        let path = file.location().unwrap().split('?').next().unwrap().to_owned();
        assert_eq!(open(&bank, &ivanova(), &format!("{path}/document")).await.body, bytes);
        bank.work().await;
        assert!(page(&bank, &ivanova(), &path).await.contains("Принято"));
    }

    async fn ctc_02_a_person_is_told_what_is_wrong_with_a_file(bench: Bench) {
        let bank = Bank::new(bench).await;
        for (document, status, text) in [
            (String::new(), 422, "Выберите файл или вставьте документ."),
            ("не документ".to_owned(), 422, "Это не документ XML"),
            (
                Message::new("W-1").xml().replace("<NbOfItms>1", "<NbOfItms>2"),
                422,
                "says 2, but TxNtfctn occurs 1 times",
            ),
            (Message::new("W-1").xml().replace("UTF-8", "windows-1251"), 422, "windows-1251"),
            (
                Message::new("W-1").xml().replace(crate::bank::ROMASHKA_INN, KOLOS_INN),
                422,
                "is not a company that the user acts for",
            ),
        ] {
            let answer = send(&bank, &document, TEST_CSRF).await;
            assert_eq!(answer.status.as_u16(), status, "{document}");
            assert!(answer.text().contains(text), "{text}: {}", answer.text());
            let is_english = answer.text().contains("<span lang=\"en\">");
            assert_eq!(is_english, answer.text().contains("Замечания составлены по-английски"), "{text}");
        }
        let wrong_count = Message::new("W-1").xml().replace("<NbOfItms>1", "<NbOfItms>2");
        let answer = send(&bank, &wrong_count, TEST_CSRF).await;
        let place = "<li>Заголовок · Уведомлений: <span lang=\"en\">";
        assert!(answer.text().contains(place), "{}", answer.text());
        assert_eq!(send(&bank, &Message::new("W-1").xml(), "of another session").await.status, 403);
        assert_eq!(send(&bank, &Message::new("W-1").xml(), TEST_CSRF).await.status, 303);
        let again = send(&bank, &Message::new("W-1").xml(), TEST_CSRF).await;
        assert_eq!(again.status, 409);
        let text = "Компания уже отправила сообщение с номером W-1. Номер задачи: ";
        assert!(again.text().contains(text), "{}", again.text());
    }

    async fn ctc_02_a_person_is_told_in_words_which_transactions_were_used(bench: Bench) {
        let bank = Bank::new(bench).await;
        let certificates = || (1..=51).map(|number| Certified::new(&format!("T-{number:02}"))).collect::<Vec<_>>();
        let first = Message::with("M-1", certificates()).xml();
        assert_eq!(send(&bank, &first, TEST_CSRF).await.status, 303);
        let again = send(&bank, &Message::with("M-2", certificates()).xml(), TEST_CSRF).await;
        assert_eq!(again.status, 409);
        for text in ["уже использованы или повторяются в документе: T-", ", T-02", "; ещё: 1<"] {
            assert!(again.text().contains(text), "{text}: {}", again.text());
        }
        assert!(!again.text().contains("was already used"), "{}", again.text());
    }

    async fn ctc_01_base64_in_lines_is_taken_as_programs_write_it(bench: Bench) {
        let bank = Bank::new(bench).await;
        let bytes =
            crate::attacks::windows_1251(&Message::new("LINES").xml().replace("UTF-8", "windows-1251"));
        let encoded = STANDARD.encode(&bytes);
        let lines: Vec<&str> = encoded.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect();
        let sent = send(&bank, &lines.join("\r\n"), TEST_CSRF).await;
        assert_eq!(sent.status, 303, "{}", sent.text());
        let path = sent.location().unwrap().split('?').next().unwrap().to_owned();
        assert_eq!(open(&bank, &ivanova(), &format!("{path}/document")).await.body, bytes);
    }
}
