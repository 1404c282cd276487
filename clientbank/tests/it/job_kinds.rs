//! The one list of the kinds of jobs: the workers, the commands and the documentation have the same.

use std::collections::BTreeSet;

use clientbank::application::areas;
use jobs::JobKind;
use testkit::Bench;

use crate::wired::application;

#[test]
fn ops_03_the_documentation_names_the_kinds_of_jobs_that_exist_and_no_others() {
    let rows: Vec<String> = areas::job_kinds()
        .map(|kind| format!("| `{}` | {} | {} |", kind.name(), kind.key(), kind.does()))
        .collect();
    let table = format!("| Kind | Named by | Does |\n|---|---|---|\n{}\n\n", rows.join("\n"));
    let documentation = include_str!("../../../docs/OPERATIONS.md");
    assert!(documentation.contains(&table), "docs/OPERATIONS.md has another table than\n{table}");
}

testkit::on_both_engines! {
    async fn ops_03_every_kind_of_job_has_a_worker_and_a_name_of_its_own(bench: Bench) {
        let program = application(&bench).await;
        let worked: Vec<JobKind> = program.workers.job_kinds().collect();
        let listed: BTreeSet<JobKind> = areas::job_kinds().collect();
        assert_eq!(worked.iter().copied().collect::<BTreeSet<_>>(), listed);
        let names: BTreeSet<&str> = listed.iter().copied().map(JobKind::name).collect();
        assert_eq!((worked.len(), listed.len()), (names.len(), names.len()));
    }
}
