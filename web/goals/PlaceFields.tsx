import { useQuery } from '@tanstack/react-query'
import { t } from '../../words/t.ts'
import { AccountPicker } from '../accounts/AccountPicker.tsx'
import { accounts } from '../page/accounts.ts'
import { Checkbox } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { fits, type GoalForm, isSavable } from './goal-form.ts'

type Props = {
  form: GoalForm
  onChange: (change: Partial<GoalForm>) => void
  fault: string | undefined
}

/** Where a goal is saved: in a part of one account, or on whole accounts. */
export const PlaceFields = ({ form, onChange, fault }: Props) => (
  <>
    <Segmented
      label={t('Where it is saved')}
      value={form.place}
      options={[
        { value: 'envelope', label: t('In an envelope') },
        { value: 'accounts', label: t('On whole accounts') },
      ]}
      onChange={(place) => onChange({ place })}
    />
    {form.place === 'envelope' ? (
      <Envelope form={form} onChange={onChange} fault={fault} />
    ) : (
      <WholeAccounts form={form} onChange={onChange} fault={fault} />
    )}
  </>
)

function Envelope({ form, onChange, fault }: Props) {
  return (
    <AccountPicker
      label={t('Part of')}
      value={form.envelope_account_id}
      accepts={isSavable}
      onChange={({ id, currency_id }) =>
        onChange({ envelope_account_id: id, currency_id: currency_id ?? form.currency_id })
      }
      hint={t('The money stays where it is. You say what goes into the envelope.')}
      fault={fault}
    />
  )
}

function WholeAccounts({ form, onChange, fault }: Props) {
  const { data = [] } = useQuery(accounts)
  const chosen = new Set(form.account_ids)
  const currency = form.account_ids.length === 0 ? undefined : form.currency_id
  const choices = data.filter((account) => isSavable(account) || chosen.has(account.id))
  const change = (id: string, isOn: boolean) => {
    const next = isOn ? [...form.account_ids, id] : form.account_ids.filter((one) => one !== id)
    const bound = choices.find((account) => next.includes(account.id) && account.currency_id !== null)
    onChange({ account_ids: next, currency_id: bound?.currency_id ?? form.currency_id })
  }
  return (
    <fieldset aria-describedby={fault ? 'goal-accounts-fault' : undefined}>
      <legend className="mb-1.5 text-table font-medium">{t('All that is on')}</legend>
      {choices
        .filter((account) => currency === undefined || fits(account, currency) || chosen.has(account.id))
        .map(({ id, name }) => (
          <Checkbox key={id} checked={chosen.has(id)} onChange={(event) => change(id, event.target.checked)}>
            {name}
          </Checkbox>
        ))}
      {fault && (
        <p id="goal-accounts-fault" className="mt-1.5 text-caption text-warn">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
