//! Tasks with currency certificates, for tests of all operations.

use kernel::Clock;
use testkit::Bench;

store::queries! {
    /// A task of a company and its certificates.
    INSERT_TASK = "insert into certificate_tasks (task_id, cnum, message_id, message_name, message_created_at, user_id,
            certificate_count, state, registered_at_us, state_changed_at_us)
        values ($1, $2, 'M', 'auth.024.001.04', '2026-01-01T00:00:00Z', 'U00001', 1, 'REGISTERED', $3, $3)";
    INSERT_CERTIFICATE = "insert into certificates (task_id, position, cnum, transaction_id, owner_cnum, \
        notification_id,
            issued_on, is_correction)
        values ($1, 1, $2, 'T', $2, 'N', '2026-01-01', false)";
}

/// One task of Romashka and one of Kolos, as the rows of the matrix name them.
pub(crate) async fn certificate_tasks(bench: &Bench) {
    let now = bench.clock.now();
    let work = move |tx: &mut store::Tx| -> Result<(), store::StoreError> {
        for (end, cnum) in [("c001", "C00001"), ("c003", "C00003")] {
            let id = format!("00000000-0000-7000-8000-00000000{end}");
            tx.execute_one(&INSERT_TASK, store::params![&id, cnum, now])?;
            tx.execute_one(&INSERT_CERTIFICATE, store::params![&id, cnum])?;
        }
        Ok(())
    };
    bench.store.write("certificate tasks", work).await.expect("the tasks are there");
}
