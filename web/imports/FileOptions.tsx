import type { Mapping, MappingChange } from '../../contract/import-mapping.ts'
import { t } from '../../words/t.ts'
import { Checkbox, SelectField } from '../ui/Field.tsx'
import { typeset } from '../ui/wording.ts'
import { dateOrders, decimals, encodings, separators, withOwn } from './columns.ts'

const MAX_LINES = 30

/** How the file is written: its encoding, its separator, and the spelling of figures and days. */
export function FileOptions({ mapping, set }: { mapping: Mapping; set: (change: MappingChange) => void }) {
  const lines = Math.max(MAX_LINES, mapping.skip_lines ?? 0)
  return (
    <div className="mt-3 grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
      <SelectField
        label={t('Days')}
        hint={typeset(mapping.evidence?.day_order ?? '')}
        value={mapping.date_order ?? ''}
        onChange={({ target }) => {
          const found = dateOrders(mapping.columns).find(({ value }) => value === target.value)
          if (found) set({ date_order: found.value })
        }}
      >
        {mapping.date_order === null && <option value="">{t('Not known yet')}</option>}
        <Options choices={dateOrders(mapping.columns)} />
      </SelectField>
      <SelectField
        label={t('Decimal sign')}
        hint={typeset(mapping.evidence?.decimal_mark ?? '')}
        value={mapping.decimal ?? ''}
        onChange={({ target }) => {
          const found = decimals().find(({ value }) => value === target.value)
          if (found) set({ decimal: found.value })
        }}
      >
        {mapping.decimal === null && <option value="">{t('Not known yet')}</option>}
        <Options choices={decimals()} />
      </SelectField>
      <SelectField
        label={t('Between two cells')}
        value={mapping.separator ?? ','}
        onChange={({ target }) => set({ separator: target.value })}
      >
        <Options choices={withOwn(separators(), mapping.separator)} />
      </SelectField>
      <SelectField
        label={t('Letters')}
        hint={t('If ä, é or ß look wrong above, try another one.')}
        value={mapping.encoding ?? 'utf-8'}
        onChange={({ target }) => set({ encoding: target.value })}
      >
        <Options choices={withOwn(encodings(), mapping.encoding)} />
      </SelectField>
      <SelectField
        label={t('Lines before the table')}
        value={String(mapping.skip_lines ?? 0)}
        onChange={({ target }) => set({ skip_lines: Number(target.value) })}
      >
        {Array.from({ length: lines + 1 }, (_, count) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the value is the number itself.
          <option key={count} value={count}>
            {count === 0 ? t('None [lines]') : count}
          </option>
        ))}
      </SelectField>
      <div className="sm:pt-5.5">
        <Checkbox
          checked={mapping.has_header ?? false}
          onChange={({ target }) => set({ has_header: target.checked })}
        >
          {t('Its first line has headings')}
        </Checkbox>
        <Checkbox
          checked={mapping.is_reversed}
          onChange={({ target }) => set({ is_reversed: target.checked })}
        >
          {t('A positive amount is money out')}
        </Checkbox>
        {mapping.evidence && <p className="text-caption text-text-2">{typeset(mapping.evidence.sign)}</p>}
      </div>
    </div>
  )
}

const Options = ({ choices }: { choices: readonly { readonly value: string; readonly label: string }[] }) =>
  choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
