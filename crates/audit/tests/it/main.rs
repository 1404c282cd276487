//! The trail on both engines.

#![cfg(test)]

mod archiving;
mod log;

use audit::{Actor, Bunch, BunchRow, DETAIL_BYTES_MAX, ENTRIES_MAX, Entry, Filter, StoredEntry};
use kernel::{ClientId, Clock, Cnum, UserId};
use serde_json::Map;
use store::{StoreError, params};
use testkit::{Bench, Engine};

store::queries! {
    /// A change that the database refuses to everybody.
    pub REWRITE = "update audit_entries set detail = '{}'";

    /// A deletion that the database refuses to everybody.
    pub ERASE = "delete from audit_entries where action = $1";

    /// A way to rewrite that fires no trigger of a deletion on SQLite.
    pub REPLACE = "insert or replace into audit_entries (id, at_us, actor_kind, action, object_kind, object_id, detail)
        select id, at_us, 'SYSTEM', 'nothing.happened', object_kind, object_id, detail from audit_entries";

    pub COUNT = "select cast(count(*) as bigint) as entries from audit_entries";
}

async fn migrate(bench: &Bench) {
    bench.migrate(&[&audit::MIGRATIONS]).await;
}

async fn write(bench: &Bench, entry: Entry) -> Result<(), StoreError> {
    bench.store.write("record", move |tx| audit::record(tx, entry.clone())).await
}

fn entry(bench: &Bench, actor: Actor, action: &'static str, object: &str) -> Entry {
    Entry::new(bench.clock.now(), bench.randomness.as_ref(), actor, action, ("session", object))
}

fn user(text: &str) -> Actor {
    Actor::User(text.parse::<UserId>().unwrap())
}

async fn list(bench: &Bench, filter: &Filter) -> Vec<StoredEntry> {
    audit::list(&bench.store, filter, ENTRIES_MAX).await.unwrap()
}

async fn objects(bench: &Bench, filter: Filter) -> Vec<String> {
    list(bench, &filter).await.into_iter().map(|entry| entry.object_id).collect()
}

