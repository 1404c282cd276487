//! ONL-03: a payroll list becomes a statement in the browser.

use http::StatusCode;
use kernel::{AccountNumber, Bic};
use payroll::roll::RollId;
use payroll::work::rolls::rolls;
use testkit::{Answer, Bench, TEST_CSRF, TestCaller, TestRequest, on_both_engines};

use super::{OnlineBank, address};
use crate::statements::house::{ACCOUNT, House, auditor, employee, ivanova, payload, petrov, sidorov};
use crate::terms::{OWN_BIC, demo_data};

pub(super) const NEW: &str = "/bank/payroll/new";
pub(super) const HEAD: &str = "Фамилия;Имя;Сумма;Счёт\r\n";

/// A form with a file, as a browser without scripts sends it.
pub(super) async fn upload(
    bank: &OnlineBank,
    caller: &TestCaller,
    path: &str,
    name: &str,
    file: &[u8],
) -> Answer {
    send_parts(bank, caller, path, &[("csrf", None, TEST_CSRF.as_bytes()), ("file", Some(name), file)]).await
}

/// A form of these parts: name, name of the file, bytes.
pub(super) async fn send_parts(
    bank: &OnlineBank,
    caller: &TestCaller,
    path: &str,
    parts: &[(&str, Option<&str>, &[u8])],
) -> Answer {
    form_of(bank, caller, path, parts).send().await
}

fn form_of(
    bank: &OnlineBank,
    caller: &TestCaller,
    path: &str,
    parts: &[(&str, Option<&str>, &[u8])],
) -> TestRequest {
    const BOUNDARY: &str = "----a-boundary-of-the-test";
    let mut body = Vec::new();
    for (name, file_name, bytes) in parts {
        let file_name = file_name.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
        let head =
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file_name}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    let request = bank.pages.post(path).online_bank(&bank.house.bench.tokens, caller);
    request.header("content-type", &format!("multipart/form-data; boundary={BOUNDARY}")).body(body)
}

/// A file with a good row for each of these employees.
pub(super) fn good(serials: &[u32]) -> String {
    let rows = serials.iter().map(|serial| format!("Смирнова;Анна;100,50;{}\r\n", employee(*serial)));
    format!("{HEAD}{}", rows.collect::<String>())
}

/// Uploads a file and returns the path of its preview.
pub(super) async fn prepared(bank: &OnlineBank, file: &str) -> String {
    let sent = upload(bank, &ivanova(), NEW, "зарплата.csv", file.as_bytes()).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
    sent.location().unwrap().to_owned()
}

pub(super) const TERMS: [(&str, &str); 5] = [
    ("account", ACCOUNT),
    ("enrollmentCode", "01"),
    ("incomeCode", "1"),
    ("period", "11.2026"),
    ("date", ""),
];

/// A further account of a company, one for each serial number.
fn company_account(serial: u32) -> String {
    let number: AccountNumber = format!("40702810000000{serial:06}").parse().unwrap();
    number.with_control_key(&OWN_BIC.parse::<Bic>().unwrap()).to_string()
}

/// The company's name of the statement that a preview becomes.
fn external_id(path: &str) -> String {
    let id: RollId = path.rsplit('/').next().unwrap().parse().unwrap();
    id.external_id().unwrap().to_string()
}

pub(super) async fn waiting(bank: &OnlineBank) -> usize {
    rolls(&bank.house.state, &House::origin(&ivanova())).await.unwrap().prepared.len()
}

