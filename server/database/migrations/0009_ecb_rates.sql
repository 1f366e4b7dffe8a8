-- Whether somebody wants the ECB's daily rates for a book: while any book has it, the service fetches them. The index has only such books, so that
-- the job which looks for one every few seconds reads no others.
alter table books add column ecb_rates boolean not null default false;
create index books_with_ecb_rates on books (id) where ecb_rates;
