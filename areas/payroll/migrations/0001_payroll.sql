-- The dictionary of enrollment kinds (spec section 2.5, PAY-06): what the money is for.
create table payroll_enrollment_codes (
    enrollment_code text not null primary key,
    -- The name of the kind, from which the purpose of a statement without one is made.
    name_ru text not null,
    name_en text not null,
    -- The income codes that go with the kind, digits without separators: '1' or '245'. Empty: every code does.
    income_codes text not null,
    -- A closed kind is refused in new statements and keeps its name in old ones.
    is_open boolean not null
);

insert into payroll_enrollment_codes (enrollment_code, name_ru, name_en, income_codes, is_open) values
    ('01', 'Заработная плата', 'Salary', '1', true),
    ('02', 'Аванс', 'Advance', '1', true),
    ('03', 'Пособие по временной нетрудоспособности', 'Sick leave', '1', true),
    ('04', 'Премия', 'Bonus', '1', true),
    ('05', 'Отпускные', 'Vacation pay', '1', true);

-- Banks that the outgoing rail reaches; the bank itself is not among them.
create table payroll_banks (
    bic text not null primary key,
    name text not null
);

-- The last number that was given to a statement without one, per company and year.
create table payroll_numbers (
    cnum text not null,
    year bigint not null,
    last_number bigint not null check (last_number between 0 and 999999),
    primary key (cnum, year)
);

-- The arrows of both state machines (PAY-07). A change of state writes its history, and the history refers to its
-- arrow: what is no arrow cannot be written. From the empty text leads the arrow of creation.
create table payroll_arrows (
    kind text not null check (kind in ('SIGNED', 'UNSIGNED')),
    from_state text not null,
    to_state text not null,
    primary key (kind, from_state, to_state)
);

insert into payroll_arrows (kind, from_state, to_state) values
    ('SIGNED', '', 'CHECKING'),
    ('SIGNED', 'CHECKING', 'ERROR'),
    ('SIGNED', 'CHECKING', 'ERROR_SIGN'),
    ('SIGNED', 'CHECKING', 'SCHEDULED'),
    ('SIGNED', 'CHECKING', 'PROCESSING'),
    ('SIGNED', 'SCHEDULED', 'PROCESSING'),
    ('SIGNED', 'SCHEDULED', 'DELETED'),
    ('SIGNED', 'PROCESSING', 'EXECUTED'),
    ('SIGNED', 'PROCESSING', 'PARTLY_EXECUTED'),
    ('SIGNED', 'PROCESSING', 'DECLINED'),
    ('UNSIGNED', '', 'DRAFT'),
    ('UNSIGNED', 'DRAFT', 'CHECKING'),
    ('UNSIGNED', 'DRAFT', 'DELETED'),
    ('UNSIGNED', 'CHECKING', 'AWAITING_SIGN'),
    ('UNSIGNED', 'CHECKING', 'AWAITING_SIGN_WITH_WARNINGS'),
    ('UNSIGNED', 'CHECKING', 'ERROR'),
    ('UNSIGNED', 'ERROR', 'CHECKING'),
    ('UNSIGNED', 'ERROR', 'DELETED'),
    ('UNSIGNED', 'AWAITING_SIGN', 'SIGNING'),
    ('UNSIGNED', 'AWAITING_SIGN', 'DELETED'),
    ('UNSIGNED', 'AWAITING_SIGN_WITH_WARNINGS', 'SIGNING'),
    ('UNSIGNED', 'AWAITING_SIGN_WITH_WARNINGS', 'DELETED'),
    ('UNSIGNED', 'SIGNING', 'PARTLY_SIGNED'),
    ('UNSIGNED', 'SIGNING', 'ERROR_SIGN'),
    ('UNSIGNED', 'PARTLY_SIGNED', 'AWAITING_SEND'),
    ('UNSIGNED', 'AWAITING_SEND', 'SCHEDULED'),
    ('UNSIGNED', 'AWAITING_SEND', 'PROCESSING'),
    ('UNSIGNED', 'SCHEDULED', 'PROCESSING'),
    ('UNSIGNED', 'SCHEDULED', 'DELETED'),
    ('UNSIGNED', 'PROCESSING', 'EXECUTED'),
    ('UNSIGNED', 'PROCESSING', 'PARTLY_EXECUTED'),
    ('UNSIGNED', 'PROCESSING', 'DECLINED');

