//! Deleting (TAR-07).

use serde_json::json;
use store::params;
use testkit::Bench;

use crate::bank::{Bank, code, ivanova, petrov, sidorov};

store::queries! {
    /// Counts the kept rows of a request.
    KEPT = "select r.state, r.deleted_at_us, d.digest, (select count(*) from tariff_request_history h where \
        h.request_id = r.request_id) as steps,
            (select count(*) from audit_entries a where a.action = 'tariff_request.deleted' and a.object_id = \
            cast(r.request_id as text)) as entries
        from tariff_requests r join tariff_request_documents d on d.request_id = r.request_id where r.request_id = $1";
}

testkit::on_both_engines! {
    async fn tar_07_a_deleted_request_is_gone_and_kept(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let uid =
            bank.part(&ivanova(), "C00001", id, "pre-sign").await["documentUID"].as_str().unwrap().to_owned();
        let answer = bank.delete(&petrov(), "C00001", id).await;
        assert_eq!((answer.status.as_u16(), answer.body.len()), (200, 0));
        let request = format!("/v1/ctcm/request/{id}/client/C00001");
        for path in [
            format!("{request}/body"),
            format!("{request}/pre-sign"),
            format!("{request}/download"),
            format!("{request}/state/history"),
            format!("/v1/ctcm/request/dvr/{uid}/client/C00001/body"),
        ] {
            assert_eq!(code(&bank.get(&ivanova(), &path).await), "REQUEST_NOT_FOUND", "{path}");
        }
        assert_eq!(code(&bank.delete(&ivanova(), "C00001", id).await), "REQUEST_NOT_FOUND");
        assert_eq!(bank.list(&ivanova(), "C00001", "").await["content"], json!([]));
        assert_eq!(bank.page(&ivanova(), &format!("/bank/tariffs/{id}")).await.status, 404);
        assert_eq!(bank.sign(&ivanova(), id).await.status, 404);
        let kept = bank.bench.store.query_optional(&KEPT, params![id]).await.unwrap().unwrap();
        assert_eq!(kept.text("state").unwrap(), "CANCELLED");
        assert_eq!((kept.integer("steps").unwrap(), kept.integer("entries").unwrap()), (2, 1));
        assert!(kept.optional_integer("deleted_at_us").unwrap().is_some());
        bank.create(&ivanova(), "C00001", "GROWTH").await;
    }

    async fn tar_07_a_signed_request_is_not_deleted(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let partly = bank.create(&ivanova(), "C00001", "GROWTH").await;
        bank.sign(&ivanova(), partly).await;
        let done = bank.create(&sidorov(), "C00003", "PRO").await;
        bank.sign(&sidorov(), done).await;
        let signed = bank.delete(&sidorov(), "C00003", done).await;
        assert_eq!(
            (code(&signed).as_str(), &signed.json()["data"]),
            ("REQUEST_NOT_UNSIGNED", &json!({"state": "SIGNED"}))
        );
        bank.work().await;
        for (caller, cnum, id, state) in
            [(ivanova(), "C00001", partly, "PARTIALLY_SIGNED"), (sidorov(), "C00003", done, "DONE")]
        {
            let answer = bank.delete(&caller, cnum, id).await;
            assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, "REQUEST_NOT_UNSIGNED"));
            assert_eq!(answer.json()["data"], json!({"state": state}));
            assert_eq!(bank.state(&caller, cnum, id).await, state);
        }
        assert_eq!(bank.withdraw(&ivanova(), partly).await.status, 303);
        let cancelled = bank.delete(&ivanova(), "C00001", partly).await;
        assert_eq!(
            (code(&cancelled).as_str(), &cancelled.json()["data"]),
            ("REQUEST_NOT_UNSIGNED", &json!({"state": "CANCELLED"}))
        );
    }
}
