//! Requests, until the bank has issued the certificate.

use cms::{CertificateRequest, request};
use kernel::Clock as _;
use serde_json::json;
use testkit::{Bench, RIGHT_ANSWER, on_both_engines};

use crate::bank::{Bank, DAY_S, IVANOVA, PASSKEY, Person, ivanova, ivanova_of_vasilek, petrov, subject};

/// A request by this key in this name.
pub(crate) fn request_of(key: &str, name: &str) -> String {
    request(key, name).unwrap()
}

impl Bank {
    /// The certificate that the bank's authority issues for a request.
    pub(crate) fn issue(&self, request: &str, name: &str) -> cms::Certificate {
        let now = self.bench.clock.now();
        let subject = subject(name, now.plus_seconds(-60), now.plus_seconds(100 * DAY_S));
        let request = CertificateRequest::from_pem(request).unwrap();
        self.authority.issue_for(&request, &subject, self.bench.randomness.as_ref()).unwrap()
    }
}

on_both_engines! {
    async fn onl_05_a_request_becomes_a_certificate_when_the_bank_imports_it(bench: Bench) {
        let bank = Bank::open(bench).await;
        let key = bank.person(IVANOVA).key;
        let form = bank.get(&ivanova(), "/bank/signature/request").await;
        assert!(form.text().contains("data-new-key")
            && form.text().contains(&format!("data-person=\"{IVANOVA}\"")), "{}", form.text());
        assert!(form.text().contains(PASSKEY), "{}", form.text());
        let pem = request_of(&key, IVANOVA);
        let sent = bank.ask(&ivanova(), "FIRST", &pem).await;
        assert_eq!(sent.location(), Some("/bank/signature?done=requested"), "{}", sent.text());
        let room = bank.room(&ivanova()).await;
        assert!(room.contains("Under review") && !room.contains("href=\"/bank/signature/request\""), "{room}");
        // One at a time, for each company.
        let other = request_of(&bank.person(IVANOVA).key, IVANOVA);
        let second = bank.ask(&ivanova(), "FIRST", &other).await;
        assert!(second.status == 422 && second.text().contains("open request"), "{}", second.text());
        // That is told before a one-time code is looked at.
        let fields = [("type", "FIRST"), ("request", &other), ("answer", "used")];
        let unspent = bank.post(&ivanova(), "/bank/signature/request", &fields).await;
        assert!(unspent.status == 422 && unspent.text().contains("open request"), "{}", unspent.text());
        bank.bench.clock.advance_seconds(1);
        assert_eq!(bank.ask(&ivanova_of_vasilek(), "FIRST", &other).await.status, 303);
        assert_eq!(bank.counts().await, [0, 2, 0, 0]);
        // The bank reads it, issues the certificate and imports it; that answers the request, and no other.
        let waiting = clients::signatures::waiting_requests;
        let waiting = bank.bench.store.read::<_, store::StoreError>("waiting", waiting).await.unwrap();
        assert_eq!((waiting.len(), waiting[0].login.as_str(), waiting[0].asked.request.to_pem()),
            (2, "ivanova", pem.clone()));
        let certificate = bank.issue(&pem, IVANOVA);
        bank.bank_registers("ivanova", "C00001", "FIRST", &certificate).await.unwrap();
        let person = Person { key, certificate };
        let room = bank.room(&ivanova()).await;
        assert!(room.contains(">Issued</span>") && room.contains(&person.id()) && room.contains(">Valid</span>"),
            "{room}");
        assert!(bank.room(&ivanova_of_vasilek()).await.contains("Under review"));
        assert_eq!(bank.counts_signature("C00001", &person).await, Ok(()));
        assert_eq!(bank.trail().await,
            ["certificate_request.issued", "certificate_request.made", "certificate_request.made"]);
        // The next one may be asked for, with the same key too: a renewal.
        assert_eq!(bank.ask(&ivanova(), "FIRST", &pem).await.status, 303);
    }

    async fn pay_12_a_certificate_that_a_person_asks_for_is_nobody_elses(bench: Bench) {
        let bank = Bank::open(bench).await;
        let key = bank.person(IVANOVA).key;
        let pem = request_of(&key, IVANOVA);
        assert_eq!(bank.ask(&ivanova(), "FIRST", &pem).await.status, 303);
        let certificate = bank.issue(&pem, IVANOVA);
        // Before it is imported, the login passes to somebody who signs for the company too.
        let users = json!([
            { "user_id": "U00001", "login": "ivanova.a", "full_name": IVANOVA },
            { "user_id": "U00003", "login": "ivanova", "full_name": "Oleg Sidorov" },
        ]);
        bank.add("users.json", &users).await.unwrap();
        let rights = json!([{ "login": "ivanova", "cnum": "C00001", "rights": "ACT SIGN_FIRST" }]);
        bank.add("user_rights.json", &rights).await.unwrap();
        let refused = bank.bank_registers("ivanova", "C00001", "FIRST", &certificate).await.unwrap_err();
        assert!(refused.to_string().contains("the user U00001 asks for"), "{refused}");
        assert_eq!(bank.counts().await, [0, 1, 0, 0]);
        bank.bank_registers("ivanova.a", "C00001", "FIRST", &certificate).await.unwrap();
        assert_eq!(bank.counts_signature("C00001", &Person { key, certificate }).await, Ok(()));
    }

    async fn online_bank_g_commands_are_folded(bench: Bench) {
        let bank = Bank::open(bench).await;
        let asked = bank.get(&ivanova(), "/bank/signature/request").await;
        let page = asked.text();
        let command = page.find("openssl req").unwrap();
        let folded = page[..command].rfind("<details").unwrap();
        assert!(!page[folded..command].contains("</details>"), "{page}");
    }

    async fn onl_05_an_open_request_is_withdrawn_by_its_person_alone(bench: Bench) {
        let bank = Bank::open(bench).await;
        let pem = request_of(&bank.person(IVANOVA).key, IVANOVA);
        bank.ask(&ivanova(), "FIRST", &pem).await;
        let room = bank.room(&ivanova()).await;
        let (_, id) = room.split_once("name=\"request\" value=\"").unwrap();
        let id = id.split('"').next().unwrap().to_owned();
        let path = "/bank/signature/request/withdraw";
        assert_eq!(bank.post(&petrov(), path, &[("request", &id)]).await.status, 409);
        assert_eq!(bank.post(&ivanova_of_vasilek(), path, &[("request", &id)]).await.status, 409);
        assert_eq!(bank.post(&ivanova(), path, &[("request", "another")]).await.status, 409);
        for press in ["first", "second"] {
            assert_eq!(bank.post(&ivanova(), path, &[("request", &id)]).await.location(),
                Some("/bank/signature?done=withdrawn"), "{press}");
        }
        assert_eq!(bank.post(&petrov(), path, &[("request", &id)]).await.status, 409, "still another person's");
        assert!(bank.room(&ivanova()).await.contains(">Withdrawn</span>"));
        // A certificate that comes all the same is registered, and answers nothing.
        bank.bank_registers("ivanova", "C00001", "FIRST", &bank.issue(&pem, IVANOVA)).await.unwrap();
        assert!(!bank.room(&ivanova()).await.contains(">Issued</span>"));
        assert_eq!(bank.trail().await, ["certificate_request.made", "certificate_request.withdrawn"]);
    }

    async fn onl_05_the_bank_refuses_a_request_with_a_reason(bench: Bench) {
        let bank = Bank::open(bench).await;
        let pem = request_of(&bank.person(IVANOVA).key, IVANOVA);
        bank.ask(&ivanova(), "FIRST", &pem).await;
        let reading = clients::signatures::waiting_requests;
        let waiting = bank.bench.store.read::<_, store::StoreError>("waiting", reading).await.unwrap();
        let id = waiting[0].asked.id.clone();
        let reason = "Паспорт <просрочен>: приходите с новым.";
        let refusal = |id: &str, reason: &str| json!([{ "request_id": id, "reason": reason }]);
        let long = "я".repeat(501);
        let own = id.as_str();
        for (id, reason) in [("another", reason), (own, ""), (own, "x\0"), (own, long.as_str())] {
            assert!(bank.add("certificate_refusals.json", &refusal(id, reason)).await.is_err(), "{id} {reason:?}");
        }
        assert!(bank.room(&ivanova()).await.contains("Under review"));
        bank.add("certificate_refusals.json", &refusal(&id, reason)).await.unwrap();
        let room = bank.room(&ivanova()).await;
        for text in ["Refused by the bank", "Паспорт &#60;просрочен&#62;: приходите с новым."] {
            assert!(room.contains(text), "{text}: {room}");
        }
        assert!(room.contains("href=\"/bank/signature/request\""), "another one may be asked for: {room}");
        // Once is enough; another reason comes too late.
        bank.add("certificate_refusals.json", &refusal(&id, reason)).await.unwrap();
        assert!(bank.add("certificate_refusals.json", &refusal(&id, "Другая причина")).await.is_err());
        let refused = clients::signatures::is_latest_refused;
        let is_told = async |since: i64| {
            let (caller, since) = (ivanova(), bank.bench.clock.now().plus_seconds(since));
            let told = move |tx: &mut store::Tx| refused(tx, &caller.user, &caller.company, since);
            bank.bench.store.read::<_, store::StoreError>("refused", told).await.unwrap()
        };
        assert!(is_told(0).await && !is_told(1).await);
        // A certificate that comes all the same is registered, and answers nothing.
        bank.bank_registers("ivanova", "C00001", "FIRST", &bank.issue(&pem, IVANOVA)).await.unwrap();
        assert!(!bank.room(&ivanova()).await.contains(">Issued</span>"));
        assert_eq!(bank.trail().await, ["certificate_request.made", "certificate_request.refused"]);
        // An issued one, a withdrawn one and one that is asked for anew.
        bank.bench.clock.advance_seconds(1);
        assert_eq!(bank.ask(&ivanova(), "FIRST", &pem).await.status, 303);
        assert!(!is_told(-86_400).await, "who asks anew is told no more");
        let again = bank.bench.store.read::<_, store::StoreError>("waiting", reading).await.unwrap();
        let id = again[0].asked.id.clone();
        let withdrawn = bank.post(&ivanova(), "/bank/signature/request/withdraw", &[("request", &id)]).await;
        assert_eq!(withdrawn.location(), Some("/bank/signature?done=withdrawn"));
        assert!(bank.add("certificate_refusals.json", &refusal(&id, reason)).await.is_err());
    }

    async fn onl_05_one_reason_refuses_each_request_that_it_is_given_for(bench: Bench) {
        let bank = Bank::open(bench).await;
        let callers = [ivanova(), ivanova_of_vasilek()];
        for caller in &callers {
            let asked = bank.ask(caller, "FIRST", &request_of(&bank.person(IVANOVA).key, IVANOVA)).await;
            assert_eq!(asked.status, 303, "{}", asked.text());
            bank.bench.clock.advance_seconds(1);
        }
        let waiting = clients::signatures::waiting_requests;
        let waiting = bank.bench.store.read::<_, store::StoreError>("waiting", waiting).await.unwrap();
        // By files of their own, so that the second finds the first refused for the same reason.
        for request in waiting {
            let refusal = json!([{ "request_id": request.asked.id, "reason": "Паспорт просрочен" }]);
            bank.add("certificate_refusals.json", &refusal).await.unwrap();
        }
        for caller in &callers {
            let room = bank.room(caller).await;
            assert!(room.contains("Refused by the bank") && room.contains("Паспорт просрочен"), "{room}");
        }
        let told = audit::Filter {
            action: Some("certificate_request.refused".to_owned()), ..audit::Filter::default()
        };
        let told = audit::list(&bank.bench.store, &told, 10).await.unwrap();
        let companies = told.iter().filter_map(|entry| entry.company.as_ref());
        let mut companies: Vec<String> = companies.map(ToString::to_string).collect();
        companies.sort();
        assert_eq!(companies, ["C00001", "C00002"]);
    }

    async fn onl_05_a_request_that_is_not_the_own_is_refused(bench: Bench) {
        let bank = Bank::open(bench).await;
        let own = bank.person(IVANOVA);
        let petrovs = bank.person("Петров Пётр Ильич");
        bank.bank_registers("petrov", "C00001", "SECOND", &petrovs.certificate).await.unwrap();
        let good = request_of(&own.key, IVANOVA);
        let mut lines: Vec<&str> = good.lines().collect();
        let broken = lines[2].replace(char::is_alphanumeric, "A");
        lines[2] = &broken;
        let long = format!("-----BEGIN CERTIFICATE REQUEST-----\n{}\
            -----END CERTIFICATE REQUEST-----\n", format!("{}\n", "A".repeat(64)).repeat(400));
        let nested = {
            let text = "MIAwgDCA".repeat(8) + "\n";
            format!("-----BEGIN CERTIFICATE REQUEST-----\n{}-----END CERTIFICATE REQUEST-----\n", text.repeat(200))
        };
        for (request, words) in [
            (request_of(&own.key, "Петров Пётр Ильич"), "not in your name"),
            (request_of(&petrovs.key, IVANOVA), "belongs to somebody else"),
            (request_of(&own.key, "Иванова Анна Сергеевна\0"), "the name of the owner"),
            (lines.join("\n"), "a certification request"),
            (long, "too many bytes"),
            (nested, "a certification request"),
            (own.certificate.to_pem(), "PEM"),
            (own.key.clone(), "PEM"),
            ("<script>".to_owned(), "PEM"),
            (String::new(), "PEM"),
        ] {
            let refused = bank.ask(&ivanova(), "FIRST", &request).await;
            assert_eq!(refused.status, 422, "{words}");
            assert!(refused.text().contains("request-fault") && refused.text().contains(words), "{words}: {}",
                refused.text());
            assert!(!refused.text().contains("<script>"));
        }
        for answer in ["000000", "", "used"] {
            let fields = [("type", "FIRST"), ("request", good.as_str()), ("answer", answer)];
            let refused = bank.post(&ivanova(), "/bank/signature/request", &fields).await;
            assert!(refused.status == 422 && refused.text().contains("answer-fault"), "{answer}: {}", refused.text());
        }
        assert_eq!(bank.ask(&ivanova(), "SECOND", &good).await.status, 403);
        assert_eq!(bank.ask(&ivanova(), "THIRD", &good).await.status, 422);
        // A refusal that no answer changes costs no one-time code.
        let strangers = request_of(&own.key, "Петров Пётр Ильич");
        let fields = [("type", "FIRST"), ("request", strangers.as_str()), ("answer", "used")];
        let refused = bank.post(&ivanova(), "/bank/signature/request", &fields).await;
        assert!(refused.text().contains("request-fault") && !refused.text().contains("answer-fault"), "{}",
            refused.text());
        // A stranger's copy of a request would bind a key that the stranger does not have.
        let fields = [("type", "SECOND"), ("request", good.as_str()), ("answer", RIGHT_ANSWER)];
        assert_eq!(bank.post(&petrov(), "/bank/signature/request", &fields).await.status, 422);
        assert_eq!(bank.counts().await, [1, 0, 0, 0]);
        assert!(bank.trail().await.is_empty());
    }
}
