//! ONL-03: what becomes of signatures when the company's scheme is lowered, or a signature is lost before its day.

use http::StatusCode;
use kernel::Language;
use pages::{Person, SectionGuide, Waiting};
use payroll::{PayrollGuide, StatementId};
use serde_json::json;
use testkit::{Answer, Bench, RIGHT_ANSWER, TestCaller, on_both_engines};

use super::{OnlineBank, address};
use crate::statements::house::{auditor, changed, ivanova, payload, petrov, sidorov, sign};

const ENOUGH: &str = "Подписей достаточно";

async fn complete(bank: &OnlineBank, caller: &TestCaller, id: StatementId, answer: &str) -> Answer {
    let version = bank.version(id).await;
    let fields = [("version", version.as_str()), ("answer", answer)];
    bank.send(caller, &format!("{}/complete", address(id)), &fields).await
}

async fn sign_first(bank: &OnlineBank, id: StatementId) {
    let version = bank.version(id).await;
    let fields =
        [("version", version.as_str()), ("how", "confirmation"), ("type", "FIRST"), ("answer", RIGHT_ANSWER)];
    let signed = bank.send(&ivanova(), &format!("{}/sign", address(id)), &fields).await;
    assert_eq!(signed.status, StatusCode::SEE_OTHER, "{}", signed.text());
}

/// The things that wait for a person on the first page.
pub(super) async fn waiting(bank: &OnlineBank, caller: &TestCaller) -> Vec<Waiting> {
    let roles = ["ONLINE-USER".to_owned()];
    let person =
        Person { user: &caller.user, company: &caller.company, roles: &roles, language: Language::Russian };
    let guide = PayrollGuide(bank.house.state.clone());
    guide.waiting(person).await.unwrap().unwrap_or_default()
}

/// The name and the number of each.
pub(super) async fn waits(bank: &OnlineBank, caller: &TestCaller) -> Vec<(&'static str, u32)> {
    let waiting = waiting(bank, caller).await;
    waiting.iter().map(|Waiting { name, count, .. }| (*name, *count)).collect()
}

