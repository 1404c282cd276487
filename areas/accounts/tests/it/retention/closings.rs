//! Closing balances that are over their time leave; the balance of every day that is kept stays.

use kernel::Instant;
use store::params;
use testkit::{Bench, on_both_engines};

use super::keeper::{Archivist, DAY_S, Keeper, unwatched};
use crate::bank::{SETTLEMENT, VASILEK, ivanova};

store::queries! {
    /// The balance of each account at the end of each day that ended at $1 or later.
    DAY_BALANCES = "select l.ledger_account_id, d.closing_date, (select k.balance_minor from closing_balances k \
        where k.ledger_account_id = l.ledger_account_id and k.closing_date = (select max(m.closing_date) \
        from closing_balances m where m.ledger_account_id = l.ledger_account_id \
        and m.closing_date <= d.closing_date)) as balance_minor \
        from ledger_accounts l cross join closing_days d where d.ended_at_us >= $1 \
        order by l.ledger_account_id, d.closing_date";
    /// The closings of an account.
    CLOSINGS_OF = "select closed_at_us from closing_balances where ledger_account_id = $1 order by closing_date";
}

async fn archivist(keeper: &Keeper) -> Archivist {
    Archivist::new(&keeper.bank.bench, accounts::AREA.kept.split_at(1).1, 5).await
}

async fn balances(keeper: &Keeper) -> Vec<(String, String, Option<i64>)> {
    keeper.bank.rows(&DAY_BALANCES, params![keeper.kept_from()]).await
}

async fn closings(keeper: &Keeper, account: &str) -> Vec<Instant> {
    keeper.bank.rows(&CLOSINGS_OF, params![account]).await
}

async fn shown(keeper: &Keeper, number: &str) -> String {
    let fields = "Number,Balance,Rest,RestDate";
    let answer = keeper.bank.get(&ivanova(), &format!("/v1/accounts/{number}?fields={fields}")).await;
    answer.text().to_owned()
}

on_both_engines! {
    async fn lif_03_closings_leave_and_the_balance_of_each_kept_day_stays(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let archivist = archivist(&keeper).await;
        let (kept_from, before) = (keeper.kept_from(), balances(&keeper).await);
        assert!(before.iter().any(|(_, _, balance)| balance.is_some()));
        let (all, rest) = (closings(&keeper, SETTLEMENT).await, shown(&keeper, SETTLEMENT).await);
        assert!(all.iter().filter(|at| **at < kept_from).count() > 2, "{all:?}");
        let planned = archivist.planned(&keeper.bank.bench, "closing_balances").await;
        archivist.archive(&keeper.bank.bench, unwatched()).await.unwrap();
        assert!(planned > 4);
        assert_eq!(archivist.archived("closing_balances"), planned);
        // The closing with which the first kept day begins is of the moment of the end, and stays.
        let kept = closings(&keeper, SETTLEMENT).await;
        assert_eq!(kept[0], kept_from);
        assert_eq!(kept, all.into_iter().filter(|at| *at >= kept_from).collect::<Vec<_>>());
        assert_eq!(balances(&keeper).await, before);
        assert_eq!(shown(&keeper, SETTLEMENT).await, rest);
        assert_eq!(archivist.inspection().findings, Vec::<String>::new());
        assert!(archivist.archive(&keeper.bank.bench, unwatched()).await.unwrap().is_empty());
    }

    async fn lif_03_a_closing_that_is_in_force_stays_however_old(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let archivist = archivist(&keeper).await;
        // Nothing moves for longer than anything is kept.
        for _ in 0..15 {
            keeper.next_day().await;
        }
        let (last, before) = (closings(&keeper, VASILEK).await.pop().unwrap(), balances(&keeper).await);
        assert!(last < keeper.kept_from());
        archivist.archive(&keeper.bank.bench, unwatched()).await.unwrap();
        assert_eq!(closings(&keeper, VASILEK).await, [last]);
        assert_eq!(balances(&keeper).await, before);
        // The days go on from it: a day on which nothing moves adds no row, another one does.
        keeper.next_day().await;
        assert_eq!(closings(&keeper, VASILEK).await, [last]);
        keeper.move_money("later").await;
        keeper.next_day().await;
        assert_eq!(closings(&keeper, VASILEK).await.len(), 2);
        assert!(archivist.archive(&keeper.bank.bench, unwatched()).await.unwrap().is_empty());
        // Ten days later the new one is in force at the first kept moment.
        for _ in 0..11 {
            keeper.next_day().await;
        }
        archivist.archive(&keeper.bank.bench, unwatched()).await.unwrap();
        assert_eq!(closings(&keeper, VASILEK).await.len(), 1);
        assert_eq!(archivist.inspection().findings, Vec::<String>::new());
    }

    async fn lif_03_closings_survive_a_kill_at_any_step(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let archivist = archivist(&keeper).await;
        let before = balances(&keeper).await;
        let kills = archivist.survive(&keeper.bank.bench).await;
        assert!(kills >= 5, "the five steps of at least one unit: {kills}");
        assert_eq!(balances(&keeper).await, before);
    }

    async fn lif_03_live_traffic_goes_on_beside_an_archive_of_closings(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let archivist = archivist(&keeper).await;
        let before = balances(&keeper).await;
        let traffic = async {
            for number in 0..5 {
                keeper.move_money(&format!("live-{number}")).await;
                keeper.bank.close_days().await.unwrap();
            }
        };
        let (archived, ()) = tokio::join!(archivist.archive(&keeper.bank.bench, unwatched()), traffic);
        assert!(!archived.unwrap().is_empty());
        assert_eq!(balances(&keeper).await, before);
        keeper.bank.assert_sound().await;
    }

    async fn lif_03_no_closing_is_imported_into_a_time_that_is_archived(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let archivist = archivist(&keeper).await;
        archivist.archive(&keeper.bank.bench, unwatched()).await.unwrap();
        // The end is the beginning of 2026-11-24 in Moscow.
        let at = keeper.now().plus_seconds(-DAY_S).to_timestamp();
        let file = |day: &str| format!("account,closing_date,balance,closed_at\n{SETTLEMENT},{day},1.00,{at}\n");
        let refused = keeper.bank.add("closing_balances", &file("2026-11-23")).await.unwrap_err().to_string();
        assert!(refused.contains("closing_date: must be after 2026-11-23"), "{refused}");
        let refused = keeper.bank.add("closing_balances", &file("2026-11-24")).await.unwrap_err().to_string();
        assert!(refused.contains("balance: must be 4999999990.00: this day is closed"), "{refused}");
    }
}
