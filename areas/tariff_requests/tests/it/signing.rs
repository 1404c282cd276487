//! Signatures in the online bank: states, scheme, history.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cms::{Authority, Signer, Subject};
use kernel::Clock as _;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::sync::Arc;
use store::{Gate, Passage, Store, StoreError, Tx, params};
use tariff_requests::TariffRequestsState;
use testkit::{Bench, RIGHT_ANSWER, TEST_CSRF, TestCaller};

use crate::answering::handed_out_to;
use crate::bank::{Bank, ivanova, online_bank, petrov, sidorov};

const YEAR_S: i64 = 365 * 86_400;

store::queries! {
    /// A signature as no code writes it.
    FORGE = "insert into tariff_request_signatures
            (request_id, user_id, signature_type, method, signed_at_us, is_repeat)
        values ($1, $2, $3, 'CONFIRMATION', 1, false)";

    /// The number of signatures of a request.
    GIVEN = "select count(*) as signatures from tariff_request_signatures where request_id = $1";

    /// The first day of the plan that a request has brought.
    DAY = "select effective_from from tariff_future_changes where request_id = $1";

    WITHDRAW_CERTIFICATES = "update signing_certificates set status = 'WITHDRAWN' where cnum = $1";
}

/// Withdraws the certificates of C00001 just before the unit of work that signs.
#[derive(Debug)]
struct Withdrawing(Store);

impl Gate for Withdrawing {
    fn pass(&self, unit: &'static str) -> Passage<'_> {
        Box::pin(async move {
            if unit == "tariff request, sign" {
                let withdraw = |tx: &mut Tx| tx.execute(&WITHDRAW_CERTIFICATES, params!["C00001"]);
                self.0.write::<_, StoreError>("withdraw certificates", withdraw).await?;
            }
            Ok(())
        })
    }
}

/// An authority of the bank that issues and registers signing certificates.
struct Registry {
    authority: Authority,
}

impl Registry {
    async fn of(bank: &Bank, people: &[(&str, &str, &str)]) -> (Self, Vec<Signer>) {
        let now = bank.bench.clock.now();
        let subject = |name: &str| Subject {
            common_name: name.to_owned(),
            organisation: "Bank".to_owned(),
            not_before: now.plus_seconds(-YEAR_S),
            not_after: now.plus_seconds(YEAR_S),
        };
        let randomness = bank.bench.randomness.as_ref();
        let registry = Self { authority: Authority::new(&subject("CA"), randomness).unwrap() };
        let signers: Vec<Signer> = people
            .iter()
            .map(|(login, ..)| {
                let (key, certificate) = registry.authority.issue(&subject(login), randomness).unwrap();
                Signer::from_pem(&key, &certificate.to_pem()).unwrap()
            })
            .collect();
        let root = registry.authority.certificate().to_pem();
        bank.add("certificate_authorities.csv", &format!("certificate,kind\n\"{root}\",ROOT\n"))
            .await
            .unwrap();
        let list = registry.authority.revoke(&[], now.plus_seconds(-60), now.plus_seconds(YEAR_S)).unwrap();
        bank.add("revocation_lists.csv", &format!("list\n\"{list}\"\n")).await.unwrap();
        let mut rows = "login,cnum,signature_type,certificate,status\n".to_owned();
        for ((login, cnum, kind), signer) in people.iter().zip(&signers) {
            writeln!(rows, "{login},{cnum},{kind},\"{}\",ACTIVE", signer.certificate().to_pem()).unwrap();
        }
        bank.add("signing_certificates.csv", &rows).await.unwrap();
        (registry, signers)
    }
}

async fn signature(bank: &Bank, caller: &TestCaller, cnum: &str, id: i64, signers: &[&Signer]) -> String {
    let digest = bank.part(caller, cnum, id, "pre-sign").await["digest"].as_str().unwrap().to_owned();
    let digest = STANDARD.decode(digest).unwrap();
    STANDARD.encode(cms::sign(&digest, signers).unwrap())
}

async fn hand_in(bank: &Bank, caller: &TestCaller, id: i64, cms: &str) -> testkit::Answer {
    bank.send(caller, &format!("/bank/tariffs/{id}/signature"), &[("cms", cms)]).await
}

/// Hands in the signature of the type `surplus` (0 is the first one), alone and beside the one that `scheme` asks for.
/// DER sorts the two: the one that is asked for comes first with one of the types.
async fn one_is_not_asked_for(bench: Bench, scheme: &str, surplus: usize) {
    let bank = Bank::demo(bench).await;
    bank.set_scheme(scheme).await;
    let people = [("ivanova", "C00001", "FIRST"), ("petrov", "C00001", "SECOND")];
    let (_registry, signers) = Registry::of(&bank, &people).await;
    let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
    let alone = signature(&bank, &ivanova(), "C00001", id, &[&signers[surplus]]).await;
    assert_eq!(hand_in(&bank, &petrov(), id, &alone).await.status, 403);
    assert_eq!(bank.state(&ivanova(), "C00001", id).await, "UNSIGNED");
    let both = signature(&bank, &ivanova(), "C00001", id, &[&signers[0], &signers[1]]).await;
    let needed = if surplus == 0 { petrov() } else { ivanova() };
    assert_eq!(hand_in(&bank, &needed, id, &both).await.status, 303);
    assert_eq!(bank.state(&ivanova(), "C00001", id).await, "SIGNED");
    let row = bank.bench.store.query_optional(&GIVEN, params![id]).await.unwrap().unwrap();
    assert_eq!(row.integer("signatures").unwrap(), 1);
}

fn step(state: &str, author: &str) -> (String, String) {
    (state.to_owned(), author.to_owned())
}

testkit::on_both_engines! {
    async fn tar_03_one_signature_is_enough_where_the_scheme_asks_for_one(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&sidorov(), "C00003", "GROWTH").await;
        let author = bank.history(&sidorov(), "C00003", id).await[0].1.clone();
        bank.bench.clock.advance_seconds(60);
        let answer = bank.sign(&sidorov(), id).await;
        assert_eq!(
            (answer.status.as_u16(), answer.location()),
            (303, Some(format!("/bank/tariffs/{id}?done=signed").as_str()))
        );
        assert_eq!(bank.history(&sidorov(), "C00003", id).await, [step("UNSIGNED", &author), step("SIGNED", &author)]);
        let pre_sign = bank.part(&sidorov(), "C00003", id, "pre-sign").await;
        assert_eq!((&pre_sign["state"], &pre_sign["bankDocumentState"]), (&"SIGNED".into(), &"ACCEPTED".into()));
        assert_eq!(pre_sign["updatedAt"], "2026-11-20T12:01:00+03:00");
        // Nobody signs twice.
        assert_eq!(bank.sign(&sidorov(), id).await.status, 409);
    }

