//! The keys that the demo data promises.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;

use cms::{Chain, CmsError, RevocationList, Signer};
use kernel::SeededRandomness;

use super::*;

const NOW: Instant = Instant::from_unix_seconds(1_795_165_200);

#[test]
fn there_is_a_key_for_each_right_to_sign() {
    let rights = include_str!("../../../demo-data/user_rights.csv");
    let mut expected = BTreeSet::new();
    for row in rights.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        for right in cells[2].split(' ').filter_map(|right| right.strip_prefix("SIGN_")) {
            if right == "FIRST" || right == "SECOND" {
                expected.insert((cells[0], cells[1], right));
            }
        }
    }
    let there: BTreeSet<_> =
        SIGNATURE_RIGHTS.iter().map(|(login, _, cnum, right)| (*login, *cnum, *right)).collect();
    assert_eq!(there, expected);
}

#[test]
fn every_key_belongs_to_its_certificate_and_every_certificate_to_the_authority() {
    let made = demo_keys(&SeededRandomness::new(1), NOW).unwrap();
    let text = |name: &str| {
        made.files.iter().find(|(found, _)| found == name).map(|(_, text)| text.as_str()).unwrap()
    };
    let roots = [Certificate::from_pem(text("ca.crt")).unwrap()];
    let list = made.import.iter().find(|(name, _)| *name == "revocation_lists.json").unwrap();
    let list: serde_json::Value = serde_json::from_str(&list.1).unwrap();
    let list = RevocationList::from_pem(list[0]["list"].as_str().unwrap()).unwrap();
    list.verify(&roots[0]).unwrap();
    let keys = made.files.iter().filter_map(|(name, _)| name.strip_suffix(".key"));
    let names: Vec<&str> = keys.filter(|name| *name != "ca").collect();
    assert_eq!(names.len(), 7);
    for name in names {
        let signer = Signer::from_pem(text(&format!("{name}.key")), text(&format!("{name}.crt"))).unwrap();
        let chain = Chain::build(signer.certificate(), &roots, &[], Some(NOW)).map(|_| ());
        let expected = if name.ends_with("-expired") { Err(CmsError::CertificateExpired) } else { Ok(()) };
        assert_eq!(chain, expected, "{name}");
        let is_revoked = list.revoked().iter().any(|one| one.serial == signer.certificate().serial());
        assert_eq!(is_revoked, name.ends_with("-revoked"), "{name}");
    }
}

#[test]
fn keys_stay_as_they_are_and_are_for_their_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (keys, import) = (folder.path().join("demo-keys"), folder.path().join("import"));
    write_keys(&keys, &import, &SeededRandomness::new(1), NOW).unwrap();
    let read = |name: &str| fs::read_to_string(keys.join(name)).unwrap();
    let before = read("petrov-C00001-SECOND.key");
    write_keys(&keys, &import, &SeededRandomness::new(2), NOW).unwrap();
    assert_eq!(read("petrov-C00001-SECOND.key"), before);
    for entry in fs::read_dir(&keys).unwrap() {
        assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
