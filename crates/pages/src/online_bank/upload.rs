//! A form with files (RFC 7578): whoever sends it is logged in, and a page of this session made it.

use std::convert::Infallible;

use axum::extract::Request;
use bytes::Bytes;
use edge::{EdgeError, read_body};
use futures_util::stream;
use http::header;
use multer::{Field, Multipart};

use super::OnlineBank;
use crate::{PageError, comes_from_here, csrf};

/// The most bytes of a file that somebody sends alone.
pub const FILE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// The most bytes of a whole form with a file: room for its other fields.
pub const UPLOAD_BYTES_MAX: usize = FILE_BYTES_MAX + 256 * 1024;
/// The most bytes of any form of the online bank; one with several files may have more than one with a single file.
pub const ANY_FORM_BYTES_MAX: usize = 16 * 1024 * 1024;
/// The most parts of a form with files. Those after the last file that is taken are passed over.
const PARTS_MAX: usize = 256;
/// The most fields of a form with files that are no files.
const FIELDS_MAX: usize = 32;
/// The most bytes of a field that is no file.
const TEXT_BYTES_MAX: usize = 64 * 1024;
/// The most characters of a file's name that are kept.
const NAME_CHARACTERS_MAX: usize = 100;

#[derive(Clone, Copy, Debug)]
pub struct UploadLimits {
    pub files_max: usize,
    pub file_bytes_max: usize,
    /// The most bytes of the whole form, at most [`ANY_FORM_BYTES_MAX`].
    pub form_bytes_max: usize,
}

const ONE_FILE: UploadLimits =
    UploadLimits { files_max: 1, file_bytes_max: FILE_BYTES_MAX, form_bytes_max: UPLOAD_BYTES_MAX };

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadedFile {
    /// Its name without folders, at most 100 characters and none of them a control character.
    pub name: String,
    /// Its bytes, at most as many as the form allows.
    pub bytes: Bytes,
}

/// A file that breaks the limits of its form. The fields beside it are read all the same, so that nothing that was
/// typed is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// There are more files than the form takes.
    TooMany,
    /// The file of this name has too many bytes.
    TooLarge(String),
}

/// A form with files. Origin and the field `csrf` have been checked.
#[derive(Clone, Debug, Default)]
pub struct Upload {
    fields: Vec<(String, String)>,
    /// The files in their order, those that were not chosen left out.
    pub files: Vec<UploadedFile>,
    /// The first file that breaks the limits; it is not among `files`.
    pub file_fault: Option<FileFault>,
}

impl Upload {
    /// Returns a field without the white space around it; empty when it is absent or was sent more than once.
    pub fn field(&self, name: &str) -> &str {
        let mut values = self.fields.iter().filter(|(own, _)| own == name).map(|(_, value)| value.trim());
        match (values.next(), values.next()) {
            (Some(value), None) => value,
            _ => "",
        }
    }

    /// Returns the file of a form with a single one; `None` when none was chosen.
    pub fn file(&self) -> Option<&UploadedFile> {
        self.files.first()
    }
}

impl OnlineBank {
    /// Reads the form with a file that this person sent. The caller checks rights before, so that nothing is read for
    /// those who have none.
    ///
    /// # Errors
    /// [`PageError::Foreign`] when another site or session made the form; [`EdgeError::PayloadTooLarge`],
    /// [`EdgeError::UnsupportedMediaType`], [`EdgeError::Malformed`].
    pub async fn upload(&self, request: Request) -> Result<Upload, PageError> {
        let upload = self.upload_within(request, ONE_FILE).await?;
        match upload.file_fault {
            None => Ok(upload),
            Some(FileFault::TooLarge(_)) => {
                Err(EdgeError::PayloadTooLarge { limit_bytes: FILE_BYTES_MAX }.into())
            }
            Some(FileFault::TooMany) => Err(EdgeError::malformed("The form has more than one file").into()),
        }
    }

    /// Reads a form with files within these limits. A file that breaks them is told in [`Upload::file_fault`].
    ///
    /// # Errors
    /// As [`upload`](Self::upload); [`EdgeError::PayloadTooLarge`] for the whole form or a field that is no file.
    pub async fn upload_within(&self, request: Request, limits: UploadLimits) -> Result<Upload, PageError> {
        if !comes_from_here(request.headers(), &self.site.parts().address) {
            return Err(PageError::Foreign);
        }
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let boundary = kind.and_then(|kind| multer::parse_boundary(kind).ok());
        let boundary = boundary
            .ok_or(EdgeError::UnsupportedMediaType { wanted: "`Content-Type: multipart/form-data`" })?;
        let body = read_body(request, limits.form_bytes_max).await?;
        let mut parts = Multipart::new(stream::iter([Ok::<Bytes, Infallible>(body)]), boundary);
        let mut upload = Upload::default();
        let mut count = 0;
        while let Some(part) = parts.next_field().await.map_err(malformed)? {
            count += 1;
            if count > PARTS_MAX {
                return Err(EdgeError::malformed("The form has too many parts").into());
            }
            upload.take(part, limits).await?;
        }
        if !csrf::matches(upload.field("csrf"), &self.token.csrf) {
            return Err(PageError::Foreign);
        }
        Ok(upload)
    }
}

impl Upload {
    async fn take(&mut self, part: Field<'_>, limits: UploadLimits) -> Result<(), PageError> {
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().map(bare_name);
        let bytes = part.bytes().await.map_err(malformed)?;
        match file_name {
            // A browser sends a part without name and bytes when no file was chosen.
            Some(name) if name.is_empty() && bytes.is_empty() => {}
            Some(_) if self.files.len() >= limits.files_max => self.fault(FileFault::TooMany),
            Some(name) if bytes.len() > limits.file_bytes_max => self.fault(FileFault::TooLarge(name)),
            Some(name) => self.files.push(UploadedFile { name, bytes }),
            None if bytes.len() > TEXT_BYTES_MAX => {
                return Err(EdgeError::PayloadTooLarge { limit_bytes: TEXT_BYTES_MAX }.into());
            }
            None if self.fields.len() >= FIELDS_MAX => {
                return Err(EdgeError::malformed("The form has too many fields").into());
            }
            None => {
                let text =
                    std::str::from_utf8(&bytes).map_err(|_| EdgeError::malformed("The form is not UTF-8"))?;
                self.fields.push((name, text.to_owned()));
            }
        }
        Ok(())
    }

    fn fault(&mut self, fault: FileFault) {
        self.file_fault.get_or_insert(fault);
    }
}

/// Returns the name without folders and control characters: some browsers send the whole path.
fn bare_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    last.chars().filter(|letter| !letter.is_control()).take(NAME_CHARACTERS_MAX).collect()
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn malformed(error: multer::Error) -> PageError {
    EdgeError::malformed(format!("The form cannot be read: {error}")).into()
}
