//! Files of letters, and their bytes in pieces.

use kernel::Cnum;
use store::{Result, Selected, Store, Tx, params};
use uuid::Uuid;

use crate::attachment::{Attachment, FileKind, NewAttachment, PIECE_BYTES_MAX};

store::text_columns! { FileKind }

store::selected! {
    Attachment as "a" { id: "attachment_id", message: "number", name: "file_name", kind, size_bytes, pieces }
}

store::queries! {
    ATTACHMENT_INSERT = "insert into letter_attachments
            (attachment_id, letter_id, number, position, file_name, kind, size_bytes, pieces)
        values ($1, $2, $3, $4, $5, $6, $7, $8)";

    PIECE_INSERT = "insert into letter_attachment_pieces (attachment_id, piece, content) values ($1, $2, $3)";

    /// The files of a letter in the order of its messages; the limit is MESSAGES_MAX times ATTACHMENTS_MAX.
    ATTACHMENTS_OF_LETTER = store::text!("select ", Attachment::LIST, " from letter_attachments
        where letter_id = $1 order by number, position limit 1000");

    ATTACHMENT = store::text!("select ", Attachment::ALIASED, " from letter_attachments a
        join letters l on l.letter_id = a.letter_id where a.attachment_id = $1 and l.letter_id = $2 and l.cnum = $3");

    PIECE = "select content from letter_attachment_pieces where attachment_id = $1 and piece = $2";
}

pub(crate) fn insert(
    tx: &mut Tx,
    id: Uuid,
    (letter, number, position): (Uuid, i64, i64),
    file: &NewAttachment,
) -> Result<()> {
    let size = i64::try_from(file.bytes.len()).unwrap_or(i64::MAX);
    let pieces: Vec<&[u8]> = file.bytes.chunks(PIECE_BYTES_MAX).collect();
    let count = i64::try_from(pieces.len()).unwrap_or(i64::MAX);
    let kind = file.kind.as_str();
    tx.execute_one(&ATTACHMENT_INSERT, params![id, letter, number, position, &file.name, kind, size, count])?;
    for (piece, content) in (1_i64..).zip(pieces) {
        tx.execute_one(&PIECE_INSERT, params![id, piece, content.to_vec()])?;
    }
    Ok(())
}

pub(crate) async fn of_letter(store: &Store, letter: Uuid) -> Result<Vec<Attachment>> {
    store.select(&ATTACHMENTS_OF_LETTER, params![letter]).await
}

pub(crate) async fn find(store: &Store, cnum: &Cnum, letter: Uuid, id: Uuid) -> Result<Option<Attachment>> {
    store.select_optional(&ATTACHMENT, params![id, letter, cnum]).await
}

/// Reads the bytes of a piece, counted from 1; none when the file has fewer.
pub(crate) async fn piece(store: &Store, id: Uuid, piece: i64) -> Result<Option<Vec<u8>>> {
    store.select_optional(&PIECE, params![id, piece]).await
}
