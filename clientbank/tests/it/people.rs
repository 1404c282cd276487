//! People of the bank over the bank API: actions, proposals, registry and trail (LIF-06, BNK-09).

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use kernel::Clock as _;
use proposals::{NewOperator, OperatorKey, OperatorRole, Said};
use serde_json::{Value, json};
use store::{Tx, params};
use testkit::{Answer, Bench, TestClient, on_both_engines};

use crate::bank_system::BankSystem;
use crate::triggers::{Line, Stage};
use crate::wired::application;

store::queries! {
    /// An answer that is kept.
    KEPT = "select sealed from idempotency_keys where user_id = 'petrova'";
}

/// A person of the bank with a key.
pub(crate) struct Person {
    signer: EcdsaKeyPair,
    pub(crate) system: BankSystem,
    pub(crate) name: &'static str,
}

/// A bank with people who call.
pub(crate) struct Bank<'b> {
    bench: &'b Bench,
    client: TestClient,
}

impl Person {
    pub(crate) async fn added(bench: &Bench, issuer: &'static str, roles: &[OperatorRole]) -> Self {
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new());
        let pkcs8 = pkcs8.expect("a key");
        let signer =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref()).expect("a key");
        let (system, name) = (BankSystem::with_key(issuer, pkcs8.as_ref()), &issuer["operator:".len()..]);
        let key = OperatorKey::from_point(signer.public_key().as_ref()).expect("a point");
        let (roles, now, randomness) = (roles.to_vec(), bench.clock.now(), bench.randomness.clone());
        let add = move |tx: &mut Tx| {
            let said = Said { now, randomness: &*randomness };
            let name = &name.parse().expect("a name");
            let new = NewOperator { name, roles: &roles, key: &key, directory_subject: None };
            proposals::add(tx, new, "test", said)
        };
        bench.store.write::<_, proposals::ProposalError>("test.add", add).await.expect("the person is there");
        Self { signer, system, name }
    }

    fn signed(&self, text: &str, at: &str) -> Value {
        let signature = self.signer.sign(&SystemRandom::new(), text.as_bytes()).expect("a signature");
        json!({ "at": at, "signature": STANDARD.encode(signature) })
    }
}

impl<'b> Bank<'b> {
    pub(crate) async fn of(bench: &'b Bench) -> Self {
        Self::at(bench, TestClient::new(application(bench).await.bank))
    }

    /// The bank, with a person who may change its registry and its rights.
    pub(crate) async fn of_petrova(bench: &'b Bench) -> (Self, Person) {
        (Self::of(bench).await, Person::added(bench, "operator:petrova", &BOTH).await)
    }

    pub(crate) const fn at(bench: &'b Bench, client: TestClient) -> Self {
        Self { bench, client }
    }

    pub(crate) async fn token(&self, system: &BankSystem) -> String {
        let assertion = system.assertion(&*self.bench.clock, &*self.bench.randomness, &json!({}));
        let answer = system.token_for(&self.client, &assertion).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["access_token"].as_str().expect("a token").to_owned()
    }

    pub(crate) async fn post(&self, person: &Person, path: &str, body: &Value) -> Answer {
        let token = self.token(&person.system).await;
        self.client.post(&format!("/bank/v1/{path}")).bearer(&token).json(body).send().await
    }

