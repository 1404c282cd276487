-- A company's administrator locks a user for the company alone. The rights move aside, so that nothing that asks for a right
-- has to know of locks, and come back with the end of the lock.
create table company_user_locks (
    user_id text not null references users (user_id),
    cnum text not null references companies (cnum),
    locked_at_us bigint not null,
    locked_by text not null references users (user_id),
    primary key (user_id, cnum)
);

create index company_user_locks_by_company on company_user_locks (cnum, user_id);

create table company_user_locked_rights (
    user_id text not null,
    cnum text not null,
    right_code text not null,
    primary key (user_id, cnum, right_code),
    foreign key (user_id, cnum) references company_user_locks (user_id, cnum)
);
