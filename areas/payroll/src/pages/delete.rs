//! `POST /bank/payroll/{id}/delete`: the statement is not executed any more. What somebody has signed takes the proof
//! of a signature to delete as well.

use axum::extract::{Path, State};
use axum::response::Response;
use pages::{OnlineBankForm, PageError, PageResult, Question, Section, money, see_done};

use super::figures::{short_name, transfers};
use super::words::Words;
use super::{Pages, check_act, detail_of, identifier, origin_of, version};
use crate::work::{self, Detail};

pub(super) async fn post(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    let (id, version) = (identifier(&id)?, version(&form)?);
    let bank = &form.bank;
    let detail = detail_of(&pages, bank, id).await?;
    check_act(&detail, version, detail.may_edit(), detail.may_delete())?;
    if let Some(page) = ask_first(&form, &detail).await? {
        return Ok(page);
    }
    work::delete(&pages.payroll, &origin_of(bank), id, version).await?;
    Ok(see_done(&format!("/bank/payroll/{id}?done=deleted")))
}

async fn ask_first(form: &OnlineBankForm, detail: &Detail) -> Result<Option<Response>, PageError> {
    let (words, language) = (Words::of(form.bank.language), form.bank.language);
    let header = &detail.header;
    let count = transfers(header.lines_count, language);
    let mut text = format!("{count}, {}. {}", money(header.terms.total, "RUR", language), words.delete_hint);
    let is_signed = !detail.signers.is_empty();
    if is_signed {
        let names = detail.signers.iter().map(|signer| short_name(&signer.full_name));
        text.extend([" ", words.signed_by, ": ", &names.collect::<Vec<_>>().join(", ")]);
    }
    let question = Question {
        section: Section::Payroll,
        title: &format!("{} №\u{a0}{}?", words.delete_title, header.number),
        text: &text,
        button: words.delete,
    };
    if is_signed { form.confirm_first(question).await } else { form.ask_first(question) }
}
