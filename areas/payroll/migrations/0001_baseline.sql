-- The dictionary of enrollment kinds (spec section 2.5, PAY-06): what the money is for.
create table payroll_enrollment_codes (
    enrollment_code text not null primary key,
    -- The name of the kind, from which the purpose of a statement without one is made.
    name_ru text not null,
    name_en text not null,
    -- The income codes that go with the kind, digits with a space between them: '1' or '2 4'. Empty: every code does.
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
    -- SHA-256 of the canonical payload of a statement that came without signatures: what tells a repeat from another
    -- statement of the same name. A signed one has its digest. Null for those made in the online bank.
    content_digest bytea,
    -- SHA-256 of the accounts and amounts of its transfers in their order: what tells that the same people are paid the
    -- same again.
    rows_digest bytea,
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
--@ sqlite
);
--@ postgres
-- A statement's row changes with every chunk that is paid. As long as its page has room the change stays in the page and
-- leaves the indexes alone, where it would disturb whoever looks for another statement.
) with (fillfactor = 40);
--@ both

-- The order of every list, and the search by date.
create index payroll_statements_by_creation on payroll_statements (cnum, created_at_us desc, statement_id);
create index payroll_statements_by_date on payroll_statements (cnum, statement_date);
-- What is scheduled, by date: the first page looks at the next ones, however long the bank's pause before them is.
create index payroll_statements_scheduled on payroll_statements (cnum, statement_date, statement_id) where state = 'SCHEDULED';
-- Given by default, a number is given once.
create unique index payroll_statements_default_number on payroll_statements (cnum, year, number)
    where number_is_default;
create index payroll_statements_by_number on payroll_statements (cnum, year, number);
-- What waits for people, by company and state: the first page of the online bank counts it on every look.
create index payroll_statements_waiting on payroll_statements (cnum, state, statement_id) where kind = 'UNSIGNED';
-- What has ended, by the moment of it: what is over its time is found there (LIF-03).
create index payroll_statements_ended on payroll_statements (changed_at_us, statement_id)
    where state = 'EXECUTED' or state = 'PARTLY_EXECUTED' or state = 'DECLINED' or state = 'DELETED'
        or state = 'ERROR_SIGN' or (kind = 'SIGNED' and state = 'ERROR');
-- What is under way, by state and the moment of it: operators are told how many there are and since when. An update that
-- changes neither is as cheap as before, and one of the state changes an index in any case.
create index payroll_statements_under_way on payroll_statements (state, changed_at_us)
    where (state = 'CHECKING' or state = 'SIGNING' or state = 'AWAITING_SEND' or state = 'SCHEDULED'
        or state = 'PROCESSING' or state = 'AWAITING_SIGN' or state = 'AWAITING_SIGN_WITH_WARNINGS'
        or state = 'PARTLY_SIGNED');
-- Statements of a company by what they pay: each check looks for an earlier one that pays the same.
create index payroll_statements_by_rows on payroll_statements (cnum, rows_digest, created_at_us)
    where rows_digest is not null;

-- The names of statements as holds, entries, jobs and events have them: the engines make texts of bytes by functions of
-- their own.
--@ sqlite
create view payroll_statement_names as
    select t.statement_id, lower(substr(t.digits, 1, 8) || '-' || substr(t.digits, 9, 4) || '-'
        || substr(t.digits, 13, 4) || '-' || substr(t.digits, 17, 4) || '-' || substr(t.digits, 21)) as name
    from (select statement_id, hex(statement_id) as digits from payroll_statements) t;
--@ postgres
create view payroll_statement_names as
    select t.statement_id, substr(t.digits, 1, 8) || '-' || substr(t.digits, 9, 4) || '-'
        || substr(t.digits, 13, 4) || '-' || substr(t.digits, 17, 4) || '-' || substr(t.digits, 21) as name
    from (select statement_id, encode(statement_id, 'hex') as digits from payroll_statements) t;
--@ both

