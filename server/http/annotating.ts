import { refuse } from '../../contract/refusals.ts'
import { type Later, later } from '../../words/t.ts'
import type { Entry, Transaction } from '../ledger/journal.ts'
import type { StoredToken } from '../ledger/log.ts'
import type { Decision, TransactionChange } from '../ledger/verb.ts'

/** Checks a role's rights by the records before and after, whatever the request was: a change, a bulk change, an undo or the file of a book. */

const OWNER = 'owner'
const ANNOTATOR = 'annotator'

/** Refuses a decision that the role of whoever asked does not permit, by the records before and after. */
export function judge(token: StoredToken | undefined, decision: Decision<unknown>): Decision<unknown> {
  if (!token) return decision // it is Florin's own
  judgeSettings(token, decision)
  return token.role === ANNOTATOR ? judgeAnnotation(decision) : decision
}

/** The settings of a book are its owners', and nobody archives their own default book. */
function judgeSettings({ role, is_default }: StoredToken, { changes }: Decision<unknown>): void {
  for (const { kind, before, after } of changes) {
    if (kind !== 'book') continue
    if (role !== OWNER) refuse('not_allowed', { role, needs: 'own' })
    if (after?.is_archived && !before?.is_archived && is_default)
      refuse('book_is_default', { name: after.name })
  }
}

/** The fields that an annotator may change, and those that Florin sets; the entries are compared apart. */
const OPEN: ReadonlySet<string> = new Set([
  'category_id',
  'contact_id',
  'notes',
  'tags',
  'entries',
  'created_version',
  'created_position',
  'version',
  'updated_at',
])

/** If several fields would change, these are more likely what was sent. */
const NAMED_FIRST = ['date', 'amount', 'currency_id']

/** The name in the API of a stored field, where it is another one. */
const shownNames: Readonly<Record<string, string>> = {
  base_amount: 'fx_rate',
  fx_source: 'fx_rate',
  fx_date: 'fx_rate',
  other_source: 'charged_amount',
}

function shownName(name: string, { kind }: Transaction): string {
  if (name !== 'account_id') return shownNames[name] ?? name
  return kind === 'transfer' ? 'from_account_id' : 'asset_account_id'
}

/** The records of a kind, in place of a field. */
const recordsOf = (kind: string): Later =>
  later(
    '{kind, select, account {account records} budget {budget records} category {category records} contact {contact records} obligation {obligation records} plan {plan records} occurrence {occurrence records} reconciliation {reconciliation records} rule {rule records} goal {goal records} other {{kind} records}}',
    { kind },
  )

/** A function, not a constant: the compiler knows that nothing comes after it. */
function refuseField(field: string | Later): never {
  refuse('field_not_allowed', { role: ANNOTATOR, field })
}

/** Refuses a decision that changes more than category, tags, notes and contact of transactions. */
function judgeAnnotation(decision: Decision<unknown>): Decision<unknown> {
  const { changes, erases, later } = decision
  for (const change of changes) if (change.kind === 'transaction') judgeTransaction(change)
  for (const { kind } of changes) if (kind !== 'transaction') refuseField(recordsOf(kind))
  if (erases?.length) refuseField('deleted_at')
  return later ? { ...decision, later: { ...later, decided: judged(later.decided) } } : decision
}

async function* judged(
  pieces: AsyncIterable<readonly TransactionChange[]>,
): AsyncGenerator<readonly TransactionChange[]> {
  for await (const piece of pieces) {
    for (const change of piece) judgeTransaction(change)
    yield piece
  }
}

function judgeTransaction({ before, after }: TransactionChange): void {
  if (before === null || after === null) refuseField('deleted_at')
  for (const name of [...NAMED_FIRST, ...Object.keys(after)] as (keyof Transaction)[]) // its own keys
    if (!OPEN.has(name) && before[name] !== after[name]) refuseField(shownName(name, after))
  judgeEntries(before.entries, after.entries)
}

/** Entries may go to another category: the account of the category follows, and nothing else. */
function judgeEntries(before: readonly Entry[], after: readonly Entry[]): void {
  const owedIn = (entries: readonly Entry[]) =>
    entries.filter(({ obligation_id }) => obligation_id !== null).length
  if (before.length !== after.length) refuseField(owedIn(before) === owedIn(after) ? 'splits' : 'shares')
  for (const [index, was] of before.entries()) {
    const is = after[index] ?? refuseField('splits')
    if (is.obligation_id !== was.obligation_id) refuseField('shares')
    if (is.amount !== was.amount || is.base_amount !== was.base_amount) refuseField('splits')
    if (is.currency_id !== was.currency_id) refuseField('currency_id')
    if (is.memo !== was.memo) refuseField('memo')
    const moved = [
      is.debit_account_id !== was.debit_account_id,
      is.credit_account_id !== was.credit_account_id,
    ].filter(Boolean).length
    if (moved > (is.category_id === was.category_id ? 0 : 1)) refuseField('account_id')
  }
}
