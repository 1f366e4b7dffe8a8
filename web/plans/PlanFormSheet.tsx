import { useRef, useState } from 'react'
import { createPlan, type Plan, updatePlan } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { ifVersion, useChange } from '../api/change.ts'
import { useBook, useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { NEW_PLAN, useDraft } from '../ui/draft.ts'
import { Form, Switch, TextField } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Sideways } from '../ui/Sideways.tsx'
import { Refusal } from '../ui/States.tsx'
import { DraftFields } from './DraftFields.tsx'
import { emptyPlan, type PlanFaults, type PlanForm, planFaults, planFormOf, planOf } from './plan-form.ts'
import { currencyOfPlan, type PlanPlaces } from './plan-words.ts'
import { ScheduleFields } from './ScheduleFields.tsx'

const kinds = (): { value: PlanForm['kind']; label: string }[] => [
  { value: 'expense', label: t('Spent') },
  { value: 'income', label: t('Got') },
  { value: 'transfer', label: t('Moved') },
  { value: 'obligation', label: t('Owed') },
  { value: 'goal', label: t('Saved [put aside]') },
]

/** Adds a plan, or changes one. The typed draft survives a refusal and a reload. */
export function PlanFormSheet({
  plan,
  places,
  onClose,
}: {
  plan?: Plan
  places: PlanPlaces
  onClose: () => void
}) {
  const today = useToday()
  const { base_currency_id: base } = useBook()
  const {
    draft: form,
    change,
    clear,
  } = useDraft<PlanForm>(
    plan ? `plan ${plan.id}` : NEW_PLAN,
    plan ? planFormOf(plan, today, currencyOfPlan(plan, places, base)) : emptyPlan(today, base),
  )
  const [faults, setFaults] = useState<PlanFaults>({})
  const body = useRef<HTMLFormElement>(null)
  const done = () => {
    clear()
    onClose()
  }
  const adding = useChange(createPlan, {
    words: ({ name }) => t('{plan} recurs from now on', { plan: name }),
    onDone: done,
  })
  const saving = useChange(updatePlan, {
    words: ({ name }) => t('{plan} is changed', { plan: name }),
    onDone: done,
  })
  const { isBusy, sentence, fault } = plan ? saving : adding
  const set = (part: Partial<PlanForm>) => {
    change(part)
    setFaults({})
  }
  // The service's faults carry the path of the field; the form has no two fields of the same name.
  const said = (field: keyof PlanForm) =>
    faults[field] ?? fault(field) ?? fault(`draft.${field}`) ?? fault(`schedule.${field}`)
  const own: PlanFaults = Object.fromEntries(
    Object.keys(form).flatMap((field) => {
      const text = said(field as keyof PlanForm) // its own keys
      return text === undefined ? [] : [[field, text]]
    }),
  )

  function save(): void {
    const missing = planFaults(form)
    setFaults(missing)
    if (Object.keys(missing).length > 0) {
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const next = planOf(form, plan)
    if (plan) void saving.send({ params: { id: plan.id }, headers: ifVersion(plan), body: next })
    else void adding.send({ body: next })
  }

  const others = (plan ? saving : adding).refusal?.errors ?? {}
  const elsewhere = Object.entries(others).filter(
    ([field]) => !Object.keys(form).some((name) => field === name || field.endsWith(`.${name}`)),
  )
  const refused = sentence ?? elsewhere[0]?.[1][0]
  return (
    <Sheet
      needs="write"
      title={plan ? t('Edit {name}', { name: plan.name }) : t('Add a recurring entry')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={done}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={isBusy} onClick={save}>
            {plan ? t('Save') : t('Add it')}
          </Button>
        </>
      }
    >
      <Form ref={body} className="flex flex-col gap-4" onSubmit={save}>
        <Sideways className="-m-1 shrink-0 p-1">
          <Segmented
            label={t('Kind')}
            value={form.kind}
            options={kinds()}
            onChange={(kind) => set({ kind, category_id: null, account_id: null, goal_id: null })}
          />
        </Sideways>
        <TextField
          label={t('Name')}
          placeholder={t('Rent')}
          autoFocus={!plan}
          value={form.name}
          fault={own.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <AmountField
          label={t('Amount')}
          currencyId={form.currency_id}
          text={form.amount}
          onText={(amount) => set({ amount })}
          fault={own.amount}
        />
        <DraftFields
          form={form}
          faults={own}
          onChange={set}
          hasSplits={Boolean(plan?.draft.splits?.length)}
        />
        <ScheduleFields form={form} faults={own} onChange={set} />
        <Switch
          checked={form.auto}
          onChange={(event) => set({ auto: event.target.checked })}
          className="justify-between"
        >
          {form.kind === 'goal'
            ? t('Florin puts it aside by itself on its day')
            : t('Florin records it by itself on its day')}
        </Switch>
        {!form.auto && (
          <p className="-mt-3 text-caption text-text-3">
            {t('Otherwise it waits for you here, on its day.')}
          </p>
        )}
        {refused && <Refusal title={refused} />}
        <button type="submit" hidden />
      </Form>
    </Sheet>
  )
}