    pub(crate) async fn get(&self, person: &Person, path: &str) -> Value {
        let answer = self.asked(&person.system, path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    pub(crate) async fn asked(&self, system: &BankSystem, path: &str) -> Answer {
        let token = self.token(system).await;
        self.client.get(&format!("/bank/v1/{path}")).bearer(&token).send().await
    }

    pub(crate) async fn does(&self, person: &Person, action: &str, arguments: Value) -> Answer {
        let body = json!({ "arguments": arguments, "reason": "it is needed" });
        self.post(person, &format!("actions/{action}"), &body).await
    }

    pub(crate) async fn rehearsed(&self, person: &Person, action: &str, arguments: &Value) -> Value {
        let body = json!({ "arguments": arguments, "reason": "it is needed" });
        let answer = self.post(person, &format!("actions/{action}/rehearsal"), &body).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// Rehearses, signs and proposes an action; the number.
    pub(crate) async fn proposed(&self, person: &Person, action: &str, arguments: &Value) -> i64 {
        let rehearsed = self.rehearsed(person, action, arguments).await;
        let (text, at) =
            (rehearsed["text"].as_str().expect("a text"), rehearsed["at"].as_str().expect("a moment"));
        let body =
            json!({ "arguments": arguments, "reason": "it is needed", "signed": person.signed(text, at) });
        let answer = self.post(person, &format!("actions/{action}"), &body).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
        answer.json()["proposal"].as_i64().expect("a number")
    }

    pub(crate) async fn decides(&self, person: &Person, number: i64, verdict: &str) -> Answer {
        let digest = self.get(person, &format!("proposals/{number}")).await["sha256"].clone();
        let (digest, now) = (digest.as_str().expect("a digest"), self.bench.clock.now());
        let name = person.name;
        let text =
            format!("clientbank proposal\n{number}\n{digest}\n{verdict}\n{name}\n{}\n", now.microseconds());
        let body = json!({ "verdict": verdict, "signed": person.signed(&text, &now.to_string()) });
        self.post(person, &format!("proposals/{number}/decision"), &body).await
    }

    pub(crate) async fn executed(&self, person: &Person, number: i64) -> Answer {
        self.post(person, &format!("proposals/{number}/execution"), &json!({})).await
    }
}

/// The entry of a row's history that tells of an action.
fn entry_of<'v>(row: &'v Value, action: &str) -> &'v Value {
    let history = row["history"].as_array().expect("a history");
    history.iter().find(|entry| entry["action"] == action).expect("the entry")
}

fn code(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

pub(crate) fn is(answer: &Answer, status: u16, wanted: &str) {
    assert_eq!(code(answer), (status, wanted.to_owned()), "{}", answer.text());
}

pub(crate) const EVERY: [OperatorRole; 3] =
    [OperatorRole::Money, OperatorRole::Registry, OperatorRole::Security];
pub(crate) const BOTH: [OperatorRole; 2] = [OperatorRole::Registry, OperatorRole::Security];

on_both_engines! {
    async fn lif_06_what_one_person_may_do_is_done_and_told(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let row = bank.get(&petrova, "registry/users/U00001").await;
        let login = row["row"]["login"].clone();
        assert_eq!(row["row"]["status"], "ACTIVE");
        let rehearsed = bank.rehearsed(&petrova, "users.lock", &json!({ "login": login })).await;
        let told = rehearsed["told"].as_array().expect("a list").len();
        assert_eq!((told, &rehearsed["needsSecondPerson"]), (1, &json!(false)));
        // A rehearsal changes nothing.
        assert_eq!(bank.get(&petrova, "registry/users/U00001").await["row"]["status"], "ACTIVE");
        let done = bank.does(&petrova, "users.lock", json!({ "login": login })).await;
        assert_eq!((done.status.as_u16(), &done.json()["told"]), (200, &rehearsed["told"]));
        let row = bank.get(&petrova, "registry/users/U00001").await;
        assert_eq!(row["row"]["status"], "LOCKED");
        let entry = entry_of(&row, "user.locked");
        assert_eq!(entry["actor"], "petrova");
        assert_eq!(entry["detail"]["system"], json!({ "over": "bank API", "reason": "it is needed" }));
        // Whoever has read something that may be personal is in the trail too.
        let read = bank.get(&petrova, "trail?action=registry.read&actor=petrova").await;
        let entries = read["entries"].as_array().expect("entries");
        assert!(entries.iter().all(|entry| entry["detail"]["key"] == "U00001"), "{read}");
        assert_eq!(entries.len(), 3, "{read}");
        let trail = bank.get(&petrova, "trail?action=user.locked&object=U00001").await;
        assert_eq!(&trail["entries"][0]["id"], &entry["id"]);
        // The same again changes nothing.
        let again = bank.does(&petrova, "users.lock", json!({ "login": login })).await;
        assert_eq!((again.status.as_u16(), again.json()["told"].clone()), (200, json!([])));
        // One person alone: there is nobody to ask.
        let password = bank.does(&petrova, "users.password", json!({ "login": login })).await;
        assert_eq!(password.status, 200, "{}", password.text());
        assert!(password.json()["result"]["password"].as_str().is_some_and(|password| password.len() >= 12));
    }

    async fn lif_06_two_people_do_what_needs_two_once(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let money = Person::added(&bench, "operator:money", &[OperatorRole::Money]).await;
        let clients = bank.get(&petrova, "registry/oauth_clients").await;
        let arguments = json!({ "client_id": clients["rows"][0]["client_id"] });
        is(&bank.does(&petrova, "clients.secret", arguments.clone()).await, 409, "NEEDS_TWO");
        is(&bank.does(&money, "clients.secret", arguments.clone()).await, 403, "ROLE_MISSING");
        let number = bank.proposed(&petrova, "clients.secret", &arguments).await;
        is(&bank.executed(&petrova, number).await, 409, "STATE");
        is(&bank.decides(&petrova, number, "APPROVE").await, 403, "OWN");
        is(&bank.decides(&money, number, "APPROVE").await, 403, "ROLE_MISSING");
        let listed = bank.get(&sidorov, "proposals?state=OPEN").await;
        let unknown = bank.asked(&sidorov.system, "proposals?state=open").await;
        assert!(unknown.status == 400 && unknown.text().contains("must be one of OPEN, "), "{}", unknown.text());
        let proposal = &listed["proposals"][0];
        assert_eq!((&proposal["number"], &proposal["madeBy"]), (&json!(number), &json!("petrova")));
        assert!(proposal["difference"].as_str().is_some_and(|text| text.contains("another secret")), "{proposal}");
        assert!(!proposal.to_string().contains("\"secret\":"), "{proposal}");
        assert_eq!(bank.decides(&sidorov, number, "APPROVE").await.status, 204);
        let done = bank.executed(&petrova, number).await;
        assert!(done.json()["result"]["secret"].as_str().is_some_and(|secret| secret.len() == 43), "{}", done.text());
        is(&bank.executed(&sidorov, number).await, 409, "STATE");
        let approved = bank.get(&petrova, "trail?action=proposal.approved").await;
        assert_eq!(approved["entries"][0]["detail"]["system"], json!({ "over": "bank API" }));
        let trail = bank.get(&petrova, "trail?action=client.secret_minted").await;
        let system = &trail["entries"][0]["detail"]["system"];
        assert_eq!(trail["entries"].as_array().map(Vec::len), Some(1));
        assert_eq!((&system["proposed_by"], &system["approved_by"], &system["proposal"]),
            (&json!("petrova"), &json!("sidorov"), &json!(number)));
        let refused = bank.proposed(&petrova, "users.unlock", &json!({ "login": "ivanova" })).await;
        assert_eq!(bank.decides(&sidorov, refused, "REFUSE").await.status, 204);
        is(&bank.executed(&petrova, refused).await, 409, "STATE");
        let (count, wrong) = proposals::verify(&bench.store).await.expect("the proposals");
        assert_eq!((count, wrong), (2, Vec::new()));
    }

    async fn bnk_09_a_signature_is_good_for_one_text_and_five_minutes(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let arguments = json!({ "login": "ivanova" });
        let rehearsed = bank.rehearsed(&petrova, "users.unlock", &arguments).await;
        let (text, at) = (rehearsed["text"].as_str().expect("a text"), rehearsed["at"].as_str().expect("a moment"));
        let call = |signed: Value, arguments: &Value| {
            json!({ "arguments": arguments, "reason": "it is needed", "signed": signed })
        };
        let send = async |body: Value| bank.post(&petrova, "actions/users.unlock", &body).await;
        // Somebody else's, another text, another moment, another thing.
        is(&send(call(sidorov.signed(text, at), &arguments)).await, 422, "SIGNATURE");
        is(&send(call(petrova.signed(&text.replace("PROPOSE", "APPROVE"), at), &arguments)).await, 422, "SIGNATURE");
        is(&send(call(petrova.signed(text, "2026-11-20T08:59:59Z"), &arguments)).await, 422, "SIGNATURE");
        is(&send(call(petrova.signed(text, at), &json!({ "login": "petrov" }))).await, 422, "SIGNATURE");
        let too_long = "`signed.signature` must be DER in Base64, of at most 96";
        for (at, repeated, told) in [("now", 1, "`signed.at` must be a moment"), (at, 25, too_long)] {
            let answer = send(call(json!({ "at": at, "signature": "MEUC".repeat(repeated) }), &arguments)).await;
            is(&answer, 400, "MALFORMED");
            assert!(answer.text().contains(told), "{}", answer.text());
        }
        // Another proposal came between: the number is another.
        let other = bank.rehearsed(&sidorov, "users.unlock", &arguments).await;
        let of_other = other["text"].as_str().expect("a text");
        let body = call(sidorov.signed(of_other, other["at"].as_str().expect("a moment")), &arguments);
        assert_eq!(bank.post(&sidorov, "actions/users.unlock", &body).await.status, 202);
        is(&send(call(petrova.signed(text, at), &arguments)).await, 422, "SIGNATURE");
        // A signature that lay about.
        let late = bank.rehearsed(&petrova, "users.unlock", &arguments).await;
        bench.clock.advance_seconds(301);
        let (text, at) = (late["text"].as_str().expect("a text"), late["at"].as_str().expect("a moment"));
        is(&send(call(petrova.signed(text, at), &arguments)).await, 422, "SIGNATURE");
        let (count, wrong) = proposals::verify(&bench.store).await.expect("the proposals");
        assert_eq!((count, wrong), (1, Vec::new()));
    }

    async fn lif_06_two_people_decide_what_became_of_a_payment(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let bank = Bank { bench: &bench, client: stage.bank.clone() };
        let petrova = Person::added(&bench, "operator:petrova", &EVERY).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &EVERY).await;
        let lines = vec![Line::other("20.00", 201, "044525998"), Line::other("30.00", 202, "044525998")];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let stuck = bank.get(&petrova, "registry/payments_stuck").await;
        let rows = stuck["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), 2, "{stuck}");
        for (row, action, words) in
            [(&rows[0], "payments.settle", "reached"), (&rows[1], "payments.return", "come back")]
        {
            let arguments = json!({ "payment": row["payment"] });
            is(&bank.does(&petrova, action, arguments.clone()).await, 409, "NEEDS_TWO");
            let number = bank.proposed(&petrova, action, &arguments).await;
            let proposal = bank.get(&sidorov, &format!("proposals/{number}")).await;
            let difference = proposal["difference"].as_str().expect("a difference");
            let amount = row["amount"].as_str().expect("an amount");
            assert!(difference.contains(amount) && difference.contains(words), "{difference}");
            assert_eq!(bank.decides(&sidorov, number, "APPROVE").await.status, 204);
            assert_eq!(bank.executed(&sidorov, number).await.status, 200);
            is(&bank.executed(&sidorov, number).await, 409, "STATE");
            is(&bank.does(&petrova, action, json!({ "payment": "nothing" })).await, 400, "MALFORMED");
        }
        stage.work().await;
        assert_ne!(stage.status("salary-1").await, "PROCESSING");
        let transfers = stage.transfers("salary-1").await;
        assert_eq!(transfers.iter().filter(|status| *status == "EXECUTED").count(), 1, "{transfers:?}");
        assert_eq!(bank.get(&petrova, "registry/payments_stuck").await["rows"], json!([]));
        let trail = bank.get(&petrova, "trail?action=payroll_payment.settled").await;
        assert_eq!(trail["entries"][0]["detail"]["system"]["approved_by"], "sidorov");
    }

    async fn lif_06_the_registry_changes_as_approved_or_not_at_all(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let group = |name: &str| json!({ "tables": { "company_groups": [{ "group_id": "FLOWERS", "name": name }] } });
        let change = async |name: &str| {
            let number = bank.proposed(&petrova, "registry.change", &group(name)).await;
            assert_eq!(bank.decides(&sidorov, number, "APPROVE").await.status, 204);
            number
        };
        let (first, second) = (change("Roses").await, change("Tulips").await);
        let proposal = bank.get(&sidorov, &format!("proposals/{first}")).await;
        assert!(proposal["difference"].as_str().is_some_and(|text| text.contains("→ Roses")), "{proposal}");
        let done = bank.executed(&sidorov, first).await;
        assert_eq!(done.json()["result"]["tables"][0]["changed"], 1, "{}", done.text());
        // By now the change would do another thing: nothing happens, and it may be proposed again.
        is(&bank.executed(&petrova, second).await, 409, "LOOK_AGAIN");
        let row = bank.get(&petrova, "registry/company_groups/FLOWERS").await;
        assert_eq!(row["row"]["name"], "Roses");
        let entry = entry_of(&row, "import.changed");
        assert_eq!((&entry["action"], &entry["detail"]["after"]["name"]), (&json!("import.changed"), &json!("Roses")));
        assert_eq!(entry["detail"]["system"]["approved_by"], "sidorov");
        assert_eq!(bank.get(&petrova, &format!("proposals/{second}")).await["state"], "APPROVED");
        // Faults are told by table and row, and nothing is proposed.
        let rows = json!({ "tables": { "companies": [{ "cnum": "C00001" }, { "cnum": "!" }] } });
        let answer = bank.does(&petrova, "registry.change", rows).await;
        is(&answer, 422, "REFUSED");
        assert!(answer.text().contains("companies.json:1"), "{}", answer.text());
        for (tables, wanted) in [
            (json!({ "credentials": [{ "login": "ivanova", "password": "x" }] }), "no table that is changed so"),
            (json!({ "nothing": [] }), "no table that is changed so"),
            (json!({ "oauth_clients": [{ "client_id": "x", "secret": "y" }] }), "clients.secret"),
            (json!({ "companies": {} }), "no list of rows"),
        ] {
            let answer = bank.does(&petrova, "registry.change", json!({ "tables": tables })).await;
            assert!(answer.status.is_client_error() && answer.text().contains(wanted), "{}", answer.text());
        }
    }

    async fn lif_06_every_table_is_read_page_by_page_without_secrets(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let tables = bank.get(&petrova, "registry").await;
        let tables = tables["tables"].as_array().expect("tables").clone();
        assert!(tables.len() >= 24, "{}", tables.len());
        let mut read = 0;
        for table in &tables {
            let name = table["name"].as_str().expect("a name");
            let key = table["key"].as_array().expect("a key");
            let (mut after, mut keys) = (String::new(), Vec::new());
            loop {
                let page = bank.get(&petrova, &format!("registry/{name}?limit=3&after={after}")).await;
                let rows = page["rows"].as_array().expect("rows").clone();
                for row in &rows {
                    let named = |column: &Value| column.as_str().expect("a name").to_owned();
                    let cell = |column: &Value| row[named(column)].as_str().unwrap_or_default().to_owned();
                    keys.push(key.iter().map(cell).collect::<Vec<_>>().join("/"));
                    let is_hidden = row["secret_hash"].as_str().is_none_or(|hash| hash == "set");
                    assert!(is_hidden && !row.to_string().contains("$argon2"), "{row}");
                }
                match page["nextAfter"].as_str() {
                    Some(next) if keys.len() < 30 => after = next.replace('/', "%2F"),
                    _ => break,
                }
            }
            let mut single = keys.clone();
            single.sort_unstable();
            single.dedup();
            assert_eq!(single.len(), keys.len(), "{name}: {keys:?}");
            read += keys.len();
            if let Some(first) = keys.first().filter(|_| !key.is_empty()) {
                let path = format!("registry/{name}/{}", first.replace('/', "%2F"));
                assert!(bank.get(&petrova, &path).await["row"].is_object(), "{path}");
            }
            is(&bank.asked(&petrova.system, &format!("registry/{name}/NOBODY-%2F-HERE")).await, 404, "NOT_FOUND");
        }
        assert!(read > 100, "{read}");
        is(&bank.asked(&petrova.system, "registry/sqlite_master").await, 404, "NOT_FOUND");
        is(&bank.asked(&petrova.system, "registry/users?after=%00").await, 400, "MALFORMED");
    }

    async fn lif_06_people_and_systems_have_doors_of_their_own(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let hub = BankSystem::added(&bench, "petrova", orders::Role::Payments).await;
        let registry = BankSystem::added(&bench, "crm", orders::Role::Registry).await;
        for path in ["actions", "proposals", "proposals/1", "trail", "trail/1/receipt"] {
            is(&bank.asked(&hub, path).await, 403, "FOR_PEOPLE");
            is(&bank.asked(&registry, path).await, 403, "FOR_PEOPLE");
        }
        for path in ["registry", "registry/companies", "registry/companies/C00001"] {
            is(&bank.asked(&hub, path).await, 403, "FOR_PEOPLE");
            assert_eq!(bank.asked(&registry, path).await.status, 200, "{path}");
        }
        for path in ["orders", "orders/1", "journal", "calendar", "feed"] {
            is(&bank.asked(&petrova.system, path).await, 403, "FOR_SYSTEMS");
        }
        // A system that is closed calls no more, at once, and is closed once.
        let token = bank.token(&registry).await;
        let closed = bank.does(&petrova, "systems.close", json!({ "name": "crm" })).await;
        assert_eq!(closed.status, 200, "{}", closed.text());
        is(&bank.client.get("/bank/v1/registry").bearer(&token).send().await, 401, "UNAUTHORIZED");
        let assertion = registry.assertion(&*bench.clock, &*bench.randomness, &json!({}));
        is(&registry.token_for(&bank.client, &assertion).await, 401, "ASSERTION_REFUSED");
        is(&bank.does(&petrova, "systems.close", json!({ "name": "crm" })).await, 422, "REFUSED");
        let token = bank.token(&petrova.system).await;
        let (now, randomness) = (bench.clock.now(), bench.randomness.clone());
        let close = move |tx: &mut Tx| {
            proposals::close(tx, &"petrova".parse().expect("a name"), "test", Said { now, randomness: &*randomness })
        };
        bench.store.write::<_, proposals::ProposalError>("test.close", close).await.expect("it is closed");
        let answer = bank.client.get("/bank/v1/actions").bearer(&token).send().await;
        is(&answer, 401, "UNAUTHORIZED");
        let assertion = petrova.system.assertion(&*bench.clock, &*bench.randomness, &json!({}));
        is(&petrova.system.token_for(&bank.client, &assertion).await, 401, "ASSERTION_REFUSED");
    }

    async fn ops_04_a_call_that_comes_again_with_its_key_is_done_once(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sent = async |person: &Person, path: &str, body: &Value| {
            let token = bank.token(&person.system).await;
            let call = bank.client.post(&format!("/bank/v1/{path}")).bearer(&token);
            call.header("idempotency-key", "k-1").json(body).send().await
        };
        let call = |login: &str| json!({ "arguments": { "login": login }, "reason": "it is needed" });
        // The one-time password was shown to nobody: the answer comes again, and the password is the same.
        let first = sent(&petrova, "actions/users.password", &call("ivanova")).await;
        let again = sent(&petrova, "actions/users.password", &call("ivanova")).await;
        assert_eq!((first.status.as_u16(), again.status.as_u16()), (200, 200), "{}", first.text());
        assert!(first.json()["result"]["password"].is_string() && first.text() == again.text());
        let trail = bank.get(&petrova, "trail?action=user.password_set").await;
        assert_eq!(trail["entries"].as_array().map(Vec::len), Some(1), "{trail}");
        // It is nowhere as it is.
        let kept = bench.store.query_optional(&KEPT, params![]).await.expect("read").expect("a row");
        let password = first.json()["result"]["password"].as_str().expect("a password").to_owned();
        let sealed = kept.bytes("sealed").expect("an answer");
        assert!(!sealed.windows(password.len()).any(|window| window == password.as_bytes()));
        is(&sent(&petrova, "actions/users.password", &call("petrov")).await, 422, "KEY_REUSED");
        // The key is the person's own, and a refusal keeps nothing.
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        is(&sent(&sidorov, "actions/users.password", &call("ivanova")).await, 409, "NEEDS_TWO");
        let number = bank.proposed(&petrova, "users.password", &json!({ "login": "ivanova" })).await;
        assert_eq!(bank.decides(&sidorov, number, "APPROVE").await.status, 204);
        let path = format!("proposals/{number}/execution");
        let first = sent(&petrova, &path, &json!({})).await;
        let again = sent(&petrova, &path, &json!({})).await;
        assert_eq!((first.status.as_u16(), first.text()), (200, again.text()));
        is(&bank.executed(&petrova, number).await, 409, "STATE");
    }

    async fn lif_06_calls_of_any_shape_are_refused_with_a_sentence(bench: Bench) {
        let bank = Bank::of(&bench).await;
        let petrova = Person::added(&bench, "operator:petrova", &EVERY).await;
        for (action, arguments, wanted) in [
            ("users.lock", json!({}), "`arguments.login` is required"),
            ("users.lock", json!({ "login": 1 }), "must be a text"),
            ("users.lock", json!({ "login": "" }), "must be a text"),
            ("users.lock", json!({ "login": "a\u{0}b" }), "must not contain the character U+0000"),
            ("users.lock", json!({ "login": "x".repeat(5_000) }), "must be a text"),
            ("users.lock", json!({ "login": "x", "other": 1 }), "`arguments.other` is unknown"),
            ("users.totp", json!({ "login": "x", "remove": "yes" }), "must be true or false"),
            ("clients.enable", json!({ "client_id": "bad id" }), "`arguments.client_id`"),
            ("systems.add", json!({ "name": "x", "role": "god", "key": "k" }), "`arguments.role`"),
            ("jobs.retry", json!({ "kind": "nothing", "key": "1" }), "no kind of jobs"),
            ("switch.on", json!({ "name": "payroll", "company": "C00001", "statement": "1" }), "not both"),
        ] {
            let answer = bank.does(&petrova, action, arguments).await;
            is(&answer, 400, "MALFORMED");
            assert!(answer.text().contains(wanted), "{action}: {}", answer.text());
        }
        is(&bank.does(&petrova, "users.lock", json!({ "login": "nobody" })).await, 422, "REFUSED");
        for (name, of) in [("company", "statement"), ("read_only", "company")] {
            is(&bank.does(&petrova, "switch.on", json!({ "name": name, of: "C00001" })).await, 422, "REFUSED");
        }
        // A server changes no approvers.
        for action in ["users.fly", "operators.add", "operators.close"] {
            is(&bank.does(&petrova, action, json!({ "name": "x" })).await, 404, "NOT_FOUND");
        }
        for reason in ["", " \t\n\u{a0}"] {
            let body = json!({ "arguments": { "login": "ivanova" }, "reason": reason });
            is(&bank.post(&petrova, "actions/users.lock", &body).await, 400, "MALFORMED");
        }
        is(&bank.executed(&petrova, 99).await, 404, "NOT_FOUND");
    }

    async fn bnk_09_switches_are_let_go_while_the_bank_is_read_only(bench: Bench) {
        let mut application = application(&bench).await;
        let bank = Bank { bench: &bench, client: TestClient::new(application.bank.clone()) };
        let petrova = Person::added(&bench, "operator:petrova", &BOTH).await;
        assert_eq!(bank.does(&petrova, "switch.on", json!({ "name": "read_only" })).await.status, 200);
        application.workers.look_at_feed().await.expect("the switches are read");
        let put = bank.client.request(http::Method::PUT, "/bank/v1/calendar").send().await;
        assert_eq!(put.status, 503, "{}", put.text());
        let listed = bank.get(&petrova, "registry/switches").await;
        let is_on = |row: &&Value| row["name"] == "read_only" && row["on"] == true && row["person"] == "petrova";
        assert!(listed["rows"].as_array().expect("rows").iter().any(|row| is_on(&row)), "{listed}");
        assert_eq!(bank.does(&petrova, "switch.off", json!({ "name": "read_only" })).await.status, 200);
    }

    async fn lif_06_thousands_of_rows_are_changed_by_one_call_within_its_bounds(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let rows: Vec<Value> =
            (0..2_000).map(|i| json!({ "group_id": format!("G{i:05}"), "name": format!("Group {i}") })).collect();
        let done = bank.does(&petrova, "registry.change", json!({ "tables": { "company_groups": rows } })).await;
        assert_eq!(done.json()["result"]["tables"][0]["created"], 2_000, "{}", done.text());
        assert_eq!(bank.get(&petrova, "registry/company_groups/G01999").await["row"]["name"], "Group 1999");
    }
}
