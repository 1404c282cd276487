-- One person signs a document once. A further signature of the same person, which the company's scheme allows, says so.
alter table payroll_signatures add column is_repeat boolean not null default false;
update payroll_signatures set is_repeat = true
    where user_id is not null and exists (
        select 1 from payroll_signatures e where e.statement_id = payroll_signatures.statement_id
            and e.user_id = payroll_signatures.user_id and e.position < payroll_signatures.position);
create unique index payroll_signatures_one_person on payroll_signatures (statement_id, user_id)
    where user_id is not null and not is_repeat;

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
insert into payroll_signing_terms (statement_id, days_left)
    -- Thirty and the first look.
    select s.statement_id, 31 from payroll_statements s
    where s.state = 'AWAITING_SIGN' or s.state = 'AWAITING_SIGN_WITH_WARNINGS' or s.state = 'PARTLY_SIGNED';
-- Their first look is due at once.
--@ sqlite
insert into jobs (kind, job_key, run_at_us)
    select 'payroll.lapse', lower(substr(t.name, 1, 8) || '-' || substr(t.name, 9, 4) || '-' || substr(t.name, 13, 4) || '-'
        || substr(t.name, 17, 4) || '-' || substr(t.name, 21)), 0
    from (select hex(statement_id) as name from payroll_signing_terms) t;
--@ postgres
insert into jobs (kind, job_key, run_at_us)
    select 'payroll.lapse', cast(cast(encode(statement_id, 'hex') as uuid) as text), 0 from payroll_signing_terms;
--@ both

-- Why a step was taken, where the state that it led to has no reason of its own: a code of the catalogue and its texts.
alter table payroll_history add column reason_code text;
alter table payroll_history add column reason_parameters text;
