import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../../words/t.ts'
import { emptyPlan, type PlanForm } from '../../plans/plan-form.ts'
import { fieldOfAmount } from '../../ui/amount-input.ts'
import { NEW_PLAN, writeDraft } from '../../ui/draft.ts'
import type { Toast } from '../../ui/toast.ts'
import { atStart } from '../title.ts'
import type { EntryBook } from './book.ts'
import type { Reading } from './reading.ts'
import type { Offer, UnreadWord } from './unread.ts'

type PlanOffer = Extract<Offer, { does: 'plan' }>

const kinds = { spent: 'expense', got: 'income', moved: 'transfer' } as const

/** Opens the form that adds a plan with an entry that comes again. */
export function useRecurring(book: EntryBook | null | undefined) {
  const navigate = useNavigate()
  const start = (reading: Reading, offer: PlanOffer, first = reading.day) => {
    if (!book) return
    // Of the 31st, the first one may be on the last of a shorter month; the day of the month is that of the entry.
    writeDraft(NEW_PLAN, { ...recurringForm(reading, offer, book), start: first })
    void navigate({ to: '/plans', search: { edit: 'new' } })
  }
  return {
    start,
    /** The offer in the message of an entry whose rhythm was left in its note. The entry is recorded, so its plan begins with the next date. */
    offered: (reading: Reading, asked: UnreadWord | undefined): Toast['other'] => {
      const offer = asked?.offers.find((one) => one.does === 'plan')
      if (!offer) return undefined
      const { every, unit } = offer.rhythm
      const next = Temporal.PlainDate.from(reading.day)
        .add({ [`${unit}s`]: every })
        .toString()
      return { label: t('Make it recurring'), run: () => start(reading, offer, next) }
    },
  }
}

/**
 * A word that says how often is asked about once before its entry is added: the first try leads to the question, the next one adds the entry and
 * keeps the word in its note.
 */
export function useAskedFirst(asked: UnreadWord | undefined) {
  const [word, setWord] = useState<string>()
  const isRhythm = asked?.offers.some(({ does }) => does === 'plan') ?? false
  return {
    isUrgent: isRhythm && word === asked?.text,
    /** Whether the question comes first; it is urgent from then on. */
    comesFirst: (): boolean => {
      setWord(asked?.text)
      return isRhythm && word !== asked?.text
    },
    forget: () => setWord(undefined),
  }
}

/** An entry that comes again, as the form of a plan: it begins on the day of the entry. */
export function recurringForm(
  { kind, amount, category, account, to_account, contact, day }: Reading,
  { rhythm, memo }: PlanOffer,
  { base_currency_id }: Pick<EntryBook, 'base_currency_id'>,
): PlanForm {
  const currency_id = amount?.currency_id ?? account?.currency_id ?? base_currency_id
  const isMove = kind === 'moved'
  return {
    ...emptyPlan(day, currency_id),
    kind: kind === 'got' || isMove ? kinds[kind] : kinds.spent,
    name: atStart(memo ?? category?.name ?? ''),
    amount: amount ? fieldOfAmount(amount.minor, currency_id) : '',
    category_id: category?.id ?? null,
    asset_account_id: isMove ? null : (account?.id ?? null),
    from_account_id: isMove ? (account?.id ?? null) : null,
    to_account_id: to_account?.id ?? null,
    contact_id: contact?.id ?? null,
    every: String(rhythm.every),
    unit: rhythm.unit,
  }
}
