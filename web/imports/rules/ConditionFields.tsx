import { Plus, X } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { LeafFields } from './LeafFields.tsx'
import { type ConditionForm, type GroupForm, leaf, type RuleFaults } from './rule-form.ts'

export const MatchField = ({
  value,
  onChange,
}: {
  value: 'all' | 'any'
  onChange: (match: 'all' | 'any') => void
}) => (
  <Segmented
    label={t('Which of these must hold')}
    value={value}
    options={[
      { value: 'all', label: t('All of these') },
      { value: 'any', label: t('Any of these') },
    ]}
    onChange={onChange}
  />
)

/** A list of conditions; in the outer one, a condition may be a list itself. */
export function ConditionFields<C extends ConditionForm>({
  conditions,
  currencyId,
  faults,
  nextKey,
  onChange,
}: {
  conditions: readonly C[]
  currencyId: string
  faults: RuleFaults['conditions']
  nextKey: number
  onChange: (conditions: readonly C[]) => void
}) {
  const change = (key: number, part: Partial<C>) =>
    onChange(conditions.map((one) => (one.key === key ? { ...one, ...part } : one)))
  return (
    <ul className="flex flex-col gap-3">
      {conditions.map((one) => (
        <li key={one.key} className="rounded-control border border-line p-3">
          {one.field === 'group' ? (
            <GroupFields
              group={one}
              currencyId={currencyId}
              faults={faults}
              nextKey={nextKey}
              onChange={(part) => change(one.key, part as Partial<C>)}
            />
          ) : (
            <LeafFields
              condition={one}
              currencyId={currencyId}
              fault={faults[one.key]}
              onChange={(part) => change(one.key, part as Partial<C>)}
            />
          )}
          {conditions.length > 1 && (
            <Button
              look="quiet"
              className="mt-2"
              icon={<X size={14} />}
              onClick={() => onChange(conditions.filter(({ key }) => key !== one.key))}
            >
              {t('Take it out')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function GroupFields({
  group,
  currencyId,
  faults,
  nextKey,
  onChange,
}: {
  group: GroupForm
  currencyId: string
  faults: RuleFaults['conditions']
  nextKey: number
  onChange: (part: Partial<GroupForm>) => void
}) {
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SelectField
          label={t('Whether the conditions inside must hold')}
          isLabelHidden
          value={group.not ? 'not' : 'so'}
          onChange={(event) => onChange({ not: event.target.value === 'not' })}
        >
          <option value="so">{t('It is so that')}</option>
          <option value="not">{t('It is not so that')}</option>
        </SelectField>
        <MatchField value={group.match} onChange={(match) => onChange({ match })} />
      </div>
      <div className="w-full">
        <ConditionFields
          conditions={group.conditions}
          currencyId={currencyId}
          faults={faults}
          nextKey={nextKey}
          onChange={(conditions) => onChange({ conditions })}
        />
      </div>
      <Button
        icon={<Plus size={15} />}
        onClick={() => onChange({ conditions: [...group.conditions, leaf(nextKey)] })}
      >
        {t('Condition inside')}
      </Button>
    </div>
  )
}
