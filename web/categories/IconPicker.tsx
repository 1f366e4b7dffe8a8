import { classes } from '../ui/classes.ts'
import { lucideNames } from '../ui/icon-names.ts'
import { iconOfCategory } from '../ui/icons.tsx'

/** The icon of a category: one of a few, or the one that its name suggests. */
export function IconPicker({
  name,
  value,
  onChange,
}: {
  /** The name of the category. */
  name: string
  value: string | null
  onChange: (icon: string | null) => void
}) {
  const Suggested = iconOfCategory(name)
  return (
    <fieldset>
      <legend className="mb-1.5 text-table font-medium">Icon</legend>
      <div className="flex flex-wrap gap-1">
        <Choice label="By its name" isChosen={value === null} onPick={() => onChange(null)}>
          <Suggested size={17} strokeWidth={1.75} />
          <span className="text-caption">By its name</span>
        </Choice>
        {Object.keys(lucideNames).map((icon) => {
          const Icon = iconOfCategory('', icon)
          return (
            <Choice
              key={icon}
              label={icon.replaceAll('-', ' ')}
              isChosen={value === icon}
              onPick={() => onChange(icon)}
            >
              <Icon size={17} strokeWidth={1.75} />
            </Choice>
          )
        })}
      </div>
    </fieldset>
  )
}

const Choice = ({
  label,
  isChosen,
  onPick,
  children,
}: {
  label: string
  isChosen: boolean
  onPick: () => void
  children: React.ReactNode
}) => (
  <button
    type="button"
    aria-label={label}
    aria-pressed={isChosen}
    title={label}
    onClick={onPick}
    className={classes(
      'flex h-9 min-w-9 items-center justify-center gap-2 rounded-control border px-2 touch:h-11 touch:min-w-11',
      isChosen ? 'border-accent bg-accent-soft text-accent' : 'border-line text-text-2 hover:bg-tile',
    )}
  >
    {children}
  </button>
)
