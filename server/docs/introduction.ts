import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import { following, leftOut, type Resource, sources } from '../../contract/changes.ts'
import { examplesOfRefusals } from '../../contract/examples/refusals.ts'
import type { Route } from '../../contract/route.ts'
import { LIMITS } from '../http/errors.ts'
import { BASE } from '../serve.ts'
import { members } from './chapter-of-members.ts'
import { accounts, budgets, debts, plans, rates, reconciling, watching } from './chapters-of-books.ts'
import { block, json, refusal } from './guide-parts.ts'
import { type Html, html } from './html.ts'
import { shapeLink } from './schema-table.ts'

/** The rules for all routes, in the order in which a new reader needs them. */
export const topics: { id: string; title: string; text: () => Html }[] = [
  { id: 'address', title: 'Address and bodies', text: address },
  { id: 'signing-in', title: 'Signing in', text: signingIn },
  { id: 'members', title: 'Several books and people', text: members },
  { id: 'values', title: 'Ids, dates, amounts', text: values },
  { id: 'lists', title: 'Lists', text: lists },
  { id: 'reports', title: 'Reports and explain', text: reports },
  { id: 'changes', title: 'Changing a record', text: changes },
  { id: 'order', title: 'Order of checks', text: order },
  { id: 'repeats', title: 'Sending twice', text: repeats },
  { id: 'trash', title: 'Trash, restore, delete for good', text: trash },
  { id: 'history', title: 'History and undo', text: history },
  { id: 'watching', title: 'Watching a book', text: watching },
  { id: 'known-at', title: 'As known at', text: knownAt },
  { id: 'batches', title: 'Many at once', text: batches },
  { id: 'accounts', title: 'Accounts and balances', text: accounts },
  { id: 'rates', title: 'Exchange rates', text: rates },
  { id: 'debts', title: 'Debts and settling up', text: debts },
  { id: 'reconciling', title: 'Reconciling', text: reconciling },
  { id: 'budgets', title: 'Budgets and months', text: budgets },
  { id: 'plans', title: 'Plans', text: plans },
  { id: 'errors', title: 'Errors', text: errors },
  { id: 'versions', title: 'Versions of the API', text: versions },
]