    async fn tar_03_two_people_sign_where_the_scheme_asks_for_two(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "PARTIALLY_SIGNED");
        // The same person once more is no second signature.
        assert_eq!(bank.sign(&ivanova(), id).await.status, 409);
        bank.work().await;
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "PARTIALLY_SIGNED");
        assert_eq!(bank.sign(&petrov(), id).await.status, 303);
        let history = bank.history(&ivanova(), "C00001", id).await;
        let states: Vec<&str> = history.iter().map(|(state, _)| state.as_str()).collect();
        assert_eq!(states, ["UNSIGNED", "PARTIALLY_SIGNED", "SIGNED"]);
        assert!(history[1].1 == history[0].1 && history[2].1 != history[0].1, "{history:?}");
    }

    async fn tar_03_one_person_signs_once_whatever_rights_and_certificates(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.set_rights("ivanova", "C00001", "ACT SIGN_FIRST SIGN_SECOND").await;
        let people =
            [("ivanova", "C00001", "FIRST"), ("ivanova", "C00001", "SECOND"), ("petrov", "C00001", "SECOND")];
        let (_registry, signers) = Registry::of(&bank, &people).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        assert_eq!(bank.sign(&ivanova(), id).await.status, 409, "by her other right");
        let other = signature(&bank, &ivanova(), "C00001", id, &[&signers[1]]).await;
        assert_eq!(hand_in(&bank, &ivanova(), id, &other).await.status, 409, "with her other certificate");
        let both = signature(&bank, &ivanova(), "C00001", id, &[&signers[0], &signers[1]]).await;
        assert_eq!(hand_in(&bank, &petrov(), id, &both).await.status, 409, "whoever hands it in");
        let page = bank.page(&ivanova(), &format!("/bank/tariffs/{id}")).await;
        assert!(page.text().contains("Вы уже подписали это заявление."), "{}", page.text());
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "PARTIALLY_SIGNED");
        assert_eq!(bank.sign(&petrov(), id).await.status, 303);
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "SIGNED");
    }

    async fn tar_03_who_has_both_rights_leaves_the_other_signature_to_the_other_person(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.set_rights("ivanova", "C00001", "ACT SIGN_FIRST SIGN_SECOND").await;
        bank.set_rights("petrov", "C00001", "ACT SIGN_FIRST").await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let page = bank.page(&ivanova(), &format!("/bank/tariffs/{id}")).await;
        assert!(page.text().contains("value=\"FIRST\"") && page.text().contains("value=\"SECOND\""), "{}", page.text());
        let sign = async |caller: &TestCaller, kind: &str| {
            let fields = [("answer", testkit::RIGHT_ANSWER), ("type", kind)];
            bank.send(caller, &format!("/bank/tariffs/{id}/sign"), &fields).await.status.as_u16()
        };
        assert_eq!(sign(&petrov(), "SECOND").await, 403);
        assert_eq!(sign(&petrov(), "THIRD").await, 400);
        assert_eq!(sign(&ivanova(), "SECOND").await, 303);
        assert_eq!(sign(&petrov(), "FIRST").await, 303);
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "SIGNED");
    }

    async fn tar_03_two_certificates_of_one_person_in_one_signature_count_once(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.set_rights("ivanova", "C00001", "ACT SIGN_FIRST SIGN_SECOND").await;
        let people = [("ivanova", "C00001", "FIRST"), ("ivanova", "C00001", "SECOND")];
        let (_registry, signers) = Registry::of(&bank, &people).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let both = signature(&bank, &ivanova(), "C00001", id, &[&signers[0], &signers[1]]).await;
        assert_eq!(hand_in(&bank, &ivanova(), id, &both).await.status, 303);
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "PARTIALLY_SIGNED");
    }

    async fn tar_03_a_person_gives_the_signature_that_the_page_has_named_and_no_other(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.set_rights("ivanova", "C00001", "ACT SIGN_FIRST").await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let page = bank.page(&ivanova(), &format!("/bank/tariffs/{id}")).await;
        assert!(page.text().contains("<input type=\"hidden\" name=\"type\" value=\"FIRST\">"), "{}", page.text());
        // Her right has become another one while the page was open.
        bank.set_rights("ivanova", "C00001", "ACT SIGN_SECOND").await;
        let form = [("type", "FIRST"), ("answer", RIGHT_ANSWER)];
        let refused = bank.send(&ivanova(), &format!("/bank/tariffs/{id}/sign"), &form).await;
        assert_eq!(refused.status, 403, "{}", refused.text());
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "UNSIGNED");
    }

    async fn tar_03_a_second_signature_that_the_scheme_does_not_ask_for_is_not_taken(bench: Bench) {
        one_is_not_asked_for(bench, "FIRST=1", 1).await;
    }

    async fn tar_03_a_first_signature_that_the_scheme_does_not_ask_for_is_not_taken(bench: Bench) {
        one_is_not_asked_for(bench, "FIRST=0,SECOND=1", 0).await;
    }

    async fn tar_03_a_certificate_that_is_withdrawn_while_it_signs_does_not_count(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (_registry, signers) = Registry::of(&bank, &[("ivanova", "C00001", "FIRST")]).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let cms = signature(&bank, &ivanova(), "C00001", id, &[&signers[0]]).await;
        let gate = Arc::new(Withdrawing(bank.bench.store.clone()));
        let store = Store::open_behind(gate, &bank.bench.location, Bench::limits()).await.unwrap();
        let pages = online_bank(&bank.bench, TariffRequestsState { store, ..bank.state.clone() });
        let form = pages.post(&format!("/bank/tariffs/{id}/signature"));
        let form = form.online_bank(&bank.bench.tokens, &ivanova());
        let refused = form.form(&[("csrf", TEST_CSRF), ("cms", &cms)]).send().await;
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "UNSIGNED");
    }

    async fn tar_03_a_request_that_was_signed_with_a_certificate_of_before_is_declined(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (_registry, signers) = Registry::of(&bank, &[("ivanova", "C00001", "FIRST")]).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let cms = signature(&bank, &ivanova(), "C00001", id, &[&signers[0]]).await;
        assert_eq!(hand_in(&bank, &ivanova(), id, &cms).await.status, 303);
        let path = format!("/bank/tariffs/{id}");
        let is_told = async || bank.page(&petrov(), &path).await.text().contains("банк отклонит заявление");
        assert!(!is_told().await);
        let withdraw = |tx: &mut Tx| tx.execute(&WITHDRAW_CERTIFICATES, params!["C00001"]);
        assert_eq!(bank.bench.store.write::<_, StoreError>("test.withdraw", withdraw).await, Ok(1));
        assert!(is_told().await);
        assert_eq!(bank.sign(&petrov(), id).await.status, 303);
        bank.work().await;
        assert_eq!(bank.state(&petrov(), "C00001", id).await, "DECLINED");
    }

    async fn tar_03_the_next_signature_is_enough_where_fewer_are_asked_for_meanwhile(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        bank.set_scheme("FIRST=1").await;
        bank.work().await;
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "PARTIALLY_SIGNED");
        assert_eq!(bank.sign(&petrov(), id).await.status, 303);
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "SIGNED");
    }

    async fn tar_03_who_has_signed_sends_on_what_has_come_to_have_enough_signatures(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (_registry, signers) = Registry::of(&bank, &[("ivanova", "C00001", "FIRST")]).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        let path = format!("/bank/tariffs/{id}");
        let is_told = async || bank.page(&ivanova(), &path).await.text().contains("Подписей достаточно.");
        assert!(!is_told().await);
        // The other signer is not there any more, and the company asks for one signature.
        bank.set_rights("petrov", "C00001", "ACT").await;
        bank.set_scheme("FIRST=1").await;
        assert!(is_told().await);
        let page = bank.page(&ivanova(), &path).await;
        assert!(page.text().contains(&format!("{path}/sign\"")), "{}", page.text());
        assert!(!page.text().contains(&format!("{path}/signature\"")), "hers by certificate is there");
        assert_eq!(bank.sign(&petrov(), id).await.status, 403, "he may not sign");
        let cms = signature(&bank, &ivanova(), "C00001", id, &[&signers[0]]).await;
        assert_eq!(hand_in(&bank, &petrov(), id, &cms).await.status, 409, "it says nothing of now");
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "PARTIALLY_SIGNED");
        bank.wait_until("2027-02-10T12:00:00+03:00");
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "SIGNED");
        assert!(!is_told().await);
        assert_eq!(bank.sign(&ivanova(), id).await.status, 409, "once");
        let row = bank.bench.store.query_optional(&GIVEN, params![id]).await.unwrap().unwrap();
        assert_eq!(row.integer("signatures").unwrap(), 1);
        bank.work().await;
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "DONE");
        let row = bank.bench.store.query_optional(&DAY, params![id]).await.unwrap().unwrap();
        assert_eq!(row.text("effective_from").unwrap(), "2027-03-01", "after it was sent on");
    }

    async fn tar_03_no_one_time_code_is_spent_on_what_cannot_be_signed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        // The code is a spent one: whatever looks at it answers 422.
        let sign = async |caller: &TestCaller, kind: &str| {
            let fields = [("type", kind), ("answer", "used")];
            bank.send(caller, &format!("/bank/tariffs/{id}/sign"), &fields).await.status.as_u16()
        };
        assert_eq!(sign(&ivanova(), "FIRST").await, 422);
        assert_eq!(sign(&ivanova(), "SECOND").await, 403, "she has no right to it");
        assert_eq!(sign(&sidorov(), "").await, 404);
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        assert_eq!(sign(&ivanova(), "FIRST").await, 409, "she has signed");
        assert_eq!(bank.sign(&petrov(), id).await.status, 303);
        assert_eq!(sign(&petrov(), "").await, 409, "nothing is missing");
    }

    async fn tar_03_one_person_signs_for_both_where_the_scheme_allows_it(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.set_rights("ivanova", "C00001", "ACT SIGN_FIRST SIGN_SECOND").await;
        bank.set_scheme("FIRST=1,SECOND=1,SAME_PERSON=YES").await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "PARTIALLY_SIGNED");
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "SIGNED");
    }

    async fn tar_03_the_database_refuses_a_second_signature_of_a_person(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let forge = |user: &'static str, kind: &'static str| {
            let work = move |tx: &mut Tx| tx.execute_one(&FORGE, params![id, user, kind]);
            bank.bench.store.write::<_, StoreError>("forge", work)
        };
        forge("U00001", "FIRST").await.unwrap();
        assert!(forge("U00001", "SECOND").await.is_err());
        forge("U00002", "SECOND").await.unwrap();
    }

    async fn tar_03_a_wrong_answer_signs_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&sidorov(), "C00003", "GROWTH").await;
        let sign = format!("/bank/tariffs/{id}/sign");
        for (answer, status) in [("000000", 422), ("", 422), ("wait", 429)] {
            let page = bank.send(&sidorov(), &sign, &[("answer", answer)]).await;
            assert_eq!(page.status, status, "{answer}");
            assert!(page.text().contains("answer-fault"), "{}", page.text());
        }
        // A form without the session's token, and a person without the right.
        let foreign = bank.pages.post(&sign).online_bank(&bank.bench.tokens, &sidorov());
        assert_eq!(foreign.form(&[("answer", testkit::RIGHT_ANSWER)]).send().await.status, 403);
        assert_eq!(bank.sign(&ivanova(), id).await.status, 404);
        let auditor = TestCaller::new("U00004", "C00001");
        let other = bank.create(&ivanova(), "C00001", "GROWTH").await;
        assert_eq!(bank.sign(&auditor, other).await.status, 403);
        assert_eq!(bank.state(&sidorov(), "C00003", id).await, "UNSIGNED");
    }

    async fn tar_03_signatures_made_with_the_pre_sign_data_count(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let people = [("ivanova", "C00001", "FIRST"), ("petrov", "C00001", "SECOND")];
        let (_registry, signers) = Registry::of(&bank, &people).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let cms = signature(&bank, &ivanova(), "C00001", id, &[&signers[1]]).await;
        let lines = format!("{}\n{}", &cms[..64], &cms[64..]);
        let answer = hand_in(&bank, &ivanova(), id, &lines).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "PARTIALLY_SIGNED");
        assert_eq!(hand_in(&bank, &ivanova(), id, &cms).await.status, 409, "the same signature once more");
        // The other signature by confirmation: both ways count alike.
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "SIGNED");
        let page = bank.page(&ivanova(), &format!("/bank/tariffs/{id}")).await;
        assert!(page.text().contains("сертификатом") && page.text().contains("в интернет-банке"));
    }

    async fn bnk_03_an_order_brings_the_signatures_of_its_own_request(bench: Bench) {
        let bank = Bank::asking(bench, "tariff_request.decide=bank").await;
        let people = [("petrov", "C00001", "SECOND"), ("sidorov", "C00003", "FIRST")];
        let (_registry, signers) = Registry::of(&bank, &people).await;
        let theirs = bank.create(&sidorov(), "C00003", "PRO").await;
        let alone = signature(&bank, &sidorov(), "C00003", theirs, &[&signers[1]]).await;
        assert_eq!(hand_in(&bank, &sidorov(), theirs, &alone).await.status, 303);
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let second = signature(&bank, &ivanova(), "C00001", id, &[&signers[0]]).await;
        assert_eq!(hand_in(&bank, &ivanova(), id, &second).await.status, 303);
        assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
        bank.work().await;
        let orders = handed_out_to(&bank, orders::Role::Tariffs).await;
        assert_eq!(orders.len(), 2);
        for order in orders {
            let told = bank.state.desk.documents(orders::Role::Tariffs, &order.id, None).await.unwrap().unwrap();
            let names: Vec<&str> = told.iter().map(|one| one.name.as_str()).collect();
            assert_eq!(names, ["request.pdf", "request.1.p7s"]);
            let own = if order.object_id == theirs.to_string() { &alone } else { &second };
            assert_eq!(told[1].content.as_deref(), Some(STANDARD.decode(own).unwrap().as_slice()));
        }
    }

    async fn tar_04_a_signature_over_anything_else_is_refused(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let people = [("ivanova", "C00001", "FIRST"), ("sidorov", "C00003", "FIRST")];
        let (_registry, signers) = Registry::of(&bank, &people).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let of_other_bytes =
            STANDARD.encode(cms::sign(&Sha256::digest(b"another document"), &[&signers[0]]).unwrap());
        let of_other_company = signature(&bank, &ivanova(), "C00001", id, &[&signers[1]]).await;
        for cms in [of_other_bytes.as_str(), of_other_company.as_str(), "", "not base64!", "AAAA"] {
            let page = hand_in(&bank, &ivanova(), id, cms).await;
            assert_eq!(page.status, 422, "{cms}");
            assert!(page.text().contains("cms-fault") && page.text().contains("Подпись 1"), "{}", page.text());
        }
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "UNSIGNED");
    }
}
