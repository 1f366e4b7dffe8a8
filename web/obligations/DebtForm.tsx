import { getObligation, updateObligation } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'
import { call } from '../api/ask.ts'
import { Conflict } from '../api/Conflict.tsx'
import { useChange } from '../api/change.ts'
import { useEditing } from '../api/editing.ts'
import { useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { faultInField } from '../ui/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { dayText } from '../ui/dates.ts'
import { Form, TextArea, TextField } from '../ui/Field.tsx'
import { isSubmit } from '../ui/keys.ts'
import { Money } from '../ui/Money.tsx'
import { changedDebt, type DebtValues, isUnpaid, type SavedDebt, savedDebt } from './debt.ts'
import { debtName } from './debt-name.ts'
import { FormRefusal } from './FormRefusal.tsx'
import type { Debt } from './owed.ts'

/** A debt's name, days, amount and notes, changed in place. */
export function DebtForm({ debt }: { debt: Debt }) {
  const { id, currency_id: currency } = debt
  const today = useToday()
  const isShare = debt.expense_id !== null
  const update = useChange(updateObligation, {
    words: (saved) => t('{debt} saved', { debt: debtName(saved) }),
  })
  const editing = useEditing<DebtValues, SavedDebt>(`debt ${id}`, savedDebt(debt), {
    send: (on, edits, headers) => update.send({ params: { id }, body: changedDebt(on, edits), headers }),
    refusal: update.refusal,
    read: async () => savedDebt(await call(getObligation, { params: { id } })),
  })
  const { values, set } = editing
  const amountFault = faultInField(values.text, currency)
  const save = () => {
    if (!amountFault) void editing.save()
  }
  return (
    <Form
      noValidate
      onSubmit={save}
      onKeyDown={(event) => isSubmit(event) && save()}
      className="flex flex-col gap-4"
    >
      <TextField
        label={t('What for')}
        value={values.name}
        onChange={(event) => set({ name: event.target.value })}
        fault={update.fault('name')}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {isUnpaid(debt) && !isShare ? (
          <AmountField
            label={t('Amount')}
            currencyId={currency}
            text={values.text}
            onText={(text) => set({ text })}
            fault={editing.isChanged ? (amountFault ?? update.fault('original_amount')) : undefined}
          />
        ) : (
          <div>
            <p className="mb-1.5 text-table font-medium">{t('Amount')}</p>
            <Money amount={debt.original_amount} currency={currency} className="block leading-8" />
            <p className="text-caption text-text-3">
              {isShare ? t('It comes from the bill.') : t('To change it, take its payments back first.')}
            </p>
          </div>
        )}
        <DayField
          label={t('Back by')}
          today={today}
          lean="future"
          isOptional
          day={values.due}
          onDay={(due) => set({ due })}
          fault={update.fault('due_date')}
        />
        {!isShare && (
          <DayField
            label={t('Since')}
            today={today}
            day={values.opened}
            onDay={(opened) => set({ opened: opened ?? debt.opened_date })}
            fault={update.fault('opened_date')}
          />
        )}
      </div>
      <TextArea
        label={t('Notes')}
        rows={2}
        value={values.notes}
        onChange={(event) => set({ notes: event.target.value })}
        fault={update.fault('notes')}
      />
      <FormRefusal
        refusal={update.refusal}
        sentence={editing.conflict ? undefined : update.sentence}
        today={today}
        onDay={(opened) => {
          update.clear()
          set({ opened })
        }}
      />
      {editing.isChanged && (
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={editing.discard}>
            {t('Take it back')}
          </Button>
          <Button look="primary" type="submit" isBusy={update.isBusy}>
            {t('Save')}
          </Button>
        </div>
      )}
      {editing.conflict && (
        <Conflict
          {...editing.conflict}
          id={id}
          isBusy={update.isBusy}
          fields={[
            { name: 'name', label: t('What for') },
            { name: 'text', label: t('Amount') },
            { name: 'opened', label: t('Since'), show: ({ opened }) => dayText(opened) },
            { name: 'due', label: t('Back by'), show: ({ due }) => due && dayText(due) },
            { name: 'notes', label: t('Notes') },
          ]}
        />
      )}
    </Form>
  )
}