on_both_engines! {
    async fn onl_03_a_file_is_shown_and_becomes_a_statement_when_the_person_says_so(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let page = bank.open(&ivanova(), NEW).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text());
        assert!(page.text().contains("enctype=\"multipart/form-data\"") && page.text().contains("type=\"file\""));
        let path = prepared(&bank, &good(&[101, 102])).await;
        let preview = bank.open(&ivanova(), &path).await;
        assert_eq!(preview.status, StatusCode::OK, "{}", preview.text());
        for text in ["зарплата.csv", "201,00\u{a0}₽", "Ошибок нет", &employee(102), ACCOUNT, "01, Заработная плата"] {
            assert!(preview.text().contains(text), "{text}:\n{}", preview.text());
        }
        assert_eq!(bank.house.counts().await, (0, 0), "a preview stores no statement");
        let made = bank.send(&ivanova(), &path, &TERMS).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text());
        let page = bank.open(&ivanova(), made.location().unwrap()).await;
        assert!(page.text().contains("Ведомость создана"), "{}", page.text());
        bank.house.work().await;
        let name = external_id(&path);
        assert_eq!(bank.status(&name).await, "AWAITING_SIGN");
        let page = bank.open(&ivanova(), made.location().unwrap()).await;
        for text in ["201,00\u{a0}₽", "11.2026", "Подписать", &name] {
            assert!(page.text().contains(text), "{text}:\n{}", page.text());
        }
        assert_eq!(waiting(&bank).await, 0, "the list has become a statement");
    }

    async fn onl_03_a_company_with_more_accounts_than_a_list_has_types_the_number(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = prepared(&bank, &good(&[101])).await;
        let chosen = format!("<option value=\"{ACCOUNT}\"");
        assert!(bank.open(&ivanova(), &path).await.text().contains(&chosen));
        let file = std::fs::read_to_string(demo_data().join("accounts.csv")).unwrap();
        let own = file.lines().find(|row| row.starts_with(ACCOUNT)).unwrap();
        let numbers: Vec<String> = (1_001..=1_200).map(company_account).collect();
        let more = numbers.iter().map(|number| {
            own.replacen(ACCOUNT, number, 1).replacen("ACC-00000001", &format!("ACC-{number}"), 1) + "\n"
        });
        let head = file.lines().next().unwrap();
        bank.house.add("accounts.csv", &format!("{head}\n{}", more.collect::<String>())).await.unwrap();
        let page = bank.open(&ivanova(), &path).await;
        assert!(page.text().contains("введите номер") && !page.text().contains(&chosen), "{}", page.text());
        let send = async |number: &str| {
            let fields = TERMS.map(|(name, value)| (name, if name == "account" { number } else { value }));
            bank.send(&ivanova(), &path, &fields).await
        };
        let refused = send("").await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text().contains("Счёт списания: выберите открытый счёт"), "{}", refused.text());
        // In groups, as people copy it.
        let last = numbers.last().unwrap();
        let made = send(&format!("{} {}", &last[..5], &last[5..])).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text());
        let page = bank.open(&ivanova(), made.location().unwrap()).await;
        assert!(page.text().contains(last), "{}", page.text());
    }

    async fn onl_03_a_second_click_makes_no_second_statement(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = prepared(&bank, &good(&[101])).await;
        let (tokens, caller) = (&bank.house.bench.tokens, ivanova());
        let mut fields = vec![("csrf", TEST_CSRF)];
        fields.extend(TERMS);
        let click = || bank.pages.post(&path).online_bank(tokens, &caller).form(&fields).send();
        let (one, two, three) = tokio::join!(click(), click(), click());
        let later = click().await;
        let places: Vec<_> = [&one, &two, &three, &later].map(|answer| answer.location().map(str::to_owned)).into();
        assert!(places.iter().all(|place| place.is_some() && *place == places[0]), "{places:?}");
        assert_eq!(bank.house.counts().await, (1, 1));
    }

    async fn onl_03_every_faulty_row_is_shown_with_field_and_reason(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let mut file = good(&[101]);
        file.push_str("=1+1;Анна;1e3;123\r\n");
        let rest = format!(";Анна;0;{}\r\nСмирнова;Анна;1.234,567;{}\r\n", employee(102), employee(107));
        file.push_str(&rest);
        let path = prepared(&bank, &file).await;
        let preview = bank.open(&ivanova(), &path).await;
        for text in [
            "Строк с ошибками: 3", "=1+1", "Счёт сотрудника должен состоять из 20 цифр", "Фамилия: нужно от 1 до 50",
            "Сумма должна быть больше нуля", "1e3", "1.234,567", "Проверьте счёт и его привязку",
        ] {
            assert!(preview.text().contains(text), "{text}:\n{}", preview.text());
        }
        let faulty = bank.open(&ivanova(), &format!("{path}?rows=faulty")).await;
        assert_eq!(faulty.text().matches("data-label=\"Строка файла\"").count(), 3);
        for row in [3, 4, 5] {
            assert!(faulty.text().contains(&format!("data-label=\"Строка файла\">{row}<")), "{row}");
        }
        // The person may have it made all the same; the checks say what the preview said.
        let made = bank.send(&ivanova(), &path, &TERMS).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text());
        bank.house.work().await;
        assert_eq!(bank.status(&external_id(&path)).await, "ERROR");
        let page = bank.open(&ivanova(), made.location().unwrap()).await;
        for code in ["T01", "T07", "T08", "T16"] {
            assert!(page.text().contains(&format!(">{code}<")), "{code}");
        }
    }

    async fn onl_03_cells_that_hide_something_make_no_statement(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let file = format!("№;{HEAD}x;Смирнова;А\u{202e}нна;1;{}\r\n", employee(101));
        // The account of the second one is closed, which is a warning.
        let path = prepared(&bank, &format!("{file}2;Смирнова;Анна;1;{}\r\n", employee(107))).await;
        let preview = bank.open(&ivanova(), &path).await;
        for text in [
            "Ячеек, которые нельзя прочитать: 2", "Имя: есть невидимые", "Номер: нужно целое число",
            "Строк с ошибками: 1", "Строк с замечаниями: 1",
        ] {
            assert!(preview.text().contains(text), "{text}:\n{}", preview.text());
        }
        assert!(!preview.text().contains('\u{202e}'), "what is hidden is not shown");
        let refused = bank.send(&ivanova(), &path, &TERMS).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        let told = "<a href=\"#rows\">Ячеек, которые нельзя прочитать: 2.";
        assert!(refused.text().contains(told), "{}", refused.text());
        assert_eq!(bank.house.counts().await, (0, 0));
    }

    async fn onl_03_a_form_that_is_wrong_keeps_what_was_typed(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = prepared(&bank, &good(&[101])).await;
        let foreign = "40702810800000000021";
        for (field, value, says) in [
            ("account", foreign, "Счёт списания: выберите"), ("account", "x", "Счёт списания: выберите"),
            ("enrollmentCode", "99", "Вид зачисления"), ("incomeCode", "6", "Код вида дохода: от 1 до 5"),
            ("incomeCode", "один", "Код вида дохода: от 1 до 5"),
            ("period", "13.2026", "нужны месяц и год"), ("date", "завтра", "нужна дата"),
        ] {
            let fields: Vec<(&str, &str)> =
                TERMS.iter().map(|(name, own)| (*name, if *name == field { value } else { *own })).collect();
            let mut fields = fields;
            fields.push(("purpose", "Зарплата за ноябрь"));
            let again = bank.send(&ivanova(), &path, &fields).await;
            assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
            let text = again.text();
            assert!(text.contains(says) && text.contains(&format!("href=\"#{field}\"")), "{field}:\n{text}");
            assert!(text.contains("value=\"Зарплата за ноябрь\"") && text.contains("aria-invalid"), "{field}");
        }
        let nothing = prepared(&bank, &format!("{HEAD}А;И;x;1")).await;
        let again = bank.send(&ivanova(), &nothing, &TERMS).await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(again.text().contains("больше нуля"));
        assert_eq!(bank.house.counts().await, (0, 0));
        let right = bank.send(&ivanova(), &path, &TERMS).await;
        assert_eq!(right.status, StatusCode::SEE_OTHER, "{}", right.text());
    }

    async fn onl_03_hostile_files_are_told_and_stored_nowhere(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let rows = |count: usize| format!("{HEAD}{}", "А;И;1;2\r\n".repeat(count));
        let utf_16: Vec<u8> = good(&[101]).encode_utf16().flat_map(u16::to_le_bytes).collect();
        let long = format!("{HEAD}{};И;1;2\r\n", "Ы".repeat(1_001));
        let wide = format!("{}{HEAD}А;И;1;2", "x;".repeat(64));
        for (file, says) in [
            (b"".to_vec(), "Выберите файл"),
            (b" ;;\r\n".to_vec(), "ни одной заполненной"),
            (b"\x89PNG\r\n\x1a\n\0\0".to_vec(), "Это не таблица"),
            (utf_16, "Это не таблица"),
            (format!("{HEAD}А\0;И;1;2").into_bytes(), "Это не таблица"),
            ("Фамилия;Имя\r\nА;И".as_bytes().to_vec(), "не найдены столбцы: Сумма, Счёт"),
            (HEAD.as_bytes().to_vec(), "ни одной строки"),
            (format!("Сумма;{HEAD}1;А;И;1;2").into_bytes(), "указан дважды: Сумма"),
            (rows(10_001).into_bytes(), "больше строк"),
            (long.into_bytes(), "Текст в ячейке длиннее 1000\u{a0}символов, строка: 2"),
            (wide.into_bytes(), "Больше 64\u{a0}столбцов, строка: 1"),
            (b"PK\x03\x04 and no archive".to_vec(), "повреждён или закрыт паролем"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 of 1997".to_vec(), "повреждён или закрыт паролем"),
            (b"<?xml version=\"1.0\"?><a/>".to_vec(), "не реестр зарплаты 1С"),
            // KOI8-R, in which the same bytes are other letters.
            (b"\xe6\xc1\xcd\xc9\xcc\xc9\xd1;\xe9\xcd\xd1;\xf3\xd5\xcd\xcd\xc1\r\n1;2;3".to_vec(), "не найдены столбцы"),
        ] {
            let answer = upload(&bank, &ivanova(), NEW, "a.csv", &file).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{says}: {}", answer.text());
            let text = answer.text();
            assert!(text.contains(says) && text.contains("class=\"menu\""), "{says}:\n{text}");
        }
        let large = upload(&bank, &ivanova(), NEW, "a.csv", &vec![b'x'; 8 * 1024 * 1024 + 1]).await;
        assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
        assert!(large.text().contains("больше 8\u{a0}МБ") && large.text().contains("class=\"menu\""));
        assert_eq!((waiting(&bank).await, bank.house.counts().await), (0, (0, 0)));
        let longest = prepared(&bank, &rows(10_000)).await;
        let last = bank.open(&ivanova(), &format!("{longest}?page=200")).await;
        assert!(last.text().contains("data-label=\"Строка файла\">10001<"), "{}", last.text());
    }

    async fn onl_03_windows_1251_with_commas_reads_the_same(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        // Фамилия,Имя,Сумма,Счёт and Смирнова,Анна.
        let mut file = b"\xd4\xe0\xec\xe8\xeb\xe8\xff,\xc8\xec\xff,\xd1\xf3\xec\xec\xe0,\xd1\xf7\xb8\xf2\r\n".to_vec();
        file.extend_from_slice(b"\xd1\xec\xe8\xf0\xed\xee\xe2\xe0,\xc0\xed\xed\xe0,\"1 234,50\",");
        file.extend_from_slice(employee(101).as_bytes());
        let sent = upload(&bank, &ivanova(), NEW, "C:\\fakepath\\a.csv", &file).await;
        let preview = bank.open(&ivanova(), sent.location().unwrap()).await;
        for text in ["Смирнова Анна", "1\u{a0}234,50\u{a0}₽", "Ошибок нет", "a.csv"] {
            assert!(preview.text().contains(text), "{text}:\n{}", preview.text());
        }
        assert!(!preview.text().contains("fakepath"));
    }

    async fn onl_03_a_list_of_another_company_is_absent(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = prepared(&bank, &good(&[101])).await;
        let absent = bank.open(&ivanova(), "/bank/payroll/rolls/01890000-0000-7000-8000-000000000000").await;
        assert_eq!(absent.status, StatusCode::NOT_FOUND);
        let page = bank.open(&sidorov(), &path).await;
        assert_eq!((page.status, page.notice()), (absent.status, absent.notice()));
        for (end, fields) in [("", &TERMS[..]), ("/delete", &[]), ("/keep", &[("name", "a")]), ("/use", &[])] {
            let answer = bank.send(&sidorov(), &format!("{path}{end}"), fields).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{end}: {}", answer.text());
        }
        assert!(!bank.open(&sidorov(), NEW).await.text().contains("зарплата.csv"));
        assert_eq!((waiting(&bank).await, bank.house.counts().await), (1, (0, 0)));
    }

    async fn onl_03_who_may_not_edit_makes_nothing(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = prepared(&bank, &good(&[101])).await;
        bank.house.set_rights("petrov", "ACT VIEW_ACCOUNTS SIGN_SECOND").await;
        for caller in [petrov(), auditor()] {
            for open in [NEW, &path] {
                assert_eq!(bank.open(&caller, open).await.status, StatusCode::FORBIDDEN, "{open}");
            }
            let sent = upload(&bank, &caller, NEW, "a.csv", good(&[101]).as_bytes()).await;
            assert_eq!(sent.status, StatusCode::FORBIDDEN);
            for (end, fields) in [("", &TERMS[..]), ("/keep", &[("name", "a")]), ("/use", &[]), ("/delete", &[])] {
                let refused = bank.send(&caller, &format!("{path}{end}"), fields).await;
                assert_eq!(refused.status, StatusCode::FORBIDDEN, "{end}: {}", refused.text());
            }
        }
        assert_eq!(rolls_stored(&bank.house).await, 1);
        assert!(!bank.open(&petrov(), "/bank/payroll").await.text().contains(NEW));
        assert!(bank.open(&ivanova(), "/bank/payroll").await.text().contains(NEW));
        // Nor does a page of another site, or of another session.
        let file = good(&[101]);
        let foreign = send_parts(&bank, &ivanova(), NEW,
            &[("csrf", None, b"x"), ("file", Some("a"), file.as_bytes())]).await;
        assert_eq!(foreign.status, StatusCode::FORBIDDEN);
        let without = send_parts(&bank, &ivanova(), NEW, &[("file", Some("a"), file.as_bytes())]).await;
        assert_eq!(without.status, StatusCode::FORBIDDEN);
        assert_eq!(waiting(&bank).await, 1);
    }

    async fn onl_03_after_the_session_the_login_goes_on_at_the_form(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = prepared(&bank, &good(&[101])).await;
        for (referer, next) in [
            (format!("{}{path}?rows=faulty", testkit::TEST_ISSUER), format!("{path}%3Frows%3Dfaulty")),
            (format!("{}//example.com/bank", testkit::TEST_ISSUER), "/bank".to_owned()),
            ("nonsense".to_owned(), "/bank".to_owned()),
        ] {
            let answer = bank.pages.post(&path).header("referer", &referer).form(&TERMS).send().await;
            assert_eq!(answer.location(), Some(format!("/bank/login?next={next}").as_str()), "{referer}");
        }
        assert_eq!((waiting(&bank).await, bank.house.counts().await), (1, (0, 0)), "the list is still there");
    }

    async fn onl_03_a_list_waits_seven_days_and_a_company_has_twenty(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let mut paths = Vec::new();
        for _ in 0..20 {
            paths.push(prepared(&bank, &good(&[101])).await);
        }
        let refused = upload(&bank, &ivanova(), NEW, "a.csv", good(&[101]).as_bytes()).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert!(refused.text().contains("списков уже 20"), "{}", refused.text());
        let id = bank.statement(&payload("copied-one")).await;
        let refused = bank.send(&ivanova(), &format!("{}/copy", address(id)), &[]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert!(refused.text().contains("списков уже 20"), "a copy is told the same: {}", refused.text());
        let gone = bank.send(&ivanova(), &format!("{}/delete", paths[0]), &[]).await;
        assert_eq!(gone.location(), Some("/bank/payroll/new?done=deleted"));
        prepared(&bank, &good(&[101])).await;
        bank.house.bench.clock.advance_seconds(7 * 86_400 - 1);
        bank.house.work().await;
        assert_eq!(bank.open(&ivanova(), &paths[1]).await.status, StatusCode::OK);
        bank.house.bench.clock.advance_seconds(1);
        assert_eq!(bank.open(&ivanova(), &paths[1]).await.status, StatusCode::NOT_FOUND, "before any worker looks");
        bank.house.work().await;
        assert_eq!(rolls_stored(&bank.house).await, 0);
    }

    async fn onl_03_a_register_of_1c_is_read_with_its_terms(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let register = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><СчетаПК xmlns=\"http://v8.1c.ru/edi/edi_stnd/109\" \
             РасчетныйСчетОрганизации=\"{ACCOUNT}\"><ЗачислениеЗарплаты><Сотрудник \
             Нпп=\"1\"><Фамилия>Смирнова</Фамилия>\
             <Имя>Анна</Имя><ЛицевойСчет>{}</ЛицевойСчет><Сумма>100.50</Сумма><КодВалюты>643</КодВалюты></Сотрудник>\
             </ЗачислениеЗарплаты><ВидЗачисления>02</ВидЗачисления><КодВидаДохода>1</КодВидаДохода><КонтрольныеСуммы>\
             <КоличествоЗаписей>1</КоличествоЗаписей><СуммаИтого>100.50</СуммаИтого></КонтрольныеСуммы></СчетаПК>",
            employee(101),
        );
        let path = prepared(&bank, &register).await;
        let preview = bank.open(&ivanova(), &path).await;
        for text in ["Ошибок нет", "100,50\u{a0}₽", "value=\"02\" selected", "value=\"1\" selected", &employee(101)] {
            assert!(preview.text().contains(text), "{text}:\n{}", preview.text());
        }
        let wrong = register.replace("<СуммаИтого>100.50", "<СуммаИтого>100.51");
        let refused = upload(&bank, &ivanova(), NEW, "a.xml", wrong.as_bytes()).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text().contains("Контрольные суммы"), "{}", refused.text());
    }

    async fn onl_03_a_company_has_fifty_templates_and_no_more(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = prepared(&bank, &good(&[101])).await;
        for index in 1..=51 {
            let name = format!("Шаблон-{index}");
            let kept = bank.send(&ivanova(), &format!("{path}/keep"), &[("name", &name)]).await;
            let expected = if index > 50 { StatusCode::CONFLICT } else { StatusCode::SEE_OTHER };
            assert_eq!(kept.status, expected, "{index}: {}", kept.text());
            assert_eq!(kept.text().contains("шаблонов уже 50"), index > 50, "{index}: {}", kept.text());
        }
        assert_eq!(rolls_stored(&bank.house).await, 51, "the prepared one beside them");
    }

    async fn onl_03_a_list_that_is_kept_and_deleted_is_in_the_trail_and_leaves_no_job(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = prepared(&bank, &good(&[101])).await;
        let kept = bank.send(&ivanova(), &format!("{path}/keep"), &[("name", "Шаблон")]).await;
        assert_eq!(kept.status, StatusCode::SEE_OTHER, "{}", kept.text());
        let gone = bank.send(&ivanova(), &format!("{path}/delete"), &[]).await;
        assert_eq!(gone.status, StatusCode::SEE_OTHER, "{}", gone.text());
        assert_eq!(rolls_stored(&bank.house).await, 1, "the template");
        let entries = audit::list(&bank.house.bench.store, &audit::Filter::default(), 1_000).await.unwrap();
        let mut actions: Vec<String> = entries.into_iter().map(|entry| entry.action).collect();
        actions.retain(|action| action.starts_with("payroll_roll."));
        actions.sort();
        assert_eq!(actions, ["deleted", "prepared", "template_kept"].map(|act| format!("payroll_roll.{act}")));
        assert_eq!(jobs::waiting(&bank.house.bench.store).await.unwrap(), [], "nothing is left to forget");
    }

    async fn onl_03_a_file_that_another_site_sends_is_not_taken(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let parts = [("csrf", None, TEST_CSRF.as_bytes()), ("file", Some("a.csv"), b"x".as_slice())];
        for (header, value) in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("origin", "https://evil.example"),
            ("origin", "null"),
        ] {
            let request = form_of(&bank, &ivanova(), NEW, &parts).header(header, value);
            let refused = request.send().await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{header} {value}: {}", refused.text());
        }
        let forged = [("csrf", None, b"of-another-session".as_slice()), parts[1]];
        assert_eq!(send_parts(&bank, &ivanova(), NEW, &forged).await.status, StatusCode::FORBIDDEN);
        assert_eq!(waiting(&bank).await, 0, "nothing is kept");
    }

    async fn onl_03_the_sample_file_is_a_file_that_is_read(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        for (name, language) in [("sample.csv", "ru"), ("sample.csv", "en"), ("sample.xlsx", "ru"),
            ("sample.xlsx", "en")] {
            let request = bank.pages.get(&format!("/bank/payroll/{name}")).online_bank(&bank.house.bench.tokens, &ivanova());
            let sample = request.header("accept-language", language).send().await;
            assert_eq!(sample.status, StatusCode::OK);
            let sent = upload(&bank, &ivanova(), NEW, name, &sample.body).await;
            let path = sent.location().unwrap_or_else(|| panic!("{}", sent.text())).to_owned();
            let preview = bank.open(&ivanova(), &path).await;
            assert!(preview.text().contains("50\u{a0}000,00\u{a0}₽") && !preview.text().contains("Не прочитаны"),
                "{}", preview.text());
        }
    }
}

store::queries! {
    /// The number of rolls that are stored.
    COUNT_ROLLS = "select count(1) as found from payroll_rolls";
}

async fn rolls_stored(house: &House) -> i64 {
    house.bench.store.select_optional(&COUNT_ROLLS, store::params![]).await.unwrap().unwrap()
}
