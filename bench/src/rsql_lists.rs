//! The list of tariff requests of a client with a million of them: pages over HTTP beside the bare query.

use std::error::Error;
use std::time::Instant;

use rsql::Piece;
use store::{DynamicQuery, Store, StoreLimits, params};
use tariff_requests::request_query::RequestQuery;
use tokio::runtime::Runtime;

use crate::login;
use crate::server::Demo;
use crate::statistics::{median, milliseconds};

/// The client.
pub(crate) const CNUM: &str = "C00001";
/// Requests of the client, and how many are written at once.
const REQUESTS: i64 = 1_000_000;
const CHUNK: i64 = 25_000;
/// Measurements of each page.
const SAMPLES: usize = 15;

/// The pages to read: a name, the page of ten, the filter.
const PAGES: [(&str, i32, Option<&str>); 7] = [
    ("first page", 0, None),
    ("page 50,000", 49_999, None),
    ("last page", 99_999, None),
    ("first page, one in ten", 0, Some("state==DECLINED")),
    ("last page, one in ten", 9_999, Some("state==DECLINED")),
    ("one of a million, by name", 0, Some("targetTariffPlanName=='План 1 из миллиона'")),
    ("nothing, by a part of a name", 0, Some("targetTariffPlanName==*нет*такого*")),
];

store::queries! {
    /// A plan that the client can ask for.
    PLAN_TO_ASK_FOR = "select plan_code from tariff_plans where status = 'OFFERED' and plan_code not in
        (select plan_code from tariff_client_plans where cnum = $1) order by plan_code limit 1";

    /// Requests number $2 to $3 of the client.
    FILL = "insert into tariff_requests (request_id, document_uid, cnum, client_document_number, document_type, state,
            template_version, language, target_plan_code, target_plan_name, target_plan_public_name,
            organization_full_name, decline_reason, created_by, created_at_us, updated_at_us)
        with recursive numbers (i) as (
            select cast($2 as bigint) union all select i + 1 from numbers where i < cast($3 as bigint))
        select 5000000 + i, '00000000-0000-4000-8000-' || substr(cast(1000000000000 + i as text), 2), cast($1 as text),
            5000000 + i, 'CLIENT_TARIFF_PLAN_CHANGE_REQUEST',
            case when i % 10 = 0 then 'DECLINED' else 'DONE' end, 1, 'ru', cast($4 as text),
            case when i = 777777 then 'План 1 из миллиона' else 'План ' || cast(i % 50 as text) end, 'План', 'ООО',
            case when i % 10 = 0 then 'BANK_FAULT' end, 'U00001', 1767225600000000 + i * 1000000,
            1767225600000000 + i * 1000000
        from numbers";
}

/// Pages on SQLite and on PostgreSQL.
///
/// # Errors
/// A process does not start or answers with an error.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
pub(crate) fn beside_bare_query(
    demo: &Demo,
    engine: &str,
    analyze: Option<&str>,
) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let store = runtime.block_on(async {
        let store = store_of(demo).await?;
        fill(&store).await?;
        if let Some(url) = analyze {
            // A server does this by itself some minutes after such a change.
            testkit::postgres::execute(url, "vacuum analyze tariff_requests").await;
        }
        Ok::<_, Box<dyn Error>>(store)
    })?;
    let caller = Caller::login(demo)?;
    for (name, page, filter) in PAGES {
        let mut path = format!("/v1/ctcm/request/client/{CNUM}/list?page={page}&size=10");
        if let Some(filter) = filter {
            path.push_str("&filter=");
            path.extend(percent_encoding::utf8_percent_encode(filter, percent_encoding::NON_ALPHANUMERIC));
        }
        let query = RequestQuery::new(filter, &[], page, 10).map_err(|error| format!("{error:?}"))?;
        let (mut ours, mut bare, mut rows) = (Vec::new(), Vec::new(), 0);
        for _ in 0..SAMPLES {
            let start = Instant::now();
            caller.get(&path)?;
            ours.push(milliseconds(start));
            let statement = statement(&query);
            let start = Instant::now();
            rows = runtime.block_on(store.query_dynamic(statement))?.len();
            bare.push(milliseconds(start));
        }
        println!(
            "list of {REQUESTS} requests, {engine}, {name}: {:.2} ms over HTTP, {:.2} ms the bare query ({rows} rows)",
            median(&ours),
            median(&bare)
        );
    }
    runtime.block_on(store.close());
    Ok(())
}

