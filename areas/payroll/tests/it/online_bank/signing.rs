//! Signatures, until the money has moved.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use payroll::StatementId;
use testkit::{Answer, Bench, RIGHT_ANSWER, TestCaller, on_both_engines};

use super::{OnlineBank, address};
use crate::statements::house::{auditor, ivanova, payload, petrov, sidorov, sign};

async fn confirm(
    bank: &OnlineBank,
    caller: &TestCaller,
    id: StatementId,
    kind: &str,
    answer: &str,
) -> Answer {
    let version = bank.version(id).await;
    let fields = [("version", version.as_str()), ("how", "confirmation"), ("type", kind), ("answer", answer)];
    bank.send(caller, &format!("{}/sign", address(id)), &fields).await
}

async fn send_cms(bank: &OnlineBank, caller: &TestCaller, id: StatementId, cms: &str) -> Answer {
    let version = bank.version(id).await;
    let fields = [("version", version.as_str()), ("how", "certificate"), ("cms", cms)];
    bank.send(caller, &format!("{}/sign", address(id)), &fields).await
}

/// The digest as the page hands it out.
async fn digest(bank: &OnlineBank, id: StatementId) -> [u8; 32] {
    let file = bank.open(&ivanova(), &format!("{}/digest.bin", address(id))).await;
    assert_eq!(file.status, StatusCode::OK);
    file.body.try_into().unwrap()
}

