//! DER elements, written.

use const_oid::ObjectIdentifier;

use crate::tlv;

/// Writes a length in its shortest form.
pub(crate) fn length(length: usize, der: &mut Vec<u8>) {
    if length < 0x80 {
        der.push(u8::try_from(length).unwrap_or(0x7f));
        return;
    }
    let octets = length.to_be_bytes();
    let leading = octets.iter().take_while(|octet| **octet == 0).count();
    let significant = octets.get(leading..).unwrap_or_default();
    der.push(0x80 | u8::try_from(significant.len()).unwrap_or(0x7f));
    der.extend_from_slice(significant);
}

/// An element with `parts` inside, one after the other.
pub(crate) fn element(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content: usize = parts.iter().map(|part| part.len()).sum();
    let mut der = Vec::with_capacity(content + 6);
    der.push(tag);
    length(content, &mut der);
    for part in parts {
        der.extend_from_slice(part);
    }
    der
}

pub(crate) fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    element(tlv::SEQUENCE, parts)
}

/// A `SET OF` under `tag`, in the order of DER.
pub(crate) fn set_of(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let mut parts = parts.to_vec();
    parts.sort_unstable();
    element(tag, &parts)
}

pub(crate) fn oid(oid: ObjectIdentifier) -> Vec<u8> {
    element(tlv::OID, &[oid.as_bytes()])
}

/// An `AlgorithmIdentifier` without parameters.
pub(crate) fn algorithm(algorithm: ObjectIdentifier) -> Vec<u8> {
    sequence(&[&oid(algorithm)])
}

/// An `INTEGER` from the octets of a number that is not negative.
pub(crate) fn unsigned(octets: &[u8]) -> Vec<u8> {
    let leading = octets.iter().take_while(|octet| **octet == 0).count();
    let significant = octets.get(leading..).unwrap_or_default();
    match significant.first() {
        None => element(tlv::INTEGER, &[&[0]]),
        Some(0x80..) => element(tlv::INTEGER, &[&[0], significant]),
        Some(_) => element(tlv::INTEGER, &[significant]),
    }
}

pub(crate) fn octets(octets: &[u8]) -> Vec<u8> {
    element(tlv::OCTET_STRING, &[octets])
}

/// A `BIT STRING` of whole octets.
pub(crate) fn bits(octets: &[u8]) -> Vec<u8> {
    element(tlv::BIT_STRING, &[&[0], octets])
}
