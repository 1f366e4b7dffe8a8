import { useId } from 'react'
import type { Ability } from '../../contract/programs.ts'
import type { Needs } from '../../contract/refusal.ts'
import { t } from '../../words/t.ts'
import { areaNames, areaWords, isTicked, rightWords, toggled } from './ability-words.ts'

const all: readonly Needs[] = ['read', 'write', 'own']

/** The boxes: a row for everything, and one for each area. */
export function KeyBoxes({
  abilities,
  onChange,
}: {
  abilities: readonly Ability[]
  onChange: (abilities: Ability[]) => void
}) {
  const rows = [
    { area: undefined, label: t('Everything'), words: t('all of these, and what comes later'), rights: all },
    ...areaNames.map((area) => {
      const { label, words, rights } = areaWords[area]
      return { area, label: label(), words: words(), rights }
    }),
  ]
  return (
    <table className="min-w-0 self-start text-table sm:col-start-2 sm:row-span-2 sm:row-start-1">
      <thead>
        <tr className="text-caption text-text-3">
          <th scope="col" className="pb-1.5 text-start font-normal">
            {t('It may')}
          </th>
          {rightWords.map(({ right, label }) => (
            <th key={right} scope="col" className="w-14 pb-1.5 font-normal">
              {label()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ area, label, words, rights }) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="py-1.5 pe-2 text-start font-normal">
              <span className="block font-medium">{label}</span>
              <span className="block text-caption text-text-3">{words}</span>
            </th>
            {rightWords.map(({ right, label: column }) => (
              <td key={right} className="text-center text-text-3">
                {rights.includes(right) ? (
                  <Box
                    label={t('{right}: {area}', { right: column(), area: label })}
                    isTicked={isTicked(abilities, area ? `${right}:${area}` : right)}
                    isImplied={area !== undefined && abilities.includes(right)}
                    onToggle={() => onChange(toggled(abilities, area ? `${right}:${area}` : right))}
                  />
                ) : (
                  <span aria-hidden>–</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Box({
  label,
  isTicked,
  isImplied,
  onToggle,
}: {
  label: string
  isTicked: boolean
  /** Ticked by the row for everything. */
  isImplied: boolean
  onToggle: () => void
}) {
  const id = useId()
  return (
    <label htmlFor={id} className="grid min-h-8 place-items-center touch:min-h-11">
      <span className="sr-only">{label}</span>
      <input
        id={id}
        type="checkbox"
        checked={isTicked}
        disabled={isImplied}
        onChange={onToggle}
        className="size-4 accent-fill touch:size-5"
      />
    </label>
  )
}
