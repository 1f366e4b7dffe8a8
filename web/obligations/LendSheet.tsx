import { type FormEvent, useEffect, useRef } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { AccountPicker } from '../accounts/AccountPicker.tsx'
import { CategoryPicker } from '../categories/CategoryPicker.tsx'
import { ContactPicker } from '../contacts/ContactPicker.tsx'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { TextField } from '../ui/Field.tsx'
import { isSubmit, SUBMIT_KEYS } from '../ui/keys.ts'
import { moneyText } from '../ui/money.ts'
import { usePrivacy } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { CurrencySelect } from './CurrencySelect.tsx'
import { EffectList, Hint } from './EffectList.tsx'
import { FormRefusal } from './FormRefusal.tsx'
import { LendChoices } from './LendChoices.tsx'
import { asks, type LendChoice, lendHint, lendVerb, whoWords } from './lend.ts'
import type { Debt } from './owed.ts'
import { stayingAccount } from './payment.ts'
import { SharesField } from './SharesField.tsx'
import { useSheets } from './sheets.ts'
import { useLend } from './use-lend.ts'

const FORM = 'lend-form'

/** Lend or borrow: asks what happened, and who, and how much. */
export function LendSheet({
  choice,
  contactId,
  accounts,
  open,
  onClose,
}: {
  choice: LendChoice
  contactId: string | undefined
  accounts: readonly Account[] | undefined
  open: readonly Debt[] | undefined
  onClose: () => void
}) {
  const lend = useLend({ choice, contactId, accounts: accounts ?? [], open: open ?? [], onDone: onClose })
  const { draft, change, today, currency, fault } = lend
  const { filter } = useSheets()
  const isPrivate = usePrivacy()
  const form = useRef<HTMLFormElement>(null)
  const asked = asks[choice]
  const isShared = choice === 'paid-for-others'
  useEffect(() => {
    if (lend.firstMissing) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [lend.firstMissing])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    lend.record()
  }
  const close = () => {
    lend.clear()
    onClose()
  }
  const shown = lend.amount === undefined || isPrivate ? undefined : moneyText(lend.amount, currency)
  return (
    <Sheet
      needs="write"
      title={isShared ? t('Split a bill') : t('Lend or borrow')}
      onClose={close}
      foot={
        <>
          <Button look="quiet" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button look="primary" type="submit" form={FORM} isBusy={lend.isBusy} shortcut={SUBMIT_KEYS}>
            {lendVerb[choice](shown)}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        ref={form}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => isSubmit(event) && submit(event)}
        className="flex flex-col gap-4 pt-1"
      >
        <LendChoices value={choice} onChange={(next) => filter({ lend: next })} />
        {asked.side && (
          <Segmented
            label={t('Who owes it')}
            value={draft.olderSide}
            options={[
              { value: 'receivable', label: t('It is owed to me') },
              { value: 'payable', label: t('I owe it') },
            ]}
            onChange={(olderSide) => change({ olderSide })}
            className="flex"
          />
        )}
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {!isShared && (
            <ContactPicker
              label={whoWords[choice]()}
              value={draft.contactId}
              onChange={(contact) =>
                change({ contactId: contact?.id ?? null, contactName: contact?.name ?? '' })
              }
              fault={fault('contact')}
            />
          )}
          {asked.account && (
            <AccountPicker
              label={asked.account === 'from' ? t('From [an account]') : t('Into [an account]')}
              value={lend.account?.id ?? null}
              onChange={({ id }) => change({ accountId: id })}
              fault={fault('account')}
            />
          )}
          {asked.category && (
            <CategoryPicker
              label={asked.category === 'expense' ? t('Spent on') : t('Income from')}
              kind={asked.category}
              value={draft.categoryId}
              onChange={({ id }) => change({ categoryId: id })}
              fault={fault('category')}
            />
          )}
        </div>
        <div className="flex items-start gap-2">
          <AmountField
            label={isShared ? t('The whole bill') : t('How much')}
            currencyId={currency}
            text={draft.text}
            onText={(text) => change({ text })}
            fault={fault('amount')}
            className="min-w-0 flex-1"
          />
          {!lend.isBound && (
            <CurrencySelect
              value={currency}
              onChange={(one) => change({ currency: one })}
              className="mt-[26px]"
            />
          )}
        </div>
        {isShared && <SharesField lend={lend} />}
        <TextField
          label={t('What for')}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          fault={fault('name')}
        />
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <DayField
            label={t('When')}
            today={today}
            day={lend.date}
            onDay={(date) => change({ date })}
            fault={fault('date')}
          />
          {!isShared && (
            <DayField
              label={rich('Back by <small>(if you agreed)</small>', {
                small: (inner) => <span className="font-normal text-text-3">{inner}</span>,
              })}
              today={today}
              lean="future"
              isOptional
              day={draft.due}
              onDay={(due) => change({ due })}
              fault={fault('due')}
            />
          )}
        </div>
        <FormRefusal
          refusal={lend.refusal}
          sentence={lend.sentence}
          today={today}
          amount={lend.amount}
          onDay={(date) => {
            lend.forget()
            change({ date })
          }}
          onRate={lend.record}
        />
        <EffectList changes={lend.effects} today={today} />
        <Hint>{lendHint(choice, stayingAccount(lend.effects))}</Hint>
      </form>
    </Sheet>
  )
}
