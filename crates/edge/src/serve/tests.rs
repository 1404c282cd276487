//! The pure parts: where heads and chunked bodies end.

use proptest::prelude::*;

use super::chunked::{Chunked, NotChunked};
use super::head::{Framing, Head, inspect};
use super::head_error::HeadError;

const GOOD: &[u8] = b"POST /v1/statements?a=b HTTP/1.1\r\nHost: bank.test\r\nContent-Length: 12\r\n\r\nbody";

#[test]
fn ops_03_a_head_is_complete_at_its_empty_line_and_not_before() {
    let bytes = GOOD.len() - b"body".len();
    for end in 0..bytes {
        // Bytes seen before are not looked at again, wherever they ended.
        assert_eq!(inspect(&GOOD[..end], end.saturating_sub(1)), Ok(Head::Incomplete), "{end}");
    }
    for seen in 0..bytes {
        let complete = Ok(Head::Complete { bytes, framing: Framing::Length(12) });
        assert_eq!(inspect(GOOD, seen), complete, "{seen}");
    }
}

#[test]
fn ops_03_the_lengths_given_twice_are_refused_in_both_orders() {
    let fields = ["Content-Length: 3", "Transfer-Encoding: chunked"];
    for (first, second) in [(0, 1), (1, 0), (0, 0), (1, 1)] {
        let head = format!("POST / HTTP/1.1\r\nHost: x\r\n{}\r\n{}\r\n\r\n", fields[first], fields[second]);
        assert_eq!(inspect(head.as_bytes(), 0), Err(HeadError::Framing), "{head}");
    }
}

fn follow(pieces: &[&[u8]]) -> Result<(usize, bool), NotChunked> {
    let mut place = Chunked::START;
    let mut total = 0;
    for piece in pieces {
        total += place.advance(piece)?;
    }
    Ok((total, place == Chunked::Done))
}

proptest! {
    /// No head makes the inspection panic, and cutting it anywhere never turns a refusal into a pass.
    #[test]
    fn ops_03_no_head_does_harm(bytes in prop::collection::vec(prop_oneof![
        Just(b"\r\n".to_vec()), Just(b"Host: x".to_vec()), Just(b"Content-Length: 1".to_vec()),
        Just(b"GET / HTTP/1.1\r\n".to_vec()), Just(b"Transfer-Encoding: chunked".to_vec()),
        prop::collection::vec(any::<u8>(), 0..3),
    ], 0..12)) {
        let bytes = bytes.concat();
        let whole = inspect(&bytes, 0);
        if let Ok(Head::Complete { bytes: length, .. }) = whole {
            prop_assert!(length <= bytes.len());
            prop_assert_eq!(inspect(&bytes[..length], 0), whole);
        }
    }

    /// A chunked body ends at the same byte in pieces of any size, and the bytes after it are not touched.
    #[test]
    fn ops_03_chunks_end_at_the_same_byte_in_any_pieces(
        chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..40), 0..5),
        trailer in prop::option::of("[a-z]{1,5}: [a-z]{0,5}"),
        cut in 0_usize..400,
    ) {
        let mut body = Vec::new();
        for chunk in &chunks {
            body.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
            body.extend_from_slice(chunk);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"0\r\n");
        if let Some(trailer) = trailer {
            body.extend_from_slice(format!("{trailer}\r\n").as_bytes());
        }
        body.extend_from_slice(b"\r\n");
        let length = body.len();
        body.extend_from_slice(b"GET / HTTP/1.1\r\n");
        prop_assert_eq!(follow(&[&body]), Ok((length, true)));
        let (first, second) = body.split_at(cut.min(body.len()));
        prop_assert_eq!(follow(&[first, second]), Ok((length, true)));
    }

    /// No bytes make the follower panic or run past its input.
    #[test]
    fn ops_03_no_chunks_do_harm(bytes in prop::collection::vec(prop_oneof![
        Just(b'\r'), Just(b'\n'), Just(b'f'), Just(b'0'), Just(b';'), any::<u8>()
    ], 0..64)) {
        if let Ok((count, _)) = follow(&[&bytes]) {
            prop_assert!(count <= bytes.len());
        }
    }
}
