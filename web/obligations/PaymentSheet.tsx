import { type FormEvent, useEffect, useRef } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { AccountPicker } from '../accounts/AccountPicker.tsx'
import { isMoneyAccount } from '../accounts/money-account.ts'
import { useBook } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { shortNameOf } from '../ui/initials.ts'
import { isSubmit, SUBMIT_KEYS } from '../ui/keys.ts'
import { useIsTouch } from '../ui/media.ts'
import { moneyText } from '../ui/money.ts'
import { usePrivacy } from '../ui/privacy.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Empty, Skeleton } from '../ui/States.tsx'
import { CurrencySelect } from './CurrencySelect.tsx'
import { EffectList, Hint } from './EffectList.tsx'
import { type Debt, type DebtSide, whoOwes } from './owed.ts'
import { PaymentDebts, PaymentQuick } from './PaymentDebts.tsx'
import { PaymentRefusal } from './PaymentRefusal.tsx'
import { changesOf, paymentHint, paymentTitle, stayingAccount } from './payment.ts'
import { useSheets } from './sheets.ts'
import { usePayment } from './use-payment.ts'

type PaymentSheetProps = {
  side: DebtSide
  contactId: string
  debtId: string | undefined
  /** Every open debt, and every account, once they are here. */
  open: readonly Debt[] | undefined
  accounts: readonly Account[] | undefined
  onClose: () => void
}

/** Somebody paid me back, or I pay somebody: with nothing changed it settles all that is owed. */
export function PaymentSheet({ side, contactId, debtId, open, accounts, onClose }: PaymentSheetProps) {
  const debts = open?.filter((debt) => debt.contact_id === contactId && debt.direction === side)
  const name = debts?.[0]?.contact.name ?? ''
  if (debts && accounts && debts.length > 0)
    return (
      <PaymentForm
        side={side}
        debts={debts}
        debtId={debtId}
        onClose={onClose}
        contact={{ id: contactId, name }}
        accounts={accounts.filter(isMoneyAccount)}
      />
    )
  return (
    <Sheet needs="write" title={side === 'receivable' ? t('Got paid') : t('Pay')} onClose={onClose}>
      {debts ? (
        <Empty title={t('Nothing is open')} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
          {t('What was owed here is settled.')}
        </Empty>
      ) : (
        <Skeleton />
      )}
    </Sheet>
  )
}

const FORM = 'payment-form'

function PaymentForm(given: {
  side: DebtSide
  contact: { id: string; name: string }
  debts: readonly Debt[]
  debtId: string | undefined
  accounts: readonly Account[]
  onClose: () => void
}) {
  const { side, contact, onClose } = given
  const { openForgive } = useSheets()
  const payment = usePayment({ ...given, base: useBook().base_currency_id, onDone: onClose })
  const { currency, isOther, change, today } = payment
  const amountInput = useRef<HTMLInputElement>(null)
  const isTouch = useIsTouch()
  const isPrivate = usePrivacy()
  useEffect(() => {
    if (!isTouch) amountInput.current?.focus()
  }, [isTouch])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (payment.amount === undefined || payment.over > 0n) amountInput.current?.focus()
    payment.record()
  }
  const changes = changesOf({ ...payment, side, debts: given.debts, who: whoWords(side, contact.name) })
  const shown = payment.amount === undefined || isPrivate ? undefined : moneyText(payment.amount, currency)
  const close = () => {
    payment.clear()
    onClose()
  }
  return (
    <Sheet
      needs="write"
      title={paymentTitle(side, contact.name)}
      onClose={close}
      foot={
        <>
          <Button
            look="quiet"
            className="me-auto"
            onClick={() => openForgive(payment.chosen[0]?.id ?? given.debts[0]?.id ?? '')}
          >
            {side === 'receivable' ? t('Forgive instead') : t('It was forgiven')}
          </Button>
          <Button look="primary" type="submit" form={FORM} isBusy={payment.isBusy} shortcut={SUBMIT_KEYS}>
            {shown === undefined ? t('Record') : t('Record {amount}', { amount: shown })}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => isSubmit(event) && submit(event)}
        className="flex flex-col gap-4 pt-1"
      >
        {payment.groups.length > 1 && (
          <Segmented
            label={t('Debts in')}
            value={payment.debtCurrency}
            options={payment.groups.map((group) => ({ value: group.currency, label: group.currency }))}
            onChange={(value) => change({ debtCurrency: value, ids: null, text: null, counts: null })}
            className="self-start"
          />
        )}
        <div>
          <div className="flex items-start gap-2">
            <AmountField
              label={t('How much?')}
              currencyId={currency}
              text={payment.text}
              onText={(text) => change({ text })}
              fault={payment.fault('amount')}
              inputRef={amountInput}
              className="flex-1 [&_input]:min-h-11 [&_input]:text-page [&_input]:font-semibold"
            />
            {payment.account?.currency_id === null && (
              <CurrencySelect
                value={currency}
                onChange={(one) => change({ currency: one, text: null, counts: null })}
                className="mt-[26px] [&_select]:min-h-11"
              />
            )}
          </div>
          <PaymentQuick payment={payment} />
        </div>
        {isOther && (
          <AmountField
            label={t('Counts as (in {currency})', { currency: payment.debtCurrency })}
            currencyId={payment.debtCurrency}
            text={payment.counts}
            onText={(counts) => change({ counts })}
            fault={payment.fault('counts')}
            hint={t('How much of the debt is done with by it.')}
          />
        )}
        <PaymentDebts payment={payment} fault={payment.fault('debts')} />
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-[1fr_1.25fr]">
          <AccountPicker
            label={side === 'receivable' ? t('Into [an account]') : t('From [an account]')}
            value={payment.account?.id ?? null}
            onChange={({ id }) => change({ accountId: id, currency: null })}
            fault={payment.fault('account')}
          />
          <DayField
            label={t('When')}
            today={today}
            day={payment.date}
            onDay={(date) => change({ date })}
            fault={payment.fault('date')}
          />
        </div>
        <PaymentRefusal payment={payment} />
        <EffectList changes={changes} today={today} />
        <Hint>{paymentHint(side, stayingAccount(changes))}</Hint>
      </form>
    </Sheet>
  )
}

const whoWords = (side: DebtSide, name: string) =>
  whoOwes(shortNameOf(name), side === 'receivable' ? 1n : -1n)
