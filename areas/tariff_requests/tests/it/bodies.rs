//! Bodies and fields of every operation.

use serde_json::{Value, json};
use testkit::Bench;

use crate::bank::{Bank, ivanova};

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

testkit::on_both_engines! {
    async fn tar_01_every_body_has_the_fields_of_the_specification(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let params = json!({"cnum": "C00001", "tariffPlan": "GROWTH", "unknown": 1});
        let template = bank.post(&ivanova(), "/v1/ctcm/request/generate", &params).await;
        assert_eq!(keys(&template.json()), ["body", "version"]);
        assert_eq!(template.json()["version"], 1);
        let created = bank.post(&ivanova(), "/v1/ctcm/request/create", &params).await;
        assert_eq!(created.status, 200, "{}", created.text());
        let created = created.json();
        assert_eq!(keys(&created), ["body", "documentType", "id", "state"]);
        assert_eq!(created["documentType"], "CLIENT_TARIFF_PLAN_CHANGE_REQUEST");
        assert_eq!(created["state"], "UNSIGNED");
        let id = created["id"].as_i64().unwrap();
        assert!((1..=1 << 53).contains(&id), "{id}");
        assert_eq!(bank.part(&ivanova(), "C00001", id, "body").await, created);

        let history = bank.part(&ivanova(), "C00001", id, "state/history").await;
        let author = history["states"][0]["author"].clone();
        let expected = json!({"state": "UNSIGNED", "date": "2026-11-20T12:00:00+03:00", "author": author});
        assert_eq!(history, json!({"id": id, "states": [expected]}));
        assert!(author.as_str().unwrap().contains(' '), "a person's name: {author}");

        let pre_sign = bank.part(&ivanova(), "C00001", id, "pre-sign").await;
        let fields = [
            "bankDocumentState", "bankDocumentType", "clientDocumentNumber", "cnum", "createdAt", "digest",
            "documentType", "documentUID", "id", "organizationFullName", "sourceSystem", "state", "updatedAt",
        ];
        assert_eq!(keys(&pre_sign), fields);
        assert_eq!(pre_sign["id"], id);
        assert_eq!(pre_sign["bankDocumentState"], "AWAITING_SIGNATURE");
        assert_eq!(pre_sign["bankDocumentType"], "CHANGE_TARIFF_REQUEST");
        assert_eq!((&pre_sign["clientDocumentNumber"], &pre_sign["cnum"]), (&json!(1), &json!("C00001")));
        assert_eq!(pre_sign["organizationFullName"], "ООО «Ромашка»");
        assert_eq!(pre_sign["createdAt"], "2026-11-20T12:00:00+03:00");

        let uid = pre_sign["documentUID"].as_str().unwrap();
        let by_uid = bank.read(&ivanova(), &format!("/v1/ctcm/request/dvr/{uid}/client/C00001/body")).await;
        assert_eq!(by_uid, created);

        let list = bank.list(&ivanova(), "C00001", "").await;
        assert_eq!(list, json!({"size": 10, "number": 0, "hasNext": false, "hasPrevious": false, "content": [{
            "id": id, "documentType": "CLIENT_TARIFF_PLAN_CHANGE_REQUEST", "state": "UNSIGNED",
            "targetTariffPlanName": "GROWTH 2026", "targetTariffPlanPublicName": "Рост",
            "createdAt": "2026-11-20T12:00:00+03:00", "updatedAt": "2026-11-20T12:00:00+03:00"
        }]}));

        let deleted = bank.delete(&ivanova(), "C00001", id).await;
        assert_eq!((deleted.status.as_u16(), deleted.text()), (200, ""));
    }
}