testkit::on_both_engines! {
    async fn every_query_is_prepared(bench: Bench) {
        bench.migrate(&[&retention::MIGRATIONS, &audit::MIGRATIONS]).await;
        bench.store.prepare_all(&audit::queries()).await.unwrap();
    }

    async fn ops_02_an_entry_says_who_what_when_and_from_where(bench: Bench) {
        migrate(&bench).await;
        let company: Cnum = "C00001".parse().unwrap();
        let full = entry(&bench, user("U00001"), "session.revoked", "S1")
            .company(company.clone())
            .address("192.0.2.7".parse::<std::net::IpAddr>().unwrap())
            .trace_id("4bf92f3577b34da6a3ce929d0e0e4736".to_owned())
            .detail(serde_json::json!({"reason": "code replay"}));
        write(&bench, full).await.unwrap();
        let entries = list(&bench, &Filter::default()).await;
        let [stored] = entries.as_slice() else { panic!("{entries:?}") };
        assert_eq!(stored.at, bench.clock.now());
        assert_eq!((stored.actor_kind.as_str(), stored.actor_id.as_deref()), ("USER", Some("U00001")));
        assert_eq!(stored.action, "session.revoked");
        assert_eq!((stored.object_kind.as_str(), stored.object_id.as_str()), ("session", "S1"));
        assert_eq!(stored.company, Some(company));
        assert_eq!(stored.address.as_deref(), Some("192.0.2.7"));
        assert_eq!(stored.trace_id.as_deref(), Some("4bf92f3577b34da6a3ce929d0e0e4736"));
        assert_eq!(stored.detail, r#"{"reason":"code replay"}"#);
    }

    async fn ops_02_details_that_are_too_long_leave_the_person_and_the_proof(bench: Bench) {
        migrate(&bench).await;
        let long = serde_json::json!({ "text": "x".repeat(DETAIL_BYTES_MAX) });
        let bytes = long.to_string().len();
        let entry = entry(&bench, Actor::Operator("petrova".to_owned()), "user.locked", "U1");
        let entry = entry.confirmed_by(Some("CODE")).detail(long);
        let facts = serde_json::json!({ "proposal": 7 });
        let record = move |tx: &mut store::Tx| audit::operating_as(&facts, || audit::record(tx, entry.clone()));
        bench.store.write::<_, StoreError>("record", record).await.unwrap();
        let detail: serde_json::Value =
            serde_json::from_str(&list(&bench, &Filter::default()).await[0].detail).unwrap();
        let left = serde_json::json!({
            "omitted_bytes": bytes, "system": { "proposal": 7 }, "confirmed_by": "CODE"
        });
        assert_eq!(detail, left);
    }

    async fn ops_02_a_thing_is_found_behind_entries_about_many_others_of_its_name(bench: Bench) {
        migrate(&bench).await;
        let bunch = |object: &'static str| {
            let mut bunch = Bunch::new(object, &serde_json::json!({ "file": "x.csv" }));
            bunch.add(&BunchRow { key: "7".to_owned(), company: None, line: 2, before: None, after: Map::new() });
            let operator = Actor::Operator("petrova".to_owned());
            bunch.entry(|action, of| Entry::new(bench.clock.now(), bench.randomness.as_ref(), operator, action, of))
        };
        write(&bench, bunch("hold")).await.unwrap();
        bench.clock.advance_seconds(1);
        // All of one moment, and more than are read at once.
        for _ in 0..230 {
            write(&bench, bunch("plan")).await.unwrap();
        }
        let of = async |kind: &str, limit: u16| {
            let (object_kind, object_id) = (Some(kind.to_owned()), Some("7".to_owned()));
            let filter = Filter { object_kind, object_id, ..Filter::default() };
            audit::list(&bench.store, &filter, limit).await.unwrap().len()
        };
        assert_eq!((of("hold", 1).await, of("hold", 1_000).await), (1, 1));
        assert_eq!((of("plan", 150).await, of("plan", 1_000).await, of("none", 10).await), (150, 230, 0));
        // Of one moment too the rest follows after the last of a page.
        let plan = Filter { object_kind: Some("plan".to_owned()), ..Filter::default() };
        let page = audit::list(&bench.store, &plan, 150).await.unwrap();
        let last = page.last().unwrap();
        let rest = Filter { until: Some(last.at), before: Some(last.id), ..plan };
        assert_eq!(audit::list(&bench.store, &rest, 1_000).await.unwrap().len(), 80);
    }

    async fn ops_02_entries_are_neither_changed_nor_removed(bench: Bench) {
        migrate(&bench).await;
        write(&bench, entry(&bench, Actor::System, "worker.started", "W1")).await.unwrap();
        let before = list(&bench, &Filter::default()).await;
        let rewritten = bench.store.write("rewrite", |tx| tx.execute(&REWRITE, params![])).await;
        assert!(matches!(rewritten, Err(StoreError::Constraint { .. })), "{rewritten:?}");
        let erased =
            bench.store.write("erase", |tx| tx.execute(&ERASE, params!["worker.started"])).await;
        assert!(matches!(erased, Err(StoreError::Constraint { .. })), "{erased:?}");
        if bench.engine == Engine::Sqlite {
            let replaced = bench.store.write("replace", |tx| tx.execute(&REPLACE, params![])).await;
            assert!(matches!(replaced, Err(StoreError::Constraint { .. })), "{replaced:?}");
        }
        assert_eq!(list(&bench, &Filter::default()).await, before);
    }

    async fn ops_02_an_entry_is_there_exactly_when_its_change_is(bench: Bench) {
        migrate(&bench).await;
        let lost = entry(&bench, Actor::System, "thing.changed", "T1");
        let outcome: Result<(), StoreError> = bench
            .store
            .write("change that fails", move |tx| {
                audit::record(tx, lost.clone())?;
                Err(StoreError::Busy("planned".to_owned()))
            })
            .await;
        assert!(outcome.is_err());
        let rows = bench.store.query(&COUNT, params![]).await.unwrap();
        assert_eq!(rows[0].integer("entries").unwrap(), 0);
    }

    async fn ops_02_entries_are_found_by_what_a_reader_knows(bench: Bench) {
        migrate(&bench).await;
        let start = bench.clock.now();
        let client: ClientId = "demo-erp".parse().unwrap();
        for (actor, action, object, company) in [
            (user("U00001"), "session.started", "S1", Some("C00001")),
            (Actor::Client(client), "token.refused", "S2", None),
            (Actor::Operator("operator-7".to_owned()), "import.applied", "S3", Some("C00002")),
            (Actor::System, "session.started", "S4", Some("C00001")),
        ] {
            bench.clock.advance_seconds(1);
            let company: Option<Cnum> = company.map(|cnum| cnum.parse().unwrap());
            write(&bench, entry(&bench, actor, action, object).company(company)).await.unwrap();
        }
        let all = Filter::default;
        assert_eq!(objects(&bench, all()).await, ["S4", "S3", "S2", "S1"]);
        let action = Some("session.started".to_owned());
        assert_eq!(objects(&bench, Filter { action, ..all() }).await, ["S4", "S1"]);
        let actor_id = Some("demo-erp".to_owned());
        assert_eq!(objects(&bench, Filter { actor_id, ..all() }).await, ["S2"]);
        let company = Some("C00001".parse().unwrap());
        assert_eq!(objects(&bench, Filter { company, ..all() }).await, ["S4", "S1"]);
        let object_id = Some("S3".to_owned());
        assert_eq!(objects(&bench, Filter { object_id, ..all() }).await, ["S3"]);
        let object_kind = Some("account".to_owned());
        assert_eq!(objects(&bench, Filter { object_kind, ..all() }).await, Vec::<String>::new());
        let (since, until) = (Some(start.plus_seconds(2)), Some(start.plus_seconds(4)));
        assert_eq!(objects(&bench, Filter { since, until, ..all() }).await, ["S3", "S2"]);
        assert_eq!(audit::list(&bench.store, &all(), 1).await.unwrap().len(), 1);
    }

    async fn ops_02_entries_of_one_moment_are_read_page_by_page(bench: Bench) {
        migrate(&bench).await;
        for number in 0..5 {
            write(&bench, entry(&bench, Actor::System, "thing.changed", &format!("T{number}"))).await.unwrap();
        }
        let all = objects(&bench, Filter::default()).await;
        let (mut filter, mut read) = (Filter::default(), Vec::new());
        for _ in 0..3 {
            let page = audit::list(&bench.store, &filter, 2).await.unwrap();
            let last = page.last().unwrap();
            (filter.until, filter.before) = (Some(last.at), Some(last.id));
            read.extend(page.into_iter().map(|entry| entry.object_id));
        }
        assert_eq!(read, all);
        assert_eq!(audit::list(&bench.store, &filter, 2).await.unwrap(), []);
    }

    async fn ops_02_details_stay_small(bench: Bench) {
        migrate(&bench).await;
        let long = serde_json::json!("x".repeat(DETAIL_BYTES_MAX - 1));
        write(&bench, entry(&bench, Actor::System, "thing.changed", "T1").detail(long)).await.unwrap();
        let entries = list(&bench, &Filter::default()).await;
        assert_eq!(entries[0].detail, r#"{"omitted_bytes":4097}"#);
    }
}