create table payroll_statements (
    statement_id bytea not null primary key,
    cnum text not null,
    external_id text not null,
    kind text not null check (kind in ('SIGNED', 'UNSIGNED')),
    state text not null,
    -- Grows by one with every change of state: what an update compares beside the state.
    version bigint not null check (version >= 1),
    -- Why the state is DECLINED or ERROR_SIGN: a code of the catalogue and the texts that its message names, a JSON array.
    reason_code text,
    reason_parameters text,
    created_at_us bigint not null,
    changed_at_us bigint not null,
    -- Who sent it, through which software.
    created_by text not null,
    client_id text not null,
    -- The document's number in the year of its creation in the bank's zone.
    year bigint not null,
    number bigint not null check (number between 1 and 999999),
    number_is_default boolean not null,
    statement_date text not null,
    account text not null,
    -- As the sender declared them; the checks compare them with the transfers.
    transfers_count bigint not null check (transfers_count >= 1),
    total_minor bigint not null check (total_minor > 0),
    -- How many rows there are in payroll_transfers: lines 1 to this.
    lines_count bigint not null check (lines_count between 1 and 10000),
    enrollment_code text not null,
    income_code bigint check (income_code between 1 and 5),
    purpose text not null,
    responsible_name text,
    responsible_phone text,
    period_year bigint,
    period_month bigint check (period_month between 1 and 12),
    -- Roubles for one unit: 'USD=92.5' or 'EUR=100.1,USD=92.5', by currency; null when none was sent.
    conversion_rates text,
    -- SHA-256 of the canonical payload, and the digest that the sender claims (PAY-11).
    payload_digest bytea,
    claimed_digest text,
    -- What execution has done so far: lines 1 to this are posted, handed to the rail or refused.
    done_through_line bigint not null default 0 check (done_through_line between 0 and lines_count),
    -- What has reached its account, and how many transfers were refused or came back.
    executed_minor bigint not null default 0 check (executed_minor >= 0),
    declined_count bigint not null default 0 check (declined_count >= 0),
    constraint payroll_statements_external_id unique (cnum, external_id),
    -- Each kind has its own states (spec section 3.1).
    constraint payroll_statements_state check (
        (kind = 'SIGNED' and state in ('CHECKING', 'ERROR', 'ERROR_SIGN', 'PROCESSING', 'DECLINED', 'EXECUTED',
            'PARTLY_EXECUTED', 'SCHEDULED', 'DELETED'))
        or (kind = 'UNSIGNED' and state in ('DRAFT', 'CHECKING', 'AWAITING_SIGN', 'AWAITING_SIGN_WITH_WARNINGS', 'ERROR',
            'DELETED', 'SIGNING', 'PARTLY_SIGNED', 'AWAITING_SEND', 'SCHEDULED', 'ERROR_SIGN', 'PROCESSING', 'DECLINED',
            'EXECUTED', 'PARTLY_EXECUTED'))),
    -- A state that needs a reason has one, and no other.
    constraint payroll_statements_reason check (
        (state in ('DECLINED', 'ERROR_SIGN')) = (reason_code is not null)
        and (reason_code is null) = (reason_parameters is null)),
    constraint payroll_statements_digest check (
        (kind = 'SIGNED') = (payload_digest is not null) and (kind = 'SIGNED') = (claimed_digest is not null)),
    constraint payroll_statements_responsible check ((responsible_name is null) = (responsible_phone is null)),
    constraint payroll_statements_period check ((period_year is null) = (period_month is null))
);

-- The order of every list, and the search by date.
create index payroll_statements_by_creation on payroll_statements (cnum, created_at_us desc, statement_id);
create index payroll_statements_by_date on payroll_statements (cnum, statement_date);
-- Given by default, a number is given once.
create unique index payroll_statements_default_number on payroll_statements (cnum, year, number)
    where number_is_default;
