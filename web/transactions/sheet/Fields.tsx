import type { ReactNode } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { AccountPicker } from '../../accounts/AccountPicker.tsx'
import { CategoryPicker } from '../../categories/CategoryPicker.tsx'
import { ContactPicker } from '../../contacts/ContactPicker.tsx'
import { useToday } from '../../page/me.ts'
import { TagsField } from '../../page/TagsField.tsx'
import { AmountField } from '../../ui/AmountField.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { useMay } from '../../ui/rights.ts'
import { Fact, MoneyFacts, SortFacts } from './Facts.tsx'
import { isExchanged, withAmount } from './transaction-values.ts'
import type { OtherHalf } from './use-other-half.ts'
import type { TransactionForm } from './use-transaction-form.ts'

type FieldsProps = { form: TransactionForm; transaction: Transaction; half: OtherHalf }

/** The fields of a transaction, edited in place; as text where the person may not change them. */
export function Fields({ form, transaction, half }: FieldsProps) {
  const [mayWrite, mayAnnotate] = [useMay('write'), useMay('annotate')]
  return (
    <div className="flex flex-col gap-0.5">
      {mayWrite && !half.isLocked ? (
        <MoneyFields form={form} transaction={transaction} half={half} />
      ) : (
        <MoneyFacts transaction={transaction} half={half} />
      )}
      {mayAnnotate ? <SortFields form={form} /> : <SortFacts transaction={transaction} />}
    </div>
  )
}

/** The fields that move money. */
function MoneyFields({ form, transaction, half }: FieldsProps) {
  const today = useToday()
  const { values, set, fault, kind } = form
  const { currency_id, to_currency_id } = transaction
  const isTransfer = kind === 'transfer'
  const isInto = (kind === 'income') !== values.isRefund // a refund goes the other way
  return (
    <>
      <FieldRow label={t('Amount')}>
        <div data-field="amount">
          <AmountField
            label={t('Amount')}
            isLabelHidden
            currencyId={currency_id}
            text={values.amount}
            onText={(amount) => set(withAmount(values, amount, currency_id))}
            fault={fault('amount')}
          />
        </div>
      </FieldRow>
      <FieldRow label={t('Date')}>
        <DayField
          label={t('Date')}
          isLabelHidden
          today={today}
          day={values.date}
          onDay={(date) => date && set({ date })}
          fault={fault('date')}
        />
      </FieldRow>
      {half.side === 'from' ? (
        <Fact label={t('From [an account]')}>{half.bookName}</Fact>
      ) : (
        <FieldRow label={isInto ? t('To [an account]') : t('From [an account]')}>
          <AccountPicker
            label={isInto ? t('To account') : t('From account')}
            isLabelHidden
            value={values.account}
            onChange={({ id }) => set({ account: id })}
            fault={fault('account')}
          />
        </FieldRow>
      )}
      {half.side === 'to' && <Fact label={t('To [an account]')}>{half.bookName}</Fact>}
      {isTransfer && half.side !== 'to' && (
        <FieldRow label={t('To [an account]')}>
          <div data-field="to">
            <AccountPicker
              label={t('To account')}
              isLabelHidden
              value={values.to}
              onChange={({ id }) => set({ to: id })}
              fault={fault('to')}
            />
          </div>
        </FieldRow>
      )}
      {isTransfer && isExchanged(currency_id, to_currency_id) && (
        <FieldRow label={t('Arrived [an amount]')}>
          <div data-field="toAmount">
            <AmountField
              label={t('What arrived')}
              isLabelHidden
              currencyId={to_currency_id}
              text={values.toAmount}
              placeholder={String(transaction.to_amount ?? '')}
              onText={(toAmount) => set({ toAmount })}
              fault={fault('toAmount')}
            />
          </div>
        </FieldRow>
      )}
    </>
  )
}

/** The fields that sort it, which an annotator has too. */
function SortFields({ form }: Pick<FieldsProps, 'form'>) {
  const mayWrite = useMay('write')
  const { values, set, fault, kind } = form
  return (
    <>
      {kind !== 'transfer' && values.splits.length === 0 && (
        <FieldRow label={t('For [a category]')}>
          <div data-field="category">
            <CategoryPicker
              label={t('Category')}
              isLabelHidden
              kind={kind}
              value={values.category}
              onChange={({ id }) => set({ category: id })}
              fault={fault('category')}
            />
          </div>
        </FieldRow>
      )}
      <FieldRow label={t('With [a person]')}>
        <div data-field="contact">
          <ContactPicker
            label={t('Person or shop')}
            isLabelHidden
            isOptional
            value={values.contact}
            onChange={(contact) => set({ contact: contact?.id ?? null })}
            onUnknown={form.setUnknownContact}
            fault={fault('contact')}
          />
        </div>
      </FieldRow>
      {mayWrite ? (
        <FieldRow label={t('What [it was for]')}>
          <TextField
            label={t('What it was')}
            isLabelHidden
            value={values.memo}
            maxLength={255}
            placeholder={t('Add a few words')}
            onChange={(event) => set({ memo: event.target.value })}
            fault={fault('memo')}
          />
        </FieldRow>
      ) : (
        values.memo !== '' && (
          <Fact label={t('What [it was for]')} locked="words">
            {values.memo}
          </Fact>
        )
      )}
      <FieldRow label={t('Notes')}>
        <TextArea
          label={t('Notes')}
          isLabelHidden
          rows={values.notes.includes('\n') ? 4 : 1}
          value={values.notes}
          maxLength={10_000}
          placeholder={t('Add a note')}
          onChange={(event) => set({ notes: event.target.value })}
          fault={fault('notes')}
        />
      </FieldRow>
      <FieldRow label={t('Tags')}>
        <TagsField tags={values.tags} onTags={(tags) => set({ tags })} fault={fault('tags')} />
      </FieldRow>
    </>
  )
}

/** A field with its name at the left; it looks like text until somebody points at it. The field itself has the name for screen readers. */
const FieldRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[84px_1fr] items-start gap-1">
    <span aria-hidden className="pt-1.5 text-table text-text-3 touch:pt-3">
      {label}
    </span>
    <div className="min-w-0 [&_:is(input,textarea):not(:focus,[aria-invalid]):hover]:border-line [&_:is(input,textarea):not(:focus,[aria-invalid],:hover)]:border-transparent [&_:is(input,textarea):not(:focus)]:bg-transparent [&_textarea]:field-sizing-content [&_textarea]:resize-none">
      {children}
    </div>
  </div>
)
