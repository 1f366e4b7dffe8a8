import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { listAccounts } from '../../contract/accounts.ts'
import { moveBetween } from '../../contract/between.ts'
import type { BookOfPerson } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { cache, clientOf } from '../api/ask.ts'
import { sayDone, useChange } from '../api/change.ts'
import { addressIn } from '../api/page-book.ts'
import { reachSignedIn } from '../api/session.ts'
import { isMadeUp } from '../books/example-book.ts'
import { accounts } from '../page/accounts.ts'
import { books, useBook, useToday } from '../page/me.ts'
import { amountOfField, faultInField, typedAmount } from '../ui/amount-input.ts'
import { useDraft, writeDraftIn } from '../ui/draft.ts'
import { hiddenMoneyText, usePrivacy } from '../ui/privacy.ts'
import { storedOfBook } from '../ui/stored.ts'
import {
  type BetweenDraft,
  beforeAndAfter,
  currencyIn,
  dayOf,
  emptyDraft,
  reachable,
  targetAmong,
  turnedRound,
} from './move-between.ts'

/** The name of the form's draft. */
export const DRAFT = 'between'

/** The book that money went to last from this one. */
const lastTarget = storedOfBook('florin.between')

/** The form that moves money to another book: what was chosen, what it makes of the balances, and sending it. */
export function useBetween(others: readonly BookOfPerson[]) {
  const book = useBook()
  const today = useToday()
  usePrivacy() // the button names the amount
  const { to: asked } = useSearch({ strict: false }) as { to?: string } // of this page's address
  const { draft, change, clear } = useDraft<BetweenDraft>(DRAFT, emptyDraft)
  const [fault, setFault] = useState<string>()
  const [sentTo, setSentTo] = useState<BookOfPerson>()
  const amountField = useRef<HTMLInputElement>(null)
  const target = targetAmong(others, [draft.toBook, asked, lastTarget.get()], isMadeUp)
  const { data: here = [] } = useQuery(accounts)
  const { data: there = [] } = useQuery({
    queryKey: ['accounts-of-book', target?.id],
    queryFn: async () =>
      (await clientOf(reachSignedIn, target?.id ?? '').call(listAccounts, { query: { limit: 1000 } })).data,
    enabled: target !== undefined,
  })
  const [mine, theirs] = [reachable(here), reachable(there)]
  const chosen = (some: typeof mine, id: string) =>
    some.find((one) => one.id === id) ?? some.find(({ is_default }) => is_default) ?? some[0]
  const [from, to] = [chosen(mine, draft.from), chosen(theirs, draft.to)]
  const currency = currencyIn(from, book.base_currency_id)
  const toCurrency = currencyIn(to, currency)
  const isOneCurrency = toCurrency === currency
  const date = dayOf(draft, today)
  const moving = useChange(moveBetween, {
    onDone: ({ transfer }) => {
      const amount = hiddenMoneyText(transfer.amount, transfer.currency_id)
      sayDone(t('{amount} moved to {book}', { amount, book: target?.name ?? '' }), transfer)
      lastTarget.set(target?.id ?? null)
      clear()
      change({ toBook: target?.id ?? '', from: from?.id ?? '', to: to?.id ?? '' })
    },
  })
  const isGone = moving.refusal?.code === 'to_book_unknown'
  useEffect(() => {
    if (isGone) void cache.invalidateQueries({ queryKey: books.queryKey }) // the list is of before
  }, [isGone])
  const set = (part: Partial<BetweenDraft>) => {
    change(part)
    setFault(undefined)
    moving.clear()
  }

  function move(): void {
    const amount = amountOfField(draft.amount, currency)
    const arrives = amountOfField(draft.arrives, toCurrency)
    const amountFault = draft.amount.trim() === '' ? t('How much?') : faultInField(draft.amount, currency)
    setFault(
      amountFault ?? (from && to && target ? undefined : t('There is no account on one of the sides.')),
    )
    if (amountFault !== undefined) amountField.current?.focus()
    if (amountFault !== undefined || amount === undefined || !from || !to || !target) return
    setSentTo(target)
    void moving.send({
      body: {
        to_book_id: target.id,
        from_account_id: from.id,
        to_account_id: to.id,
        amount,
        currency_id: currency,
        date,
        ...(!isOneCurrency && { to_currency_id: toCurrency }),
        ...(!isOneCurrency && arrives !== undefined && { to_amount: arrives }),
      },
    })
  }

  const typed = typedAmount(draft.amount, currency)
  return {
    draft,
    set,
    setDay: (day: string | null) => set({ date: day, chosenOn: today }),
    move,
    moving,
    sentTo,
    fault: fault ?? moving.fault('amount'),
    amountField,
    date,
    moved: typed === undefined ? undefined : hiddenMoneyText(typed, currency),
    target,
    from: from && {
      account: from,
      currency,
      change: beforeAndAfter(from, book.base_currency_id, {
        text: draft.amount,
        currency,
        sign: -1n,
        date,
      }),
    },
    to: to &&
      target && {
        account: to,
        currency: toCurrency,
        change: beforeAndAfter(to, target.base_currency_id, {
          text: isOneCurrency ? draft.amount : draft.arrives,
          currency: toCurrency,
          sign: 1n,
          date,
        }),
      },
    mine,
    theirs,
    currency,
    toCurrency,
    /** The page of the same move in the other direction, and the call that hands it over to that page. */
    turn: target && {
      href: addressIn(target.id, `/between?to=${book.id}`),
      hand: () =>
        writeDraftIn(
          target.id,
          DRAFT,
          turnedRound(draft, { hereId: book.id, from: from?.id ?? '', to: to?.id ?? '', isOneCurrency }),
        ),
    },
  }
}
