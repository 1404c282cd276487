//! The list (TAR-06).

use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use testkit::Bench;

use crate::bank::{Bank, code, ivanova};

fn ids(list: &Value) -> Vec<i64> {
    list["content"].as_array().unwrap().iter().map(|item| item["id"].as_i64().unwrap()).collect()
}

/// Requests of C00002, oldest first: START and PRO in turn, each done before the next; the last one is a cancel
/// request.
async fn filled(bench: Bench) -> (Bank, Vec<i64>) {
    let bank = Bank::demo(bench).await;
    let vasilek = crate::bank::ivanova_of_vasilek();
    let mut made = Vec::new();
    for number in 0..5 {
        let plan = if number % 2 == 0 { "START" } else { "PRO" };
        let id = bank.create(&ivanova(), "C00002", plan).await;
        bank.bench.clock.advance_seconds(1);
        bank.sign(&vasilek, id).await;
        bank.work().await;
        made.push(id);
        bank.bench.clock.advance_seconds(59);
    }
    let open = bank.create(&ivanova(), "C00002", "PRO").await;
    made.push(open);
    (bank, made)
}

/// Requests of a client with more than are looked at by the way.
const REQUESTS: i64 = 2_500;
/// Every so many requests has the rare plan.
const RARE: i64 = 400;

store::queries! {
    /// Requests 1 to $1 of C00001: every third is declined, every second one asks for PRO.
    FILL = "insert into tariff_requests (request_id, document_uid, cnum, client_document_number, document_type, state,
            template_version, language, target_plan_code, target_plan_name, target_plan_public_name,
            organization_full_name, decline_reason, created_by, created_at_us, updated_at_us)
        with recursive numbers (i) as (
            select cast(1 as bigint) union all select i + 1 from numbers where i < cast($1 as bigint))
        select i, '00000000-0000-4000-8000-' || substr(cast(1000000000000 + i as text), 2), 'C00001', i,
            'CLIENT_TARIFF_PLAN_CHANGE_REQUEST', case when i % 3 = 0 then 'DECLINED' else 'DONE' end, 1, 'ru', 'PRO',
            case when i % cast($2 as bigint) = 0 then 'RARE' when i % 2 = 0 then 'PRO 2026' else 'START 2026' end,
            'Про', 'ООО', case when i % 3 = 0 then 'BANK_FAULT' end, 'U00001', 1767225600000000 + i,
            1767225600000000 + i
        from numbers";
}

/// All requests that the filter picks, page by page.
async fn listed(bank: &Bank, filter: &str, sort: &str, size: usize) -> Vec<i64> {
    let mut ids = Vec::new();
    for page in 0.. {
        let query = format!("?page={page}&size={size}&sort={sort}&filter={filter}");
        let list = bank.list(&ivanova(), "C00001", &query).await;
        let content = list["content"].as_array().unwrap();
        ids.extend(content.iter().map(|item| item["id"].as_i64().unwrap()));
        if list["hasNext"] == false {
            break;
        }
        assert_eq!(content.len(), size, "a page before another one is full");
    }
    ids
}

