-- Every reading of an account asks for its company. Kept by its key, the table is one tree in SQLite instead of an index
-- and the rows. The rows move aside and back, and references are looked at again once they are.
--@ sqlite
pragma defer_foreign_keys = on;
create table companies_kept as select * from companies;
drop table companies;
create table companies (
    cnum text not null primary key,
    name_ru text not null,
    name_en text not null,
    inn text not null,
    kpp text,
    group_id text references company_groups (group_id),
    signature_scheme text not null,
    status text not null check (status in ('OPEN', 'CLOSED'))
) without rowid;
create index companies_by_group on companies (group_id, cnum);
create index companies_by_inn on companies (inn, cnum);
insert into companies (cnum, name_ru, name_en, inn, kpp, group_id, signature_scheme, status)
    select cnum, name_ru, name_en, inn, kpp, group_id, signature_scheme, status from companies_kept;
drop table companies_kept;
