import type { Day } from '../../contract/day.ts'
import { later } from '../../words/t.ts'
import { addContact } from '../contacts/contacts.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { Course } from '../ledger/course.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { addObligation } from '../obligations/obligations.ts'
import { pay } from '../obligations/payments.ts'
import { setOff } from '../obligations/settlements.ts'
import type { SlimDebt } from '../records/obligation.ts'
import { accountWithRole } from '../records/require.ts'
import type { ChosenRow } from './commit.sql.ts'
import { type MadeRecords, refuseRow } from './commit-made.ts'
import { cut } from './draft.ts'

/** The reference of debts that a list of shared expenses has made: later lists pay these, and no others. */
const OF_LIST = 'Splitwise'
const MAX_NAME = 255

/** The contacts and the debts of a list of shared expenses, which are made as its rows are recorded. */
export function makeDebts(book: Book, course: Course, made: MadeRecords) {
  const contacts = new Map<string, string>()
  const owed = new Map<string, string[]>()
  /** The latest day of each contact and currency: debts of both directions are set off on it. */
  const touched = new Map<string, { contact_id: string; currency_id: string; date: Day }>()

  const contactOf = ({ draft, file_row }: ChosenRow): string => {
    if (draft.contact_id !== null) return draft.contact_id
    const name = cut(file_row.payee ?? '', MAX_NAME)
    const known = contacts.get(name)
    if (known !== undefined) return known
    const { id } = course.add(addContact({ name }).decide(book))
    contacts.set(name, id)
    owed.set(id, [])
    return id
  }

  /** The debts of the list with a contact, as they are now. */
  const debtsOf = (contactId: string): SlimDebt[] => {
    const ids =
      owed.get(contactId) ??
      (course.known.find('owed', contactId) ?? []).flatMap(({ id, reference }) =>
        reference === OF_LIST ? id : [],
      )
    requireLoaded(course.known, { obligation: ids })
    const open = ids.flatMap((id) => course.known.find('obligation', id) ?? [])
    const left = open.filter(({ outstanding_amount }) => outstanding_amount > 0n)
    owed.set(
      contactId,
      left.map(({ id }) => id),
    )
    return left
  }

  const owe = (
    row: ChosenRow,
    amount: bigint,
    sides: { account_id: string; counter_account_id?: string },
  ): string => {
    const contact_id = contactOf(row)
    if (!owed.has(contact_id)) debtsOf(contact_id)
    const { currency_id, date, file_row, draft } = row
    const money = amountToApi(amount, currency_id)
    const decision = addObligation({
      ...sides,
      name: cut(draft.memo ?? file_row.text, MAX_NAME),
      reference: OF_LIST,
      contact_id,
      currency_id,
      opened_date: date,
      original_amount: money,
      outstanding_amount: money,
      ...(draft.notes !== null && { notes: draft.notes }),
    }).decide(book, course.known)
    const { id } = course.add(decision)
    owed.get(contact_id)?.push(id)
    touch(row, contact_id)
    return openingOf(decision.changes) ?? refuseRow(row, later('It has no amount.'))
  }
  const touch = ({ currency_id, date }: ChosenRow, contact_id: string) => {
    const key = `${contact_id} ${currency_id}`
    const before = touched.get(key)?.date ?? date
    touched.set(key, { contact_id, currency_id, date: date > before ? date : before })
  }
  const role = (name: 'receivables' | 'payables') => accountWithRole(course.known, name).id

  return {
    /** A part of an expense: of the category it takes what somebody else owes, and adds what is owed to somebody else. */
    share(row: ChosenRow): string {
      const { draft, amount } = row
      if (draft.kind !== 'expense') refuseRow(row, later('It is a part of an expense, and nothing else.'))
      const category = made.category('expense', draft) ?? refuseRow(row, later('It has no category.'))
      const { account_id } =
        course.known.find('category', category) ?? refuseRow(row, later('Its category is not in the book.'))
      return amount > 0n
        ? owe(row, amount, { account_id: role('receivables'), counter_account_id: account_id })
        : owe(row, -amount, { account_id })
    },
    /** A payment: it pays the debts of its direction that were there, the oldest first; the rest is a debt in the other direction. */
    settle(row: ChosenRow): string {
      const { amount, currency_id, date, draft } = row
      const contactId = contactOf(row)
      const direction = amount < 0n ? 'payable' : 'receivable'
      const asset_account_id = made.account(row)
      const notes = [draft.memo, draft.notes].filter(Boolean).join('\n') || null
      let left = amount < 0n ? -amount : amount
      let first: string | undefined
      for (const debt of debtsOf(contactId)) {
        if (debt.direction !== direction || debt.currency_id !== currency_id || debt.opened_date > date)
          continue
        if (left === 0n) break
        const part = left < debt.outstanding_amount ? left : debt.outstanding_amount
        const sent = { date, amount: amountToApi(part, currency_id), currency_id, asset_account_id, notes }
        const { transaction_id } = course.add(pay(debt.id, sent).decide(book, course.known))
        first ??= transaction_id
        left -= part
      }
      touch(row, contactId)
      if (left === 0n) return first ?? refuseRow(row, later('It has no amount.'))
      const account_id = role(direction === 'payable' ? 'receivables' : 'payables')
      const rest = owe(row, left, { account_id, counter_account_id: asset_account_id })
      return first ?? rest
    },
    /** Sets off what each contact owes and is owed, as the balances of the list are. */
    async setOff(): Promise<void> {
      for (const { contact_id, currency_id, date } of touched.values()) {
        const debts = debtsOf(contact_id).filter((debt) => debt.currency_id === currency_id)
        if (new Set(debts.map(({ direction }) => direction)).size < 2) continue
        const known: Known = {
          find: (reference, key) =>
            // The verb asks for all open debts of a contact; those of the list are all that it may set off.
            (reference === 'owed' ? debts : course.known.find(reference, key)) as never,
          isLoaded: (reference, key) => reference === 'owed' || course.known.isLoaded(reference, key),
        }
        course.add(await setOff(contact_id, { currency_id, date }).decide(book, known))
      }
    },
  }
}
export type MadeDebts = ReturnType<typeof makeDebts>

const openingOf = (changes: readonly { kind: string; after: { id: string } | null }[]) =>
  changes.find(({ kind }) => kind === 'transaction')?.after?.id
