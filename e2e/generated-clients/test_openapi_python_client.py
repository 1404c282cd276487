"""openapi-python-client: every operation of the description, every kind of error, each read as the class that was generated for it.

CLIENTBANK_ISSUER and CLIENTBANK_API say where the demo is, CLIENTBANK_OPENAPI what is described, CLIENTBANK_PROGRAM what prints
statements and certificates. The package `clientbank_client` was generated before.
"""

import base64
import http.server
import io
import json
import os
import queue
import re
import secrets
import subprocess
import sys
import threading
import unittest
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oidc-clients"))
import test_authlib as person
from clientbank_client import AuthenticatedClient, models
from clientbank_client.api.accounts import get_account, list_accounts, list_operations
from clientbank_client.api.agreements import (
    get_agreement_by_id, get_agreement_by_id_deprecated, get_agreements, get_agreements_deprecated,
)
from clientbank_client.api.currency_certificates import (
    get_certificate_status_report, get_certificate_task, import_currency_transaction_certificate,
)
from clientbank_client.api.discovery import get_authorization_server_metadata, get_key_set, get_openid_configuration
from clientbank_client.api.events import list_events
from clientbank_client.api.login import end_session, end_session_by_post, start_login, start_login_by_post
from clientbank_client.api.payroll import create_statement, get_statement_status, list_statement_transfers, validate_statement
from clientbank_client.api.tariff_requests import (
    correspond_about_future_tariff, create_tariff_request, delete_tariff_request, download_tariff_request, generate_tariff_request,
    get_tariff_request_body, get_tariff_request_body_by_document, get_tariff_request_history, get_tariff_request_pre_sign,
    list_tariff_requests,
)
from clientbank_client.api.tokens import get_user_info, get_user_info_by_post, introspect_token, issue_tokens, revoke_token
from clientbank_client.api.treasury import get_eligible_companies, get_user_eligible_companies
from clientbank_client.api.webhooks import (
    create_webhook, delete_webhook, get_delivery, get_webhook, list_deliveries, list_webhooks, redeliver_events, replace_webhook_secret,
    send_test_event, switch_off_webhook, switch_on_webhook, update_webhook,
)
from clientbank_client.api.webinars import get_webinar_by_id, get_webinars
from clientbank_client.types import File

CLIENT = ("demo-erp", "demo-erp-secret")
METHODS = {"get", "put", "post", "delete", "patch"}


