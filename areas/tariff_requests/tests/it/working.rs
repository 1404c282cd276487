//! The workers: carrying out, the day of the change, requests that nobody signs.

use store::params;
use testkit::Bench;

use crate::answering::handed_out_to;
use crate::bank::{Bank, ivanova, petrov, sidorov};

store::queries! {
    /// The plan of a client.
    PLAN = "select plan_code, since from tariff_client_plans where cnum = $1";
    /// The changes of a client.
    CHANGES = "select plan_code, effective_from, state from tariff_future_changes where cnum = $1
        order by future_change_id desc";
    /// Audit entries of one kind.
    AUDIT = "select count(*) as entries from audit_entries where action = $1";
    /// Leaves the traces of a process that was killed at its jobs after so many others.
    ABOUT_TO_BE_QUARANTINED = "update jobs set fencing_token = 1, leased_until_us = 0, deaths = $2 where kind = $1";
    /// The moment at which a request had all signatures, put where a test wants it.
    LATE = "update tariff_request_history set changed_at_us = $2 where request_id = $1 and state = 'SIGNED'";
}

pub(crate) async fn plan(bank: &Bank, cnum: &str) -> String {
    let row = bank.bench.store.query_optional(&PLAN, params![cnum]).await.unwrap().unwrap();
    format!("{} {}", row.text("plan_code").unwrap(), row.text("since").unwrap())
}

pub(crate) async fn changes(bank: &Bank, cnum: &str) -> Vec<String> {
    let rows = bank.bench.store.query(&CHANGES, params![cnum]).await.unwrap();
    let text = |row: &store::Row, column| row.text(column).unwrap().to_owned();
    rows.iter()
        .map(|row| ["plan_code", "effective_from", "state"].map(|column| text(row, column)).join(" "))
        .collect()
}

pub(crate) async fn audited(bank: &Bank, action: &str) -> i64 {
    let row = bank.bench.store.query_optional(&AUDIT, params![action]).await.unwrap().unwrap();
    row.integer("entries").unwrap()
}

/// A signed request of C00003.
async fn signed(bank: &Bank, target: &str) -> i64 {
    let id = bank.create(&sidorov(), "C00003", target).await;
    assert_eq!(bank.sign(&sidorov(), id).await.status, 303);
    id
}

/// As the last worker that died left every job of a kind before it is quarantined.
async fn worn_out(bank: &Bank, kind: jobs::JobKind) {
    let values = params![kind.name(), jobs::DEATHS_MAX - 1];
    let wear = move |tx: &mut store::Tx| tx.execute(&ABOUT_TO_BE_QUARANTINED, values.clone());
    assert!(bank.bench.store.write::<_, store::StoreError>("wear out", wear).await.unwrap() > 0);
}

/// Signs a request of C00001, whose first signer loses the right before the second one signs.
async fn without_its_first_signer(bench: Bench, players: &str) {
    let bank = Bank::asking(bench, players).await;
    let id = bank.create(&ivanova(), "C00001", "PRO").await;
    assert_eq!(bank.sign(&ivanova(), id).await.status, 303);
    let path = format!("/bank/tariffs/{id}");
    let is_told = async || bank.page(&petrov(), &path).await.text().contains("банк отклонит заявление");
    assert!(!is_told().await);
    bank.set_rights("ivanova", "C00001", "ACT").await;
    assert!(is_told().await);
    assert_eq!(bank.sign(&petrov(), id).await.status, 303);
    bank.work().await;
    assert_eq!(bank.history(&petrov(), "C00001", id).await.last().unwrap().0, "DECLINED");
    assert_eq!(changes(&bank, "C00001").await, Vec::<String>::new());
    let page = bank.page(&petrov(), &path).await;
    assert!(page.text().contains("больше не вправе подписывать. "), "{}", page.text());
    assert!(!is_told().await);
    assert!(handed_out_to(&bank, orders::Role::Tariffs).await.is_empty());
}

