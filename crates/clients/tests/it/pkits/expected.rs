//! The verdicts of the bank that differ from those of NIST.

/// Valid paths that are refused, by the reason; the numbers are those of NIST's document.
pub(super) const REFUSED_THOUGH_VALID: [(&str, &str); 10] = [
    // DSA.
    ("a key of this kind is not accepted: 1.2.840.10040.4.1", "4.1.4 4.1.5"),
    // The authority's lists are signed by a key that signs no certificates.
    ("an authority may not sign revocation lists", "4.4.19"),
    // A person without a name of its own beside the alternative one.
    ("an extension of a certificate that has to be checked is not understood: 2.5.29.17", "4.13.14"),
    // Name constraints.
    (
        "an extension of a certificate that has to be checked is not understood: 2.5.29.30",
        "4.13.1 4.13.4 4.13.5 4.13.6 4.13.11 4.13.18 4.13.19 4.13.21 4.13.23 4.13.25 4.13.27 4.13.30 4.13.32 \
         4.13.34 4.13.36",
    ),
    // Policy constraints.
    (
        "an extension of a certificate that has to be checked is not understood: 2.5.29.36",
        "4.8.6 4.8.10 4.8.11 4.8.13 4.8.14 4.8.18 4.9.1 4.9.2 4.9.4 4.9.6 4.10.1 4.10.3 4.10.5 4.10.6 4.10.9 \
         4.10.11 4.10.12 4.10.13 4.10.14 4.11.2 4.11.4 4.11.7 4.12.2 4.12.3 4.12.7 4.12.9",
    ),
    // Lists for a part of the certificates or of the reasons, and lists that speak for another authority.
    (
        "partial and indirect revocation lists are not accepted",
        "4.14.1 4.14.4 4.14.5 4.14.7 4.14.13 4.14.18 4.14.19 4.14.22 4.14.24 4.14.25 4.14.28 4.14.29 4.14.30 4.14.33",
    ),
    // A serial number of which the list has the negative one; a delta list that takes a revocation back.
    ("the certificate is revoked", "4.4.14 4.15.5"),
    // Names are compared byte by byte: neither capitals nor white space nor kinds of strings are made equal.
    ("the certificate was not issued by an authority of the bank", "4.3.3 4.3.4 4.3.5 4.3.10 4.3.11"),
    // As in 4.4.19, with the same name for both keys.
    ("the signature under the revocation list is wrong", "4.5.6"),
    // A moment before 1970.
    ("the structure is wrong: an X.509 certificate", "4.2.3"),
];

/// Paths whose end is revoked by a delta list alone. NIST expects a refusal from those who read such lists. RFC 5280,
/// section 6.3, leaves them out when they are not asked for: the complete list counts until it is out of date.
pub(super) const DELTA_LISTS: &str = "4.15.4";

/// Invalid paths that sign at a bank without `missing_revocation_list = "refuse"`: there is no list, or the import
/// refused the one that would have told.
pub(super) const ACCEPTED_WITHOUT_LISTS: &str = "4.4.1 4.4.4 4.4.5 4.4.6 4.4.8 4.4.9 4.4.10 4.4.20 4.4.21 4.5.7 4.7.4 \
    4.7.5 \
    4.14.2 4.14.3 4.14.6 4.14.8 4.14.9 4.14.11 4.14.12 4.14.14 4.14.15 4.14.16 4.14.17 4.14.20 4.14.21 4.14.23 4.14.26 \
    4.14.27 4.14.31 4.14.32 4.14.34 4.14.35 4.15.1 4.15.4";
