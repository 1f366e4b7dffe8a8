import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { listAccounts } from '../../contract/accounts.ts'
import { moveBetween } from '../../contract/between.ts'
import type { BookOfPerson } from '../../contract/members.ts'
import { clientOf } from '../api/ask.ts'
import { sayDone, useChange } from '../api/change.ts'
import { addressIn } from '../api/page-book.ts'
import { reachSignedIn } from '../api/session.ts'
import { accounts } from '../page/accounts.ts'
import { useBook, useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { amountOfField } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { DayField } from '../ui/DayField.tsx'
import { useDraft } from '../ui/draft.ts'
import { SelectField } from '../ui/Field.tsx'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { Refusal } from '../ui/States.tsx'
import { listed } from '../ui/wording.ts'
import { BalanceLine } from './BalanceLine.tsx'
import { currencyIn, reachable } from './move-between.ts'
import { Side } from './Side.tsx'

type BetweenDraft = {
  toBook: string
  from: string
  to: string
  amount: string
  arrives: string
  date: string | null
}
const nothing: BetweenDraft = { toBook: '', from: '', to: '', amount: '', arrives: '', date: null }

/** One act, a half in each book. */
export function BetweenForm({ others }: { others: readonly BookOfPerson[] }) {
  const book = useBook()
  const today = useToday()
  const { to: asked } = useSearch({ strict: false }) as { to?: string } // of this page's address
  const { draft, change, clear } = useDraft<BetweenDraft>('between', nothing)
  const [fault, setFault] = useState<string>()
  const target = others.find(({ id }) => id === (draft.toBook || asked)) ?? others[0]
  const { data: here = [] } = useQuery(accounts)
  const { data: there = [] } = useQuery({
    queryKey: ['accounts of another book', target?.id],
    queryFn: async () =>
      (await clientOf(reachSignedIn, target?.id ?? '').call(listAccounts, { query: { limit: 1000 } })).data,
    enabled: target !== undefined,
  })
  const [mine, theirs] = [reachable(here), reachable(there)]
  const from =
    mine.find(({ id }) => id === draft.from) ?? mine.find(({ is_default }) => is_default) ?? mine[0]
  const to =
    theirs.find(({ id }) => id === draft.to) ?? theirs.find(({ is_default }) => is_default) ?? theirs[0]
  const currency = currencyIn(from, book.base_currency_id)
  const toCurrency = currencyIn(to, to?.currency_id ?? currency)
  const date = draft.date ?? today
  const moving = useChange(moveBetween, {
    onDone: ({ transfer }) => {
      sayDone(`${hiddenMoneyText(transfer.amount, transfer.currency_id)} moved to ${target?.name}`, transfer)
      clear()
    },
  })
  const set = (part: Partial<BetweenDraft>) => {
    change(part)
    setFault(undefined)
    moving.clear()
  }

  function move(): void {
    const amount = amountOfField(draft.amount, currency)
    const arrives = amountOfField(draft.arrives, toCurrency)
    if (amount === undefined) setFault('How much?')
    else if (!from || !to || !target) setFault('Choose an account on both sides.')
    else
      void moving.send({
        body: {
          to_book_id: target.id,
          from_account_id: from.id,
          to_account_id: to.id,
          amount,
          currency_id: currency,
          date,
          ...(toCurrency !== currency && { to_currency_id: toCurrency }),
          ...(toCurrency !== currency && arrives !== undefined && { to_amount: arrives }),
        },
      })
  }

  const refused = fault ?? moving.sentence
  const readers = target?.others.map(({ name }) => name) ?? []
  return (
    <Card className="p-5">
      <div className="flex gap-3 max-sm:flex-col">
        <AmountField
          label="Amount"
          currencyId={currency}
          text={draft.amount}
          onText={(amount) => set({ amount })}
          fault={moving.fault('amount')}
          onEnter={move}
          className="flex-1"
        />
        <DayField
          label="Day"
          today={today}
          day={date}
          onDay={(day) => set({ date: day })}
          className="shrink-0 sm:w-48"
          fault={moving.fault('date')}
        />
      </div>
      <div className="mt-4 flex items-start gap-3 max-sm:flex-col">
        <Side
          title="from"
          name={<span className="font-medium">{book.name}</span>}
          label={`Account in ${book.name}`}
          accounts={mine}
          value={from?.id}
          onChange={(id) => set({ from: id })}
          fault={moving.fault('from_account_id')}
          note="No spending: it leaves for your other books."
        >
          {from && <BalanceLine account={from} base={book.base_currency_id} text={draft.amount} sign={-1n} />}
        </Side>
        <ArrowRight aria-hidden size={18} className="mt-16 shrink-0 text-text-3 max-sm:hidden" />
        <Side
          title="to"
          name={
            <SelectField
              label="Book"
              isLabelHidden
              value={target?.id}
              onChange={(event) => set({ toBook: event.target.value, to: '' })}
            >
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          }
          label={`Account in ${target?.name}`}
          accounts={theirs}
          value={to?.id}
          onChange={(id) => set({ to: id })}
          fault={moving.fault('to_account_id')}
          note={`No income: ${readers.length > 0 ? `${listed(readers)} see “Other book of” you, and nothing more.` : 'it comes from your other books.'}`}
        >
          {to && target && (
            <BalanceLine
              account={to}
              base={target.base_currency_id}
              text={toCurrency === currency ? draft.amount : draft.arrives}
              sign={1n}
            />
          )}
        </Side>
      </div>
      {toCurrency !== currency && (
        <AmountField
          label="Arrives as"
          hint="Empty: at the rate of the day"
          currencyId={toCurrency}
          text={draft.arrives}
          onText={(arrives) => set({ arrives })}
          fault={moving.fault('to_amount')}
          className="mt-4"
        />
      )}
      {refused && <Refusal title={refused} />}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-caption text-text-2">
          One act: both halves or none, one undo for both.{' '}
          {target && (
            <a href={addressIn(target.id, `/between?to=${book.id}`)} className="text-accent underline">
              The other way round
            </a>
          )}
        </p>
        <Button look="primary" isBusy={moving.isBusy} onClick={move}>
          Move
        </Button>
      </div>
    </Card>
  )
}
