import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import { following, sources } from '../../contract/changes.ts'
import { examplesOfRefusals } from '../../contract/examples/refusals.ts'
import type { refusals } from '../../contract/refusals.ts'
import type { Route } from '../../contract/route.ts'
import { LIMITS } from '../http/errors.ts'
import { BASE } from '../serve.ts'
import { type Html, html } from './html.ts'
import { shapeLink } from './schema-table.ts'

/** The rules for all routes, in the order in which a newcomer meets them. */
export const topics: { id: string; title: string; text: () => Html }[] = [
  { id: 'address', title: 'Address and bodies', text: address },
  { id: 'signing-in', title: 'Signing in', text: signingIn },
  { id: 'values', title: 'Ids, dates, amounts', text: values },
  { id: 'lists', title: 'Lists', text: lists },
  { id: 'reports', title: 'Reports and explain', text: reports },
  { id: 'changes', title: 'Changing a record', text: changes },
  { id: 'order', title: 'Order of checks', text: order },
  { id: 'repeats', title: 'Sending twice', text: repeats },
  { id: 'trash', title: 'Trash, restore, delete for good', text: trash },
  { id: 'history', title: 'History and undo', text: history },
  { id: 'known-at', title: 'As known at', text: knownAt },
  { id: 'batches', title: 'Many at once', text: batches },
  { id: 'debts', title: 'Debts and settling up', text: debts },
  { id: 'reconciling', title: 'Reconciling', text: reconciling },
  { id: 'budgets', title: 'Budgets and months', text: budgets },
  { id: 'plans', title: 'Plans', text: plans },
  { id: 'errors', title: 'Errors', text: errors },
  { id: 'versions', title: 'Versions of the API', text: versions },
]

const block = (text: string): Html => html`<pre><code>${text}</code></pre>`
const json = (value: unknown): Html => block(JSON.stringify(value, undefined, 2))
const refusal = (code: keyof typeof refusals): Html => html`<a href="#${code}"><code>${code}</code></a>`

