-- Each row is one version of an agreement; the versions of one agreement share its business key.
create table agreements (
    agreement_id bigint not null primary key,
    cnum text not null,
    business_key text not null,
    -- The rest of the agreement as the JSON object of the API, without id and businessKey.
    document text not null
);

create index agreements_of_company on agreements (cnum, business_key, agreement_id);
