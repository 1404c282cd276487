//! Requests under identifiers that a table of tests can name; those that the program makes have identifiers of their
//! own.

use kernel::Clock as _;
use store::{StoreError, Tx, params};
use testkit::Bench;

store::queries! {
    /// An unsigned request.
    INSERT_REQUEST = "insert into tariff_requests (request_id, document_uid, cnum, client_document_number, \
        document_type, state,
            template_version, language, target_plan_code, target_plan_name, target_plan_public_name, \
            organization_full_name,
            created_by, created_at_us, updated_at_us)
        values ($1, $2, $3, 1, 'CLIENT_TARIFF_PLAN_CHANGE_REQUEST', 'UNSIGNED', 1, 'ru', 'PRO', 'PRO 2026', 'Профи', \
        $3, 'U00001',
            $4, $4)";

    INSERT_DOCUMENT = "insert into tariff_request_documents (request_id, html, pdf, digest) values ($1, '<article/>', \
        $2, $3)";
}

/// Request 1 of Romashka and request 3 of Kolos.
pub(crate) async fn tariff_requests(bench: &Bench) {
    let now = bench.clock.now();
    let work = move |tx: &mut Tx| -> Result<(), StoreError> {
        for (id, cnum) in [(1_i64, "C00001"), (3, "C00003")] {
            let uid = format!("00000000-0000-7000-8000-00000000c00{id}");
            tx.execute_one(&INSERT_REQUEST, params![id, uid, cnum, now])?;
            tx.execute_one(&INSERT_DOCUMENT, params![id, vec![0_u8; 1], vec![0_u8; 32]])?;
        }
        Ok(())
    };
    bench.store.write("tariff requests", work).await.expect("the requests are there");
}
