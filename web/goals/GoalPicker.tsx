import { type Goal, listGoals } from '../../contract/goals.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Money } from '../ui/Money.tsx'
import { matching } from '../ui/matching.ts'
import { iconOfGoal } from './icons.ts'

const none: readonly Goal[] = []

/** Chooses a goal with an envelope, each with what it holds. */
export function GoalPicker({
  value,
  onChange,
  fault,
}: {
  value: string | null
  onChange: (goal: Goal) => void
  fault?: string | undefined
}) {
  const { data: goals = none } = useEverything(listGoals)
  const choices = goals.filter(({ id, envelope, is_active }) => (envelope && is_active) || id === value)
  return (
    <Field label={t('Goal')} fault={fault} hint={t('A goal that is saved in an envelope. No money moves.')}>
      {(ids) => (
        <Combobox
          {...ids}
          shown={choices.find(({ id }) => id === value)?.name ?? ''}
          chosenId={value}
          placeholder={t('Choose a goal')}
          emptyWords={t('No goal has an envelope yet.')}
          optionsFor={(query) =>
            matching(choices, query, ({ name }) => name).map((goal) => {
              const Icon = iconOfGoal(goal)
              return {
                id: goal.id,
                text: goal.name,
                icon: <Icon size={16} />,
                detail: <Money amount={goal.saved} currency={goal.currency_id} />,
              }
            })
          }
          onPick={(option) => {
            const found = choices.find(({ id }) => id === option.id)
            if (found) onChange(found)
          }}
        />
      )}
    </Field>
  )
}