on_both_engines! {
    async fn pay_15_two_people_sign_and_the_money_moves(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("signed-one")).await;
        let form = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert_eq!(form.status, StatusCode::OK, "{}", form.text());
        assert!(form.text().contains("data-passkey=\"/bank/confirmation/passkey\""), "{}", form.text());
        assert!(bank.page(id).await.contains("<dt>Дней на подпись</dt><dd>30</dd>"));
        assert!(form.text().contains("201,00\u{a0}₽") && form.text().contains("value=\"FIRST\""));
        let first = confirm(&bank, &ivanova(), id, "FIRST", RIGHT_ANSWER).await;
        assert_eq!(
            first.location(),
            Some(format!("{}?done=signed", address(id)).as_str()),
            "{}",
            first.text()
        );
        assert_eq!(bank.status("signed-one").await, "PARTLY_SIGNED");
        let page = bank.page(id).await;
        for text in [
            "Подписана частично",
            "Вторая подпись",
            "Может подписать: Петров Пётр Ильич",
            "Иванова Анна \
            Сергеевна",
        ] {
            assert!(page.contains(text), "{text}:\n{page}");
        }
        assert!(!page.contains(&format!("{}/sign\"", address(id))), "ivanova has signed");
        for answer in [RIGHT_ANSWER, "000000"] {
            let again = confirm(&bank, &ivanova(), id, "FIRST", answer).await;
            assert_eq!(again.status, StatusCode::CONFLICT, "nobody signs twice, and no code is spent on it");
        }
        let second = confirm(&bank, &petrov(), id, "SECOND", RIGHT_ANSWER).await;
        assert_eq!(second.status, StatusCode::SEE_OTHER, "{}", second.text());
        assert_eq!(bank.status("signed-one").await, "AWAITING_SEND");
        assert!(bank.page(id).await.contains("data-live"));
        bank.house.work().await;
        assert_eq!(bank.status("signed-one").await, "EXECUTED");
        let page = bank.page(id).await;
        assert!(
            page.contains("badge good\" data-says>Исполнена<") && page.contains("badge good\">Исполнен<"),
            "{page}"
        );
        assert!(!page.contains("data-live"));
    }

    async fn pay_15_whoever_may_sign_signs_in_a_company_of_more_people_than_are_named(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let mut users = "user_id,login,full_name,email,phone_number,roles,status\n".to_owned();
        let mut rights = "login,cnum,rights\n".to_owned();
        for number in 100..150 {
            let (login, phone) = (format!("abel{number}"), format!("+79990000{number}"));
            let person = format!("U00{number},{login},Абель {number},{login}@a.example,{phone},ONLINE-USER,ACTIVE\n");
            users.push_str(&person);
            rights.extend([format!("{login},C00001,ACT SIGN_FIRST\n")]);
        }
        bank.house.add("users.csv", &users).await.unwrap();
        bank.house.add("user_rights.csv", &rights).await.unwrap();
        let id = bank.statement(&payload("crowd-one")).await;
        let page = bank.page(id).await;
        assert!(!page.contains("Абель 149, Иванова"), "fifty are named: {page}");
        assert!(page.contains(&format!("href=\"{}/sign\"", address(id))), "{page}");
        let list = bank.open(&ivanova(), "/bank/payroll").await;
        assert!(list.text().contains("type=\"checkbox\""), "{}", list.text());
        let form = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert_eq!(form.status, StatusCode::OK);
        assert!(!form.text().contains("Абель"), "nobody else is needed beside hers: {}", form.text());
        let signed = confirm(&bank, &ivanova(), id, "FIRST", RIGHT_ANSWER).await;
        assert_eq!(signed.status, StatusCode::SEE_OTHER, "{}", signed.text());
        assert_eq!(bank.status("crowd-one").await, "PARTLY_SIGNED");
    }

    async fn pay_15_a_wrong_confirmation_signs_nothing(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("refused-one")).await;
        for (answer, status) in [
            ("000000", StatusCode::UNPROCESSABLE_ENTITY),
            ("", StatusCode::UNPROCESSABLE_ENTITY),
            ("wait", StatusCode::TOO_MANY_REQUESTS),
        ] {
            let page = confirm(&bank, &ivanova(), id, "FIRST", answer).await;
            assert_eq!(page.status, status, "{answer}");
            let marked = "aria-invalid=\"true\" aria-describedby=\"problem\"";
            assert_eq!(page.text().matches(marked).count(), 1, "the field is marked: {}", page.text());
        }
        assert_eq!(
            confirm(&bank, &ivanova(), id, "THIRD", RIGHT_ANSWER).await.status,
            StatusCode::UNPROCESSABLE_ENTITY
        );
        // The answer is looked at, which spends a code, only where nothing else refuses.
        for answer in [RIGHT_ANSWER, "000000"] {
            for (caller, kind) in [(ivanova(), "SECOND"), (petrov(), "FIRST")] {
                let refused = confirm(&bank, &caller, id, kind, answer).await;
                assert_eq!(refused.status, StatusCode::FORBIDDEN, "{kind} {answer}");
            }
            let version = (bank.version(id).await.parse::<i64>().unwrap() - 1).to_string();
            let fields = [("version", version.as_str()), ("type", "FIRST"), ("answer", answer)];
            let outdated = bank.send(&ivanova(), &format!("{}/sign", address(id)), &fields).await;
            assert_eq!(outdated.status, StatusCode::CONFLICT, "{answer}");
        }
        assert_eq!(bank.status("refused-one").await, "AWAITING_SIGN");
    }

    async fn pay_15_a_registered_certificate_signs_too(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("certified-one")).await;
        let document = bank.open(&ivanova(), &format!("{}/document.json", address(id))).await;
        let digest = digest(&bank, id).await;
        assert_eq!(canonical::digest(document.text()).unwrap(), digest, "the digest is that of the document");
        let canonical = canonical::bytes(document.text()).unwrap();
        assert_eq!(document.text().as_bytes(), canonical, "the file itself is in the canonical form");
        let cms = sign(&digest, &bank.house.keys.ivanova);
        let pem = format!("-----BEGIN CMS-----\r\n{}\r\n-----END CMS-----\r\n", cms.replace('M', "M\r\n"));
        let done = send_cms(&bank, &ivanova(), id, &pem).await;
        assert_eq!(done.location(), Some(format!("{}?done=signed", address(id)).as_str()), "{}", done.text());
        assert!(bank.page(id).await.contains("сертификатом"));
        let empty = send_cms(&bank, &petrov(), id, " \r\n ").await;
        assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
        let wrong = send_cms(&bank, &petrov(), id, &STANDARD.encode("no signature")).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY, "beside another one it changes nothing");
        assert_eq!(bank.status("certified-one").await, "PARTLY_SIGNED");
        let second = sign(&digest, &bank.house.keys.petrov);
        assert_eq!(send_cms(&bank, &petrov(), id, &second).await.status, StatusCode::SEE_OTHER);
        bank.house.work().await;
        assert_eq!(bank.status("certified-one").await, "EXECUTED");
    }

    async fn pay_12_a_pasted_signature_that_does_not_verify_changes_nothing(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("pasted-one")).await;
        let (version, digest) = (bank.version(id).await, digest(&bank, id).await);
        let keys = &bank.house.keys;
        let of_other_bytes = sign(&[7; 32], &keys.ivanova);
        for (cms, words) in [
            (sign(&digest, &keys.revoked), "сертификат отозван"),
            (sign(&digest, &keys.expired), "истёк"),
            (sign(&digest, &keys.petrov), "другому сотруднику"),
            (of_other_bytes, "message-digest"),
            ("<script>".to_owned(), "Base64"),
        ] {
            let page = send_cms(&bank, &ivanova(), id, &cms).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{words}");
            let shown = cms.replace('<', "&#60;").replace('>', "&#62;");
            let text = page.text();
            assert!(
                text.contains("cms-fault")
                    && text.contains(words)
                    && text.contains(
                        "Ведомость \
                осталась"
                    ),
                "{text}"
            );
            assert!(text.contains(&shown), "the page keeps what was pasted: {text}");
            assert_eq!(
                (bank.version(id).await, bank.status("pasted-one").await),
                (version.clone(), "AWAITING_SIGN".to_owned())
            );
        }
        let fields = [
            ("csrf", testkit::TEST_CSRF),
            ("version", version.as_str()),
            ("how", "certificate"),
            ("cms", "AAAA"),
        ];
        let english = bank
            .pages
            .post(&format!("{}/sign", address(id)))
            .online_bank(&bank.house.bench.tokens, &ivanova());
        let english = english.header("accept-language", "en").form(&fields).send().await;
        assert_eq!(english.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            english.text().contains("Signature 1")
                && english.text().contains(
                    "The statement is as it \
            was."
                ),
            "{}",
            english.text()
        );
        // The right one counts, and so does a confirmation.
        assert_eq!(
            send_cms(&bank, &ivanova(), id, &sign(&digest, &keys.ivanova)).await.status,
            StatusCode::SEE_OTHER
        );
        assert_eq!(confirm(&bank, &petrov(), id, "SECOND", RIGHT_ANSWER).await.status, StatusCode::SEE_OTHER);
        bank.house.work().await;
        assert_eq!(bank.status("pasted-one").await, "EXECUTED");
    }

    async fn pay_12_one_person_signs_once_in_the_online_bank(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.house.give_ivanova_both().await;
        let id = bank.statement(&payload("once-only")).await;
        let form = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert!(
            form.text().contains("value=\"FIRST\"") && form.text().contains("value=\"SECOND\""),
            "{}",
            form.text()
        );
        let digest = digest(&bank, id).await;
        assert_eq!(confirm(&bank, &ivanova(), id, "FIRST", RIGHT_ANSWER).await.status, StatusCode::SEE_OTHER);
        // Neither by the other right nor by the other certificate, and the page does not offer it.
        assert_eq!(confirm(&bank, &ivanova(), id, "SECOND", RIGHT_ANSWER).await.status, StatusCode::CONFLICT);
        let cms = sign(&digest, &bank.house.keys.ivanova_second);
        assert_eq!(send_cms(&bank, &ivanova(), id, &cms).await.status, StatusCode::CONFLICT);
        assert!(!bank.page(id).await.contains(&format!("{}/sign\"", address(id))));
        assert!(bank.page(id).await.contains("Может подписать: Петров Пётр Ильич"));
        bank.house.work().await;
        assert_eq!(bank.status("once-only").await, "PARTLY_SIGNED");
        assert_eq!(confirm(&bank, &petrov(), id, "SECOND", RIGHT_ANSWER).await.status, StatusCode::SEE_OTHER);
        bank.house.work().await;
        assert_eq!(bank.status("once-only").await, "EXECUTED");
    }

    async fn pay_12_one_person_gives_both_signatures_where_the_scheme_allows_it(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.house.give_ivanova_both().await;
        bank.house.set_scheme("FIRST=1,SECOND=1,SAME_PERSON=YES").await;
        let id = bank.statement(&payload("both-by-one")).await;
        assert_eq!(confirm(&bank, &ivanova(), id, "FIRST", RIGHT_ANSWER).await.status, StatusCode::SEE_OTHER);
        assert_eq!(confirm(&bank, &ivanova(), id, "FIRST", RIGHT_ANSWER).await.status, StatusCode::CONFLICT);
        let form = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert!(
            !form.text().contains("value=\"FIRST\"") && form.text().contains("value=\"SECOND\""),
            "{}",
            form.text()
        );
        assert_eq!(
            confirm(&bank, &ivanova(), id, "SECOND", RIGHT_ANSWER).await.status,
            StatusCode::SEE_OTHER
        );
        bank.house.work().await;
        assert_eq!(bank.status("both-by-one").await, "EXECUTED");
    }

    async fn onl_05_an_executed_statement_is_a_document_with_its_signatures(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("on-paper")).await;
        let path = format!("{}/statement.pdf", address(id));
        assert_eq!(bank.open(&ivanova(), &path).await.status, StatusCode::NOT_FOUND, "nothing was executed yet");
        let digest = digest(&bank, id).await;
        let cms = sign(&digest, &bank.house.keys.ivanova);
        assert_eq!(send_cms(&bank, &ivanova(), id, &cms).await.status, StatusCode::SEE_OTHER);
        assert_eq!(confirm(&bank, &petrov(), id, "SECOND", RIGHT_ANSWER).await.status, StatusCode::SEE_OTHER);
        bank.house.work().await;
        assert!(bank.page(id).await.contains(&format!("{path}?part=1")));
        let file = bank.open(&ivanova(), &path).await;
        assert_eq!((file.status, file.header("content-type")), (StatusCode::OK, Some("application/pdf")));
        testkit::documents::check(&file.body);
        let text = testkit::documents::words_in_order(&file.body).join(" ");
        for part in [
            "Смирнова Анна", "Исполнена", "Исполнен", "Иванова Анна Сергеевна", "Петров Пётр Ильич", "Первая подпись",
            "сертификатом",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let joined = text.replace(' ', "");
        assert!(joined.contains(&format!("payroll:{id}:0")), "{text}");
        for wrong in ["?part=2", "?part=4"] {
            assert_eq!(bank.open(&ivanova(), &format!("{path}{wrong}")).await.status, StatusCode::NOT_FOUND, "{wrong}");
        }
        assert_eq!(bank.open(&ivanova(), &format!("{path}?part=5")).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(bank.open(&sidorov(), &path).await.status, StatusCode::NOT_FOUND, "another company's");
        assert_eq!(bank.open(&auditor(), &path).await.status, StatusCode::FORBIDDEN, "no right for payroll");
    }
}
