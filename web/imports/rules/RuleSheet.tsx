import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  createImportRule,
  deleteImportRule,
  type ImportRule,
  updateImportRule,
} from '../../../contract/import-rules.ts'
import { t } from '../../../words/t.ts'
import { ifVersion, useChange } from '../../api/change.ts'
import { useBook } from '../../page/me.ts'
import { Button } from '../../ui/Button.tsx'
import { useDraft } from '../../ui/draft.ts'
import { Switch, TextField } from '../../ui/Field.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Refusal } from '../../ui/States.tsx'
import { ConditionFields, MatchField } from './ConditionFields.tsx'
import { Effects } from './Effects.tsx'
import {
  emptyRule,
  freeKey,
  hasFaults,
  leaf,
  type RuleFaults,
  type RuleForm,
  ruleFaults,
  ruleFormOf,
  ruleOf,
} from './rule-form.ts'
import { ThenFields } from './ThenFields.tsx'

/** Adds a rule or changes one. The typed draft survives a refusal and a reload. */
export function RuleSheet({
  rule,
  categoryKind = 'expense',
  onClose,
}: {
  rule?: ImportRule
  categoryKind?: 'expense' | 'income'
  onClose: () => void
}) {
  const { base_currency_id: base } = useBook()
  const key = `import-rule ${rule?.id ?? 'new'}`
  const { draft, change, clear } = useDraft<RuleForm>(
    key,
    rule ? ruleFormOf(rule, categoryKind, base) : emptyRule(),
  )
  const [faults, setFaults] = useState<RuleFaults>({ conditions: {} })
  const done = () => {
    clear()
    onClose()
  }
  const adding = useChange(createImportRule, {
    words: ({ name }) => t('The rule {rule} is added', { rule: name }),
    onDone: done,
  })
  const saving = useChange(updateImportRule, {
    words: ({ name }) => t('The rule {rule} is saved', { rule: name }),
    onDone: done,
  })
  const removal = useChange(deleteImportRule, {
    words: t('The rule {rule} is in the trash', { rule: rule?.name ?? '' }),
    onDone: done,
  })
  const { isBusy, sentence } = rule ? saving : adding
  const set = (part: Partial<RuleForm>) => {
    change(part)
    setFaults({ conditions: {} })
  }
  const save = () => {
    const missing = ruleFaults(draft, base)
    setFaults(missing)
    if (hasFaults(missing)) return
    const body = ruleOf(draft, base)
    if (rule) void saving.send({ params: { id: rule.id }, body, headers: ifVersion(rule) })
    else void adding.send({ body })
  }
  const add = (one: RuleForm['conditions'][number]) => set({ conditions: [...draft.conditions, one] })
  const next = freeKey(draft)
  return (
    <Sheet
      needs="write"
      title={rule ? rule.name : t('New rule')}
      onClose={onClose}
      foot={
        <>
          {rule && (
            <Button
              look="quiet"
              className="me-auto"
              icon={<Trash2 size={15} />}
              isBusy={removal.isBusy}
              onClick={() => void removal.send({ params: { id: rule.id } })}
            >
              {t('Delete')}
            </Button>
          )}
          <Button onClick={done}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={isBusy} onClick={save}>
            {rule ? t('Save') : t('Add the rule')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TextField
          label={t('Name')}
          value={draft.name}
          maxLength={150}
          fault={faults.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <fieldset className="flex flex-col items-start gap-3">
          <legend className="mb-2 text-table font-semibold">{t('When [a rule’s condition]')}</legend>
          {draft.conditions.length > 1 && (
            <MatchField value={draft.match} onChange={(match) => set({ match })} />
          )}
          <div className="w-full">
            <ConditionFields
              conditions={draft.conditions}
              currencyId={base}
              faults={faults.conditions}
              nextKey={next}
              onChange={(conditions) => set({ conditions })}
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button icon={<Plus size={15} />} onClick={() => add(leaf(next))}>
              {t('Condition')}
            </Button>
            <Button
              icon={<Plus size={15} />}
              onClick={() =>
                add({
                  key: next,
                  field: 'group',
                  match: 'any',
                  not: false,
                  conditions: [leaf(next + 1)],
                })
              }
            >
              {t('Several, any of them')}
            </Button>
          </div>
        </fieldset>
        <ThenFields form={draft} faults={faults} set={set} />
        <Switch checked={draft.isActive} onChange={(event) => set({ isActive: event.target.checked })}>
          {t('Asked when a file is imported')}
        </Switch>
        {sentence && <Refusal title={sentence} />}
        {removal.sentence && <Refusal title={removal.sentence} />}
        {rule && <Effects rule={rule} />}
      </div>
    </Sheet>
  )
}
