import { MAX_STREAMS, watchBook } from '../../contract/streams.ts'
import { block, json, refusal } from './guide-parts.ts'
import { type Html, html } from './html.ts'

/** The chapters of the guide about the parts of a book. `introduction.ts` has their order, and the rules for all routes. */

export function accounts(): Html {
  return html`<p>Amounts of an account are positive on its normal side. For an asset, that is money you have; a negative balance is overdrawn. For a
liability, it is money you owe: a card with <code>opening_balance: 200</code> owes 200, and an expense of 50 paid with it makes
<code>balances</code> 250. <code>opening_balance</code>, <code>balance_as_of.amount</code>, <code>balances</code> and the <code>balances</code> of
<a href="#route-getImport">imports</a> have this sign. <a href="#route-valuation">Valuation</a> shows a liability as negative, -250, and net worth subtracts it.</p>
<p>There are two ways to give the balance that an account had before its first entry, and a request uses one of them (${refusal('balance_or_opening')}). Both are
for accounts of type <code>asset</code> and <code>liability</code>, claims included, and not for system accounts such as <em>Receivables</em>. Both
are in the currency of the account, or in the base currency if the account takes any currency.</p>
<ul>
<li><code>opening_balance</code>, with <code>opening_date</code>, is an entry on that day. Without <code>opening_date</code>, that day is today, so net worth
has nothing of the account before today.</li>
<li><code>balance_as_of {date, amount, includes_day}</code> is the balance before the entries of a day, or, with <code>includes_day: true</code>, after
them, as in the closing balance of a bank. The day is today or earlier (${refusal('balance_in_future')}). Use it if you know the balance of a day, and
want to add or import earlier entries later.</li>
</ul>
<p>With <code>balance_as_of</code>, the opening follows:</p>
<ul>
<li>Entries that the balance covers (those before its day, and with <code>includes_day</code> also those of the day) change
<code>opening_balance</code> and <code>opening_date</code>. The balance stays as it was said. Later entries change the balance of the account as usual.</li>
<li>The opening is dated one day before the first covered entry. Without such an entry it is dated one day before the day of the balance, or with
<code>includes_day</code> on that day. An opening of 0 is not recorded: <code>opening_balance</code> is then <code>null</code>.</li>
<li>Before the day of the opening, the account counts as 0 in net worth and valuation.</li>
<li>In another currency than the base currency, the rate is that of the day of the balance, or <code>fx_rate</code> if it is sent. The opening keeps
this rate when it moves.</li>
<li>Where the opening must not move, because it would be on a closed day or because it is on a finished reconciliation, the entry is refused
(${refusal('locked')}).</li>
<li><code>balance_as_of: null</code> ends this and leaves the opening as it is. A changed <code>opening_balance</code> or <code>opening_date</code>
ends it too. <code>opening_balance: null</code> removes both the balance and the opening. A request that sends <code>balance_as_of</code> and an
opening other than it is, is refused (${refusal('balance_or_opening')}): an account that you read before its opening moved cannot end the balance.</li>
<li>A balance with which a finished reconciliation starts can neither change nor end until that is reopened (${refusal('locked')}).</li>
</ul>
<p>A house, a car or a pension is an asset with <code>is_valued</code>. <a href="#route-putValue"><code>PUT /accounts/{id}/values/2026-06-30</code></a> states what it is
worth at the end of a day, or what a liability comes to. The difference to its balance is a transaction of kind <code>value</code> with the account
<em>Changes in value</em>. When entries up to that day change, the difference follows and the value stays. Net worth names changes in value apart
(<code>changes.value</code>), and the balance sheet has them in equity. The income statement, spending and the money in and out of cash flow do not have them.
Where the difference must not change, because its day is closed or it is on a finished reconciliation, the request is refused (${refusal('locked')}).</p>
<p><a href="#route-listAccounts"><code>GET /accounts</code></a> has the balances with the entries of all days, also future ones, and takes no day.
For the balances at the end of a day, read <a href="#route-valuation"><code>GET /reports/valuation?date=2026-06-30</code></a>, or
for one currency, <code>running_balance</code> of the first line of <code>GET /accounts/{id}/lines?date_to=2026-06-30&amp;limit=1</code>.</p>`
}

