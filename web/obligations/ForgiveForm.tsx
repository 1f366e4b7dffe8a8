import { type FormEvent, useState } from 'react'
import { writeOff } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { CategoryPicker, useCategories } from '../categories/CategoryPicker.tsx'
import { useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { faultInField, fieldOfAmount, typedAmount } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { useDraft } from '../ui/draft.ts'
import { SelectField } from '../ui/Field.tsx'
import { shortNameOf } from '../ui/initials.ts'
import { isSubmit, SUBMIT_KEYS } from '../ui/keys.ts'
import { minorOf, moneyText } from '../ui/money.ts'
import { usePrivacy } from '../ui/privacy.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Refusal } from '../ui/States.tsx'
import { debtName } from './debt-name.ts'
import { EffectList, Hint } from './EffectList.tsx'
import { FormRefusal } from './FormRefusal.tsx'
import { type Debt, whoOwes } from './owed.ts'
import { overBy, toApi, totalOf } from './payment.ts'
import { useSheets } from './sheets.ts'

const FORM = 'forgive-form'

/** The usual category. */
const usual = /gift|present|charit|donat|other/i

/** The button says what it does, and how much of it where that can be seen. */
function forgiveVerb(isTheirs: boolean, amount: string | undefined): string {
  if (amount === undefined) return isTheirs ? t('Forgive') : t('Record')
  return isTheirs ? t('Forgive {amount}', { amount }) : t('Record {amount}', { amount })
}

/** How much is forgiven, to which category, and when. */
export function ForgiveForm({
  debt,
  others,
  onClose,
}: {
  debt: Debt
  others: readonly Debt[]
  onClose: () => void
}) {
  const { openForgive } = useSheets()
  const today = useToday()
  const isPrivate = usePrivacy()
  const isTheirs = debt.direction === 'receivable'
  const { currency_id: currency } = debt
  const name = debt.contact.name ?? ''
  const kind = isTheirs ? 'expense' : 'income'
  const { categories } = useCategories(kind)
  const { draft, change, clear } = useDraft<{
    text: string | null
    categoryId: string | null
    date: string | null
  }>(`forgive ${debt.id}`, { text: null, categoryId: null, date: null })
  const [isTried, setTried] = useState(false)
  const text = draft.text ?? fieldOfAmount(debt.outstanding_amount, currency)
  const date = draft.date ?? today
  const categoryId = draft.categoryId ?? categories.find((one) => usual.test(one.name))?.id ?? null
  const amount = typedAmount(text, currency)
  const over = amount === undefined ? 0n : overBy([debt], amount)
  const forgiving = useChange(writeOff, {
    words: t('{debt} forgiven', { debt: debtName(debt) }),
    onDone: () => {
      clear()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (amount === undefined || over > 0n || categoryId === null) return
    void forgiving.send({
      params: { id: debt.id },
      body: { amount: toApi(amount, currency), category_id: categoryId, date },
    })
  }
  const close = () => {
    clear()
    onClose()
  }
  const owed = totalOf(others.filter((one) => one.currency_id === currency))
  const shown = amount === undefined || isPrivate ? undefined : moneyText(amount, currency)
  return (
    <Sheet
      needs="write"
      title={
        isTheirs
          ? t('Forgive {name}', { name: shortNameOf(name) })
          : t('{name} forgave you', { name: shortNameOf(name) })
      }
      onClose={close}
      foot={
        <>
          <Button look="quiet" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button look="primary" type="submit" form={FORM} isBusy={forgiving.isBusy} shortcut={SUBMIT_KEYS}>
            {forgiveVerb(isTheirs, shown)}
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
        {others.length > 1 && (
          <SelectField
            label={t('Which debt')}
            value={debt.id}
            onChange={(event) => openForgive(event.target.value)}
          >
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {debtName(one)}
              </option>
            ))}
          </SelectField>
        )}
        <AmountField
          label={t('How much?')}
          currencyId={currency}
          text={text}
          onText={(next) => change({ text: next })}
          fault={(isTried ? faultInField(text, currency) : undefined) ?? forgiving.fault('amount')}
        />
        {over > 0n && (
          <Refusal
            title={
              isPrivate
                ? t('This is more than is owed.')
                : t('{amount} is more than is owed.', { amount: moneyText(over, currency) })
            }
            actions={<Button onClick={() => change({ text: null })}>{t('Forgive all of it')}</Button>}
          />
        )}
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-[1fr_1.25fr]">
          <CategoryPicker
            label={isTheirs ? t('Spent on') : t('Got as')}
            kind={kind}
            value={categoryId}
            onChange={({ id }) => change({ categoryId: id })}
            fault={isTried && categoryId === null ? t('Choose a category.') : forgiving.fault('category_id')}
          />
          <DayField
            label={t('When')}
            today={today}
            day={date}
            onDay={(day) => change({ date: day })}
            fault={forgiving.refusal?.code === 'payment_date' ? undefined : forgiving.fault('date')}
          />
        </div>
        <FormRefusal
          refusal={forgiving.refusal}
          sentence={forgiving.sentence}
          today={today}
          first={debt.opened_date}
          onDay={(day) => {
            forgiving.clear()
            change({ date: day })
          }}
        />
        {amount !== undefined && over === 0n && (
          <EffectList
            today={today}
            changes={[
              { label: whoOwes(name, isTheirs ? 1n : -1n), currency, before: owed, after: owed - amount },
              ...(amount === minorOf(debt.outstanding_amount, currency)
                ? [{ label: debtName(debt), key: debt.id, isSettled: true as const }]
                : []),
            ]}
          />
        )}
        <Hint>
          {isTheirs
            ? t('What you forgive counts as your spending in that category.')
            : t('What you were forgiven counts as your income in that category.')}
        </Hint>
      </form>
    </Sheet>
  )
}
