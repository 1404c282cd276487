-- Who has let whom into a company. The link of an invitation is seen by its administrator, who could have accepted it alone:
-- so that person gives nobody let in that way a signature. It is kept when the invitation is forgotten.
create table invited_users (
    cnum text not null references companies (cnum),
    user_id text not null references users (user_id),
    invited_by text not null references users (user_id),
    primary key (cnum, user_id, invited_by)
);
insert into invited_users (cnum, user_id, invited_by)
    select distinct cnum, accepted_by, invited_by from invitations where accepted_by is not null;
