//! Statements that an earlier version of the program left awaiting signatures.

use store::{StoreError, Tx, params};
use testkit::{Bench, tables_until};

use super::house::House;

/// The last version of the tables that knew no terms.
const WITHOUT_TERMS: u32 = 3;
const DAY_S: i64 = 86_400;

store::queries! {
    /// A statement.
    PUT_STATEMENT = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version, \
        created_at_us,
        changed_at_us, created_by, client_id, year, number, number_is_default, statement_date, account, transfers_count,
        total_minor, lines_count, enrollment_code, purpose)
        values ($1, 'C00001', $2, 'UNSIGNED', $3, 3, 1, 1, 'U00001', 'demo-erp', 2026, $4, false, '2026-11-20',
            '40702810600000000001', 1, 100, 1, '01', 'Salary')";
    /// A signature.
    PUT_SIGNATURE = "insert into payroll_signatures (statement_id, position, origin, user_id, signature_type, \
        signed_at_us)
        values ($1, $2, 'ONLINE_BANK', 'U00001', $3, 1)";
    /// The signatures that are repetitions.
    REPEATS = "select signature_type from payroll_signatures where is_repeat";
}

testkit::on_both_engines! {
    async fn pay_12_statements_of_an_earlier_version_end_too(bench: Bench) {
        let payroll = tables_until(&payroll::MIGRATIONS, WITHOUT_TERMS);
        bench
            .migrate(&[
                &audit::MIGRATIONS, &import::MIGRATIONS, &events::MIGRATIONS,
                &jobs::MIGRATIONS,
                &clients::MIGRATIONS,
                &accounts::MIGRATIONS,
                &payroll,
            ])
            .await;
        let put = |tx: &mut Tx| {
            for (number, state) in
                [(1, "AWAITING_SIGN"), (2, "AWAITING_SIGN_WITH_WARNINGS"), (3, "PARTLY_SIGNED"), (4, "ERROR")]
            {
                let id = format!("0190000000000000000000000000000{number}");
                let id: Vec<u8> =
                    (0..16).map(|at| u8::from_str_radix(&id[2 * at..2 * at + 2], 16).unwrap()).collect();
                tx.execute_one(&PUT_STATEMENT, params![id.clone(), format!("old-{number}"), state, number])?;
                if state == "PARTLY_SIGNED" {
                    tx.execute_one(&PUT_SIGNATURE, params![id.clone(), 1, "FIRST"])?;
                    tx.execute_one(&PUT_SIGNATURE, params![id, 2, "SECOND"])?;
                }
            }
            Ok(())
        };
        bench.store.write::<_, StoreError>("put", put).await.unwrap();
        let house = House::new(bench).await;
        let repeats = house.bench.store.query(&REPEATS, params![]).await.unwrap();
        assert_eq!(
            repeats.iter().map(|row| row.text("signature_type").unwrap()).collect::<Vec<_>>(),
            ["SECOND"]
        );
        let statuses = async || {
            let mut all = Vec::new();
            for number in 1..=4 {
                all.push(house.status(&format!("old-{number}")).await["status"].as_str().unwrap().to_owned());
            }
            all.join(" ")
        };
        house.work().await;
        for _ in 0..29 {
            house.bench.clock.advance_seconds(DAY_S);
            house.work().await;
        }
        assert_eq!(statuses().await, "AWAITING_SIGN AWAITING_SIGN_WITH_WARNINGS PARTLY_SIGNED ERROR");
        house.bench.clock.advance_seconds(DAY_S);
        house.work().await;
        assert_eq!(statuses().await, "DELETED DELETED DECLINED ERROR");
        assert_eq!(jobs::waiting(&house.bench.store).await.unwrap(), []);
    }
}
