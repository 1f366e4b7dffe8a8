import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { createTransfer } from '../../contract/budgeting.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { MissingRate } from '../currencies/MissingRate.tsx'
import { missingRateOf, missingRateWords } from '../currencies/missing-rate.ts'
import { accounts } from '../page/accounts.ts'
import { useBook, useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { amountOfField, readField } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { useDraft } from '../ui/draft.ts'
import { currencyName } from '../ui/money.ts'
import { Popup } from '../ui/Popup.tsx'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { Refusal } from '../ui/States.tsx'
import { AccountPicker } from './AccountPicker.tsx'
import { type MoveDraft, type MoveFaults, moveFaults } from './move.ts'
import { moveCurrencies } from './move-currencies.ts'

/** Moves money between two accounts, one of which is this one. To a card it is paying it off, to a thing buying it. */
export function MoveMoney({ account, onClose }: { account: Account; onClose: () => void }) {
  const today = useToday()
  const { base_currency_id: base } = useBook()
  const { data: all = [] } = useQuery(accounts)
  const isPaid = account.type === 'liability' || account.is_valued
  const { draft, change, clear } = useDraft<MoveDraft>(`move ${account.id}`, {
    from: isPaid ? null : account.id,
    to: isPaid ? account.id : null,
    amount: '',
    arrives: '',
    date: today,
  })
  const [faults, setFaults] = useState<MoveFaults>({})
  const find = (id: string | null) => all.find((one) => one.id === id)
  const [from, to] = [find(draft.from), find(draft.to)]
  const { leaves: currency, arrives: toCurrency, isOptional } = moveCurrencies(from, to, base)
  const done = () => {
    clear()
    onClose()
  }
  const moving = useChange(createTransfer, {
    words: ({ amount, currency_id }) =>
      t('{amount} moved to {account}', {
        amount: hiddenMoneyText(amount, currency_id),
        account: to?.name ?? t('the account'),
      }),
    onDone: done,
  })
  const closed = moving.refusal && closedOf(moving.refusal)
  const minor = readField(draft.amount, currency)
  const missing = moving.refusal && missingRateOf(moving.refusal)
  const set = (part: Partial<MoveDraft>) => {
    change(part)
    setFaults({})
  }

  function move(fx_rate?: number): void {
    const amount = amountOfField(draft.amount, currency)
    const arrives = amountOfField(draft.arrives, toCurrency)
    const found = moveFaults({ ...draft, from: from?.id ?? null, to: to?.id ?? null }, currency, toCurrency)
    setFaults(found)
    if (!from || !to || amount === undefined || Object.keys(found).length > 0) return
    const isExchange = toCurrency !== currency && !(isOptional && draft.arrives.trim() === '')
    void moving.send({
      body: {
        from_account_id: from.id,
        to_account_id: to.id,
        amount,
        currency_id: currency,
        date: draft.date,
        ...(isExchange && { to_currency_id: toCurrency }),
        ...(isExchange && arrives !== undefined && { to_amount: arrives }),
        ...(fx_rate !== undefined && { fx_rate }),
      },
    })
  }

  return (
    <Popup
      title={t('Move money')}
      onClose={done}
      foot={
        <>
          <Button onClick={done}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={moving.isBusy} onClick={() => move()}>
            {t('Move')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <AccountPicker
          label={t('From [an account]')}
          value={draft.from}
          onChange={({ id }) => set({ from: id })}
          accepts={({ id }) => id !== draft.to}
          fault={faults.from ?? moving.fault('from_account_id')}
        />
        <AccountPicker
          label={t('To [an account]')}
          value={draft.to}
          onChange={({ id }) => set({ to: id })}
          accepts={({ id }) => id !== draft.from}
          fault={faults.to ?? moving.fault('to_account_id')}
        />
        <AmountField
          label={t('Amount')}
          currencyId={currency}
          text={draft.amount}
          onText={(amount) => set({ amount })}
          fault={faults.amount ?? moving.fault('amount')}
          onEnter={() => move()}
        />
        {toCurrency !== currency && (
          <AmountField
            label={t('Arrives as')}
            hint={
              isOptional
                ? t('Empty: it stays in {currency}', {
                    currency: currencyName(currency),
                  })
                : t('Empty: at the rate of the day')
            }
            currencyId={toCurrency}
            text={draft.arrives}
            onText={(arrives) => set({ arrives })}
            fault={
              faults.arrives ??
              (missing && moving.fault('to_amount')
                ? `${missingRateWords(missing, today)} ${t('Fill in what arrives.')}`
                : moving.fault('to_amount'))
            }
          />
        )}
        <DayField
          label={t('Day')}
          today={today}
          day={draft.date}
          onDay={(date) => set({ date: date ?? today })}
          fault={moving.fault('date')}
        />
        {closed ? (
          <ClosedRefusal
            closed={closed}
            onUseDay={(date) => {
              set({ date })
              moving.clear()
            }}
          />
        ) : missing && moving.refusal && !moving.refusal.errors?.to_amount ? (
          <MissingRate
            problem={moving.refusal}
            amount={minor.fault === undefined ? minor.minor : undefined}
            today={today}
            isBusy={moving.isBusy}
            onRate={move}
          />
        ) : (
          moving.sentence && <Refusal title={moving.sentence} />
        )}
      </div>
    </Popup>
  )
}
