//! Signatures that are pasted.

use super::bare_base64;

#[test]
fn onl_05_a_signature_is_read_as_base64_or_pem() {
    for pasted in [
        "MIIB",
        " MI IB\n",
        "MI\r\nIB",
        "-----BEGIN CMS-----\r\nMI\r\nIB\r\n-----END CMS-----\r\n",
        "  -----BEGIN CMS-----\n  MI\n  IB\n  -----END CMS-----",
    ] {
        assert_eq!(bare_base64(pasted), "MIIB", "{pasted:?}");
    }
    assert_eq!(bare_base64("-----BEGIN CMS-----\n-----END CMS-----"), "");
}
