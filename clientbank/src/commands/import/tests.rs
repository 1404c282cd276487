//! BNK-09: what two people have approved is what an import reads.

use std::path::Path;

use super::within;

#[test]
fn bnk_09_the_approved_files_of_a_folder_are_those_that_its_import_reads() {
    let files = ["in/users.csv", "in/.hidden", "in/below/users.csv", "users.csv", "key.pem"];
    let files = files.map(|path| (path.to_owned(), format!("digest of {path}"))).into();
    let named = |folder: &str| within(&files, Path::new(folder)).into_iter().collect::<Vec<_>>();
    let users = |path: &str| ("users.csv".to_owned(), format!("digest of {path}"));
    assert_eq!(named("in"), [users("in/users.csv")]);
    assert_eq!(named("in/"), [users("in/users.csv")], "as it may be typed");
    assert_eq!(named("in/below"), [users("in/below/users.csv")]);
    assert_eq!(named("elsewhere"), []);
}
