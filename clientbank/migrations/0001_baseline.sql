-- What treasury asks about accounts, answered by the accounts area of this program (docs/adr/0007): the companies with an
-- open settlement account, each as often as it has one. A migration of accounts that changes one of these columns has
-- to drop this view, and one of this tree makes it anew.
create view open_settlement_accounts (cnum) as
    select account.cnum from accounts account
    join ledger_accounts ledger on ledger.ledger_account_id = account.number
    where account.type = 1 and ledger.is_open;

-- What the area of signing certificates asks about signatures, answered by payroll and tariff requests of this program
-- (docs/adr/0007): each signature that was given with a certificate. A migration of these areas that changes one of these
-- columns has to drop this view, and one of this tree makes it anew.
create index payroll_signatures_by_certificate on payroll_signatures (certificate_id, signed_at_us)
    where certificate_id is not null;
create index tariff_request_signatures_by_certificate on tariff_request_signatures (certificate_id, signed_at_us)
    where certificate_id is not null;
create view certificate_uses (certificate_id, signed_at_us) as
    select payroll.certificate_id, payroll.signed_at_us from payroll_signatures payroll
        where payroll.certificate_id is not null
    union all
    select tariff.certificate_id, tariff.signed_at_us from tariff_request_signatures tariff
        where tariff.certificate_id is not null;

-- What accounts asks about other banks, answered by payroll of this program (docs/adr/0007): the names that the bank imports
-- of those that its outgoing rail reaches. A migration of payroll that changes one of these columns has to drop this view,
-- and one of this tree makes it anew.
create view bank_names (bic, name) as
    select others.bic, others.name from payroll_banks others;
