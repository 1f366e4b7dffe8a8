import { counted, entry } from './refusal.ts'

/** Why a transaction cannot change: its day is closed, or one of its lines was reconciled. Or why the balance with which a statement starts cannot. */
type Locked = { date: string; balance_as_of?: SaidBalance; value?: ChangedValue } & (
  | { reconciliation_id: string; account_name: string; statement_date: string; starts_with?: string }
  | { too_large: string }
  | { closed_through: string; category_name?: string; closed?: number }
)

/** A balance that was said as of a day, whose opening a change would move; or a stated value, whose difference it would change. */
type SaidBalance = { account_id: string; account_name: string; date: string; amount: string }

/** A stated value, whether the change states it so, or removes it; if neither, entries change it. */
type ChangedValue = SaidBalance & { is_stated?: true; is_removed?: true }

/** Why an opening may not move that follows from entries, and the ways out. */
const lockedOpening = (d: Locked, said: SaidBalance): string =>
  `For "${said.account_name}" to have ${said.amount} as of ${said.date}, its opening, dated ${d.date}, would have to change, ` +
  ('too_large' in d
    ? `and come to ${d.too_large}: an amount has 15 digits at most. Record less`
    : 'closed_through' in d
      ? `and the books are closed through ${d.closed_through}. Open them again with PUT /books/current`
      : `and it is on the statement of ${d.statement_date}, which was reconciled. Reopen the reconciliation ${d.reconciliation_id}`) +
  ', or send balance_as_of null for the account, so that its opening stays as it is.'

/** Why a value of a closed day may neither be stated nor removed. */
const closedValue = (closedThrough: string, value: ChangedValue): string =>
  `The books are closed through ${closedThrough}: the value of "${value.account_name}" on ${value.date} cannot ` +
  `${value.is_removed ? 'be removed' : `become ${value.amount}`}. Open them again with PUT /books/current.`

/** Why the difference to a stated value may not change, and the ways out. */
const lockedDifference = (d: Locked, value: ChangedValue): string =>
  (value.is_removed
    ? `Without the value of "${value.account_name}" on ${value.date}, the entry of that day with Changes in value would have to go, `
    : `For "${value.account_name}" to be worth ${value.amount} on ${value.date}, the entry of that day with Changes in value would have to change, `) +
  ('too_large' in d
    ? `and come to ${d.too_large}: an amount has 15 digits at most. State another value`
    : 'closed_through' in d
      ? `and the books are closed through ${d.closed_through}. Open them again with PUT /books/current`
      : `and it is on the statement of ${d.statement_date}, which was reconciled. Reopen the reconciliation ${d.reconciliation_id}`) +
  (value.is_stated || value.is_removed ? '.' : ', or change only what is dated after that day.')

function whyLocked(d: Locked): string {
  if (d.value)
    return 'closed_through' in d && (d.value.is_stated || d.value.is_removed)
      ? closedValue(d.closed_through, d.value)
      : lockedDifference(d, d.value)
  if (d.balance_as_of) return lockedOpening(d, d.balance_as_of)
  if ('too_large' in d)
    return `An entry of ${d.date} would come to ${d.too_large}: an amount has 15 digits at most.`
  const open = 'Open them again with PUT /books/current.'
  if ('closed_through' in d)
    return d.category_name === undefined
      ? `The books are closed through ${d.closed_through}: no entry dated ${d.date} can be recorded, changed or removed. ${open}`
      : `The books are closed through ${d.closed_through}, and "${d.category_name}" has ${counted(d.closed ?? 0, 'transaction')} up to then, the latest of ${d.date}, which cannot move. ${open}`
  const reopen = `Reopen the reconciliation ${d.reconciliation_id} first.`
  return d.starts_with === undefined
    ? `A line of this transaction of ${d.date} is on the statement of "${d.account_name}" of ${d.statement_date}, which was reconciled: its day, account, currency and amount are fixed. ${reopen}`
    : `The statement of "${d.account_name}" of ${d.statement_date}, which was reconciled, starts with ${d.starts_with}, the balance that you said as of ${d.date}. ${reopen}`
}

/** Refusals about openings of accounts, balances as of a day, stated values, and days and lines that are locked. */
export const openingRefusals = {
  locked: entry(409, 'Locked', whyLocked),
  opening_not_possible: entry(
    422,
    'No opening balance here',
    (d: { type: string }) =>
      `opening_balance: only asset and liability accounts have one, and this is of type ${d.type}.`,
    'opening_balance',
  ),

  balance_not_possible: entry(
    422,
    'No balance as of a day here',
    (d: { type: string } | { currency_id: string; opening: string } | { said: string; base: string }) =>
      'said' in d
        ? `balance_as_of: ${d.said} was said when the book had another base currency, and it is ${d.base} now. Say the balance again, or change the base currency back first.`
        : 'type' in d
          ? `balance_as_of: only asset and liability accounts have one, and this is of type ${d.type}.`
          : `balance_as_of: it would be in ${d.currency_id}, and the account opens with ${d.opening}, which would be lost. Send opening_balance null first, or bind the account to its currency.`,
    'balance_as_of',
  ),
  balance_in_future: entry(
    422,
    'In the future',
    (d: { date: string; today: string }) =>
      `balance_as_of.date: ${d.date} is after today, which is ${d.today} in the time zone of the book.`,
    'balance_as_of.date',
  ),
  balance_or_opening: entry(
    422,
    'Two ways to begin',
    (d: { field: string }) =>
      `balance_as_of: ${d.field} is sent too, other than it is, and the opening follows from the balance. Send one of the two, or read the account again.`,
    'balance_as_of',
  ),
  opening_missing: entry(
    422,
    'No opening balance',
    (d: { field: string }) => `${d.field}: the account has no opening balance. Send opening_balance too.`,
  ),

  value_not_possible: entry(
    422,
    'No value here',
    (d: { field: string; name: string; why: 'type' | 'claim' | 'system' | 'currency' | 'default' }) =>
      `${d.field}: ${
        {
          type: `"${d.name}" is neither an asset nor a liability, and only these are worth something.`,
          claim: `"${d.name}" is a claim on others, whose amount follows from what they owe.`,
          system: `"${d.name}" is a system account, whose amount follows from other records.`,
          default: `"${d.name}" is the default account, which is money to pay with. Make another one the default first.`,
          currency: `"${d.name}" takes any currency, and a value is in one. Send currency_id for the account first.`,
        }[d.why]
      }`,
  ),
  value_in_future: entry(
    422,
    'In the future',
    (d: { date: string; today: string }) =>
      `date: ${d.date} is after today, which is ${d.today} in the time zone of the book.`,
    'date',
  ),
  value_covered: entry(
    422,
    'Covered by a balance',
    (d: { field: string; name: string; date: string; as_of: string }) =>
      `${d.field}: ${d.date} is a day that the balance of "${d.name}" as of ${d.as_of} covers, and its value would contradict that balance. ` +
      (d.field === 'date'
        ? 'State the value of a later day, or send balance_as_of null for the account.'
        : 'Delete the values of these days first, or say the balance as of an earlier day.'),
  ),
  account_has_values: entry(
    409,
    'It has values',
    (d: { name: string }) =>
      `Values of "${d.name}" were stated: it cannot be deleted, and its type and currency cannot change. Delete its values first.`,
  ),
}