on_both_engines! {
    async fn onl_03_a_lowered_scheme_lets_a_signer_send_the_statement_on(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("lowered-one")).await;
        sign_first(&bank, id).await;
        assert_eq!(bank.status("lowered-one").await, "PARTLY_SIGNED");
        assert!(!bank.page(id).await.contains(ENOUGH));
        assert_eq!(complete(&bank, &ivanova(), id, RIGHT_ANSWER).await.status, StatusCode::CONFLICT, "one is missing");
        assert_eq!(waits(&bank, &ivanova()).await, [], "ivanova has signed");
        // The company asks for one signature from now on. That alone moves no money.
        bank.house.set_scheme("FIRST=1").await;
        bank.house.work().await;
        assert_eq!(bank.status("lowered-one").await, "PARTLY_SIGNED");
        assert_eq!(waits(&bank, &ivanova()).await, [("Подписана частично", 1)]);
        assert_eq!(waits(&bank, &petrov()).await, [("Подписана частично", 1)]);
        let page = bank.page(id).await;
        assert!(page.contains(ENOUGH) && page.contains(&format!("{}/complete", address(id))), "{page}");
        let form = bank.open(&petrov(), &format!("{}/complete", address(id))).await;
        assert!(form.text().contains("201,00\u{a0}₽") && form.text().contains("name=\"answer\""), "{}", form.text());
        // Who may not sign sends nothing on; a wrong answer and an old page do neither.
        bank.house.set_rights("petrov", "ACT EDIT_PAYROLL").await;
        assert!(bank.open(&petrov(), &address(id)).await.text().contains("у кого есть право подписи"));
        assert_eq!(complete(&bank, &petrov(), id, RIGHT_ANSWER).await.status, StatusCode::FORBIDDEN);
        assert_eq!(complete(&bank, &auditor(), id, RIGHT_ANSWER).await.status, StatusCode::FORBIDDEN);
        assert_eq!(complete(&bank, &sidorov(), id, RIGHT_ANSWER).await.status, StatusCode::NOT_FOUND);
        let wrong = complete(&bank, &ivanova(), id, "000000").await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(wrong.text().contains("aria-invalid=\"true\""));
        let used = complete(&bank, &ivanova(), id, "used").await;
        assert!(used.text().contains("он появится через 17\u{a0}секунд"), "{}", used.text());
        for answer in [RIGHT_ANSWER, "000000"] {
            let form = [("version", "1"), ("answer", answer)];
            let old = bank.send(&ivanova(), &format!("{}/complete", address(id)), &form).await;
            assert_eq!(old.status, StatusCode::CONFLICT, "{answer}");
        }
        assert_eq!(bank.status("lowered-one").await, "PARTLY_SIGNED");
        let sent = complete(&bank, &ivanova(), id, RIGHT_ANSWER).await;
        assert_eq!(sent.location(), Some(format!("{}?done=completed", address(id)).as_str()), "{}", sent.text());
        assert_eq!(complete(&bank, &ivanova(), id, RIGHT_ANSWER).await.status, StatusCode::CONFLICT, "once");
        bank.house.work().await;
        assert_eq!(bank.status("lowered-one").await, "EXECUTED");
        assert_eq!(jobs::waiting(&bank.house.bench.store).await.unwrap(), [], "no signature is waited for");
        let trail = audit::list(&bank.house.bench.store, &audit::Filter::default(), 1_000).await.unwrap();
        let completed: Vec<_> = trail.iter().filter(|entry| entry.action == "payroll_statement.completed").collect();
        assert_eq!(completed.len(), 1);
        assert_eq!(completed[0].actor_id.as_deref(), Some("U00001"));
    }

    async fn onl_03_a_scheme_that_is_raised_again_takes_the_way_back(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("raised-one")).await;
        sign_first(&bank, id).await;
        bank.house.set_scheme("FIRST=1").await;
        let version = bank.version(id).await;
        bank.house.set_scheme("FIRST=1,SECOND=1").await;
        let fields = [("version", version.as_str()), ("answer", RIGHT_ANSWER)];
        let late = bank.send(&ivanova(), &format!("{}/complete", address(id)), &fields).await;
        assert_eq!(late.status, StatusCode::CONFLICT, "{}", late.text());
        let form = bank.open(&ivanova(), &format!("{}/complete", address(id))).await;
        assert_eq!(form.location(), Some(address(id).as_str()));
        assert_eq!(bank.status("raised-one").await, "PARTLY_SIGNED");
    }

    async fn onl_05_a_lost_signature_of_a_partly_signed_statement_is_told_before_the_others(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("partly-one")).await;
        sign_first(&bank, id).await;
        let lost = "Ведомость не будет исполнена.";
        assert!(!bank.page(id).await.contains(lost));
        bank.house.set_rights("ivanova", "ACT EDIT_PAYROLL").await;
        let page = bank.page(id).await;
        for text in [lost, "Подпись 1", "эту банк отклонит"] {
            assert!(page.contains(text), "{text}: {page}");
        }
    }

    async fn onl_05_a_lost_signature_of_a_scheduled_statement_is_told_before_its_day(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let house = &bank.house;
        let later = changed("later-one", |payload| payload["date"] = json!("2026-11-25"));
        let id = bank.statement(&later).await;
        let file = bank.open(&ivanova(), &format!("{}/digest.bin", address(id))).await;
        let digest: [u8; 32] = file.body.try_into().unwrap();
        for (caller, signer) in [(ivanova(), &house.keys.ivanova), (petrov(), &house.keys.petrov)] {
            let (version, cms) = (bank.version(id).await, sign(&digest, signer));
            let fields = [("version", version.as_str()), ("how", "certificate"), ("cms", cms.as_str())];
            let signed = bank.send(&caller, &format!("{}/sign", address(id)), &fields).await;
            assert_eq!(signed.status, StatusCode::SEE_OTHER, "{}", signed.text());
        }
        house.work().await;
        assert_eq!(bank.status("later-one").await, "SCHEDULED");
        assert_eq!(waits(&bank, &ivanova()).await, []);
        assert!(!bank.page(id).await.contains("Ведомость не будет исполнена."));
        house.revoke(&[house.keys.ivanova.certificate()], 30).await;
        let told = [("Не будут исполнены: подпись больше не действует", 1)];
        for caller in [ivanova(), petrov()] {
            assert_eq!(waits(&bank, &caller).await, told);
            let list = bank.open(&caller, &waiting(&bank, &caller).await[0].path).await;
            assert_eq!(list.text().matches("class=\"row-link\"").count(), 1, "{}", list.text());
            let page = bank.open(&caller, &address(id)).await;
            for text in ["Ведомость не будет исполнена.", "Подпись 1", "отозван", "Скопируйте ведомость как новую"] {
                assert!(page.text().contains(text), "{text}: {}", page.text());
            }
        }
        // Another company is told nothing of it, and a deleted statement nobody.
        assert_eq!(waits(&bank, &sidorov()).await, []);
        let version = bank.version(id).await;
        let sure = [("version", version.as_str()), ("answer", RIGHT_ANSWER)];
        let gone = bank.send(&ivanova(), &format!("{}/delete", address(id)), &sure).await;
        assert_eq!(gone.status, StatusCode::SEE_OTHER, "{}", gone.text());
        assert_eq!(waits(&bank, &ivanova()).await, []);
    }
}