testkit::on_both_engines! {
    async fn tar_06_pages_are_slices_newest_first(bench: Bench) {
        let (bank, mut made) = filled(bench).await;
        made.reverse();
        let all = bank.list(&ivanova(), "C00002", "").await;
        assert_eq!(ids(&all), made);
        assert_eq!((&all["size"], &all["number"], &all["hasNext"]), (&json!(10), &json!(0), &json!(false)));
        let mut seen = Vec::new();
        for page in 0..3 {
            let list = bank.list(&ivanova(), "C00002", &format!("?page={page}&size=2")).await;
            assert_eq!((&list["hasNext"], &list["hasPrevious"]), (&json!(page < 2), &json!(page > 0)));
            assert_eq!((&list["size"], &list["number"]), (&json!(2), &json!(page)));
            seen.extend(ids(&list));
        }
        assert_eq!(seen, made);
        let beyond = bank.list(&ivanova(), "C00002", "?page=2147483647&size=100").await;
        assert_eq!((ids(&beyond), &beyond["hasNext"], &beyond["hasPrevious"]), (vec![], &json!(false), &json!(true)));
    }

    async fn tar_06_filters_select_and_sorts_order(bench: Bench) {
        let (bank, made) = filled(bench).await;
        let of = |indexes: &[usize]| indexes.iter().map(|index| made[*index]).collect::<Vec<_>>();
        let cases = [
            ("?filter=state==UNSIGNED", of(&[5])),
            ("?filter=state!=UNSIGNED&sort=createdAt,asc", of(&[0, 1, 2, 3, 4])),
            ("?filter=targetTariffPlanName==START*&sort=id,asc", of(&[0, 2, 4])),
            ("?filter=targetTariffPlanPublicName=='%D0%9F%D1%80%D0%BE%D1%84%D0%B8';state==DONE&sort=id", of(&[1, 3])),
            ("?filter=state=in=(UNSIGNED,SIGNED),targetTariffPlanName==START*&sort=id,desc", of(&[5, 4, 2, 0])),
            ("?filter=createdAt=lt=2026-11-20T12:01:00%2B03:00", of(&[0])),
            ("?filter=createdAt==2026-11-20T09:02:00Z", of(&[2])),
            ("?filter=updatedAt=ge=2026-11-20T12:04:01%2B03:00&sort=updatedAt,asc", of(&[4, 5])),
            ("?filter=documentType==FUTURE_CLIENT_TARIFF_PLAN_CANCEL_REQUEST", vec![]),
            ("?sort=targetTariffPlanName,desc&sort=createdAt,asc", of(&[0, 2, 4, 1, 3, 5])),
            ("?sort=targetTariffPlanName,asc;createdAt,desc&size=4", of(&[5, 3, 1, 4])),
        ];
        for (query, expected) in cases {
            assert_eq!(ids(&bank.list(&ivanova(), "C00002", query).await), expected, "{query}");
        }
        let by_id = format!("?filter=id=={}", made[3]);
        assert_eq!(ids(&bank.list(&ivanova(), "C00002", &by_id).await), [made[3]]);
        // A filter never reaches beyond the client, whatever it says.
        let others = "?filter=id=gt=0,state==DONE,targetTariffPlanName==*";
        assert_eq!(ids(&bank.list(&ivanova(), "C00001", others).await), Vec::<i64>::new());
    }

    async fn tar_06_every_field_sorts_both_ways(bench: Bench) {
        let (bank, made) = filled(bench).await;
        for field in ["id", "documentType", "state", "targetTariffPlanName", "targetTariffPlanPublicName", "createdAt",
            "updatedAt"] {
            let column = |list: &Value| {
                let items = list["content"].as_array().unwrap().iter();
                items.map(|item| item[field].to_string()).collect::<Vec<_>>()
            };
            let up = column(&bank.list(&ivanova(), "C00002", &format!("?sort={field},asc")).await);
            let down = column(&bank.list(&ivanova(), "C00002", &format!("?sort={field},desc")).await);
            assert!(up.is_sorted() && up.len() == made.len(), "{field}: {up:?}");
            assert!(down.iter().rev().is_sorted() && down.len() == made.len(), "{field}: {down:?}");
        }
    }

    async fn tar_06_a_bad_filter_or_sort_tells_where(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let names = json!([
            "id",
            "documentType",
            "state",
            "targetTariffPlanName",
            "targetTariffPlanPublicName",
            "createdAt",
            "updatedAt"
        ]);
        let cases = [
            ("filter=stat==DONE", "filter", 1),
            ("filter=state==DONE;cnum==C00003", "filter", 13),
            ("filter=state==DON", "filter", 8),
            ("filter=id==x", "filter", 5),
            ("filter=createdAt=gt=yesterday", "filter", 14),
            ("filter=state==DONE;", "filter", 13),
            ("filter=%27%20or%201=1--", "filter", 1),
            ("sort=stat", "sort", 1),
            ("sort=id,up", "sort", 4),
            ("sort=state,asc;cnum", "sort", 11),
            ("sort=id,asc%3B%20drop%20table%20letters", "sort", 8),
        ];
        for (query, parameter, position) in cases {
            let answer = bank.get(&ivanova(), &format!("/v1/ctcm/request/client/C00001/list?{query}")).await;
            assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, "VALIDATION_ERROR"), "{query}");
            let data = &answer.json()["data"];
            assert_eq!(
                (&data["parameter"], &data["position"]),
                (&json!(parameter), &json!(position)),
                "{query}: {data}"
            );
            assert!(data["allowed"].is_array(), "{query}");
        }
        let answer = bank.get(&ivanova(), "/v1/ctcm/request/client/C00001/list?filter=stat==DONE").await;
        assert_eq!(answer.json()["data"]["allowed"], names);
    }

    async fn specification_01_a_page_may_be_large_and_empty_values_are_absent(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let list = |query: &'static str| {
            let bank = &bank;
            async move {
                let path = format!("/v1/ctcm/request/client/C00001/list?{query}");
                let answer = bank.get(&ivanova(), &path).await;
                assert_eq!(answer.status.as_u16(), 200, "{query}: {}", answer.text());
                answer.json()
            }
        };
        let usual = list("").await;
        for (query, size) in
            [("size=101", 101), ("size=10000", 10_000), ("page=&size=&filter=&sort=", 10), ("sort[]=id,asc", 10)]
        {
            let page = list(query).await;
            assert_eq!((&page["size"], &page["number"]), (&size.into(), &0.into()), "{query}");
            assert_eq!(page["content"].as_array().unwrap().len(), usual["content"].as_array().unwrap().len());
        }
    }

    async fn tar_06_gen_07_pages_and_sizes_out_of_range_are_refused(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for query in [
            "size=0", "size=10001", "size=-1", "size=x", "page=-1", "page=2147483648", "page=1.5", "page=1&page=2",
            "filter=id==1&filter=id==2",
        ] {
            let answer = bank.get(&ivanova(), &format!("/v1/ctcm/request/client/C00001/list?{query}")).await;
            assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, "VALIDATION_ERROR"), "{query}");
        }
        for query in ["size=1", "size=100", "page=0", "unknown=1"] {
            bank.list(&ivanova(), "C00001", &format!("?{query}")).await;
        }
    }

    async fn tar_06_pages_of_a_filter_are_whole_however_far_its_rows_lie_apart(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let fill = |tx: &mut Tx| tx.execute(&FILL, params![REQUESTS, RARE]);
        bank.bench.store.write::<_, StoreError>("fill", fill).await.unwrap();
        for (query, size) in [("", 10), ("?size=10000", usize::MAX)] {
            let newest: Vec<i64> = (1..=REQUESTS).rev().take(size).collect();
            assert_eq!(ids(&bank.list(&ivanova(), "C00001", query).await), newest, "{query}");
        }
        let done = |id: &i64| id % 3 != 0;
        let pro = |id: &i64| id % RARE != 0 && id % 2 == 0;
        let cases: [(&str, Vec<i64>); 4] = [
            ("state==DONE;targetTariffPlanName==PRO*", (1..=REQUESTS).filter(|id| done(id) && pro(id)).collect()),
            (
                "state==DONE;targetTariffPlanName==RARE",
                (1..=REQUESTS).filter(|id| done(id) && id % RARE == 0).collect(),
            ),
            ("targetTariffPlanName==*ARE,id=le=2", (1..=REQUESTS).filter(|id| id % RARE == 0 || *id <= 2).collect()),
            ("targetTariffPlanName==NONE", Vec::new()),
        ];
        for (filter, oldest_first) in cases {
            let newest_first: Vec<i64> = oldest_first.iter().rev().copied().collect();
            assert_eq!(listed(&bank, filter, "createdAt,desc", 100).await, newest_first, "{filter}");
            assert_eq!(listed(&bank, filter, "id,asc", 100).await, oldest_first, "{filter}");
            let by_name = listed(&bank, filter, "targetTariffPlanName,desc", 99).await;
            let mut sorted = by_name.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, oldest_first, "{filter}");
        }
    }
}
