//! The pages of a client with more requests than are looked at by the way (TAR-06): none is left out, none comes twice.

use store::{StoreError, Tx, params};
use testkit::Bench;

use crate::bank::{Bank, ivanova};

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
            case when i % cast($2 as bigint) = 0 then 'RARE' when i % 2 = 0 then 'PRO 2026' else 'START 2026' end, \
            'Про', 'ООО',
            case when i % 3 = 0 then 'BANK_FAULT' end, 'U00001', 1767225600000000 + i, 1767225600000000 + i
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
    async fn tar_06_pages_of_a_filter_are_whole_however_far_its_rows_lie_apart(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let fill = |tx: &mut Tx| tx.execute(&FILL, params![REQUESTS, RARE]);
        bank.bench.store.write::<_, StoreError>("fill", fill).await.unwrap();
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
