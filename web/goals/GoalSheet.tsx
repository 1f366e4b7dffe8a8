import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { createGoal, deleteGoal, type Goal, updateGoal } from '../../contract/goals.ts'
import { t } from '../../words/t.ts'
import { ifVersion, useChange } from '../api/change.ts'
import { useBook, useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { useDraft } from '../ui/draft.ts'
import { Form, TextArea, TextField } from '../ui/Field.tsx'
import { FromBefore } from '../ui/FromBefore.tsx'
import { IconPicker } from '../ui/IconPicker.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Refusal } from '../ui/States.tsx'
import { emptyGoal, type GoalFaults, type GoalForm, goalFaults, goalFormOf, goalOf } from './goal-form.ts'
import { goalChoices } from './icons.ts'
import { PlaceFields } from './PlaceFields.tsx'

const FORM = 'goal'

/** Sets a goal, or changes and deletes one. The typed draft survives a refusal and a reload. */
export function GoalSheet({
  goal,
  onClose,
  onAdded = onClose,
  onDeleted = onClose,
}: {
  goal?: Goal
  onClose: () => void
  onAdded?: (goal: Goal) => void
  onDeleted?: () => void
}) {
  const today = useToday()
  const { base_currency_id: base } = useBook()
  const {
    draft: form,
    change,
    clear,
    isFromBefore,
  } = useDraft<GoalForm>(goal ? `goal ${goal.id}` : 'goal-new', goal ? goalFormOf(goal) : emptyGoal(base))
  const [faults, setFaults] = useState<GoalFaults>({})
  const done = (next: () => void) => {
    clear()
    next()
  }
  const adding = useChange(createGoal, {
    words: ({ name }) => t('{goal} is a goal', { goal: name }),
    onDone: (made) => done(() => onAdded(made)),
  })
  const saving = useChange(updateGoal, {
    words: ({ name }) => t('{goal} saved', { goal: name }),
    onDone: () => done(onClose),
  })
  const removing = useChange(deleteGoal, {
    words: ({ name }) => t('{goal} is in the trash', { goal: name }),
    onDone: () => done(onDeleted),
  })
  const { isBusy, sentence, fault } = goal ? saving : adding
  const set = (part: Partial<GoalForm>) => {
    change(part)
    setFaults({})
  }
  function save(): void {
    const missing = goalFaults(form)
    setFaults(missing)
    if (Object.keys(missing).length > 0) return
    if (goal) void saving.send({ params: { id: goal.id }, headers: ifVersion(goal), body: goalOf(form) })
    else void adding.send({ body: goalOf(form) })
  }
  return (
    <Sheet
      needs="write"
      title={goal ? t('Edit {name}', { name: goal.name }) : t('New goal')}
      onClose={onClose}
      foot={
        <>
          {goal && (
            <Button
              look="quiet"
              className="me-auto"
              icon={<Trash2 size={15} />}
              isBusy={removing.isBusy}
              onClick={() => void removing.send({ params: { id: goal.id } })}
            >
              {t('Delete')}
            </Button>
          )}
          <Button look="quiet" onClick={() => done(onClose)}>
            {t('Cancel')}
          </Button>
          <Button look="primary" type="submit" form={FORM} isBusy={isBusy}>
            {goal ? t('Save') : t('Save goal')}
          </Button>
        </>
      }
    >
      <Form id={FORM} className="flex flex-col gap-4" onSubmit={save}>
        <FromBefore isShown={isFromBefore} onClear={clear} />
        <TextField
          label={t('Name')}
          placeholder={t('Japan in spring')}
          autoFocus={!goal}
          value={form.name}
          fault={faults.name ?? fault('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <AmountField
          label={t('To save')}
          currencyId={form.currency_id}
          text={form.amount}
          onText={(amount) => set({ amount })}
          fault={faults.amount ?? fault('target_amount')}
        />
        <DayField
          label={t('By [a day]')}
          lean="future"
          isOptional
          today={today}
          day={form.target_date}
          onDay={(target_date) => set({ target_date })}
          hint={t('Leave it empty if there is none.')}
          fault={fault('target_date')}
        />
        <PlaceFields
          form={form}
          onChange={set}
          fault={
            faults.envelope_account_id ??
            faults.account_ids ??
            fault('envelope.account_id') ??
            fault('account_ids') ??
            fault('currency_id')
          }
        />
        <IconPicker icons={goalChoices} value={form.icon} onChange={(icon) => set({ icon })} />
        <TextArea
          label={t('Notes')}
          maxLength={10_000}
          value={form.notes}
          fault={fault('notes')}
          onChange={(event) => set({ notes: event.target.value })}
        />
        {(sentence ?? removing.sentence) && <Refusal title={sentence ?? removing.sentence ?? ''} />}
      </Form>
    </Sheet>
  )
}
