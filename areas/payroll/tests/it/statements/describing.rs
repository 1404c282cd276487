//! GEN-10: the description of the area; every query on both engines.

use serde_json::Value;
use testkit::Bench;

/// Path, method and statuses of each operation.
const OPERATIONS: [(&str, &str, &[&str]); 4] = [
    (
        "/v1/statements",
        "post",
        &["202", "400", "401", "403", "404", "405", "413", "415", "429", "500", "503"],
    ),
    ("/v1/statements/{externalId}", "get", &["200", "400", "401", "404", "429", "500", "503"]),
    ("/v1/statements/{externalId}/transfers", "get", &["200", "400", "401", "404", "429", "500", "503"]),
    ("/v1/statements:validate", "post", &["200", "400", "401", "403", "413", "415", "500", "503"]),
];

#[test]
fn gen_10_the_description_of_payroll_is_complete() {
    let document: Value = serde_json::to_value(payroll::OPERATIONS.openapi()).unwrap();
    assert_eq!(document["info"]["version"], "1.0.0");
    for (path, method, statuses) in OPERATIONS {
        let operation = &document["paths"][path][method];
        for status in statuses {
            let content = &operation["responses"][status]["content"]["application/json"];
            if *status == "403" {
                assert!(
                    operation["responses"]["403"].is_object() && content.is_null(),
                    "{path}: 403 has no body"
                );
                continue;
            }
            let has_example = !content["example"].is_null() || !content["examples"].is_null();
            assert!(content["schema"].is_object() && has_example, "{path} {status}");
        }
        assert_eq!(operation["security"][0].as_object().unwrap().len(), 2, "{path}");
    }
    let schemas = &document["components"]["schemas"];
    for (schema, required) in [
        ("PayrollStatement", "account,enrollmentCode,externalId,totalAmount,transfers,transfersCount"),
        ("PayrollTransfer", "account,amount,currency,firstName,lastName,orderNumber"),
        ("PayrollStatementRequest", "payload"),
        ("PayrollStatementStatus", "externalId,status"),
        ("PayrollTransferStatus", "orderNumber,status"),
        ("PayrollTransfersPage", "externalId,limit,offset,totalCount,transfers"),
        ("PayrollError", "errors,traceId"),
        ("PayrollMessage", "code,message"),
        ("PayrollResponsiblePerson", "fullName,phone"),
        ("PayrollReportingPeriod", "month,year"),
    ] {
        let mut names: Vec<&str> = schemas[schema]["required"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        names.sort_unstable();
        assert_eq!(names.join(","), required, "{schema}");
    }
    let properties = &schemas["PayrollStatement"]["properties"];
    assert_eq!(properties["externalId"]["pattern"], "^[a-z0-9-]{1,40}$");
    assert_eq!(
        (&properties["number"]["minimum"], &properties["number"]["maximum"]),
        (&1.into(), &999_999.into())
    );
    assert_eq!(
        (&properties["transfers"]["minItems"], &properties["transfers"]["maxItems"]),
        (&1.into(), &10_000.into())
    );
    assert_eq!(schemas["StatementExternalStatus"]["enum"].as_array().unwrap().len(), 15);
    assert_eq!(schemas["TransferExternalStatus"]["enum"].as_array().unwrap().len(), 8);
}

testkit::on_both_engines! {
    async fn every_query_of_payroll_is_prepared(bench: Bench) {
        let trees = [
            &audit::MIGRATIONS, &import::MIGRATIONS, &events::MIGRATIONS,
            &switches::MIGRATIONS,
            &jobs::MIGRATIONS,
            &clients::MIGRATIONS,
            &accounts::MIGRATIONS,
            &orders::MIGRATIONS,
            &payroll::MIGRATIONS,
        ];
        bench.migrate(&trees).await;
        bench.store.prepare_all(&payroll::AREA.queries()).await.unwrap();
    }
}
