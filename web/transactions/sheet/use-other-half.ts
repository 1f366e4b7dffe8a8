import { useQuery } from '@tanstack/react-query'
import { getOtherHalf } from '../../../contract/between.ts'
import type { Transaction } from '../../../contract/budgeting.ts'
import { asking } from '../../api/ask.ts'
import { mayRecord, useBooks } from '../../page/me.ts'
import { type AccountsById, isBetween, isOtherBook } from '../title.ts'

/** The side of a transfer that is another book, if one is. */
export type OtherHalf = {
  side: 'from' | 'to' | undefined
  /** The name of the other book, for its members. */
  bookName: string | undefined
  /** Whether amount, day and accounts stay, because the other half would have to follow in a book that this person may not change. */
  isLocked: boolean
}

/** The other half of money that was moved between two books. Whoever is not in the other book is told nothing about it. */
export function useOtherHalf(transaction: Transaction, accounts: AccountsById): OtherHalf {
  const isHalf = isBetween(transaction, accounts)
  const { data } = useQuery({
    ...asking(getOtherHalf, { params: { id: transaction.id } }),
    enabled: isHalf,
  })
  const book = useBooks().find(({ id }) => id === data?.book_id)
  return {
    side: !isHalf ? undefined : isOtherBook(accounts, transaction.from_account_id) ? 'from' : 'to',
    bookName: isHalf ? data?.book_name : undefined,
    isLocked: isHalf && !(book && mayRecord(book)),
  }
}