create index payroll_statements_by_number on payroll_statements (cnum, year, number);

-- Every change of state: which arrow, when, by whom. Null for the program itself.
create table payroll_history (
    statement_id bytea not null references payroll_statements (statement_id),
    version bigint not null,
    kind text not null,
    from_state text not null,
    to_state text not null,
    at_us bigint not null,
    user_id text,
    primary key (statement_id, version),
    foreign key (kind, from_state, to_state) references payroll_arrows (kind, from_state, to_state)
);

-- The transfers as they were sent, in the order of the request. What the checks refuse is stored like the rest, so texts
-- are as long as they came; a correction in the online bank replaces a row. There is no foreign key: the unit of work that
-- writes the statement writes its transfers, nothing ever deletes either, and a look-up for each of 10,000 rows is dear.
create table payroll_transfers (
    statement_id bytea not null,
    line bigint not null check (line between 1 and 10000),
    order_number bigint not null,
    last_name text not null,
    first_name text not null,
    middle_name text,
    -- The exact amount, or the number as it was sent when it is no amount.
    amount_minor bigint,
    amount_text text,
    account text not null,
    currency text not null,
    personnel_number text,
    birth_date text,
    bic text,
    card_number text,
    -- A JSON array of percent and currency pairs: [[30,"USD"]].
    conversion text,
    deduction_minor bigint,
    deduction_text text,
    primary key (statement_id, line),
    check ((amount_minor is null) <> (amount_text is null)),
    check (deduction_minor is null or deduction_text is null)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- What the checks found: only what is wrong. Line 0 is the statement itself.
create table payroll_findings (
    statement_id bytea not null references payroll_statements (statement_id),
    line bigint not null,
    position bigint not null,
    code text not null,
    severity text not null check (severity in ('ERROR', 'WARNING')),
    -- What the message names, a JSON array of texts.
    parameters text not null,
    primary key (statement_id, line, position)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- Signatures: those of the request by their position, those of the online bank after them.
create table payroll_signatures (
    statement_id bytea not null references payroll_statements (statement_id),
    position bigint not null check (position >= 1),
    origin text not null check (origin in ('REQUEST', 'ONLINE_BANK')),
    -- Base64 of a detached CMS; null when the user confirmed in the online bank without a certificate.
    signature text,
    -- Known once the signature is verified.
    user_id text,
    signature_type text check (signature_type in ('FIRST', 'SECOND')),
    certificate_id text,
    signed_at_us bigint not null,
    primary key (statement_id, position),
    check ((user_id is null) = (signature_type is null)),
    check (origin = 'ONLINE_BANK' or signature is not null),
    check (origin = 'REQUEST' or user_id is not null)
);

-- Nobody gives the same kind of signature twice in the online bank.
create unique index payroll_signatures_once on payroll_signatures (statement_id, user_id, signature_type)
    where origin = 'ONLINE_BANK';

-- What became of single transfers: only those that were not executed by a posting at this bank.
create table payroll_outcomes (
    statement_id bytea not null,
    line bigint not null,
    -- PENDING: handed to the rail, not settled yet.
    outcome text not null check (outcome in ('PENDING', 'SETTLED', 'DECLINED')),
    -- Why it was declined: a code of the catalogue and the texts of its message, a JSON array.
    reason_code text,
    reason_parameters text,
    changed_at_us bigint not null,
    primary key (statement_id, line),
    check ((outcome = 'DECLINED') = (reason_code is not null) and (reason_code is null) = (reason_parameters is null))
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- Payments on the outgoing rail, one for each transfer to another bank.
create table payroll_rail_payments (
    statement_id bytea not null,
    line bigint not null,
    bic text not null,
    account text not null,
    amount_minor bigint not null check (amount_minor > 0),
    state text not null check (state in ('HANDED', 'SETTLED', 'RETURNED')),
    handed_at_us bigint not null,
    answered_at_us bigint,
    return_reason text,
    primary key (statement_id, line),
    check ((state = 'HANDED') = (answered_at_us is null) and (state = 'RETURNED') = (return_reason is not null))
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

create index payroll_rail_payments_open on payroll_rail_payments (state, handed_at_us);
