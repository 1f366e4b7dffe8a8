import { useState } from 'react'
import { listCategories } from '../../contract/categories.ts'
import { t } from '../../words/t.ts'
import { AccountPicker } from '../accounts/AccountPicker.tsx'
import { useEverything } from '../api/ask.ts'
import { CategoryPicker } from '../categories/CategoryPicker.tsx'
import { ContactPicker } from '../contacts/ContactPicker.tsx'
import { GoalPicker } from '../goals/GoalPicker.tsx'
import { TextField } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import type { PlanFaults, PlanForm } from './plan-form.ts'

type Props = { form: PlanForm; faults: PlanFaults; onChange: (change: Partial<PlanForm>) => void }

/** The fields of a plan's draft, by its kind. */
export function DraftFields({ form, faults, onChange, hasSplits }: Props & { hasSplits: boolean }) {
  if (form.kind === 'transfer')
    return (
      <>
        <AccountPicker
          label={t('From [an account]')}
          value={form.from_account_id}
          onChange={({ id, currency_id }) =>
            onChange({ from_account_id: id, ...(currency_id && { currency_id }) })
          }
          fault={faults.from_account_id}
        />
        <AccountPicker
          label={t('To [an account]')}
          value={form.to_account_id}
          onChange={({ id }) => onChange({ to_account_id: id })}
          accepts={({ id }) => id !== form.from_account_id}
          fault={faults.to_account_id}
        />
      </>
    )
  if (form.kind === 'goal')
    return (
      <GoalPicker
        value={form.goal_id}
        onChange={({ id, currency_id }) => onChange({ goal_id: id, currency_id })}
        fault={faults.goal_id}
      />
    )
  if (form.kind === 'obligation') return <DebtFields form={form} faults={faults} onChange={onChange} />
  return (
    <>
      {hasSplits ? (
        <p className="text-table text-text-2">
          {t('It is split over several categories, which stay as they are.')}
        </p>
      ) : (
        <CategoryPicker
          label={t('Category')}
          kind={form.kind}
          value={form.category_id}
          onChange={({ id }) => onChange({ category_id: id })}
          fault={faults.category_id}
        />
      )}
      <AccountPicker
        label={form.kind === 'expense' ? t('From [an account]') : t('Onto [an account]')}
        value={form.asset_account_id}
        onChange={({ id }) => onChange({ asset_account_id: id })}
        hint={form.asset_account_id ? undefined : t('Without one, your default account')}
        fault={faults.asset_account_id}
      />
      <ContactPicker
        label={t('Who')}
        isOptional
        value={form.contact_id}
        onChange={(contact) => onChange({ contact_id: contact?.id ?? null })}
        fault={faults.contact_id}
      />
    </>
  )
}

/** A debt that comes again: a bill to pay, or something that somebody will owe. */
function DebtFields({ form, faults, onChange }: Props) {
  const { data: categories = [] } = useEverything(listCategories)
  const chosen = categories.find(({ account }) => account.id === form.account_id)
  const [kind, setKind] = useState(chosen?.kind ?? 'expense')
  return (
    <>
      <Segmented
        label={t('Who owes')}
        value={chosen?.kind ?? kind}
        options={[
          { value: 'expense', label: t('I will owe') },
          { value: 'income', label: t('I will be owed') },
        ]}
        onChange={(next) => {
          setKind(next)
          onChange({ account_id: null })
        }}
      />
      <ContactPicker
        label={kind === 'expense' ? t('To whom') : t('By whom')}
        value={form.contact_id}
        onChange={(contact) => onChange({ contact_id: contact?.id ?? null })}
        fault={faults.contact_id}
      />
      <CategoryPicker
        label={t('For [a category]')}
        kind={chosen?.kind ?? kind}
        value={chosen?.id ?? null}
        onChange={({ account }) => onChange({ account_id: account.id })}
        fault={faults.account_id}
      />
      <TextField
        label={t('Due after so many days')}
        hint={t('0: on its own day. Empty: no due date.')}
        inputMode="numeric"
        value={form.due_days}
        fault={faults.due_days}
        onChange={(event) => onChange({ due_days: event.target.value })}
      />
    </>
  )
}
