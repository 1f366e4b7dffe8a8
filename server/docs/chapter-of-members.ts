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
another one the default. A program that works for longer uses the prefix, so that another default moves nothing that it has begun. The header <code>Book</code> of an answer names its
book. An <code>Idempotency-Key</code>, a cursor and an ETag are of one book, whichever way it is addressed. <code>/auth</code>, <code>/books</code>,
<code>/invitations</code> and <code>/currencies</code> have no prefix.</p>
<table>
<tr><th>role</th><th>may</th></tr>
<tr><td><code>owner</code></td><td>everything: also settings, members, closing, archiving and deleting the book</td></tr>
<tr><td><code>editor</code></td><td>read, record, change, delete, import, undo, export</td></tr>
<tr><td><code>annotator</code></td><td>read; change category, tags, notes and contact of transactions. The records before and after decide, whichever request it is, an undo too: anything
else is refused with its field (${refusal('field_not_allowed')})</td></tr>
<tr><td><code>viewer</code></td><td>read</td></tr>
</table>
<p>Whoever is not a member of a book gets the same answer as for a book that does not exist (${refusal('book_not_found')}). A role that was taken away is gone with the next request.</p>
<p>An owner invites with <a href="#route-createBookInvitation"><code>POST /books/{book_id}/invitations</code></a>: the link is in that answer only, for one role, for one person, until it
ends or is revoked. <a href="#route-lookAtInvitation"><code>POST /invitations/look</code></a> reads it without using it, and
<a href="#route-acceptInvitation"><code>POST /invitations/accept</code></a> joins. Its token also opens an account: send it as <code>invitation</code> of
<a href="#route-register"><code>POST /auth/register</code></a>, also where registration is by invitation.</p>
<p><a href="#route-updateMember"><code>PUT …/members/{user_id}</code></a> gives another role, and <a href="#route-removeMember"><code>DELETE …/members/{user_id}</code></a> removes
somebody, or oneself. A book always has an owner (${refusal('last_owner')}): to hand it over, make somebody else an owner first. Whoever leaves their default book gets another of their
books as the default, or a new one if they have none.</p>
<p>Records carry <code>created_by</code> and <code>changed_by</code>, ids of people; <a href="#route-listMembers"><code>GET …/members</code></a> has their names, also of those who left.
The name of somebody who has deleted their account is null.</p>
<p>An archived book (<code>PUT /books/{book_id} {"is_archived": true}</code>) can be read, and every other change is refused (${refusal('book_archived')}); its plans are not posted.
<a href="#route-deleteBook"><code>DELETE /books/{book_id}</code></a> deletes a book for good, for all its members. It wants the book’s name in the body, and never deletes your default
book.</p>
<p>A key for a program can be bound to one book (<code>book_id</code> of <a href="#route-createProgramKey"><code>POST /auth/tokens</code></a>): without a prefix its requests are about that book,
and there is no other for it.</p>`
}
