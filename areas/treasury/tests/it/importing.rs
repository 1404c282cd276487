//! The bank's file.

use import::ImportError;
use testkit::Bench;

use crate::bank::Bank;

testkit::on_both_engines! {
    async fn ops_01_members_are_imported_once_and_changed_after(bench: Bench) {
        let bank = Bank::open(bench).await;
        let counts = |report: import::Report| {
            let table = report.tables.last().unwrap().clone();
            assert_eq!(table.file, "treasury_members.csv");
            (table.created, table.changed, table.unchanged)
        };
        assert_eq!(counts(bank.members("C00001,T-1\nC00002,").await.unwrap()), (2, 0, 0));
        assert_eq!(counts(bank.members("C00001,T-1\nC00002,").await.unwrap()), (0, 0, 2));
        assert_eq!(counts(bank.members("C00001,\nC00002,T-2").await.unwrap()), (0, 2, 0));
    }

    async fn ops_01_a_member_is_a_company_of_the_bank(bench: Bench) {
        let bank = Bank::open(bench).await;
        let Err(ImportError::Files { errors, .. }) = bank.members("C99999,T-1").await else { panic!("imported") };
        assert_eq!(errors[0].to_string(), "treasury_members.csv:2:cnum: there is no company C99999");
    }

    async fn ops_01_the_demo_members_leave_every_demo_company_eligible(bench: Bench) {
        let bank = Bank::open(bench).await;
        let demo = include_str!("../../../../clientbank/demo-data/treasury_members.csv");
        bank.members(demo.split_once('\n').unwrap().1.trim_end()).await.unwrap();
        let page = bank.read(&crate::bank::ivanova(), crate::bank::BY_USER).await;
        assert_eq!(crate::bank::cnums(&page), ["C00001", "C00002"]);
    }
}
