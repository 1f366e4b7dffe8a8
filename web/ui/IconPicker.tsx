import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../words/t.ts'

import { wordsOfIcon } from './icon-words.ts'

/** One of a few icons, by their names at lucide.dev. One without a name is said in words beside it. */
export function IconPicker<Value extends string | null>({
  icons,
  value,
  onChange,
}: {
  icons: readonly { value: Value; icon: LucideIcon; words?: string }[]
  value: string | null
  onChange: (icon: Value) => void
}) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-table font-medium">{t('Icon')}</legend>
      <div className="flex flex-wrap gap-1">
        {icons.map(({ value: one, icon: Icon, words }) => {
          const label = words ?? wordsOfIcon(one ?? '')
          return (
            <label
              key={one}
              title={label}
              className="relative flex h-9 min-w-9 touch:h-11 touch:min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control border border-line px-2 text-text-2 hover:bg-tile has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                aria-label={label}
                checked={one === value}
                onChange={() => onChange(one)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Icon size={17} strokeWidth={1.75} aria-hidden />
              {words && <span className="text-caption">{words}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
