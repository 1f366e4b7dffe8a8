import { block, refusal } from './guide-parts.ts'
import { type Html, html } from './html.ts'

/** The chapter of the guide about several books of one person, and several people in one book. */
export function members(): Html {
  return html`<p>A person can be in up to 20 books, and a book can have up to 20 members. <a href="#route-listBooks"><code>GET /books</code></a> lists a person’s books with
their role in each; <a href="#route-createBook"><code>POST /books</code></a> opens another one. Every operation on a book is served at its own path, and below
<code>/books/{book_id}</code>:</p>
${block(`GET /api/v1/contacts                       the default book
GET /api/v1/books/current/contacts         the same
GET /api/v1/books/${'{book_id}'}/contacts       this book
GET /api/v1/books/${'{book_id}'}                its settings`)}
<p>The default book is <code>default_book_id</code> of <a href="#route-getMe"><code>GET /auth/me</code></a>, and <a href="#route-updateMe"><code>PUT /auth/me</code></a> makes
another one the default. A program that works for longer uses the prefix, so that it stays with its book when you choose another default. The header <code>Book</code> of an answer names its
book. An <code>Idempotency-Key</code>, a cursor and an ETag are of one book, whichever way it is addressed, and a key and a cursor of one person.
Addresses in answers and sentences, such as <code>explain</code> of a report or <code>PUT /exchange-rates/…</code>, are those without a book: if you work in another book than
the default one, put <code>/books/{book_id}</code> before them. <code>/auth</code>, <code>/books</code>,
<code>/invitations</code> and <code>/currencies</code> have no prefix.</p>
<table>
<tr><th>role</th><th>may</th></tr>
<tr><td><code>owner</code></td><td>everything: also settings, members, closing, archiving and deleting the book</td></tr>
<tr><td><code>editor</code></td><td>read, record, change, delete, import, undo, export. The file of a whole book has the settings too, so that only an owner restores it</td></tr>
<tr><td><code>annotator</code></td><td>read; change category, tags, notes and contact of transactions. Any request that changes only these fields is allowed, an undo too. Any other is
refused, and the refusal names the first field (${refusal('field_not_allowed')})</td></tr>
<tr><td><code>viewer</code></td><td>read</td></tr>
</table>
<p>Whoever is not a member of a book gets the same answer as for a book that does not exist (${refusal('book_not_found')}). A change of role takes effect with the next request. When
somebody joins for the first time, the book gets a new version, whose settings are the same.</p>
<p>An owner invites with <a href="#route-createBookInvitation"><code>POST /books/{book_id}/invitations</code></a>: the link is in that answer only, for one role, for one person, until it
ends or is revoked, or whoever made it is no longer an owner. A book has at most 20 open links. <a href="#route-lookAtInvitation"><code>POST /invitations/look</code></a> reads it without using it, and
<a href="#route-acceptInvitation"><code>POST /invitations/accept</code></a> joins. Its token also opens an account: send it as <code>invitation</code> of
<a href="#route-register"><code>POST /auth/register</code></a>, also where registration is by invitation. The
new person then has a book of their own too, which is their default.</p>
<p><a href="#route-updateMember"><code>PUT …/members/{user_id}</code></a> gives another role, and <a href="#route-removeMember"><code>DELETE …/members/{user_id}</code></a> removes
somebody, or oneself. A book always has an owner (${refusal('last_owner')}): to hand it over, make somebody else an owner first. Whoever leaves their default book gets another of their
books as the default, or a new one if they have none.</p>
<p>Records carry <code>created_by</code> and <code>changed_by</code>, ids of people (a budget, a value and a rate have <code>changed_by</code> alone, imports neither, and CSV files leave
both out); a plan that posts by itself does so in the name of whoever made it, and after a restore all records are of whoever restored them; <a href="#route-listMembers"><code>GET …/members</code></a> has their names, also of those who left.
The name of somebody who has deleted their account is null.</p>
<p>An archived book (<code>PUT /books/{book_id} {"is_archived": true}</code>) can be read, and every change of its records and settings is refused (${refusal('book_archived')}) until
<code>is_archived</code> is false again; its plans are not posted. Members can still leave or be removed.
<a href="#route-deleteBook"><code>DELETE /books/{book_id}</code></a> deletes a book for good, for all its members. It wants the book’s name in the body (spaces around it do not count), and never deletes your
default book.</p>
<p>A key for a program can be bound to one book (<code>book_id</code> of <a href="#route-createProgramKey"><code>POST /auth/tokens</code></a>): without a prefix its requests are about that book,
and there is no other for it.</p>
<h3>Money between books</h3>
<p><a href="#route-moveBetween"><code>POST /books/{book_id}/transfers-between</code></a> moves money from an account of one of your books to an account of another. You must be allowed
to change both. It records a transfer in each, a <em>half</em>, together or not at all. In each book the half is between the account and <em>Other book of</em> you, a system
account in equity, so that it is neither income nor spending. Whoever sees only one of the books sees that account, and nothing of the other book.</p>
<ul>
<li>Both halves have the same day and are in the trash together. In one currency they have the same amount. In two, each has its own, which a change of the other one does not
touch: <code>to_amount</code> is sent, or found by a rate of the other book. Each half is worth what the rates of its own book say (<code>fx_rate</code>, <code>to_fx_rate</code>).</li>
<li>Without <code>date</code>, it is today in the book that the money leaves.</li>
<li>If one half is changed, deleted, restored or undone, the other one follows, also in a bulk change. If the other book refuses, because its day is closed for instance, its
name comes first in the sentence, <code>params</code> has <code>book_name</code> and <code>book_id</code>, and nothing changes in either. Somebody who may not change the other book gets ${refusal('other_half')}:
notes, memo, tags, contact and <code>external_id</code> are of one half alone.</li>
<li>A half stays with the account of the other book, and in one currency (${refusal('half_fixed')}).</li>
<li>In the history of the other book, the change of its half is an ordinary one: undo it in the book in which the request was made.</li>
<li><a href="#route-getOtherHalf"><code>GET /budgeting/transfers/{id}/other-half</code></a> finds the other half, for whoever is in both books; of any other transfer it answers 404.</li>
<li>If the other book is deleted for good, or a book is restored from its file, a half is an ordinary transfer.</li>
<li>Net worth has what came from other books in <code>changes.between</code>, cash flow in <code>between</code>, and <code>flow=between</code> lists it.</li>
<li>A key for a program needs <code>write:books</code>, and to find the other half <code>read:books</code>.</li>
</ul>`
}