-- The companies' names of statements that have left for the archive. They stay taken: the names of payments and orders are
-- made of them, and the bank's systems pay once for each.
create table payroll_archived_names (
    cnum text not null,
    external_id text not null,
    -- The state in which the statement had ended.
    ended_as text not null,
    primary key (cnum, external_id)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- How long a statement that awaits signatures still waits. A day is counted off at each look, so that no clock that jumps
-- takes more than one.
create table payroll_signing_terms (
    statement_id bytea not null primary key references payroll_statements (statement_id),
    days_left bigint not null check (days_left >= 0)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- Every change of state: which arrow, when, by whom. Null for the program itself.
create table payroll_history (
    statement_id bytea not null references payroll_statements (statement_id),
    version bigint not null,
    kind text not null,
    from_state text not null,
    to_state text not null,
    at_us bigint not null,
    user_id text,
    -- Why a step was taken, where the state that it led to has no reason of its own: a code of the catalogue and its texts.
    reason_code text,
    reason_parameters text,
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
    -- The number of corrections and one: what a correction compares, so that of two people at one row the second is told,
    -- and two people at two rows do not notice each other.
    version bigint not null default 1,
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
    -- Base64 of a detached CMS; null when the user confirmed in the online bank without a certificate, and for a further
    -- signer of a CMS of the request.
    signature text,
    -- Known once the signature is verified.
    user_id text,
    signature_type text check (signature_type in ('FIRST', 'SECOND')),
    certificate_id text,
    signed_at_us bigint not null,
    -- One person signs a document once. A further signature of the same person, which the company's scheme allows, says so.
    is_repeat boolean not null default false,
    primary key (statement_id, position),
    check ((user_id is null) = (signature_type is null)),
    check (signature is not null or user_id is not null),
    check (origin = 'REQUEST' or user_id is not null)
);

-- Nobody gives the same kind of signature twice in the online bank.
create unique index payroll_signatures_once on payroll_signatures (statement_id, user_id, signature_type)
    where origin = 'ONLINE_BANK';
create unique index payroll_signatures_one_person on payroll_signatures (statement_id, user_id)
    where user_id is not null and not is_repeat;

-- What became of single transfers: only those that were not executed by a posting at this bank.
create table payroll_outcomes (
    statement_id bytea not null references payroll_statements (statement_id),
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
    statement_id bytea not null references payroll_statements (statement_id),
    line bigint not null,
    bic text not null,
    account text not null,
    amount_minor bigint not null check (amount_minor > 0),
    state text not null check (state in ('HANDED', 'SETTLED', 'RETURNED')),
    handed_at_us bigint not null,
    answered_at_us bigint,
    return_reason text,
    -- Who decided what became of a payment to which the rail gave no answer; null where the rail did.
    decided_by text,
    -- What the rail said of such a payment afterwards.
    rail_answer text,
    primary key (statement_id, line),
    check ((state = 'HANDED') = (answered_at_us is null) and (state = 'RETURNED') = (return_reason is not null))
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- Payments that came back after they had settled, by the bank's name of the return.
create table payroll_returns (
    return_name text not null primary key,
    statement_id bytea not null,
    line bigint not null,
    amount_minor bigint not null check (amount_minor > 0),
    reason text not null,
    booked_at_us bigint not null,
    unique (statement_id, line)
);

-- Statements that the bank executes: it gives the outcome of each transfer.
create table payroll_bank_executions (
    statement_id bytea not null primary key references payroll_statements (statement_id),
    handed_at_us bigint not null
);

create index payroll_rail_payments_open on payroll_rail_payments (state, handed_at_us);

-- Returned payments whose money the debit account did not take: the bank keeps it until somebody claims it.
create table payroll_unclaimed (
    statement_id bytea not null,
    line bigint not null,
    amount_minor bigint not null check (amount_minor > 0),
    since_us bigint not null,
    claimed_at_us bigint,
    -- The account of the company that it was paid out to.
    claimed_to text,
    primary key (statement_id, line),
    check ((claimed_at_us is null) = (claimed_to is null))
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

create index payroll_unclaimed_open on payroll_unclaimed (statement_id, line) where claimed_at_us is null;

-- The terms on which the bank converts wages (PAY-10), where they are not those of the settings.
create table payroll_conversion_terms (
    currency text not null primary key,
    -- How far a statement's rate may lie from the bank's rate of the day, in hundredths of a percent.
    tolerance_basis_points bigint check (tolerance_basis_points between 0 and 5000),
    -- The most of the currency that is sold on one day, in hundredths.
    day_limit_minor bigint check (day_limit_minor >= 0)
);

-- What the bank has sold of a currency on a day of its zone, and the roubles that were paid for it. The unit of work that
-- sells adds to the row as long as the day's limit is not reached: it is here that two processes cannot go beyond it together.
create table payroll_conversion_days (
    currency text not null,
    conversion_date text not null,
    sold_minor bigint not null check (sold_minor between 0 and 9000000000000000),
    price_minor bigint not null check (price_minor between 0 and 9000000000000000),
    primary key (currency, conversion_date)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- Rolls: lists of employees with sums that are no statement. One that was prepared from a file waits for a few days; a
-- template stays until somebody deletes it.
create table payroll_rolls (
    roll_id bytea not null primary key,
    cnum text not null,
    kind text not null check (kind = 'PREPARED' or kind = 'TEMPLATE'),
    -- The name of the file, or the one that somebody gave.
    name text not null,
    created_by text not null,
    created_at_us bigint not null,
    -- The moment from which on a prepared roll is forgotten.
    expires_at_us bigint,
    rows_count bigint not null check (rows_count between 1 and 10000),
    -- The sum of the amounts that could be read; null when it is out of range.
    total_minor bigint,
    -- The roll itself, a JSON object: columns by their names in a request, rows with their numbers and cells.
    roll text not null,
    -- What is known of the statement that it becomes.
    account text,
    -- Empty while nobody has chosen one.
    enrollment_code text not null,
    income_code bigint check (income_code between 1 and 5),
    purpose text,
    statement_date text,
    period_year bigint,
    period_month bigint check (period_month between 1 and 12),
    check ((kind = 'PREPARED') = (expires_at_us is not null)),
    check ((period_year is null) = (period_month is null))
);

create index payroll_rolls_by_company on payroll_rolls (cnum, kind, created_at_us desc, roll_id);

-- The transfers of a statement stand still once its money moves. Only the archive of one that has ended deletes them.
--@ sqlite
create trigger payroll_transfers_refuse_update before update on payroll_transfers
when exists (select 1 from payroll_statements s where s.statement_id = old.statement_id
    and (s.done_through_line > 0 or s.state = 'PROCESSING'))
begin
    select raise(abort, 'transfers that are paid stand still');
end;
create trigger payroll_transfers_refuse_delete before delete on payroll_transfers
when exists (select 1 from payroll_statements s where s.statement_id = old.statement_id
    and s.state = 'PROCESSING')
begin
    select raise(abort, 'transfers that are paid stand still');
end;
-- A step that was taken stays; its reason is written by the unit that takes it.
create trigger payroll_history_refuse_update before update on payroll_history
when new.statement_id <> old.statement_id or new.version <> old.version or new.kind <> old.kind
    or new.from_state <> old.from_state or new.to_state <> old.to_state or new.at_us <> old.at_us
    or new.user_id is not old.user_id
begin
    select raise(abort, 'payroll_history only grows');
end;
--@ postgres
create function payroll_transfers_refuse_change() returns trigger language plpgsql as $body$
begin
    if exists (select 1 from payroll_statements s where s.statement_id = old.statement_id
        and (s.state = 'PROCESSING' or (tg_op = 'UPDATE' and s.done_through_line > 0))) then
        raise exception 'transfers that are paid stand still' using errcode = 'integrity_constraint_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$body$;
create trigger payroll_transfers_refuse_change before update or delete on payroll_transfers
    for each row execute function payroll_transfers_refuse_change();
create function payroll_history_refuse_change() returns trigger language plpgsql as $body$
begin
    if (new.statement_id, new.version, new.kind, new.from_state, new.to_state, new.at_us, new.user_id)
        is distinct from (old.statement_id, old.version, old.kind, old.from_state, old.to_state, old.at_us, old.user_id)
    then
        raise exception 'payroll_history only grows' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end;
$body$;
create trigger payroll_history_refuse_change before update on payroll_history
    for each row execute function payroll_history_refuse_change();