export function watching(): Html {
  return html`<p><a href="#route-watchBook"><code>GET /books/{book_id}/events</code></a> stays open and sends the version of the book: at once, and within two
seconds after each change, whoever made it. It is a stream of server-sent events, which browsers read with <code>EventSource</code>:</p>
${block(watchBook.stream)}
<p>An event has the version alone; several changes may be one event. Read the changes behind it with
<code>GET /books/{book_id}/changes?since=$VERSION</code>, where <code>$VERSION</code> is the one that you have seen last, or read again what is on your screen.</p>
<ul>
<li>To go on after a pause, send the last id as <code>Last-Event-ID</code>, as browsers do by themselves, or as <code>since</code> in the address. If the book
has another version by then, lower ones included, an event says so at once.</li>
<li>A comment, a line that begins with a colon, comes after 15 seconds without an event. If nothing comes for 30 seconds, connect again.</li>
<li>The stream ends when its token ends, when you are no longer a member of the book, when the book is deleted, and when the service stops or renews a process.
Connect again after the time that <code>retry</code> names, in milliseconds: if it ended for good, the answer says why (401 or 404).</li>
<li>The stream is of the book that the header <code>Book</code> of its answer names, also if another book becomes the default.</li>
<li>A person can have ${MAX_STREAMS.ofPerson} streams open (${refusal('too_many_streams')}), and a service ${MAX_STREAMS.inAll} (${refusal('streams_full')}). A browser needs
one for all of its tabs.</li>
<li>A key for a program needs <code>read:books</code>, and <code>read:changes</code> for the changes.</li>
</ul>
<p>Without a stream, because it was refused or a proxy holds it back, ask <a href="#route-listChanges"><code>GET /changes?since=$VERSION</code></a> every 30 seconds
or so: <code>meta.next_since</code> is the version to go on from.</p>`
}

export function rates(): Html {
  return html`<p>Rates come from three places. <a href="#about-values">How a rate is found</a> says which one is used.</p>
<ul>
<li>Single rates of your own: <a href="#route-putExchangeRate"><code>PUT /exchange-rates/USD/EUR/2026-04-13</code></a>. Both directions of a pair can be
stored for one day, even if they contradict each other.</li>
<li>A file of the European Central Bank: <a href="#route-addExchangeRates"><code>POST /exchange-rates/file</code></a> stores its rates as your own, for the
currencies that the book uses. A book uses a currency if an account is kept in it, or an entry, an obligation, a plan, an own rate or a file under way is in it.
For a new currency, name it in <code>currency_id</code> (${refusal('rates_file_unused')} if the file has no rate that the book uses). The answer names the currencies that were
<code>skipped</code>.</li>
<li>The daily rates of the ECB, if the operator allows it (${refusal('rates_off')}): <code>PUT /books/current {"ecb_rates": true}</code>.</li>
</ul>
<p>Once a book has switched the daily rates on, the service fetches those of the last 90 days within some seconds, and again every six hours. A failed
attempt is repeated after ten minutes. The API does not report it, the operator’s log does: if
<a href="#route-getExchangeRate"><code>GET /exchange-rates/USD/EUR/{today}</code></a> is still answered with 404, or <code>rate_date</code> is more than a few
days ago, the fetching fails. Fetched rates belong to the service: every book uses them, also books that have not switched them on. Switching them off ends the
fetching once no book wants them; the rates that were fetched stay in use. If the operator has set an address for rates, the service always fetches
from there, and the switch changes nothing.</p>
<p>Records keep the rate that they were recorded with: a new or a removed rate changes none of them.</p>`
}

