-- People of the bank who change things, each with a key that nobody else has. A name is given once, so that the trail tells who
-- it was for ever.
--@ owner
create table operators (
    operator_name text not null primary key,
    -- Roles in the order of the alphabet, with a comma between them.
    roles text not null,
    -- The point of the public key on P-256, uncompressed.
    public_key bytea not null unique,
    -- The subject by which the bank's directory knows the person, where it does.
    directory_subject text,
    added_at_us bigint not null,
    added_by text not null,
    closed_at_us bigint,
    closed_by text,
    check ((closed_at_us is null) = (closed_by is null))
);
-- One person at a time, so that nobody approves what they have made; with another key a person has another name.
create unique index operators_of_subject on operators (directory_subject)
    where closed_at_us is null and directory_subject is not null;

-- What somebody proposes and somebody else approves.
create table proposals (
    number bigint not null primary key check (number >= 1),
    role text not null check (role = 'money' or role = 'registry' or role = 'security'),
    -- What is to be done: JSON with the words of a command and the digests of its files.
    content text not null,
    sha256 bytea not null,
    -- What it would change, in words.
    difference text not null,
    reason text not null,
    made_by text not null,
    made_at_us bigint not null,
    -- By the key of the maker.
    made_signature bytea not null,
    ends_at_us bigint not null,
    state text not null check (state = 'OPEN' or state = 'APPROVED' or state = 'REFUSED' or state = 'CARRIED_OUT'
        or state = 'BROKEN_GLASS' or state = 'REVIEWED'),
    decided_by text,
    decided_at_us bigint,
    decided_signature bytea,
    carried_out_by text,
    carried_out_at_us bigint,
    check (decided_by is null or decided_by <> made_by),
    check ((decided_by is null) = (state = 'OPEN' or state = 'BROKEN_GLASS')),
    check ((decided_by is null) = (decided_at_us is null) and (decided_by is null) = (decided_signature is null)),
    check ((carried_out_by is null) = (carried_out_at_us is null)),
    check ((carried_out_by is null) = (state = 'OPEN' or state = 'APPROVED' or state = 'REFUSED'))
);

create index proposals_by_state on proposals (state, number);

-- Amounts that one person has moved alone within the last 24 hours, where the bank asks for a second person from an amount on.
create table moved_alone (
    operator_name text not null,
    action text not null,
    moved_at_us bigint not null,
    amount_minor bigint not null,
    primary key (operator_name, action, moved_at_us)
);

-- A proposal stays, what it says never changes, and its state goes along the arrows: whoever holds the program's database
-- account can make it say nothing else by an ordinary statement.
--@ sqlite
create trigger operators_refuse_delete before delete on operators
begin
    select raise(abort, 'operators stay');
end;

create trigger operators_refuse_replace before insert on operators
when exists (select 1 from operators where operator_name = new.operator_name)
begin
    select raise(abort, 'the name of an operator is given once');
end;

create trigger operators_refuse_change before update on operators
when new.operator_name <> old.operator_name or new.roles <> old.roles or new.public_key <> old.public_key
    or new.added_at_us <> old.added_at_us or new.added_by <> old.added_by or old.closed_at_us is not null
begin
    select raise(abort, 'operators are closed and nothing else');
end;

create trigger proposals_refuse_delete before delete on proposals
begin
    select raise(abort, 'proposals stay');
end;

create trigger proposals_refuse_replace before insert on proposals
when exists (select 1 from proposals where number = new.number) or (new.state <> 'OPEN' and new.state <> 'BROKEN_GLASS')
begin
    select raise(abort, 'proposals begin open and stay');
end;

create trigger proposals_refuse_change before update on proposals
when new.number <> old.number or new.role <> old.role or new.content <> old.content or new.sha256 <> old.sha256
    or new.difference <> old.difference or new.reason <> old.reason or new.made_by <> old.made_by
    or new.made_at_us <> old.made_at_us or new.made_signature <> old.made_signature
    or new.ends_at_us <> old.ends_at_us
    or not (old.state = 'OPEN' and (new.state = 'APPROVED' or new.state = 'REFUSED')
        or old.state = 'BROKEN_GLASS' and new.state = 'REVIEWED' and new.carried_out_by = old.carried_out_by
            and new.carried_out_at_us = old.carried_out_at_us
        or old.state = 'APPROVED' and new.state = 'CARRIED_OUT' and new.decided_by = old.decided_by
            and new.decided_at_us = old.decided_at_us and new.decided_signature = old.decided_signature)
begin
    select raise(abort, 'proposals go along their arrows');
end;
--@ postgres
create function operators_refuse_change() returns trigger language plpgsql as $body$
begin
    raise exception 'operators are closed and nothing else' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger operators_refuse_delete before delete on operators
    for each row execute function operators_refuse_change();

create trigger operators_refuse_truncate before truncate on operators
    for each statement execute function operators_refuse_change();

create trigger operators_refuse_change before update on operators for each row
    when (new.operator_name <> old.operator_name or new.roles <> old.roles or new.public_key <> old.public_key
        or new.added_at_us <> old.added_at_us or new.added_by <> old.added_by or old.closed_at_us is not null)
    execute function operators_refuse_change();

create function proposals_refuse_change() returns trigger language plpgsql as $body$
begin
    raise exception 'proposals stay and go along their arrows' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger proposals_refuse_delete before delete on proposals
    for each row execute function proposals_refuse_change();

create trigger proposals_refuse_truncate before truncate on proposals
    for each statement execute function proposals_refuse_change();

create trigger proposals_refuse_born before insert on proposals for each row
    when (new.state <> 'OPEN' and new.state <> 'BROKEN_GLASS') execute function proposals_refuse_change();

create trigger proposals_refuse_change before update on proposals for each row
    when (new.number <> old.number or new.role <> old.role or new.content <> old.content or new.sha256 <> old.sha256
        or new.difference <> old.difference or new.reason <> old.reason or new.made_by <> old.made_by
        or new.made_at_us <> old.made_at_us or new.made_signature <> old.made_signature
        or new.ends_at_us <> old.ends_at_us
        or not (old.state = 'OPEN' and (new.state = 'APPROVED' or new.state = 'REFUSED')
            or old.state = 'BROKEN_GLASS' and new.state = 'REVIEWED' and new.carried_out_by = old.carried_out_by
                and new.carried_out_at_us = old.carried_out_at_us
            or old.state = 'APPROVED' and new.state = 'CARRIED_OUT' and new.decided_by = old.decided_by
                and new.decided_at_us = old.decided_at_us and new.decided_signature = old.decided_signature))
    execute function proposals_refuse_change();