/// The same database as the demo's, from this process.
pub(crate) async fn store_of(demo: &Demo) -> Result<Store, Box<dyn Error>> {
    Ok(Store::open(&demo.location, StoreLimits::default()).await?)
}

/// The code of a plan that the client does not have.
pub(crate) async fn plan_to_ask_for(store: &Store) -> Result<String, Box<dyn Error>> {
    let row = store.query_optional(&PLAN_TO_ASK_FOR, params![CNUM]).await?;
    Ok(row.ok_or("the demo has no other plan")?.text("plan_code")?.to_owned())
}

async fn fill(store: &Store) -> Result<(), Box<dyn Error>> {
    let plan = plan_to_ask_for(store).await?;
    let mut first = 1;
    while first <= REQUESTS {
        let (plan, last) = (plan.clone(), (first + CHUNK - 1).min(REQUESTS));
        let work = move |tx: &mut store::Tx| tx.execute(&FILL, params![CNUM, first, last, &plan]);
        store.write::<_, store::StoreError>("fill", work).await?;
        first = last + 1;
    }
    Ok(())
}

/// The page of the list, without anything around it.
fn statement(query: &RequestQuery) -> DynamicQuery {
    let mut statement = DynamicQuery::new("BARE_PAGE");
    statement.sql(
        "select r.request_id, r.document_type, r.state, r.target_plan_name, r.target_plan_public_name, r.created_at_us,
         r.updated_at_us from (select r.request_id as page_id from tariff_requests r where r.cnum = ",
    );
    statement.bind(CNUM).sql(" and r.deleted_at_us is null and (");
    query.filter.write(&mut |piece| append(&mut statement, piece));
    statement.sql(") order by ");
    query.sort.write(&mut |piece| append(&mut statement, piece));
    statement.sql(" limit ").bind(i64::from(query.size) + 1).sql(" offset ").bind(query.offset());
    statement.sql(") page join tariff_requests r on r.request_id = page.page_id order by ");
    query.sort.write(&mut |piece| append(&mut statement, piece));
    statement
}

fn append(statement: &mut DynamicQuery, piece: Piece<'_>) {
    match piece {
        Piece::Sql(text) => statement.sql(text),
        Piece::Number(number) => statement.number(number),
        Piece::Integer(value) => statement.bind(value),
        Piece::Text(value) => statement.bind(value),
    };
}

/// A person with both tokens, who asks one thing after the other on one connection.
pub(crate) struct Caller {
    agent: ureq::Agent,
    api: String,
    bearer: String,
    id_token: String,
}

impl Caller {
    pub(crate) fn login(demo: &Demo) -> Result<Self, Box<dyn Error>> {
        let tokens = login::tokens(demo)?;
        let bearer = format!("Bearer {}", tokens.access_token);
        Ok(Self { agent: ureq::agent(), api: demo.api.clone(), bearer, id_token: tokens.id_token })
    }

    pub(crate) fn get(&self, path: &str) -> Result<Vec<u8>, Box<dyn Error>> {
        let request = self.agent.get(format!("{}{path}", self.api));
        let mut answer =
            request.header("authorization", &self.bearer).header("id-token", &self.id_token).call()?;
        Ok(answer.body_mut().read_to_vec()?)
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Result<Vec<u8>, Box<dyn Error>> {
        let request = self.agent.post(format!("{}{path}", self.api));
        let request = request.header("authorization", &self.bearer).header("id-token", &self.id_token);
        Ok(request.content_type("application/json").send(body)?.body_mut().read_to_vec()?)
    }

    pub(crate) fn delete(&self, path: &str) -> Result<(), Box<dyn Error>> {
        let request = self.agent.delete(format!("{}{path}", self.api));
        request.header("authorization", &self.bearer).header("id-token", &self.id_token).call()?;
        Ok(())
    }
}