export function debts(): Html {
  return html`<p>An obligation is one debt, in one currency. Its <code>account_id</code> decides how it arose, and who owes whom. With <em>Receivables</em>, <em>Payables</em>
(<a href="#route-listAccounts"><code>GET /accounts</code></a> lists both) or a liability of your own, that account holds the debt; <code>counter_account_id</code>
is the account on the other side, such as the one that borrowed money was paid into. If it is omitted, the other side is <em>Opening balances</em>:
the debt existed before. With an asset account, you lent money from that account; with an income account you sent a bill, and with an expense account
you received one. In these cases <em>Receivables</em> or <em>Payables</em> holds the debt.
<code>direction</code> in the answer says who owes: <code>receivable</code>, the contact; <code>payable</code>, you.</p>
<p>A <a href="#route-createPayment">payment</a> of the debt may be in another currency: <code>amount</code> is the amount paid, and
<code>applied_amount</code> the amount that it settles, in the currency of the debt. Send <code>applied_amount</code> if you know it; otherwise it is
computed from the rates of the day, or the payment is refused if there is no rate (${refusal('fx_rate_missing')}).</p>
<p>One payment from or to a contact for several debts is recorded as <a href="#route-payContact">one change</a>, with a payment for each debt. With
<code>amount</code> alone, the oldest debts in its currency are paid first: of all debts, or of those in <code>obligation_ids</code>. With
<code>obligations</code>, you set the part of each debt, and the debts may be in any currency:</p>
${block(
  `{ "direction": "receivable", "amount": 100, "currency_id": "EUR",
  "obligations": [
    { "obligation_id": "$DINNER", "amount": 60 },
    { "obligation_id": "$TAXI", "amount": 40, "applied_amount": 43 } ] }`,
)}
<p>The parts must add up to <code>amount</code> exactly (${refusal('parts_mismatch')} otherwise). A part that does not fit is refused with its
position, such as <code>obligations.1.applied_amount</code>, and nothing is recorded. One <a href="#about-history">undo</a> takes the whole payment back.
<a href="#route-setOff">Setting off</a> settles the debts of both sides against each other, without money.</p>
<p><a href="#route-listAllPayments"><code>GET /payments</code></a> lists the payments of all debts, including set-offs, each with its debt and
contact.
For each debt, the <code>applied_amount</code> of its payments, its write-offs and the corrections of its outstanding amount explain the difference
between the <code>outstanding_amount</code> that it was recorded with and that of today; the <a href="#route-getStatement">statement</a> of a contact
lists all of them. There is no record of amounts paid before the debt was recorded, which are the rest of <code>original_amount</code>.</p>`
}

export function reconciling(): Html {
  return html`<p>A <a href="#route-createReconciliation">reconciliation</a> compares an account, in one currency, with a bank’s statement.
Only one is open at a time. It starts with this balance:</p>
<ul>
<li>the balance at which the finished reconciliation before it ended;</li>
<li>for the first one, the <code>balance_as_of</code> of the account, if there is one and the statement is of that day or later. Lines that are in
that balance cannot be ticked (${refusal('line_in_balance')});</li>
<li>otherwise 0, so that an opening balance is ticked like any other line.</li>
</ul>
<p>The steps:</p>
<ol>
<li>Start it with the day and the balance of the statement. The day is tomorrow at the latest, and not before that of the finished statement before it
(${refusal('statement_date')}).</li>
<li>Read the lines that are not ticked in any reconciliation: <code>GET /accounts/{id}/lines?reconciliation_id=none&amp;date_to=…</code>, in the currency of the
statement. If the first statement started with a <code>balance_as_of</code>, this list keeps the lines that are in it: leave out those before its day, and with
<code>includes_day</code> also those of the day. Lines with the same <code>transaction_id</code> are one movement on a statement of the bank: an expense has a line for each split and share.</li>
<li><code>PUT</code> all ticked lines as <code>cleared_line_ids</code>, as often as you like, until <code>difference</code> is 0. No line may be dated
after the statement (${refusal('line_after_statement')}). An edit that keeps the account, the side, the currency and the amount of a line
keeps its tick; any other edit makes a new line without a tick.</li>
<li>Finish it. A difference is refused (${refusal('statement_differs')}), or recorded as an expense or an income if you send a category to
<code>adjust</code>.</li>
</ol>
<p>From then on these lines are locked: their transactions have <code>is_locked</code>, and keep their day, and the account, the side, the currency
and the amount of these lines (${refusal('locked')}). Category, contact, notes, tags and memos can still change. To change anything else,
<a href="#route-reopenReconciliation">reopen</a> the reconciliation; only the latest one can be open.</p>`
}