testkit::on_both_engines! {
    async fn tar_03_a_request_whose_first_signer_may_sign_no_more_is_declined(bench: Bench) {
        without_its_first_signer(bench, "").await;
    }

    async fn tar_03_a_request_whose_first_signer_may_sign_no_more_is_no_order(bench: Bench) {
        without_its_first_signer(bench, "tariff_request.decide=bank").await;
    }

    async fn tar_03_a_request_at_which_workers_die_is_declined(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = signed(&bank, "PRO").await;
        worn_out(&bank, tariff_requests::worker::CARRY_OUT).await;
        bank.work().await;
        let history = bank.history(&sidorov(), "C00003", id).await;
        assert_eq!(history.last().unwrap(), &("DECLINED".to_owned(), "BANK".to_owned()));
        assert_eq!(jobs::given_up(&bank.bench.store).await.unwrap().len(), 1);
        bank.create(&sidorov(), "C00003", "PRO").await;
    }

    async fn tar_03_a_change_at_which_workers_die_is_cancelled_and_the_client_is_told(bench: Bench) {
        let bank = Bank::demo(bench).await;
        signed(&bank, "PRO").await;
        bank.work().await;
        assert_eq!(changes(&bank, "C00003").await, ["PRO 2026-12-01 PLANNED"]);
        bank.wait_until("2026-12-01T00:00:00+03:00");
        worn_out(&bank, tariff_requests::worker::TAKE_EFFECT).await;
        bank.work().await;
        assert_eq!(changes(&bank, "C00003").await, ["PRO 2026-12-01 CANCELLED"]);
        assert_eq!(plan(&bank, "C00003").await, "START 2026-02-01");
        assert_eq!(audited(&bank, "tariff_future_change.given_up").await, 1);
        let letters = bank.page(&sidorov(), "/bank/letters").await;
        assert!(letters.text().contains("не состоялась"), "{}", letters.text());
        bank.create(&sidorov(), "C00003", "PRO").await;
    }

    async fn tar_03_a_request_whose_end_kills_workers_ends_all_the_same(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&sidorov(), "C00003", "PRO").await;
        bank.bench.clock.advance_seconds(30 * 86_400);
        worn_out(&bank, tariff_requests::worker::EXPIRE).await;
        bank.work().await;
        assert_eq!(bank.state(&sidorov(), "C00003", id).await, "CANCELLED");
    }

    async fn tar_03_a_signed_request_is_carried_out_and_changes_the_plan_on_its_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = signed(&bank, "PRO").await;
        bank.work().await;
        let history = bank.history(&sidorov(), "C00003", id).await;
        let states: Vec<&str> = history.iter().map(|(state, _)| state.as_str()).collect();
        assert_eq!(states, ["UNSIGNED", "SIGNED", "PROCESSING", "DONE"]);
        assert_eq!((history[2].1.as_str(), history[3].1.as_str()), ("BANK", "BANK"));
        assert_eq!(changes(&bank, "C00003").await, ["PRO 2026-12-01 PLANNED"]);
        assert_eq!(plan(&bank, "C00003").await, "START 2026-02-01");
        bank.wait_until("2026-11-30T23:59:59.999999+03:00");
        bank.work().await;
        assert_eq!(plan(&bank, "C00003").await, "START 2026-02-01");
        bank.wait_until("2026-12-01T00:00:00+03:00");
        bank.work().await;
        bank.work().await;
        assert_eq!(plan(&bank, "C00003").await, "PRO 2026-12-01");
        assert_eq!(changes(&bank, "C00003").await, ["PRO 2026-12-01 EFFECTIVE"]);
        for action in
            ["tariff_request.created", "tariff_request.signed", "tariff_request.done", "tariff_plan.changed"]
        {
            assert_eq!(audited(&bank, action).await, 1, "{action}");
        }
        // Free for another one.
        bank.create(&sidorov(), "C00003", "START").await;
    }

    async fn tar_03_the_same_job_again_changes_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = signed(&bank, "PRO").await;
        bank.work().await;
        let before = (bank.history(&sidorov(), "C00003", id).await, changes(&bank, "C00003").await);
        let now = bank.state.clock.now();
        let again = move |tx: &mut store::Tx| {
            jobs::enqueue(tx, tariff_requests::worker::CARRY_OUT, &id.to_string(), now)?;
            jobs::enqueue(tx, tariff_requests::worker::EXPIRE, &id.to_string(), now)
        };
        bank.bench.store.write::<_, store::StoreError>("again", again).await.unwrap();
        bank.work().await;
        assert_eq!((bank.history(&sidorov(), "C00003", id).await, changes(&bank, "C00003").await), before);
    }

    async fn tar_03_a_request_is_declined_with_a_reason(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = signed(&bank, "START").await;
        bank.work().await;
        let history = bank.history(&sidorov(), "C00003", id).await;
        assert_eq!(history.last().unwrap().0, "DECLINED");
        assert_eq!(changes(&bank, "C00003").await, Vec::<String>::new());
        let page = bank.page(&sidorov(), &format!("/bank/tariffs/{id}")).await;
        assert!(page.text().contains("Компания уже обслуживается по этому тарифному плану."), "{}", page.text());
        // And the bank writes.
        let letters = bank.page(&sidorov(), "/bank/letters").await;
        assert!(letters.text().contains("Заявление № 1 на смену тарифного плана"), "{}", letters.text());
        assert_eq!(audited(&bank, "tariff_request.declined").await, 1);
    }

    async fn tar_03_a_later_request_takes_the_place_of_a_planned_change(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00002", "START").await;
        let vasilek = crate::bank::ivanova_of_vasilek();
        assert_eq!(bank.sign(&vasilek, id).await.status, 303);
        bank.work().await;
        assert_eq!(changes(&bank, "C00002").await, ["START 2026-12-01 PLANNED", "PRO 2035-01-01 SUPERSEDED"]);
        bank.wait_until("2036-01-01T00:00:00+03:00");
        bank.work().await;
        assert_eq!(plan(&bank, "C00002").await, "START 2026-12-01");
    }

    async fn tar_03_an_imported_change_becomes_effective_on_its_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.work().await;
        assert_eq!(plan(&bank, "C00002").await, "GROWTH 2025-09-01");
        bank.wait_until("2035-01-01T00:00:00+03:00");
        bank.work().await;
        assert_eq!(plan(&bank, "C00002").await, "PRO 2035-01-01");
    }

    async fn tar_03_what_nobody_signs_is_cancelled(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let unsigned = bank.create(&sidorov(), "C00003", "PRO").await;
        let partly = bank.create(&ivanova(), "C00001", "PRO").await;
        assert_eq!(bank.sign(&ivanova(), partly).await.status, 303);
        bank.bench.clock.advance_seconds(30 * 86_400 - 1);
        bank.work().await;
        assert_eq!(bank.state(&sidorov(), "C00003", unsigned).await, "UNSIGNED");
        bank.bench.clock.advance_seconds(1);
        bank.work().await;
        let history = bank.history(&sidorov(), "C00003", unsigned).await;
        assert_eq!(history.last().unwrap(), &("CANCELLED".to_owned(), "BANK".to_owned()));
        assert_eq!(bank.state(&ivanova(), "C00001", partly).await, "PARTIALLY_SIGNED");
        assert_eq!(audited(&bank, "tariff_request.expired").await, 1);
        bank.create(&sidorov(), "C00003", "PRO").await;
    }

    async fn tar_03_a_late_bank_does_not_move_the_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = signed(&bank, "PRO").await;
        let at = "2026-10-31T12:00:00+03:00".parse::<jiff::Timestamp>().unwrap();
        let late = move |tx: &mut store::Tx| tx.execute(&LATE, params![id, kernel::Instant::from(at)]);
        bank.bench.store.write::<_, store::StoreError>("late", late).await.unwrap();
        bank.work().await;
        assert_eq!(plan(&bank, "C00003").await, "PRO 2026-11-01");
    }
}
