use std::fs;
use std::os::unix::net::UnixListener;

use super::place_new;

#[test]
fn lif_05_a_file_that_does_not_get_its_name_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let [file, socket, name] = ["file", "socket", "name"].map(|name| folder.path().join(name));
    // A file that cannot be opened cannot be forced to the disk.
    drop(UnixListener::bind(&socket).unwrap());
    assert!(place_new(&socket, &name).is_err());
    assert!(!socket.exists() && !name.exists());
    fs::write(&file, "one").unwrap();
    place_new(&file, &name).unwrap();
    fs::write(&file, "other").unwrap();
    assert!(place_new(&file, &name).is_err());
    assert_eq!((file.exists(), fs::read_to_string(&name).unwrap()), (false, "one".to_owned()));
}
