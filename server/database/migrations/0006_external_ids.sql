-- The name that a client gives to a transaction, so that no repeat records it twice, however late: in a book one transaction can have it, trash
-- included. No row has one yet, so the index is empty when it is made. It is the last column: the writer sends rows in the order of the table.
alter table transactions add column external_id text;
create unique index transactions_by_external_id on transactions (book_id, external_id) where external_id is not null;
