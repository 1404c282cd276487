//! OPS-03: the proofs of a large bank run longer than any other statement may.

use crate::commands::Installation;

/// Makes each statement that reads holds, of the ledger's proof and of payroll's, run longer than the limit below.
const SLOW: &str = "alter table holds rename to holds_kept;
    create function holds_slowly() returns setof holds_kept language plpgsql as
        $$ begin perform pg_sleep(2); return query select * from holds_kept; end $$;
    create view holds as select * from holds_slowly()";

#[test]
fn ops_03_check_outlives_the_limit_of_a_statement() {
    let mut installation = Installation::postgres("long_proofs");
    // Without accounts the ledger's proof looks at no hold.
    installation.import();
    let url = installation.settings[0].strip_prefix("database=").expect("the database").to_owned();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(testkit::postgres::execute(&url, SLOW));
    installation.settings.push("database_statement_s_max=1".to_owned());
    assert!(installation.says(&["check"]).contains("every sum is zero"));
    assert!(installation.says(&["restore", "--check"]).contains("every sum is zero"));
}
