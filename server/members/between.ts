import type { BetweenDraft } from '../../contract/between.ts'
import type { Transaction as Shown } from '../../contract/budgeting.ts'
import { type Day, todayIn } from '../../contract/day.ts'
import { Refusal, refusalIn, refuse } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { amountOf, formatAmount } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import type { Transaction } from '../ledger/journal.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import { type Book, changed, type RecordChange, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import { type AccountRow, otherBookName } from '../records/account.ts'
import { neededAccount } from '../records/chart.ts'
import { askingFor, composeHalf } from '../records/half.ts'
import { checkOpen, requireContact, requireCurrency, requireMoneyAccount } from '../records/require.ts'
import { transactionToApi } from '../records/transaction-to-api.ts'
import { linkHalf } from './between.sql.ts'

type MovedMoney = { transfer: Shown; other_half: { book_id: string; transaction_id: string } }

/** Where a half is: the ids of its book and of its transaction. */
type HalfPlace = { bookId: string; id: string }

/** Moves money to another book: records the half that it leaves, and in the same transaction the other one. */
export function moveMoney(userId: string, bookId: string, draft: BetweenDraft): Verb<MovedMoney> {
  const here: HalfPlace = { bookId, id: newId() }
  const there: HalfPlace = { bookId: draft.to_book_id.toLowerCase(), id: newId() }
  return {
    looksAt: {
      account: [draft.from_account_id],
      contact: [draft.contact_id],
      other_book: [userId],
      person: [userId],
    },
    isServedAlone: true,
    books: [there.bookId],
    decide(book, known) {
      if (there.bookId === book.id) refuse('same_book')
      const { notes = null, tags = [] } = draft
      const half = inBook(book, () => {
        const from = requireMoneyAccount(known, draft.from_account_id, null, 'from_account_id')
        const currency_id = currencyOn(from, draft.currency_id, 'currency_id') ?? book.base_currency_id
        const contact = draft.contact_id ? requireContact(known, draft.contact_id, null) : null
        const date = draft.date ?? todayIn(book.time_zone)
        const amount = amountOf(draft.amount, currency_id, 'amount')
        const { other, opened } = requireOtherBook(book, known, userId)
        const sides = { account_id: from.id, to_account_id: other.id }
        const composed = composeHalf(
          book,
          known,
          { id: here.id, ...sides, before: null },
          { date, currency_id, amount, fx_rate: draft.fx_rate },
        )
        const after = { ...composed, contact_id: contact?.id ?? null, notes: notes || null, tags }
        checkOpen(book, known, [{ before: null, after }])
        return { after, opened, names: [from, other], contact }
      })

      // Nothing below this line refuses.
      const { after, opened, names, contact } = half
      const transfer = transactionToApi(book, after, {
        accounts: new Map(names.map(({ id, name }) => [id, name])),
        categories: new Map(),
        contact: contact?.name ?? null,
        shares: new Map(),
        ticks: [],
      })
      return {
        answer: { transfer, other_half: { book_id: there.bookId, transaction_id: there.id } },
        changes: [...opened, changed('transaction', null, after)],
        beside: [linkHalf(here, there)],
        elsewhere: [{ bookId: there.bookId, verb: receive(userId, { here, there, draft, sent: after }) }],
      }
    },
  }
}

type Receipt = { here: HalfPlace; there: HalfPlace; draft: BetweenDraft; sent: Transaction }

/** Records the other half, in the currency of its account and by the rates of its book. */
const receive = (userId: string, { here, there, draft, sent }: Receipt): Verb<null> => ({
  looksAt: { account: [draft.to_account_id], other_book: [userId], person: [userId] },
  decide(book, known) {
    const to = requireMoneyAccount(known, draft.to_account_id, null, 'to_account_id')
    const currency_id = currencyOn(to, draft.to_currency_id, 'to_currency_id') ?? sent.currency_id
    const money = { date: sent.date, currency_id, fx_rate: draft.to_fx_rate }
    const amount = arriving(book, known, sent, currency_id, draft.to_amount)
    const { other, opened } = requireOtherBook(book, known, userId)
    const sides = { account_id: other.id, to_account_id: to.id }
    const half = { id: there.id, ...sides, before: null }
    const composed = askingFor(['to_fx_rate'], () => composeHalf(book, known, half, { ...money, amount }))
    const after = { ...composed, notes: draft.to_notes || null, tags: draft.to_tags ?? [] }
    checkOpen(book, known, [{ before: null, after }])

    // Nothing below this line refuses.
    return {
      answer: null,
      changes: [...opened, changed('transaction', null, after)],
      beside: [linkHalf(there, here)],
      elsewhere: [],
    }
  },
})

/** The amount that arrives: the one that was sent, the same in one currency, or found by a rate. */
function arriving(
  book: Book,
  known: Known,
  { date, currency_id, amount }: { date: Day; currency_id: string; amount: bigint },
  to: string,
  sent: number | null | undefined,
): bigint {
  if (typeof sent === 'number') {
    const given = amountOf(sent, to, 'to_amount')
    if (to !== currency_id || given === amount) return given
    const [whole = '', part = ''] = [amount, given].map((one) => formatAmount(one, to))
    return refuse('transfer_mismatch', {
      reason: later('{whole} cannot arrive as {part}; record a fee as an expense of its own.', {
        whole,
        part,
      }),
    })
  }
  if (to === currency_id) return amount
  const other = { field: 'to_amount', currency_id: to, value: null, source: undefined } as const
  const asked = {
    date,
    currency_id,
    amount,
    field: 'amount',
    known,
    fx_rate: undefined,
    fx_source: undefined,
  }
  const found = askingFor(['to_amount'], () =>
    exchange(book, { ...asked, other, before: null, isChanged: true }),
  )
  return found.other?.amount ?? amount
}

/** The currency on one side: the one sent, or the one that the account is kept in, which takes no other. */
function currencyOn(account: AccountRow, sent: string | null | undefined, field: string): string | null {
  const chosen = sent ? requireCurrency(sent, field) : null
  const bound = account.currency_id
  if (chosen && bound && chosen !== bound)
    refuse('account_currency', { field, name: account.name, bound, currency_id: chosen })
  return chosen ?? bound
}

/** Names the book in what refuses the half in it: the request is about two. */
function inBook<T>(book: Book, decide: () => T): T {
  try {
    return decide()
  } catch (error) {
    throw error instanceof Refusal ? refusalIn(error, book) : error
  }
}

/** The account that stands for a person's other books. It is opened by the first half that needs it. */
function requireOtherBook(
  book: Book,
  known: Known,
  personId: string,
): { other: AccountRow; opened: RecordChange[] } {
  requireLoaded(known, { other_book: [personId], person: [personId] })
  const found = known.find('other_book', personId)
  if (found) return { other: found, opened: [] }
  const name = otherBookName(known.find('person', personId) ?? null)
  const other = neededAccount(book, known, { name, role: 'other_book', person_id: personId })
  return { other, opened: [changed('account', null, other)] }
}
