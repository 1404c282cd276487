use super::{NO_CRATE, sizes};

fn is_crate(name: &str) -> bool {
    ["core", "tokio", "payroll", "serde_json"].contains(&name)
}

#[test]
fn each_function_counts_for_the_first_crate_beyond_the_standard_library() {
    let names = "\
0000000000000010 0000000000000005 t payroll::work::run
0000000000000020 0000000000000007 t core::ptr::drop_in_place<alloc::vec::Vec<payroll::Transfer>>
0000000000000030 0000000000000011 T <serde_json::Value as core::fmt::Display>::fmt
0000000000000050 0000000000000013 t core::fmt::write
0000000000000070 0000000000000017 t sqlite3VdbeExec
0000000000000090 0000000000000019 t <&mut tokio::io::Buf as x::payroll::Y>::z";
    let sizes = sizes(names, is_crate);
    let expected = [("payroll", 12), ("serde_json", 11), ("core", 13), (NO_CRATE, 17), ("tokio", 19)];
    assert_eq!(sizes, expected.into_iter().collect());
}

#[test]
fn code_with_two_names_counts_once_and_data_not_at_all() {
    let names = "\
0000000000000010 0000000000000005 t payroll::work::run
0000000000000010 0000000000000005 t payroll::work::ran
0000000000000020 0000000000000100 r payroll::TABLE
                                  U malloc
0000000000000030 t payroll::without_a_size";
    assert_eq!(sizes(names, is_crate), [("payroll", 5)].into_iter().collect());
}