function address(): Html {
  return html`<p>Every path on this page continues <code>${BASE}</code>. The examples keep the whole address, and your
access token, in two variables; ids from earlier answers are written as <code>$ID</code> and the like, and
the path of a file as <code>$FILE</code>.</p>
${block(`export FLORIN=http://localhost:3000${BASE}\n# "token" in the answer to signing in:\nexport TOKEN=flo_…`)}
<p>Bodies are JSON in UTF-8, at most ${LIMITS.bodyBytes / 1024} KiB, below <code>/auth</code> at most
${LIMITS.authBodyBytes / 1024} KiB, and more where a route <a href="#about-batches">says so</a>. A success is answered with 200 and JSON, or, where a
route says so, with 204 and no body. Fields and parameters that a route does not know are ignored, and the header <code>Ignored</code> names up to 20
of them; <code>meta.ignored</code> of a list names its parameters too. With <code>Prefer: handling=strict</code> they are refused instead. The fields
of a record that is sent back as it was read do not count as unknown. A value of the wrong type is refused, never converted: <code>"12"</code> is not
a number. In a query, a number is decimal digits:
<code>limit=20</code>.</p>
<p>Clients can be generated from the <a href="${BASE}/openapi.json">OpenAPI document</a>. With every change of the service, the clients made by
<code>openapi-typescript</code> and <code>@hey-api/openapi-ts</code> are tested, and those made by <code>orval</code>, <code>oazapfts</code>,
<code>swagger-typescript-api</code> and <code>openapi-zod-client</code> are compiled.</p>
<p>An address or a method that does not exist is answered with 404 or 405, also to requests that are not signed in, because this page lists the
addresses anyway. At an existing address, a request that is not signed in gets 401 before anything else is checked.</p>`
}

function signingIn(): Html {
  return html`<p><a href="#route-register">Register</a> or <a href="#route-login">sign in</a>: both answer with a
<code>token</code> and set the same token as the cookie <code>service-session</code>. Every route needs one of the two,
except those marked <span class="open">no sign-in</span>.</p>
<ul>
<li>Programs send <code>Authorization: Bearer $TOKEN</code>. If a request has both, the header is used.</li>
<li>Browsers send the cookie by themselves. A change that is sent with the cookie must come from Florin’s own pages (${refusal('cross_site')}). The
tabs of a browser share the cookie: a page that sends the id of its person as <code>X-Florin-User</code> is refused once somebody else has signed in
(${refusal('other_person')}).</li>
</ul>
<p>A token ends after 90 days without use, a year after it was issued, when you sign out, or when the password is changed; the answer to a change of
the password has a new token. Over https the cookie is called <code>__Host-service-session</code>; <code>service-session</code> is
accepted too. A page of another site that signs in gets a token and no cookie.</p>
<p>A script or another app gets <a href="#route-createProgramKey">a key of its own</a>, sent like a token. It has abilities: <code>read</code>,
<code>write</code> and <code>own</code>, each for all areas or for one, such as <code>write:budgeting</code>; the areas are the groups of this page. Each route says which
right it needs. None includes another, and no key reaches more than its person, or anything below <code>/auth</code> but <code>GET /auth/me</code>
(${refusal('ability_missing')}, ${refusal('not_for_programs')}). A key ends at its <code>expires_at</code>, when it is revoked, and with a recovery link; a new password leaves it alone.
A change that it makes has its name in place of the device, and a repeated <code>Idempotency-Key</code> answers only the key, or the person, that sent it first.</p>
<p>Too many wrong passwords are answered with 429 (${refusal('too_many_attempts')}). While strangers guess the password of an account, its owner can
still sign in from a known device. A device is known by its cookie <code>service-device</code>, which every sign-in sets, or by a valid token of the
same account, sent with the sign-in. Neither of them signs anybody in; they only show that the device is known.</p>`
}

function values(): Html {
  return html`<dl>
<dt>Ids</dt><dd>Strings, UUIDs: <code>"01936f0c-5b1e-7c3a-9d42-8f6e2b7a1c05"</code>. A currency’s id is its ISO 4217 code,
<code>"EUR"</code>. An unknown or malformed id, or somebody else’s, is answered with 404 in a path, and with 422 on its field in a body.</dd>
<dt>Dates</dt><dd>Days in the calendar, <code>"2026-11-30"</code>, from 1900 to 2200, the same in every time zone.</dd>
<dt>Timestamps</dt><dd>ISO 8601 in UTC with milliseconds: <code>"2026-11-30T08:15:00.000Z"</code>.</dd>
<dt>Amounts</dt><dd>JSON numbers in the currency’s unit: <code>12.5</code> is 12.50 euros. A number is read with 15 significant digits, so that
<code>0.30000000000000004</code> is 0.3. Amounts are stored exactly: more decimals than the currency has (2 for EUR,
none for JPY, 3 for BHD) are refused, not rounded, and so is an amount that has more than 15 digits including these decimals (9,999,999,999,999.99 EUR
is the largest). A sum, such as a balance, may have more digits, and all of them are sent.</dd>
<dt>Currencies</dt><dd>ISO 4217 codes, in any case; answers have them in upper case.</dd>
<dt>Given and found</dt><dd><code>fx_rate</code>, <code>charged_amount</code>, <code>to_amount</code> and
<code>applied_amount</code> are given by you or found by Florin; <code>fx_source</code>, <code>charged_source</code>,
<code>to_source</code> and <code>applied_source</code> say which. A value that is sent back with its source, both unchanged, is ignored; any other
value is given; <code>null</code> means that Florin finds it. A given value stays until you send another one, or until its pair of currencies changes;
a found value is found again when date, amount, currencies or accounts change. One rate stays although its day changes: that of an opening which
follows a <a href="#about-accounts">balance as of a day</a>.</dd>
<dt>How a rate is found</dt><dd>Florin takes the latest rate on or before the day, at most 31 days old; on the same day, your own rate comes before a
published one. A rate of either direction of the pair is used; of two own rates of one day, the one in the direction that is needed. For a day in the future, the latest rate as of today is used. If there is none, the
request is refused: no rate is ever guessed. <a href="#about-rates">Exchange rates</a> has the ways to store rates.</dd>
<dt>Text</dt><dd>Stored and returned exactly as sent; an empty optional text counts as none. Lengths are counted in Unicode code points. The notes of
an obligation have no limit of their own: only the size of the body limits them.</dd>
<dt>No value</dt><dd><code>null</code>, not a missing field.</dd>
</dl>`
}

function lists(): Html {
  return html`<p>A list answers with a page of records and the cursor of the next page:</p>
${block('{\n  "data": [ … ],\n  "meta": { "limit": 200, "next_cursor": "WyJBbmEiLCIwMTkz….3q2-7wX…", "ignored": [] }\n}')}
<ul>
<li><code>limit</code> is the largest number of records on a page: 1 to 1,000, by default 200.</li>
<li><code>cursor</code> takes <code>next_cursor</code> from the page before, with the same order and filters; it is
<code>null</code> only on the last page. A page has fewer records than <code>limit</code> if they would take more than 8 MiB: continue until
<code>next_cursor</code> is <code>null</code>. The header <code>Link: &lt;…&gt;; rel="next"</code> has the whole address of the next page.</li>
<li><code>sort</code> names the order; a leading <code>-</code> reverses it. Without <code>sort</code>, a list has the order given in its summary.</li>
<li>Several ids, kinds or currencies of one filter are separated by commas: <code>category_id=…,…</code>. An id that does not
exist matches nothing. A value that is not in the list of a parameter, such as a misspelt <code>kind</code>, is refused, and the refusal names the
possible values. A tag may contain commas, so several tags are given one by one: <code>tag=work&amp;tag=trip</code> finds transactions with both.</li>
<li>Transactions, accounts, categories, contacts, obligations and plans are found by <code>id</code>, several at once: as many as an address of 4,096 characters holds, about 100. Transactions
of a debt are found by <code>obligation_id</code>, including the expense that the debt is a share of; transactions that a plan has posted are found by
<code>plan_id</code>.</li>
<li><code>meta.ignored</code> names the unknown parameters of the request, so that a misspelt filter is noticed.</li>
<li><code>include=total</code> adds <code>total</code> to <code>meta</code>; <code>include=sum</code>, on lists of
transactions and registers, adds <code>sum_base</code>, the sum over all pages; <code>include=total,sum</code> adds both.
<code>deleted=only</code> lists the
<a href="#about-trash">trash</a>.</li>
</ul>
<p><code>format=csv</code>, or the header <code>Accept: text/csv</code>, puts all pages into one file, as of one moment, with the same filters and
order; <code>format=json</code> puts them into one JSON document of the same shape as a page. <code>limit</code>,
<code>cursor</code>, <code>include=total</code> and <code>include=sum</code> are then refused. A file is sent while it is made: if an error occurs
half-way, the connection is closed before the end of the answer. The connection is also closed if the client does not read a large file for 8 seconds,
or for 30 seconds in all; <code>Accept-Encoding: gzip</code> makes that unlikely.</p>
<p>A CSV file is UTF-8 with CRLF, and quotes according to RFC 4180. Its first line has the names of the fields. A field of an object inside a record is a column
such as <code>contact.name</code>; tags and other lists of texts are one cell, separated by commas, each quoted if necessary; lists of
records, such as <code>splits</code>, are JSON. An empty cell is null or an empty text. In addition to the fields, transactions have
<code>asset_account_name</code>, <code>from_account_name</code>, <code>to_account_name</code> and <code>signed_amount</code>, which is negative if
money leaves the account <code>asset_account_name</code>. In transactions of debts, that is the account from or to which the money moved; both columns
are empty if no money moved, as in a set-off. There is no byte order mark: choose UTF-8 and comma when you open the file in a spreadsheet. A text that
a spreadsheet would read as a formula starts with an apostrophe. Clients made by <code>openapi-typescript</code> choose the JSON of lists with
<code>createClient&lt;paths, 'application/json'&gt;</code>.</p>`
}

function reports(): Html {
  return html`<p>A report is computed when it is requested, in the base currency of the book. Next to a figure is <code>explain</code>: the path and
query, below <code>${BASE}</code>, of the list behind the figure. Request it unchanged: it includes <code>include=sum</code>, so its
<code>meta.sum_base</code> is the figure, and each transaction or line has <code>counted_base</code>, the part of it that counts. These parts add up
to the sum over all pages: a split counts with its own part, a refund with a negative amount, and the shares of others in an expense do not count. <code>explains</code> has one address for each period, or for each figure by its name.</p>
<ul>
<li>Sums of postings lead to <code>/accounts/{id}/lines</code> or <code>/budgeting/transactions</code>. Every account is in one section of the
chart; several sections are added up on the normal side of the first one, so <code>section=income,expense</code> is income less
expense.</li>
<li>Values at the rates of a day lead to <code>/reports/valuation</code>, which shows the amount, rate and value of every account and currency.</li>
<li>With <code>by_group=true</code>, the income statement and spending have a row for each group of categories, with the categories as <code>children</code>;
the list behind a group is that of <code>group_id</code>. <a href="#route-moneyFlow"><code>GET /reports/flow</code></a> has the income statement of some days as
nodes and links: from incomes to groups and categories, and to the amount kept.</li>
<li>If a rate is missing, nothing is guessed: the account counts at its recorded base amount, <code>is_complete</code> is false, and
<code>missing_rates</code> names the currency, the days, and the nearest day that has a rate.</li>
<li>A range is from <code>date_from</code> to <code>date_to</code>, both included. One that ends before it starts is refused.
<code>ignored</code> names unknown parameters: a report that was requested with <code>from=…</code> does not cover the days you meant.</li>
</ul>`
}

function changes(): Html {
  return html`<p>A <code>PUT</code> changes the fields that are sent; omitted fields keep their values (an obligation is sent whole). A record can be
read and sent back whole: fields that cannot be set are ignored. So are computed fields: the <code>status</code> of an obligation follows from its
outstanding amount, and an amount in the base currency from its rate.</p>
<p>Every record that has a <code>version</code> comes with an <code>ETag</code>, and so does every page of a list. A <code>GET</code> with the ETag as
<code>If-None-Match</code> is answered with 304 if nothing has changed. A <code>PUT</code> or <code>DELETE</code> with the ETag as
<code>If-Match</code> cannot overwrite changes that somebody else has made in the meantime: it is refused with 412 (${refusal('stale')}). The
<code>version</code> alone is enough: <code>If-Match: "4"</code>.</p>`
}

function order(): Html {
  return html`<p>A request is checked in this order, and the first error is reported:</p>
<ol>
<li>whether the service can answer at all, and whether the address and the method exist (503, 404, 405);</li>
<li>who is asking (401, 403), and whether their role in the book allows it (403);</li>
<li>the request itself: its size, its type, its JSON, and every field and parameter by its own rules (400, 413, 415, 422);</li>
<li>whether the record in the path exists (404);</li>
<li>the records that the body refers to, and whether its parts fit together (422);</li>
<li>whether the record has changed since you read it (412), and whether the books allow the change (409).</li>
</ol>`
}

function repeats(): Html {
  return html`<p>When an answer gets lost, send the request again with the same <code>Idempotency-Key</code>: it takes effect only once, and the
repeat of a success gets the first answer with <code>Idempotency-Replayed: true</code>, its sentences in English. Every <code>POST</code> outside <code>/auth</code>, <code>/invitations</code> and <code>/books</code>, but for the links that invite, takes a key
of 1 to 255 visible ASCII characters, remembered for 24 hours. Only successes are remembered. Refusals are not, so the same request with the same key
can be sent again once the cause of the refusal is gone. The same key for a
different request is refused (${refusal('idempotency_key_reused')}), and so is a key whose record has since been deleted for good
(${refusal('reply_erased')}).</p>
<p>To be safe for longer than that, give a transaction your own identifier: <code>external_id</code>, 1 to 255 characters, compared exactly. It is
unique in a book, trash included, so that no repeat, however late, records the transaction twice: a second transaction is refused
(${refusal('external_id_taken')}), and <code>params.id</code> is the transaction that has the identifier. Treat that as done. If one item of a batch
is refused, nothing of the batch is recorded; <code>params.at</code> names the item, and <code>params.first</code>, in place of
<code>params.id</code>, names an earlier item of the same batch with the same identifier. So before you send a batch again, ask which of its
transactions exist: <code>GET /budgeting/transactions?external_id=a&amp;external_id=b</code>, at most 100, and once more with
<code>deleted=only</code> for the trash. An identifier is free again once its transaction gets another one or <code>null</code>, or is deleted for
good. An undo that would restore an identifier which has been taken since is refused with the same code. Rows of imported files have no identifier: an
import itself recognises rows that were imported before.</p>`
}

function trash(): Html {
  return html`<p>A record that is deleted goes to the trash: <code>DELETE</code> answers with the record and its <code>deleted_at</code>. From then on
lists leave it out, and reading it is answered with 404; <code>deleted=only</code> on its list finds it, and <code>POST …/{id}/restore</code> restores
it. Payments, write-offs, exchange rates and budgets have
no trash: record a deleted one again, or <a href="#about-history">undo</a> the change. <a href="#route-listChanges"><code>GET /changes</code></a>
still shows the record.</p>
<p><code>DELETE …/{id}?forever=true</code> deletes a record in the trash for good (${refusal('not_in_trash')} otherwise), if no other record refers to
it (${refusal('in_use')} otherwise). It answers with the record as it was. The content is erased everywhere, also from the history, which only keeps
the fact that there was such a record. It cannot be restored.</p>`
}

function history(): Html {
  return html`<p>Every change of a book gets the next <code>version</code> and stays in its history.
<a href="#route-listChanges"><code>GET /changes</code></a> lists the changes record by record, with the record <code>before</code> and
<code>after</code>. Filters are the kind and id of the record, the person, the time of the change, and the day of the transactions:
<code>dated_from=2026-03-01&amp;dated_to=2026-03-31&amp;since=812</code> shows why March has changed since version 812.</p>
<p>To follow a book, ask with <code>since=0</code>, keep <code>meta.next_since</code>, and send it as <code>since</code> the next time. All changes up
to that version were looked at; on the last page it is the version of the book, even if a filter leaves out the latest changes. If a page ends inside
a version, <code>next_cursor</code> leads to the rest of that version. A <code>since</code> that the book has not reached is refused
(${refusal('since_ahead')}): the book is not the one that was followed, for example because an earlier backup was restored. Once the restored book has
reached the same version by other changes, versions alone do not show the difference. So keep the <code>version</code>, <code>id</code> and
<code>at</code> of the latest change that you have, and read that change again (<code>since</code> of the version before it, <code>id</code> of the
record) before you continue. If it differs, discard everything, and start with <code>since=0</code>.</p>
<p>The shapes of <code>before</code> and <code>after</code>, by <code>resource</code>; the names of other records in them are those of today. Some shapes
lack fields that follow from other records. Do not validate <code>before</code> and <code>after</code> against the whole shape of these:</p>
<table><thead><tr><th>resource</th><th>shape</th><th>where it is read</th></tr></thead><tbody>${Object.entries(
    sources,
  ).map(
    ([resource, { shape, path }]) =>
      html`<tr><td><code>${resource}</code></td><td>${shapeLink(shape)}${without(leftOut[resource as Resource])}</td><td><code>${path}</code></td></tr>`,
  )}</tbody></table>
<p>A payment is shown as the transaction that records it, with <code>deleted_at</code> once it is deleted; <code>GET /payments</code> shows, by the
same id, the amount that it settles. The id of a budget is its category and month; the id of an exchange rate is its currencies and day. A
<code>plan_occurrence</code> shows how an occurrence was settled or changed:
<code>plan_id</code>, <code>scheduled_date</code>, <code>action</code> (<code>post</code>, <code>skip</code>, or <code>change</code> for a draft of its own), <code>draft</code>,
<code>transaction_id</code>, <code>obligation_id</code>, <code>goal_move_id</code>.</p>
<p>A record appears in the feed when it changes itself. Some of its fields follow from other records and change without it: a mirror has to compute
them, or read the record again.</p>
<dl>${Object.entries(following).map(
    ([kind, fields]) =>
      html`<dt>Of ${kind === 'transaction' ? 'a transaction of any kind' : `${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind}`}</dt>
<dd>${Object.entries(fields).map(([field, source]) => html`<code>${field}</code> follows ${source}. `)}</dd>`,
  )}</dl>
<p><a href="#route-undoChange"><code>POST /changes/{version}/undo</code></a> takes back everything that a version did, as a new change, at any later
time. A record that the version created goes to the trash, a changed record gets back the values that the version had changed, and computed fields
follow. Undoing the undo does it again. An undo is refused if the version is already undone (${refusal('already_undone')}), if later changes depend on
it (${refusal('undo_blocked')}, which lists them as <code>blockers</code>), if it would change a closed day (${refusal('locked')}), if it needs a
record that was deleted for good (${refusal('erased')}), or if the version opened the book or restored it from its file (${refusal('not_undoable')}).
The answer lists at most 200 records.</p>
<p>The <code>seal</code> of <a href="#route-getBook">the book</a> is a hash over its whole history: keep a copy, and any later alteration of the past
can be detected.</p>`
}

const without = (fields: readonly string[] = []): Html | undefined =>
  fields.length === 0
    ? undefined
    : html` without ${fields.map((field, index) => html`${index === 0 ? '' : ', '}<code>${field}</code>`)}`

function knownAt(): Html {
  return html`<p>Balances, registers, lists of transactions, obligations, statements and reports take <code>known_at</code>: a time,
<code>2026-11-30T08:15:00Z</code>, or a version of the book, in digits alone. They answer with the figures, ticks and locks of that time, without
later records, changes and deletions. Records that were deleted for good are missing from earlier figures too. The fields of a record, including its
name, are as recorded at that time; the names of records that it refers to are those of today, and <code>base_value</code> is <code>null</code>. All
pages of a list show the same version. A time in the future, or
before the book was created, is refused (${refusal('known_at_future')},
${refusal('known_at_too_early')}).</p>`
}

function batches(): Html {
  return html`<p><a href="#route-createTransactions"><code>POST /budgeting/transactions</code></a> records up to 10,000 expenses,
incomes and transfers, and <a href="#route-bulkTransactions"><code>POST /budgeting/transactions/bulk</code></a> changes or deletes as
many: all of them or none, as one change, which one <a href="#about-history">undo</a> takes back. Drafts are processed in the order of the list, and
cannot refer to each other. Up to 20 malformed drafts are reported at once, each by its position, counted from 0; a draft that breaks a rule of the
books is reported alone:
<code>transactions.17.amount</code>, and <code>params.at</code> is <code>transactions.17</code>. A refused bulk change says the first
refusal, in <code>params.refused_count</code> how many of the ids are refused, and in <code>params.refused</code> up to 20 reasons with
<code>code</code>, <code>message</code>, <code>params</code> and <code>ids</code>. The bodies may have up to
${bytes(createTransactions)} and ${bytes(bulkTransactions)}, and each entry of a list up to ${LIMITS.bodyBytes / 1024} KiB.</p>
<p>A change by any route may add at most 64 MiB to the history of the book, counted as the JSON of each changed record, before and after, with its
entries; an undo may add twice as much. It may load at most 128 MiB of stored records: those that it changes and those that its rules need. A larger
change is refused (${refusal('change_too_large')}): split it into smaller changes.</p>`
}

const bytes = ({ maxBodyBytes = LIMITS.bodyBytes }: Route): string => `${maxBodyBytes / 1024 ** 2} MiB`

function errors(): Html {
  return html`<p>Every error has one shape, ${shapeLink('Problem')}, according to RFC 9457:</p>
${json(examplesOfRefusals.amount_decimals)}
<p>Programs decide by <code>code</code>, which is stable and has one status; people read <code>message</code>. With <code>Accept-Language</code>,
<code>detail</code>, <code>message</code> and <code>errors</code> are in that language if the service speaks it, and <code>Content-Language</code> says which it is;
<code>code</code>, <code>title</code> and <code>params</code> stay as they are. On 422,
<code>errors</code> has the sentences by field, for 20 fields at most, and <code>faults</code> for each of these fields its <code>code</code> and
<code>params</code>; a 422 about the whole body, a file or a link has no fields, and so neither of the two. The names of fields in them are stable. <code>params</code> has the numbers and names in the
sentence, for programs that write a sentence of their own; <code>reason</code>, <code>remedy</code> and <code>fault</code> in it are sentences for
people. <code>type</code> leads to the code’s entry under <a href="#refusals">Refusals</a>. <code>request_id</code> is the same as the header
<code>X-Request-Id</code>, and identifies the request in the service’s log. On 429 and 503, <code>Retry-After</code> says how many seconds to wait. A client should wait 60 seconds for an
answer before it gives up: the largest changes take some of that, and a request may wait 10 seconds in each of several queues
before it is refused as ${refusal('busy')}. With
<code>Accept: application/problem+json</code> the answer has that type.</p>
<p>If too many requests from one IP address fail, with 401 or because they cannot be read, further failing requests from there are answered with 429
(${refusal('too_many_failures')}) for the rest of the minute; so are requests with tokens that have not been used within the last minute; signing in counts as a use. All other
requests are answered as usual.</p>`
}

function versions(): Html {
  return html`<p>Everything below <code>${BASE}</code> is stable: an address, a field, a parameter or a <code>code</code> is neither renamed nor
removed, and keeps its type and its meaning. Accepted requests stay accepted. Defaults, the order of lists and the columns of CSV files stay too; new
columns are added at the end. An <code>enum</code> is closed. There are two exceptions: wrong answers are corrected or become a refusal, and new
limits may protect the service from one request. CHANGELOG.md, which comes with every version, names each of them.</p>
<p>These may be added at any time, and programs have to accept them: new addresses, optional parameters and fields, values of texts whose description
says that more may be added
(such as the kinds of <a href="#route-listChanges">changes</a>), codes of problems, headers, and another order of the fields of an object. Ids,
cursors, ETags and tokens are opaque texts. An ETag is opaque too, although <code>If-Match</code> takes a version in its place.
Sentences for people (<code>detail</code>, <code>message</code>, those in <code>errors</code>, titles) may be reworded: programs decide by <code>status</code>, <code>code</code>, <code>params</code> and the names of the fields in <code>errors</code>.</p>
<p>Incompatible changes come as <code>/api/v2</code>, next to <code>/api/v1</code>. From then on every answer of an operation of <code>/api/v1</code>
that has a successor has
<code>Deprecation</code> (RFC 9745: since when), <code>Sunset</code> (RFC 8594: the day it ends) and a <code>Link</code> to this chapter
(<code>rel="deprecation"</code>) and to the successor (<code>rel="successor-version"</code>), and the OpenAPI document marks it <code>deprecated</code>. The
version of Florin that announces the end and the version that ends the operation are at least twelve months apart; CHANGELOG.md names both, for
operators who skip versions. Nothing is deprecated today.</p>`
}
