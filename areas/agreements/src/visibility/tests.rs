use std::collections::BTreeSet;

use kernel::Cnum;

use super::{Refused, companies_asked};

fn cnums(texts: &[&str]) -> BTreeSet<Cnum> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn asked(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn all_of_them_or_none() {
    let permitted = cnums(&["C00001", "C00002"]);
    assert_eq!(companies_asked(&asked(&["C00002"]), &permitted), Ok(cnums(&["C00002"])));
    assert_eq!(companies_asked(&asked(&["C00002", "C00001", "C00002"]), &permitted), Ok(permitted.clone()));
    for refused in [["C00001", "C00003"], ["C00001", "c00001"], ["C00001", "нет"], ["C00001", ""]] {
        assert_eq!(companies_asked(&asked(&refused), &permitted), Err(Refused), "{refused:?}");
    }
}
