import { createExpense, createIncome, createTransfer } from '../../../contract/budgeting.ts'
import { createContact } from '../../../contract/contacts.ts'
import { showAmount } from '../../../contract/money.ts'
import { createObligation, type ObligationDraft } from '../../../contract/obligations.ts'
import { payContact } from '../../../contract/settlements.ts'
import { t } from '../../../words/t.ts'
import { ID_BEFORE, idOfStep, type PlainRequest, plainRequest } from '../../api/plain-requests.ts'
import type { EntryBook } from './book.ts'
import type { EntryAmount, Reading } from './reading.ts'

/**
 * The requests that record a reading: new contacts first, then the entry, which is one change with the shares of others. Null as long as a field is missing or wrong. `fx_rate` is the
 * rate to the base currency, where the book has none; `charged` is what the bank took or added, if that is not the day's rate.
 */
export function requestsOf(
  reading: Reading,
  book: EntryBook,
  fx_rate?: number,
  charged?: EntryAmount,
): PlainRequest[] | null {
  const { amount, faults, contact, people } = reading
  if (faults.length > 0 || !amount) return null
  const entry = entryStep(reading, amount, book, fx_rate, charged)
  if (!entry) return null
  const added = [...(contact ? [contact] : []), ...people].filter(({ id }) => id === null)
  return [...added.map(({ name }) => plainRequest(createContact, { body: { name } })), entry]
}

/** The shares that others owe of an amount; people who are added with it have the ids of the requests before. Nobody owes nothing. */
function sharesOf({ people, shares }: Reading, { decimals }: EntryAmount) {
  const added = people.filter(({ id }) => id === null)
  return people.flatMap((person, index) => {
    const share = shares[index] ?? 0n
    const contact_id = person.id ?? idOfStep(added.indexOf(person))
    return share > 0n ? [{ contact_id, amount: showAmount(share, decimals) }] : []
  })
}

const number = ({ minor, decimals }: EntryAmount): number => showAmount(minor, decimals)

function entryStep(
  reading: Reading,
  amount: EntryAmount,
  book: EntryBook,
  fx_rate?: number,
  charged?: EntryAmount,
): PlainRequest | null {
  const { kind, account, to_account, category, contact, day, memo, tags, to_amount } = reading
  const rate = fx_rate === undefined ? {} : { fx_rate }
  const sum = { amount: number(amount), currency_id: amount.currency_id, ...rate }
  const about = {
    ...(contact ? { contact_id: contact.id ?? ID_BEFORE } : {}),
    ...(memo === null ? {} : { memo }),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
  }
  switch (kind) {
    case 'spent':
    case 'refund':
    case 'got': {
      if (!category || !account) return null
      const ends = { category_id: category.id, asset_account_id: account.id }
      const bank = charged ? { charged_amount: number(charged) } : {}
      const body = { ...sum, ...bank, ...ends, date: day, ...about }
      const shares = sharesOf(reading, amount)
      if (kind === 'spent')
        return plainRequest(createExpense, { body: { ...body, ...(shares.length > 0 && { shares }) } })
      if (kind === 'refund') return plainRequest(createExpense, { body: { ...body, is_refund: true } })
      return plainRequest(createIncome, { body })
    }
    case 'moved': {
      if (!account || !to_account) return null
      const arrives = to_amount ? { to_amount: number(to_amount), to_currency_id: to_amount.currency_id } : {}
      const ends = { from_account_id: account.id, to_account_id: to_account.id }
      return plainRequest(createTransfer, { body: { ...ends, ...sum, ...arrives, date: day, ...about } })
    }
    case 'lent':
    case 'borrowed':
    case 'owe': {
      const sides = sidesOf(reading, book)
      return (
        sides &&
        plainRequest(createObligation, { body: { ...obligationOf(reading, amount), ...sides, ...rate } })
      )
    }
    case 'paid me back':
    case 'paid back': {
      if (!account || !contact?.id) return null
      const direction = kind === 'paid me back' ? 'receivable' : 'payable'
      const notes = [memo ?? '', tagsText(reading)].filter(Boolean).join(' ')
      const body = {
        direction,
        ...sum,
        date: day,
        asset_account_id: account.id,
        ...(notes ? { notes } : {}),
      } as const
      return plainRequest(payContact, { params: { id: contact.id }, body })
    }
  }
}

type AccountSides = Pick<ObligationDraft, 'account_id' | 'counter_account_id'>

/**
 * Which accounts a debt is between. The type of `account_id` decides who owes whom: money that is lent from a card, which is a liability
 * itself, is a claim with the card as its counter account.
 */
function sidesOf({ kind, account, category }: Reading, book: EntryBook): AccountSides | null {
  if (kind === 'owe') return category && { account_id: category.account_id }
  if (!account) return null
  if (kind === 'lent' && account.type === 'asset') return { account_id: account.id }
  const claim = kind === 'lent' ? book.receivables_id : book.payables_id
  return claim === null ? null : { account_id: claim, counter_account_id: account.id }
}

/** The longest name of a debt. */
const MAX_NAME_LENGTH = 150

function obligationOf(reading: Reading, amount: EntryAmount): Omit<ObligationDraft, 'account_id'> {
  const { kind, contact, category, day, memo } = reading
  const usual = kind === 'lent' ? t('Money lent') : kind === 'borrowed' ? t('Money borrowed') : category?.name
  const name = memo ?? usual ?? ''
  const notes = [name.length > MAX_NAME_LENGTH ? name : '', tagsText(reading)].filter(Boolean).join(' ')
  return {
    name: name.slice(0, MAX_NAME_LENGTH).trim(),
    opened_date: day,
    original_amount: number(amount),
    outstanding_amount: number(amount),
    contact_id: contact?.id ?? ID_BEFORE,
    currency_id: amount.currency_id,
    ...(notes ? { notes } : {}),
  }
}

/** Debts and payments have no tags: typed ones are kept in their notes. */
const tagsText = ({ tags }: Reading): string => tags.map((tag) => `#${tag}`).join(' ')
