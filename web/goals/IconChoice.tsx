import { useId } from 'react'
import { goalIcons } from './icons.ts'

/** One of the icons of goals. */
export function IconChoice({ value, onChange }: { value: string | null; onChange: (icon: string) => void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-table font-medium">Icon</legend>
      <div className="flex flex-wrap gap-1">
        {Object.entries(goalIcons).map(([icon, Icon]) => (
          <label
            key={icon}
            title={icon.replaceAll('-', ' ')}
            className="relative grid size-8 touch:size-11 cursor-pointer place-items-center rounded-control text-text-2 hover:bg-tile has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              aria-label={icon.replaceAll('-', ' ')}
              checked={icon === value}
              onChange={() => onChange(icon)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon size={17} strokeWidth={1.75} aria-hidden />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