export function budgets(): Html {
  return html`<p>A <a href="#route-putBudget">budget</a> is the amount planned for a category in a month, in the base currency. It has no id of its
own: its path has the category and the month. It goes on in the following months until another one is given or it is
<a href="#route-deleteBudget">ended</a>; with <code>only: true</code> it is for its month alone, and afterwards the running one goes on.
What was given stays when an earlier month changes: a later amount, even if it is the same, and an end.
<code>since</code> says from which month a budget holds; send it back with a budget that you have read, and nothing changes. <a href="#route-putBudgets"><code>PUT /budgeting/budgets/2026-11</code></a> sets many as one change. <a href="#route-getBudgets"><code>GET /budgeting/budgets</code></a> shows the amounts planned, spent,
carried and left in a month (without <code>month</code>, the current one), for categories of expenses, or with <code>kind=income</code> for categories
of incomes.</p>
<p>A program that sets every month by itself sends <code>only: true</code>. <code>If-Match: "0"</code> means that no budget holds in the month yet; so does
<code>version: 0</code> in a row of the sheet. A sheet names each category once, and takes no <code>Idempotency-Key</code>: sent again, it changes
nothing, or is refused (${refusal('stale')}) if its rows have a <code>version</code>. <code>DELETE</code> answers with the budget as it was, at the new version of the book. The budget of a category in the trash can still be read and
ended at its own path; the sheet counts it up to the month in which the category was deleted.</p>
<p>With <code>rollover</code>, the amount left in a month is carried into the next one, even if it is negative. A month without a budget breaks the
chain: nothing is carried out of that month. <a href="#route-copyBudgets">Copying</a> gives a month the amounts of another one, for that month alone.</p>
<p>A category can be in a group, which is a category too: <code>parent_id</code>. With <code>by_group=true</code>, a row is a group, with its categories as
<code>children</code>. A budget of the group itself counts in place of those of its categories; without one, their rows are added up.</p>
<p>Months are named <code>2026-11</code> and start on <code>month_starts_on</code> of <a href="#route-updateBook">the book</a>: a day from 1 to 28, or
<code>last_working_day</code>, the last Monday to Friday of a calendar month. A month that starts by the 15th is named after the calendar month in
which it starts; one that starts later, or on the last working day, is named after the next calendar month: with 25, <code>2026-11</code> is
2026-10-25 to 2026-11-24. A new setting moves days between months, also past ones, and does not change any budget.</p>`
}

export function plans(): Html {
  return html`<p>A <a href="#route-createPlan">plan</a> is a draft and a schedule. With <code>auto: true</code>, Florin posts each occurrence
within a minute after its day has come, including occurrences that were missed; otherwise it is due until a person
<a href="#route-settleOccurrence">posts or skips it</a>. An occurrence that cannot be posted, for example because its category is in the trash, waits:
<a href="#route-listUpcoming"><code>GET /plans/upcoming</code></a> says why, and once the reason is gone, it is posted like any other.</p>
<p>The path of an occurrence has its scheduled day, before the working-day rule:
<code>POST /plans/$ID/occurrences/2026-10-31</code>. The occurrence is recorded on that day, moved by the rule, or on the <code>date</code> in the
<code>draft</code> sent with it.</p>
<p>This schedule is the last working day of each month; a Saturday or a Sunday becomes the Friday before. Public holidays are working days: Florin
does not know them.</p>
${json({ start: '2026-10-31', unit: 'month', on: 'last', working_days: 'before' })}
<p>Each occurrence is posted or skipped once (${refusal('occurrence_done')}). To take a skip back, undo the change that its
<code>version</code> names: <code>POST /changes/$VERSION/undo</code>. A posting that was undone or deleted counts as skipped, and is not
posted again: <code>POST …/restore</code> of the transaction or the obligation restores it. A move of a goal has no restore: undo the change that took it back. Records that a plan posted have its <code>plan_id</code>,
and <a href="#route-listOccurrences"><code>GET /plans/$ID/occurrences</code></a> lists the state of each occurrence.</p>
<p>A <a href="#route-createGoal">goal</a> is an amount to save, on whole accounts or in an envelope, which is a part of one account.
<a href="#route-createGoalMove">Moves</a> fill an envelope and empty it, and are not entries: no balance changes. A plan of kind <code>goal</code>, with
<code>goal_id</code> in its draft, fills an envelope by its schedule.</p>`
}
