//! Measures pages of a client with many requests: `cargo run --release --example many_requests -- 1000000 [URL]`.
//! Without a URL on SQLite in a temporary folder, else in an empty schema of that PostgreSQL.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement ends by panicking, and prints")]

use std::sync::Arc;
use std::time::Instant;

use idempotency::Idempotency;
use kernel::{Clock, MovableClock, Randomness, SystemRandomness, Translated};
use sealing::MasterKey;
use store::{DynamicQuery, Store, StoreError, StoreLimits, Tx, params};
use tariff_requests::TariffRequestsState;
use tariff_requests::document::Templates;
use testkit::{TestCaller, TestClient, TestTokens};

store::queries! {
    /// A company with a user and a client.
    COMPANY = "insert into companies (cnum, name_ru, name_en, inn, signature_scheme, status) values ('C1', 'A', \
        'A', '7707123458', 'FIRST=1', 'OPEN')";
    /// Its user.
    USER = "insert into users (user_id, login, full_name, status, status_changed_at_us) values ('U1', 'u', 'U', \
        'ACTIVE', 0)";
    /// The user's right.
    RIGHT = "insert into user_company_rights (user_id, cnum, right_code) values ('U1', 'C1', 'ACT')";
    /// Its software.
    CLIENT = "insert into oauth_clients (client_id, name, secret_hash, profile, id_token_algorithm, status,
        status_changed_at_us)
        values ('demo-erp', 'x', 'x', 'STANDARD', 'RS256', 'ACTIVE', 0)";
    /// The software's company.
    CLIENT_COMPANY = "insert into oauth_client_companies (client_id, cnum) values ('demo-erp', 'C1')";
    /// A plan.
    PLAN = "insert into tariff_plans (plan_code, name, public_name_ru, public_name_en, summary_ru, summary_en,
        monthly_fee_minor, status, fees)
        values ('P', 'P', 'P', 'P', 'P', 'P', 0, 'OFFERED', '[]')";
    /// A request that is done.
    REQUEST = "insert into tariff_requests (request_id, document_uid, cnum, client_document_number,
        document_type, state,
            template_version, language, target_plan_code, target_plan_name, target_plan_public_name,
            organization_full_name,
            created_by, created_at_us, updated_at_us)
        values ($1, $2, 'C1', $1, 'CLIENT_TARIFF_PLAN_CHANGE_REQUEST', $3, 1, 'ru', 'P', $4, $4, 'A', 'U1', $5, $5)";
}

/// Rows of one unit of work.
const CHUNK: i64 = 20_000;
/// Times that each page is read.
const TIMES: u32 = 20;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: i64 = arguments.next().unwrap().parse().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let location =
        arguments.next().unwrap_or_else(|| format!("sqlite:{}", folder.path().join("many.db").display()));
    runtime.block_on(measure(&location, count));
}

async fn measure(location: &str, count: i64) {
    let store = Store::open(&location.parse().unwrap(), StoreLimits::default()).await.unwrap();
    let trees = [
        &audit::MIGRATIONS,
        &import::MIGRATIONS,
        &events::MIGRATIONS,
        &clients::MIGRATIONS,
        &jobs::MIGRATIONS,
        &tariff_requests::MIGRATIONS,
    ];
    store.migrate(&trees).await.unwrap();
    fill(&store, count).await;
    let clock: Arc<dyn Clock> =
        Arc::new(MovableClock::new(kernel::Instant::from_unix_seconds(1_795_165_200)));
    let tokens = TestTokens::new(Arc::clone(&clock));
    let randomness: Arc<dyn Randomness> = Arc::new(SystemRandomness);
    let master_key = MasterKey::from_bytes(&[7; sealing::KEY_BYTES]);
    let idempotency =
        Idempotency::new(store.clone(), Arc::clone(&clock), Arc::clone(&randomness), master_key);
    let state = TariffRequestsState {
        store: store.clone(),
        edge: tokens.edge(),
        clock,
        randomness,
        zone: "Europe/Moscow".parse().unwrap(),
        bank_name: Translated { russian: "Банк".to_owned(), english: "Bank".to_owned() },
        templates: Arc::new(Templates::built_in().unwrap()),
        missing_list: clients::signatures::MissingList::default(),
        wake: jobs::Wake::default(),
        sandbox: None,
        idempotency,
    };
    let router = tariff_requests::OPERATIONS.routes(state);
    let client = TestClient::new(router);
    let pair = tokens.pair(&TestCaller::new("U1", "C1"));
    let deep = count / 100 - 1;
    let cases = [
        ("first page of 10", String::new()),
        ("first page of 100", "?size=100".to_owned()),
        ("last page of 100", format!("?size=100&page={deep}")),
        ("rare state", "?filter=state==CANCELLED".to_owned()),
        ("state and plan", "?filter=state==DONE;targetTariffPlanName==PRO*&size=100".to_owned()),
        ("by day", "?filter=createdAt=lt=1970-01-01T00:10:00Z&sort=createdAt,asc".to_owned()),
        ("by name", "?sort=targetTariffPlanName,asc&size=100".to_owned()),
        ("nothing", "?filter=targetTariffPlanPublicName==none*".to_owned()),
    ];
    for (name, query) in cases {
        let path = format!("/v1/ctcm/request/client/C1/list{query}");
        let start = Instant::now();
        for _ in 0..TIMES {
            let answer = client.get(&path).tokens(&pair).send().await;
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        println!("{name:20} {:?}", start.elapsed() / TIMES);
    }
    let mut bare = DynamicQuery::new("BARE");
    bare.sql(
        "select request_id from tariff_requests where cnum = 'C1' and deleted_at_us is null order by \
        created_at_us desc, request_id desc limit 11",
    );
    let start = Instant::now();
    for _ in 0..TIMES {
        assert_eq!(store.query_dynamic(bare.clone()).await.unwrap().len(), 11);
    }
    println!("{:20} {:?}", "bare query", start.elapsed() / TIMES);
}

async fn fill(store: &Store, count: i64) {
    let who = |tx: &mut Tx| {
        for query in [&COMPANY, &USER, &RIGHT, &CLIENT, &CLIENT_COMPANY, &PLAN] {
            tx.execute_one(query, params![])?;
        }
        Ok::<_, StoreError>(())
    };
    store.write("who", who).await.unwrap();
    for first in (1..=count).step_by(usize::try_from(CHUNK).unwrap()) {
        let rows = (first..(first + CHUNK).min(count + 1)).map(|id| {
            let state = if id % 1_000 == 0 { "CANCELLED" } else { "DONE" };
            let plan = if id % 2 == 0 { "PRO 2026" } else { "START 2026" };
            params![id, format!("00000000-0000-7000-8000-{id:012}"), state, plan, id * 1_000_000]
        });
        let rows: Vec<_> = rows.collect();
        let work = move |tx: &mut Tx| tx.execute_many(&REQUEST, rows.clone());
        store.write::<_, StoreError>("requests", work).await.unwrap();
    }
}