class Coverage:
    """What a client has to have done at the end: called every operation of the description, and read every kind of error."""

    def __init__(self):
        document = json.loads(Path(os.environ["CLIENTBANK_OPENAPI"]).read_text(encoding="utf-8"))
        self.operations, self.kinds, self.called, self.read = {}, set(), set(), set()
        for template, item in document["paths"].items():
            path = re.compile("[^/]+".join(map(re.escape, re.split(r"\{[^}]*\}", template))))
            for method in METHODS & item.keys():
                responses = item[method]["responses"]
                self.operations[f"{method.upper()} {template}"] = (method.upper(), path, responses.keys())
                for status, response in responses.items():
                    if int(status) >= 400:
                        self.kinds |= {self.kind(*content) for content in response.get("content", {}).items()}

    @staticmethod
    def kind(media_type, content):
        """The name of a schema, or the media type where a body is mere text."""
        return content["schema"].get("$ref", media_type).split("#/components/schemas/")[-1]

    def note(self, response):
        request = response.request
        for name, (method, path, statuses) in self.operations.items():
            if method == request.method and path.fullmatch(request.url.path):
                if str(response.status_code) not in statuses:
                    raise AssertionError(f"{name} answers {response.status_code}, which is not described")
                if response.status_code < 400:
                    self.called.add(name)
                return
        raise AssertionError(f"the description has no {request.method} {request.url.path}")


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes every delivery."""

    came = queue.Queue()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(204)
        self.end_headers()
        self.came.put(body)

    def log_message(self, *_):
        pass


class OpenapiPythonClient(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.coverage = Coverage()
        cls.software = cls.client(person.ISSUER, base64.b64encode(":".join(CLIENT).encode()).decode(), prefix="Basic")
        cls.tokens = cls.log_in()
        cls.person = cls.client(person.ISSUER, cls.tokens.access_token)
        cls.bank = cls.client(person.API, cls.tokens.access_token, headers={"Id-Token": cls.tokens.id_token})

    @classmethod
    def client(cls, address, token, **options):
        hooks = {"response": [cls.coverage.note]}
        return AuthenticatedClient(base_url=address, token=token, httpx_args={"event_hooks": hooks}, timeout=60, **options)

    @classmethod
    def parameters(cls, verifier):
        challenge = base64.urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        return {
            "scope": "openid profile email phone", "client_id": CLIENT[0], "response_type": "code",
            "redirect_uri": person.REDIRECT_URI, "state": secrets.token_urlsafe(16), "nonce": secrets.token_urlsafe(16),
            "code_challenge": challenge, "code_challenge_method": "S256",
        }

    @classmethod
    def log_in(cls, **who):
        verifier = secrets.token_urlsafe(48)
        parameters = cls.parameters(verifier)
        assert 'name="username"' in start_login.sync_detailed(client=cls.software, **parameters).parsed
        form = models.AuthorizeParameters(**parameters)
        assert 'name="username"' in start_login_by_post.sync_detailed(client=cls.software, body=form).parsed
        discovered = get_openid_configuration.sync_detailed(client=cls.software).parsed
        callback = person.log_in(f"{discovered.authorization_endpoint}?{urlencode(parameters)}", **who)
        code = parse_qs(urlsplit(callback).query)["code"][0]
        form = models.TokenRequest(
            grant_type=models.GrantType.AUTHORIZATION_CODE, code=code, code_verifier=verifier, redirect_uri=person.REDIRECT_URI,
        )
        first = issue_tokens.sync_detailed(client=cls.software, body=form).parsed
        form = models.TokenRequest(grant_type=models.GrantType.REFRESH_TOKEN, refresh_token=first.refresh_token)
        return issue_tokens.sync_detailed(client=cls.software, body=form).parsed

    def ok(self, kind, answer):
        """The body of an answer that has to be a success, and of this class."""
        self.assertLess(answer.status_code, 400, answer.content)
        self.assertIsInstance(answer.parsed, kind)
        return answer.parsed

    def refused(self, kind, answer):
        """An error of this class."""
        self.assertGreaterEqual(answer.status_code, 400, answer.content)
        self.assertIsInstance(answer.parsed, getattr(models, kind, str))
        self.coverage.read.add(kind)
        return answer.parsed

    def test_every_operation_and_every_kind_of_error(self):
        for part in (self.identity, self.accounts, self.payroll, self.certificates, self.tariffs, self.webinars, self.treasury,
                     self.agreements, self.events_and_webhooks, self.the_end):
            with self.subTest(part.__name__):
                part()
        self.assertEqual(self.coverage.operations.keys() - self.coverage.called, set(), "operations that never succeeded")
        self.assertEqual(self.coverage.kinds, self.coverage.read, "the kinds of errors that are described, and that were read")

    def identity(self):
        discovered = self.ok(models.Discovery, get_authorization_server_metadata.sync_detailed(client=self.software))
        self.assertEqual(discovered.issuer, person.ISSUER)
        self.assertTrue(self.ok(models.KeySet, get_key_set.sync_detailed(client=self.software)).keys)
        user = self.ok(models.UserInfo, get_user_info.sync_detailed(client=self.person))
        self.assertEqual(self.ok(models.UserInfo, get_user_info_by_post.sync_detailed(client=self.person)).sub, user.sub)
        question = models.TokenQuestion(token=self.tokens.access_token)
        state = self.ok(models.TokenState, introspect_token.sync_detailed(client=self.software, body=question))
        self.assertEqual((state.active, state.sub), (True, user.sub))
        form = models.TokenRequest(
            grant_type=models.GrantType.AUTHORIZATION_CODE, code="wrong", code_verifier="w" * 43, redirect_uri=person.REDIRECT_URI,
        )
        error = self.refused("IdentityErrorBody", issue_tokens.sync_detailed(client=self.software, body=form))
        self.assertEqual(error.error.value, "invalid_grant")
        parameters = self.parameters("v" * 43) | {"client_id": "nobody"}
        page = self.refused("text/html", start_login.sync_detailed(client=self.software, **parameters))
        self.assertIn("<html", page)

    def accounts(self):
        fields = [models.FieldName.NUMBER, models.FieldName.BALANCE]
        listed = self.ok(list, list_accounts.sync_detailed(client=self.bank, fields=fields, limit=2))
        self.assertEqual(len(listed), 2)
        one = self.ok(models.AccountResponse, get_account.sync_detailed(person.ACCOUNT, client=self.bank, fields=fields))
        self.assertEqual((one.number, one.balance > 0), (person.ACCOUNT, True))
        page = self.ok(models.OperationsResponse, list_operations.sync_detailed(person.ACCOUNT, client=self.bank, limit=1))
        self.assertEqual((page.number, len(page.operations), page.operations[0].number > 0), (person.ACCOUNT, 1, True))
        absent = get_account.sync_detailed("40702810100000000099", client=self.bank, fields=fields)
        error = self.refused("AccountsErrorBody", absent)
        self.assertEqual((error.status, error.message), (404, "Account not found: GET /v1/accounts lists those that the user may see"))

    def sample(self, area):
        made = subprocess.run([os.environ["CLIENTBANK_PROGRAM"], area, "sample"], check=True, capture_output=True)
        return made.stdout

    def payroll(self):
        body = models.PayrollStatementRequest.from_dict(json.loads(self.sample("payroll")))
        validated = self.ok(models.PayrollValidation, validate_statement.sync_detailed(client=self.bank, body=body))
        self.assertTrue(validated.valid)
        made = self.ok(models.PayrollStatementCreated, create_statement.sync_detailed(client=self.bank, body=body))
        self.assertEqual(made.external_id, body.payload.external_id)
        name = made.external_id
        status = self.ok(models.PayrollStatementStatus, get_statement_status.sync_detailed(name, client=self.bank))
        self.assertEqual(status.external_id, name)
        page = self.ok(models.PayrollTransfersPage, list_statement_transfers.sync_detailed(name, client=self.bank, limit=3))
        self.assertEqual((len(page.transfers), page.total_count), (3, body.payload.transfers_count))
        error = self.refused("PayrollError", get_statement_status.sync_detailed("unknown", client=self.bank))
        self.assertEqual(error.errors[0].code, "externalId")

    def certificates(self):
        document = File(payload=io.BytesIO(self.sample("certificate")))
        sent = import_currency_transaction_certificate.sync_detailed(client=self.bank, body=document)
        task_id = UUID(re.fullmatch(rb"<taskId>(.*)</taskId>", sent.content).group(1).decode())
        task = self.ok(models.CertificateTask, get_certificate_task.sync_detailed(task_id, client=self.bank))
        self.assertEqual((UUID(str(task.task_id)), len(task.certificates)), (task_id, 2))
        report = get_certificate_status_report.sync_detailed(task_id, client=self.bank)
        self.assertIn(b"auth.027", report.content)
        absent = get_certificate_task.sync_detailed(UUID("019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1"), client=self.bank)
        self.assertEqual(self.refused("text/plain", absent), "Not found, or not of the company of the tokens: look at the identifier")

    def tariffs(self):
        bank, cnum = self.bank, "C00001"
        wanted = models.TariffRequestParams(cnum=cnum, tariff_plan="PRO")
        template = self.ok(models.TariffRequestTemplate, generate_tariff_request.sync_detailed(client=bank, body=wanted))
        self.assertIn("<article", template.body)
        made = self.ok(models.TariffRequestBody, create_tariff_request.sync_detailed(client=bank, body=wanted))
        self.assertEqual(made.state.value, "UNSIGNED")
        listed = list_tariff_requests.sync_detailed(cnum, client=bank, filter_="state==UNSIGNED")
        self.assertEqual([item.id for item in self.ok(models.TariffRequestPage, listed).content], [made.id])
        same = self.ok(models.TariffRequestBody, get_tariff_request_body.sync_detailed(made.id, cnum, client=bank))
        self.assertEqual(same.body, made.body)
        signing = self.ok(models.TariffRequestPreSign, get_tariff_request_pre_sign.sync_detailed(made.id, cnum, client=bank))
        same = get_tariff_request_body_by_document.sync_detailed(signing.document_uid, cnum, client=bank)
        self.assertEqual(self.ok(models.TariffRequestBody, same).id, made.id)
        document = self.ok(File, download_tariff_request.sync_detailed(made.id, cnum, client=bank))
        self.assertEqual(document.payload.read(5), b"%PDF-")
        history = self.ok(models.TariffRequestHistory, get_tariff_request_history.sync_detailed(made.id, cnum, client=bank))
        self.assertEqual(history.states[0].state.value, "UNSIGNED")
        letter = correspond_about_future_tariff.sync_detailed("C00002", 1, client=bank)
        self.assertTrue(self.ok(models.TariffCorrespondence, letter).mail_id)
        self.assertEqual(delete_tariff_request.sync_detailed(made.id, cnum, client=bank).status_code, 200)
        wanted = models.TariffRequestParams(cnum=cnum, tariff_plan="ULTRA")
        error = self.refused("TariffErrorBody", create_tariff_request.sync_detailed(client=bank, body=wanted))
        self.assertEqual(error.code.value, "TARIFF_PLAN_NOT_FOUND")

    def webinars(self):
        page = self.ok(models.WebinarPage, get_webinars.sync_detailed(client=self.bank, offset=0, limit=3))
        name = page.content[0].id
        self.assertEqual(self.ok(models.Webinar, get_webinar_by_id.sync_detailed(name, client=self.bank)).id, name)
        absent = get_webinar_by_id.sync_detailed("2032-01-next-decade", client=self.bank)
        self.assertEqual(self.refused("WebinarsErrorBody", absent).error, "CNT-106")

    def treasury(self):
        mine = get_user_eligible_companies.sync_detailed(client=self.bank)
        self.assertEqual((mine.status_code, len(mine.parsed.companies)), (200, 2))
        group = get_eligible_companies.sync_detailed(client=self.bank, inn="7707123458")
        self.assertEqual((group.status_code, group.parsed.total_count), (200, 2))
        error = self.refused("TreasuryErrorBody", get_eligible_companies.sync_detailed(client=self.bank, inn="1"))
        self.assertEqual(error.code.value, "BAD_REQUEST")

    def agreements(self):
        bank, cnums = self.bank, ["C00001"]
        listed = self.ok(models.AgreementsList, get_agreements.sync_detailed(client=bank, cnums=cnums))
        former = self.ok(models.AgreementsList, get_agreements_deprecated.sync_detailed(client=bank, cnums=cnums))
        self.assertEqual(former, listed)
        number = listed.agreements[0].id
        for operation in (get_agreement_by_id, get_agreement_by_id_deprecated):
            one = self.ok(models.Agreement, operation.sync_detailed(number, client=bank, cnums=cnums))
            self.assertEqual(one.id, number)
        foreign = get_agreements.sync_detailed(client=bank, cnums=["C00003"])
        self.assertEqual(self.refused("AgreementsForbiddenError", foreign).errors[0].code, "AuthorizationError")
        stranger = self.client(person.API, "nobody")
        error = self.refused("AgreementsGatewayError", get_agreements.sync_detailed(client=stranger, cnums=cnums))
        self.assertEqual(error.http_status_code, 401)

    def events_and_webhooks(self):
        tokens = self.log_in(username="petrov", password="demo-petrov")
        bank = self.client(person.API, tokens.access_token, headers={"Id-Token": tokens.id_token})
        first = self.ok(models.EventsPage, list_events.sync_detailed(client=bank, limit=1))
        self.assertEqual(len(first.events), 1)
        self.ok(models.EventsPage, list_events.sync_detailed(client=bank, after=first.next_cursor))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/hook"
        terms = models.WebhookTerms(url=url, types=["webinar.published"])
        made = self.ok(models.WebhookSecret, create_webhook.sync_detailed(client=bank, body=terms))
        name = made.webhook.id
        listed = self.ok(models.WebhookList, list_webhooks.sync_detailed(client=bank))
        self.assertIn(name, [webhook.id for webhook in listed.webhooks])
        terms = models.WebhookTerms(url=url, types=["letter.received"])
        changed = self.ok(models.WebhookView, update_webhook.sync_detailed(name, client=bank, body=terms))
        self.assertEqual(changed.types, terms.types)
        other = self.ok(models.WebhookSecret, replace_webhook_secret.sync_detailed(name, client=bank))
        self.assertNotEqual(other.secret, made.secret)
        event = self.ok(models.TestSent, send_test_event.sync_detailed(name, client=bank)).event_id
        delivery = models.Event.from_dict(Receiver.came.get(timeout=30))
        self.assertEqual((delivery.id, delivery.type_), (event, "webhook.test"))
        log = self.ok(models.DeliveriesPage, list_deliveries.sync_detailed(name, client=bank))
        self.assertEqual([entry.event_id for entry in log.deliveries], [event])
        asked = models.Redelivery(event_id=event)
        again = self.ok(models.Redelivered, redeliver_events.sync_detailed(name, client=bank, body=asked))
        self.assertEqual((again.events, Receiver.came.get(timeout=30)["id"]), (1, event))
        detail = self.ok(models.DeliveryDetail, get_delivery.sync_detailed(name, event, client=bank))
        self.assertEqual(detail.event.id, event)
        off = self.ok(models.WebhookView, switch_off_webhook.sync_detailed(name, client=bank))
        on = self.ok(models.WebhookView, switch_on_webhook.sync_detailed(name, client=bank))
        self.assertEqual((str(off.state), str(on.state)), ("OFF", "ON"))
        read = self.ok(models.WebhookView, get_webhook.sync_detailed(name, client=bank))
        self.assertEqual(read.client_id, CLIENT[0])
        self.assertEqual(delete_webhook.sync_detailed(name, client=bank).status_code, 204)
        absent = self.refused("WebhooksErrorBody", get_webhook.sync_detailed(name, client=bank))
        self.assertEqual(absent.code, "NOT_FOUND")
        server.shutdown()

    def the_end(self):
        ended = end_session.sync_detailed(client=self.software, id_token_hint=self.tokens.id_token)
        self.assertLess(ended.status_code, 400, ended.content)
        form = models.LogoutRequest(id_token_hint=self.tokens.id_token)
        self.assertLess(end_session_by_post.sync_detailed(client=self.software, body=form).status_code, 400)
        form = models.TokenQuestion(token=self.tokens.refresh_token)
        self.assertEqual(revoke_token.sync_detailed(client=self.software, body=form).status_code, 200)


if __name__ == "__main__":
    unittest.main()
