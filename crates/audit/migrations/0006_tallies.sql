-- The note of what may leave is one row from now on, which is moved and never written: "insert or replace" fires no trigger
-- of an update on SQLite. What a former version has noted is of no use any more: each unit that leaves moves the note itself.
--@ sqlite
drop trigger audit_archived_refuse_delete;
drop trigger audit_archived_refuse_back;
--@ postgres
drop trigger audit_archived_refuse_back on audit_archived;
--@ both
delete from audit_archived;
insert into audit_archived (alone, before_us) values (1, 0);

-- How many entries the trail had of a time, counted a little after it. Entries that were counted are in the trail, or left
-- for an archive. The youngest tally grows, the others stay.
create table audit_tallies (
    from_us bigint not null primary key,
    before_us bigint not null,
    entries bigint not null check (entries >= 1),
    check (from_us < before_us)
);

--@ sqlite
create trigger audit_archived_refuse_insert before insert on audit_archived
begin
    select raise(abort, 'audit_archived is one row that only grows');
end;

create trigger audit_archived_refuse_delete before delete on audit_archived
begin
    select raise(abort, 'audit_archived is one row that only grows');
end;

create trigger audit_archived_refuse_back before update on audit_archived
when new.before_us < old.before_us
begin
    select raise(abort, 'audit_archived is one row that only grows');
end;

create trigger audit_tallies_refuse_replace before insert on audit_tallies
when exists (select 1 from audit_tallies where from_us = new.from_us)
begin
    select raise(abort, 'audit_tallies only grow');
end;

create trigger audit_tallies_refuse_delete before delete on audit_tallies
begin
    select raise(abort, 'audit_tallies only grow');
end;

create trigger audit_tallies_refuse_back before update on audit_tallies
when new.from_us <> old.from_us or new.before_us < old.before_us or new.entries < old.entries
begin
    select raise(abort, 'audit_tallies only grow');
end;
--@ postgres
create or replace function audit_archived_refuse_back() returns trigger language plpgsql as $body$
begin
    if tg_op = 'UPDATE' then
        if new.before_us >= old.before_us then
            return new;
        end if;
    end if;
    raise exception 'audit_archived is one row that only grows' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger audit_archived_refuse_back before insert or update or delete on audit_archived
    for each row execute function audit_archived_refuse_back();

create function audit_tallies_refuse_back() returns trigger language plpgsql as $body$
begin
    if tg_op = 'UPDATE' then
        if new.from_us = old.from_us and new.before_us >= old.before_us and new.entries >= old.entries then
            return new;
        end if;
    end if;
    raise exception 'audit_tallies only grow' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger audit_tallies_refuse_back before update or delete on audit_tallies
    for each row execute function audit_tallies_refuse_back();

create trigger audit_tallies_refuse_truncate before truncate on audit_tallies
    for each statement execute function audit_tallies_refuse_back();
