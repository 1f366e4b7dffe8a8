import { entry } from './refusal.ts'

/** Why a transaction cannot change: its day is closed, or one of its lines was reconciled. Or why the balance with which a statement starts cannot. */
type Locked = { date: string } & (
  | { reconciliation_id: string; account_name: string; statement_date: string; starts_with: string }
  | { balance_as_of: SaidBalance; too_large: string }
  | ({ balance_as_of?: SaidBalance } & (
      | { closed_through: string }
      | { reconciliation_id: string; account_name: string; statement_date: string }
    ))
)

/** A balance that was said as of a day, whose opening a change would move. */
type SaidBalance = { account_id: string; account_name: string; date: string; amount: string }

/** Why an opening may not move that follows from entries, and the ways out. */
const lockedOpening = (d: Locked, said: SaidBalance): string =>
  `For "${said.account_name}" to have ${said.amount} as of ${said.date}, its opening, dated ${d.date}, would have to change, ` +
  ('too_large' in d
    ? `and come to ${d.too_large}: an amount has 15 digits at most. Record less`
    : 'closed_through' in d
      ? `and the books are closed through ${d.closed_through}. Open them again with PUT /books/current`
      : `and it is on the statement of ${d.statement_date}, which was reconciled. Reopen the reconciliation ${d.reconciliation_id}`) +
  ', or send balance_as_of null for the account, so that its opening stays as it is.'

/** Refusals about openings of accounts, balances as of a day, and days and lines that are locked. */
export const openingRefusals = {
  locked: entry(409, 'Locked', (d: Locked) =>
    'starts_with' in d
      ? `The statement of "${d.account_name}" of ${d.statement_date}, which was reconciled, starts with ${d.starts_with}, the balance that you said as of ${d.date}. ` +
        `Reopen the reconciliation ${d.reconciliation_id} first.`
      : 'too_large' in d
        ? lockedOpening(d, d.balance_as_of)
        : d.balance_as_of
          ? lockedOpening(d, d.balance_as_of)
          : 'closed_through' in d
            ? `The books are closed through ${d.closed_through}: no entry dated ${d.date} can be recorded, changed or removed. ` +
              'Open them again with PUT /books/current.'
            : `A line of this transaction of ${d.date} is on the statement of "${d.account_name}" of ${d.statement_date}, which was reconciled: ` +
              `its day, account, currency and amount are fixed. Reopen the reconciliation ${d.reconciliation_id} first.`,
  ),
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
}
