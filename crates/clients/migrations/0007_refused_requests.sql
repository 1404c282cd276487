--@ expands
-- Requests for certificates that the bank refused, with its reason for the person. A refused request is ended like one that
-- was withdrawn: that is all the version before knows of it.
create table certificate_refusals (
    request_id text not null primary key references certificate_requests (request_id),
    reason text not null,
    refused_at_us bigint not null
);