function address(): Html {
  return html`<p>Every path on this page continues <code>${BASE}</code>. The examples keep the whole address, and your
access token, in two variables; ids you got from earlier answers stand as <code>$ID</code> and the like.</p>
${block(`export FLORIN=http://localhost:3000${BASE}\n# "token" in the answer to signing in:\nexport TOKEN=flo_…`)}
<p>Bodies are JSON in UTF-8, at most ${LIMITS.bodyBytes / 1024} KiB, below <code>/auth</code> at most
${LIMITS.authBodyBytes / 1024} KiB, and more where a route <a href="#about-batches">says so</a>. What was done is answered with 200 and JSON, or with
204 and no body where a route says so. Fields and parameters that a route does not know are ignored and named in the header
<code>Ignored</code>, 20 at most, parameters of a list in <code>meta.ignored</code> too; with <code>Prefer: handling=strict</code> they are refused instead. The fields of
a record that is sent back as it was read are not among them. A value of the
wrong type is refused, never converted: <code>"12"</code> is not a number. In a query, a number is decimal digits:
<code>limit=20</code>.</p>
<p>Clients can be made from the <a href="${BASE}/openapi.json">OpenAPI document</a>; those of <code>openapi-typescript</code> and
<code>@hey-api/openapi-ts</code> are used with every change of the service, and those of <code>orval</code>, <code>oazapfts</code>, <code>swagger-typescript-api</code>
and <code>openapi-zod-client</code> compiled.</p>
<p>An address or a method that does not exist is answered with 404 or 405 whoever asks, since this page lists the
addresses anyway; at an address that exists, a request that is not signed in gets 401 before anything else about it is
looked at.</p>`
}

function signingIn(): Html {
  return html`<p><a href="#route-register">Register</a> or <a href="#route-login">sign in</a>: both answer with a
<code>token</code> and set the same token as the cookie <code>service-session</code>. Every route needs one of the two,
except those marked <span class="open">no sign-in</span>.</p>
<ul>
<li>Programs send <code>Authorization: Bearer $TOKEN</code>. If a request carries both, this counts.</li>
<li>Browsers send the cookie by themselves. A change asked for with it must come from Florin’s own pages
(${refusal('cross_site')}). The tabs of a browser share it: a page that sends <code>X-Florin-User</code>, the id of the person it is
of, is refused once somebody else has signed in (${refusal('other_person')}).</li>
</ul>
<p>A token ends with 90 days without use, a year after it was given, when you sign out, or when the password is changed,
which answers with a new one. Over https the cookie is called <code>__Host-service-session</code>; <code>service-session</code> is
accepted too. A page of another site that signs in gets its token and no cookie.</p>
<p>Too many wrong passwords are answered with 429 (${refusal('too_many_attempts')}). While strangers guess at an account, its owner
gets in from a device that is known: by its cookie <code>service-device</code>, which every sign-in sets, or by a token of the same
account that is still valid, sent along with the sign-in. Neither signs anybody in; it only shows that the device is not a stranger.</p>`
}

function values(): Html {
  return html`<dl>
<dt>Ids</dt><dd>Strings, UUIDs: <code>"01936f0c-5b1e-7c3a-9d42-8f6e2b7a1c05"</code>. A currency’s id is its ISO 4217 code,
<code>"EUR"</code>. An id in a path that is unknown, malformed or somebody else’s is 404; in a body it is 422 on its
field.</dd>
<dt>Dates</dt><dd>Days in the calendar, <code>"2026-11-30"</code>, from 1900 to 2200, the same in every time zone.</dd>
<dt>Timestamps</dt><dd>ISO 8601 in UTC with milliseconds: <code>"2026-11-30T08:15:00.000Z"</code>.</dd>
<dt>Amounts</dt><dd>JSON numbers in the currency’s unit: <code>12.5</code> is 12.50 euros. A number is read at
15 significant digits, so that <code>0.30000000000000004</code> is 0.3. Amounts are kept exactly: more decimals than the currency has (2 for EUR,
none for JPY, 3 for BHD) are refused, not rounded, and so is an amount that with these decimals has more than 15 digits (9,999,999,999,999.99
EUR is the largest). A sum, such as a balance, may have more digits, and all of them are sent.</dd>
<dt>Currencies</dt><dd>ISO 4217 codes, in any case; answers have them in upper case.</dd>
<dt>Given and found</dt><dd><code>fx_rate</code>, <code>charged_amount</code>, <code>to_amount</code> and
<code>applied_amount</code> are given by you or found by Florin; <code>fx_source</code>, <code>charged_source</code>,
<code>to_source</code> and <code>applied_source</code> say which. A value that comes back with its source, both unchanged, counts
as not sent; any other is given; <code>null</code> means “find it”. A given value stays until you send another, or its pair of
currencies changes; a found one is found anew when date, amount, currencies or accounts change.</dd>
<dt>How a rate is found</dt><dd>Among your own rates and the published ones on or before the day, at most 31 days old, the latest
day counts, and your own on the same day; either direction of a pair will do. For a day to come, the latest one as of today.
Without any, the request is refused: no rate is ever guessed.</dd>
<dt>Text</dt><dd>Kept and returned exactly as sent; an empty optional text counts as none. Lengths count Unicode code points. The notes of an
obligation have no length of their own: the size of the body bounds them.</dd>
<dt>No value</dt><dd><code>null</code>, not a missing field.</dd>
</dl>`
}

function lists(): Html {
  return html`<p>A list answers with a page of records and where it goes on:</p>
${block('{\n  "data": [ … ],\n  "meta": { "limit": 200, "next_cursor": "WyJBbmEiLCIwMTkz….3q2-7wX…", "ignored": [] }\n}')}
<ul>
<li><code>limit</code> is the length of a page: 1 to 1,000, by default 200.</li>
<li><code>cursor</code> takes <code>next_cursor</code> from the page before, with the same order and filters; it is
<code>null</code> on the last page, and on no other. A page ends early, with fewer records than <code>limit</code>, where they would take more than
8 MiB: go on until <code>next_cursor</code> is <code>null</code>. The header <code>Link: &lt;…&gt;; rel="next"</code> carries the whole next
address.</li>
<li><code>sort</code> names the order, and a <code>-</code> before it turns it round. Left out, a list has the order
that its summary tells.</li>
<li>Several ids, kinds or currencies of one filter are separated by commas: <code>category_id=…,…</code>. An id that does not
exist matches nothing. A value that is not in the list of a parameter, such as a misspelt <code>kind</code>, is refused, with the values that there
are. A tag may have commas in it, so several are given one by one: <code>tag=work&amp;tag=trip</code> finds what has both.</li>
<li>Transactions, accounts, categories, contacts, obligations and plans are found by <code>id</code>, several at once: as many as an address of 4,096 characters holds, about 100. Transactions of a debt
are found by <code>obligation_id</code>, the expense that it is a share of included, and those that a plan has posted by
<code>plan_id</code>.</li>
<li><code>meta.ignored</code> names the parameters of the request that the list does not know, so that a misspelt filter
shows.</li>
<li><code>include=total</code> adds <code>total</code> to <code>meta</code>; <code>include=sum</code>, on lists of
transactions and registers, adds <code>sum_base</code>, which all pages come to; <code>include=total,sum</code> adds both.
<code>deleted=only</code> lists the
<a href="#about-trash">trash</a>.</li>
</ul>
<p><code>format=csv</code>, or the header <code>Accept: text/csv</code>, answers with all pages in one file, with the same filters and
order, of one moment; <code>format=json</code> with one JSON document of the same shape as a page. <code>limit</code>,
<code>cursor</code>, <code>include=total</code> and <code>include=sum</code> are then refused. A file is sent while it is made: if that
fails half-way, the connection is cut before the end of the answer. A reader that keeps a large file waiting for 8 seconds, or for 30 in all, is
cut off; <code>Accept-Encoding: gzip</code> makes that unlikely.</p>
<p>A CSV file is UTF-8 with CRLF, and quotes as RFC 4180 says. Its first line has the names of the fields. A field of an object inside a record is a column
such as <code>contact.name</code>; tags and other lists of texts are one cell, separated by commas, each quoted where it has to be; lists of
records, such as <code>splits</code>, are JSON. An empty cell is null or an empty text. Beside the fields, transactions have
<code>asset_account_name</code>, <code>from_account_name</code>, <code>to_account_name</code> and <code>signed_amount</code>, which is negative
where money leaves the account <code>asset_account_name</code>. In transactions of debts that is the account which the money came to or left; both are
empty where no money moved, as in a set-off. There is no byte order mark: a spreadsheet has to be told UTF-8 and comma. A text that a spreadsheet would take for a formula has an apostrophe
in front. Clients made by <code>openapi-typescript</code> choose the JSON of lists with
<code>createClient&lt;paths, 'application/json'&gt;</code>.</p>`
}

function reports(): Html {
  return html`<p>A report is computed when it is asked for, in the base currency of the book. Beside a figure is
<code>explain</code>: the path and the query, below <code>${BASE}</code>, of the list that the figure is made of. Read it as it stands:
it asks for <code>include=sum</code>, so its <code>meta.sum_base</code> is the figure, and each transaction or line has <code>counted_base</code>, the
part of it that counts. The parts of all pages add up to the sum: of a split its own part, of a refund a negative one, and what others owe of an
expense is none of it. <code>explains</code> has one address for each period, or for each figure by its name.</p>
<ul>
<li>Sums of postings lead to <code>/accounts/{id}/lines</code> or <code>/budgeting/transactions</code>. Every account is in one section of the
chart; several sections are added up on the normal side of the first one, so <code>section=income,expense</code> is income less
expense.</li>
<li>Values at the rates of a day lead to <code>/reports/valuation</code>, which shows amount, rate and value of every account and
currency.</li>
<li>Where a rate is missing, nothing is guessed: the account counts at its recorded base amount, <code>is_complete</code> is false, and
<code>missing_rates</code> names the currency, the days, and the nearest day that has a rate.</li>
<li>A range is from <code>date_from</code> to <code>date_to</code>, both included. One that ends before it starts is refused.
<code>ignored</code> names the parameters that the report does not know: with <code>from=…</code>, it is of another time than you
meant.</li>
</ul>`
}

function changes(): Html {
  return html`<p>A <code>PUT</code> changes the fields that it sends; the others keep their value (an obligation is sent whole). A record can be read
and sent back whole: fields that are not yours to set are ignored. So is what Florin computes: the <code>status</code> of an obligation
follows its outstanding amount, and an amount in the base currency its rate.</p>
<p>Every record that has a <code>version</code> comes with an <code>ETag</code>, and so does every page of a list. Sent back as <code>If-None-Match</code> on a <code>GET</code>, it is
answered with 304 while nothing has changed. Sent as <code>If-Match</code> on a <code>PUT</code> or <code>DELETE</code>,
it keeps you from overwriting what somebody else changed in the meantime: that is refused with 412
(${refusal('stale')}). The <code>version</code> alone will do: <code>If-Match: "4"</code>.</p>`
}

function order(): Html {
  return html`<p>Of several things that are wrong with a request, the first in this order is told:</p>
<ol>
<li>whether the service can answer at all, and whether the address and the method exist (503, 404, 405);</li>
<li>who is asking (401, 403), and whether their role in the book allows it (403);</li>
<li>what the request itself shows: its size, its type, its JSON, and every field and parameter by its own rules (400, 413, 415,
422);</li>
<li>whether the record in the path is there (404);</li>
<li>what the body refers to, and whether its parts fit together (422);</li>
<li>whether the record has changed since you read it (412), and whether the books allow the change (409).</li>
</ol>`
}

function repeats(): Html {
  return html`<p>When an answer gets lost, send the request again with the same <code>Idempotency-Key</code>: it takes
effect once, and the repeat of a success gets the first answer with <code>Idempotency-Replayed: true</code>. Every <code>POST</code>
outside <code>/auth</code> takes one, 1 to 255 visible ASCII characters, remembered for 24 hours. Only what was done is remembered: a refusal is
not, so that the same request with the same key is tried again once its cause is gone. The same key for a
different request is refused (${refusal('idempotency_key_reused')}), and so is one whose record was deleted for good since
(${refusal('reply_erased')}).</p>
<p>For longer than that, give a transaction your own name: <code>external_id</code>, 1 to 255 characters, compared exactly. One transaction of a
book can have it, trash included, so that no repeat records it twice, however late: a second one is refused
(${refusal('external_id_taken')}) with <code>params.id</code>, the transaction that has it. Treat that as done. Of a batch nothing is recorded then;
<code>params.at</code> names the item, and <code>params.first</code>, in place of <code>params.id</code>, an earlier item of the same batch that has it too. So before a batch is sent again, ask which of it is
there: <code>GET /budgeting/transactions?external_id=a&amp;external_id=b</code>, 100 at most, and once more with <code>deleted=only</code> for the trash. A
name is free again once the transaction gets another one or <code>null</code>, or is deleted for good. An
undo that would bring back one which is taken by then is refused with the same code. Rows of imported files have none: an import knows by itself
what was imported before.</p>`
}

function trash(): Html {
  return html`<p>What is deleted from a book goes to the trash: <code>DELETE</code> answers with the record and its
<code>deleted_at</code>. From then on lists leave it out and reading it is 404; <code>deleted=only</code> on its list
finds it, and <code>POST …/{id}/restore</code> brings it back. Payments, write-offs, exchange rates and budgets have
no trash: record a deleted one again, or <a href="#about-history">undo</a> the change. <a href="#route-listChanges"><code>GET /changes</code></a>
still shows it.</p>
<p><code>DELETE …/{id}?forever=true</code> deletes for good what is in the trash (${refusal('not_in_trash')} otherwise), once nothing
refers to it (${refusal('in_use')}). It answers with the record as it was. Its content is erased everywhere, also from the history, where
only the fact that there was such a record stays. Nothing brings it back.</p>`
}

function history(): Html {
  return html`<p>Every change of a book gets the next <code>version</code> and stays in its history.
<a href="#route-listChanges"><code>GET /changes</code></a> lists it record by record, as it was <code>before</code> and
<code>after</code>, by kind and id of the record, person, time of the change, or day of the transactions it is about:
<code>dated_from=2026-03-01&amp;dated_to=2026-03-31&amp;since=812</code> tells why March has changed since version 812.</p>
<p>To follow a book, ask with <code>since=0</code>, keep <code>meta.next_since</code>, and ask with it the next time. It is the
version up to which everything was looked at, on the last page that of the book, also where a filter leaves out the latest changes; where a page ends
inside a version, <code>next_cursor</code> leads to the rest of it. A <code>since</code> that the book has not reached is refused
(${refusal('since_ahead')}): the book is not the one that was followed, as after the restore of an earlier backup. Once that book has come as far
by other changes, its versions alone do not show it: keep the <code>version</code>, <code>id</code> and <code>at</code> of the latest change that you have, and read it again
(<code>since</code> of the version before it, <code>id</code> of the record) before you go on. If it differs, drop all that you have, and start with <code>since=0</code>.</p>
<p>The shapes of <code>before</code> and <code>after</code>, by <code>resource</code>; the names of other records in them are those of today:</p>
<table><thead><tr><th>resource</th><th>shape</th><th>where it is read</th></tr></thead><tbody>${Object.entries(
    sources,
  ).map(
    ([resource, { shape, path }]) =>
      html`<tr><td><code>${resource}</code></td><td>${shapeLink(shape)}</td><td><code>${path}</code></td></tr>`,
  )}</tbody></table>
<p>A payment is there the transaction that it is recorded as, with <code>deleted_at</code> once it is deleted; what it settles is in <code>GET /payments</code>, by the same id. The
id of a budget is its category and month, that of an exchange rate its currencies and day. <code>plan_occurrence</code> says what became of an occurrence:
<code>plan_id</code>, <code>scheduled_date</code>, <code>action</code> (<code>post</code>, <code>skip</code>, or <code>change</code> for a draft of its own), <code>draft</code>,
<code>transaction_id</code>, <code>obligation_id</code>.</p>
<p>A record comes in the feed when it changes itself. Some of its fields follow something else and change without it: a mirror works
them out, or reads the record again.</p>
<dl>${Object.entries(following).map(
    ([kind, fields]) =>
      html`<dt>Of ${kind === 'transaction' ? 'a transaction of any kind' : `${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind}`}</dt>
<dd>${Object.entries(fields).map(([field, source]) => html`<code>${field}</code> follows ${source}. `)}</dd>`,
  )}</dl>
<p><a href="#route-undoChange"><code>POST /changes/{version}/undo</code></a> takes back everything that a version did, as a new
change, at any later time. A created record goes to the trash, a changed one gets back what the version had changed, and computed
fields follow. Undoing the undo does it again. Refused are an undo of what is undone already (${refusal('already_undone')}), one
on which later changes stand (${refusal('undo_blocked')}, which lists them as <code>blockers</code>), one that would touch a closed day
(${refusal('locked')}), one that would need what was deleted for good (${refusal('erased')}), and that of the version that opened the
book or restored it from its file (${refusal('not_undoable')}). The answer lists 200 records at most.</p>
<p>The <code>seal</code> of <a href="#route-getBook">the book</a> is a hash over its whole history: write it down, and nobody can alter
the past without it showing.</p>`
}

function knownAt(): Html {
  return html`<p>Balances, registers, lists of transactions, obligations, statements and reports take <code>known_at</code>: a time,
<code>2026-11-30T08:15:00Z</code>, or a version of the book, in digits alone. They answer with the figures as the books stood then,
whatever was recorded, changed or put into the trash since, and with the ticks and locks of then. What was deleted for good is missing from earlier figures too. A record’s own fields, its name too, are of
then; the names of records that it refers to are those of today, and <code>base_value</code> is <code>null</code>. The pages of a list are all of one version. A time in the future, or
before the book was created, is refused (${refusal('known_at_future')},
${refusal('known_at_too_early')}).</p>`
}

function batches(): Html {
  return html`<p><a href="#route-createTransactions"><code>POST /budgeting/transactions</code></a> records up to 10,000 expenses,
incomes and transfers, and <a href="#route-bulkTransactions"><code>POST /budgeting/transactions/bulk</code></a> changes or deletes as
many: all of them or none, as one change, so that one <a href="#about-history">undo</a> takes it back. Drafts are composed in the order
of the list, and cannot refer to each other. A malformed draft is told by its position, counted from 0, up to 20 of them at once; a draft that breaks a rule of the books is told alone:
<code>transactions.17.amount</code>, and <code>params.at</code> is <code>transactions.17</code>. A body may have
${bytes(createTransactions)} and ${bytes(bulkTransactions)}, each entry of a list ${LIMITS.bodyBytes / 1024} KiB.</p>
<p>One change, of whatever route, may add 64 MiB to the history of the book, counted as JSON of each record that
changes, before and after, with its entries; an undo may add twice as much. It may look at 128 MiB of stored records, those that it changes and those that its rules need. More is refused
(${refusal('change_too_large')}): make it in parts.</p>`
}

const bytes = ({ maxBodyBytes = LIMITS.bodyBytes }: Route): string => `${maxBodyBytes / 1024 ** 2} MiB`

function debts(): Html {
  return html`<p>An obligation is one debt, in one currency. Its <code>account_id</code> says how it came about, and who owes whom. With <em>Receivables</em>, <em>Payables</em>
(<a href="#route-listAccounts"><code>GET /accounts</code></a> lists both) or a liability of your own, that account holds the debt; <code>counter_account_id</code> is the account that it came
from, such as the one that borrowed money was paid into, and <em>Opening balances</em> if it is left out: the debt was there already. With an asset, money was lent
out of it; with an account of income you sent a bill, with one of expense you got one. <em>Receivables</em> or <em>Payables</em> holds the debt then.
<code>direction</code> in the answer says who owes: <code>receivable</code>, the contact; <code>payable</code>, you.</p>
<p>A <a href="#route-createPayment">payment</a> of it may be in another one: <code>amount</code> is
what was handed over, <code>applied_amount</code> what it settles, in the currency of the debt. Send it where you know it; otherwise it is
computed from the rates of the day, and refused where there is none (${refusal('fx_rate_missing')}).</p>
<p>A sum that a contact pays, or gets, for several debts is recorded as <a href="#route-payContact">one change</a>, with a payment for each debt. With an
<code>amount</code> alone, the oldest debts in its currency are paid first, of all of them or of <code>obligation_ids</code>. With
<code>obligations</code>, each debt gets the part that you say, and debts may be in any currency:</p>
${block(
  `{ "direction": "receivable", "amount": 100, "currency_id": "EUR",
  "obligations": [
    { "obligation_id": "$DINNER", "amount": 60 },
    { "obligation_id": "$TAXI", "amount": 40, "applied_amount": 43 } ] }`,
)}
<p>The parts come to <code>amount</code>, exactly (${refusal('parts_mismatch')} otherwise). A part that does not fit is refused with its place, as
<code>obligations.1.applied_amount</code>, and nothing is recorded. One <a href="#about-history">undo</a> takes the whole payment back.
<a href="#route-setOff">Setting off</a> settles what both owe each other, without money.</p>
<p><a href="#route-listAllPayments"><code>GET /payments</code></a> lists the payments of all debts, those of set-offs too, with the debt and the contact of each.
For each debt, the <code>applied_amount</code> of its payments, its write-offs and the corrections of its outstanding amount explain the way from the
<code>outstanding_amount</code> that it was recorded with to that of today; the <a href="#route-getStatement">statement</a> of a contact has all of them. What was paid before it was
recorded, the rest of <code>original_amount</code>, has no record.</p>`
}

function reconciling(): Html {
  return html`<p>A <a href="#route-createReconciliation">reconciliation</a> compares an account, in one currency, with a bank’s statement.
The first one starts at 0, so that an opening balance is ticked like any other line; each later one starts where the finished one before it ended.
One is open at a time.</p>
<ol>
<li>Start it with the day and the balance of the statement.</li>
<li>Read the lines that are still free: <code>GET /accounts/{id}/lines?reconciliation_id=none&amp;date_to=…</code>, in the currency of the
statement.</li>
<li><code>PUT</code> all ticked lines as <code>cleared_line_ids</code>, as often as you like, until <code>difference</code> is 0. No line is
later than the statement (${refusal('line_after_statement')}). An edit that keeps the account, the side, the currency and the amount of a line
keeps its tick; any other edit makes a new line without one.</li>
<li>Finish it. A difference is refused (${refusal('statement_differs')}), or recorded as an expense or an income if you send a category to
<code>adjust</code>.</li>
</ol>
<p>From then on these lines are locked: their transactions have <code>is_locked</code>, and keep their day, and the account, the side, the currency
and the amount of these lines (${refusal('locked')}). Category, contact, notes, tags and memos can still change. To change the rest,
<a href="#route-reopenReconciliation">reopen</a> the reconciliation; only the latest one can be open.</p>`
}

function budgets(): Html {
  return html`<p>A <a href="#route-putBudget">budget</a> is what you plan for a category in a month, in the base currency. It has no id
of its own: its address is the category and the month. <a href="#route-getBudgets"><code>GET /budgeting/budgets</code></a> shows a month with
what was planned, spent, carried and left, for categories of expenses, or with <code>kind=income</code> for those of incomes.</p>
<p>With <code>rollover</code>, what a month has left is carried into the next one, also when it is negative. A month without a budget ends it:
nothing is carried out of that month, so give each month of the row a budget, of 0 if need be.
<a href="#route-copyBudgets">Copying</a> sets a whole month at once.</p>
<p>Months are named <code>2026-11</code> and start on <code>month_starts_on</code> of <a href="#route-updateBook">the book</a>: a day from 1 to 28, or
<code>last_working_day</code>, the last Monday to Friday of a calendar month. One that starts by the 15th is named after the calendar month
in which it starts; one that starts later, or on the last working day, after the next: with 25, <code>2026-11</code> is
2026-10-25 to 2026-11-24. A new setting moves days between months, past ones too, and changes no budget.</p>`
}

function plans(): Html {
  return html`<p>A <a href="#route-createPlan">plan</a> is a draft and a schedule. With <code>auto: true</code>, Florin posts each occurrence
within a minute after its day has come, also those that were missed; otherwise it is due until a person
<a href="#route-settleOccurrence">posts or skips it</a>. One that cannot be posted, say because its category is in the trash, waits:
<a href="#route-listUpcoming"><code>GET /plans/upcoming</code></a> says why, and once the reason is gone, it is posted like any other.</p>
<p>An occurrence is addressed by its scheduled day, whatever the working-day rule makes of it:
<code>POST /plans/$ID/occurrences/2026-10-31</code>. It is recorded on that day, moved by the rule, or on the <code>date</code> in the
<code>draft</code> sent with it.</p>
<p>This is the last working day of each month; a Saturday or a Sunday becomes the Friday before. Public holidays are working days: Florin
knows none.</p>
${json({ start: '2026-10-31', unit: 'month', on: 'last', working_days: 'before' })}
<p>Each occurrence is posted or skipped once (${refusal('occurrence_done')}). To take a skip back, undo the change that its
<code>version</code> names: <code>POST /changes/$VERSION/undo</code>. A posting that was undone or deleted counts as skipped, and is not
posted again: <code>POST …/restore</code> of the transaction or the obligation brings it back. What a plan posted carries its
<code>plan_id</code>, and <a href="#route-listOccurrences"><code>GET /plans/$ID/occurrences</code></a> lists what became of each.</p>`
}

function errors(): Html {
  return html`<p>Whatever is not done is answered in one shape, ${shapeLink('Problem')}, after RFC 9457:</p>
${json(examplesOfRefusals.amount_decimals)}
<p>Programs decide by <code>code</code>, which is stable and has one status; people read <code>message</code>. On 422,
<code>errors</code> has the sentences by field, for 20 fields at most. The names of fields in it are stable. <code>params</code> has the numbers and names in the
sentence, for a program that says it in other words; a <code>reason</code>, a <code>remedy</code> and a <code>fault</code> in it are for people. <code>type</code> leads to the code’s entry under
<a href="#refusals">Refusals</a>. <code>request_id</code> is also the header <code>X-Request-Id</code>, and what the
service’s log calls this request. On 429 and 503, <code>Retry-After</code> says how many seconds to wait. A client should wait 60 seconds for an
answer before it gives up: the largest changes take some of that, and a request may wait 10 seconds in each of several queues
before it is refused as ${refusal('busy')}. With
<code>Accept: application/problem+json</code> the answer has that type.</p>
<p>An address from which too many requests fail, with 401 or because they cannot be read, is answered with 429
(${refusal('too_many_failures')}) instead for the rest of the minute; so are tokens that have not been used within the last minute. What else succeeds is
answered as ever.</p>`
}

function versions(): Html {
  return html`<p>Everything below <code>${BASE}</code> stays what it is: an address, a field, a parameter or a <code>code</code> is neither
renamed nor removed, keeps its type and its meaning, and what was accepted stays accepted; so do defaults, the order of lists and the columns of CSV files, to which new ones are
added at the end. An <code>enum</code> is closed. The exceptions are answers that were wrong without saying so, which are put right or become a refusal, and limits that protect the service
from one request; CHANGELOG.md, which comes with every version, names each.</p>
<p>These may come at any time, and a program has to bear them: new addresses, optional parameters and fields, values of texts that say that more may come
(such as the kinds of <a href="#route-listChanges">changes</a>), codes of problems, headers, and another order of the fields of an object. Ids, cursors, ETags and tokens are
texts without a meaning. An ETag is such a text too, although <code>If-Match</code> takes a version in its place.
Sentences for people (<code>detail</code>, <code>message</code>, those in <code>errors</code>, titles) may be said better: programs
decide by <code>status</code>, <code>code</code>, <code>params</code> and the names of the fields in <code>errors</code>.</p>
<p>What cannot be kept comes as <code>/api/v2</code> beside it. From then on every answer of an operation of <code>/api/v1</code> that has a successor carries
<code>Deprecation</code> (RFC 9745: since when), <code>Sunset</code> (RFC 8594: the day it ends) and a <code>Link</code> to this chapter
(<code>rel="deprecation"</code>) and to the successor (<code>rel="successor-version"</code>), and the OpenAPI document marks it <code>deprecated</code>. Between the version of Florin that first says so and the one that ends it are at least twelve months: whoever runs an instance and skips versions
finds both in CHANGELOG.md. Nothing is deprecated today.</p>`
}
