import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { choiceWords, type LendChoice } from './lend.ts'

/** The radio buttons of one choice. */
const GROUP = 'what-happened'

/** Chooses what happened: one of six. */
export const LendChoices = ({
  value,
  onChange,
}: {
  value: LendChoice
  onChange: (choice: LendChoice) => void
}) => (
  <fieldset>
    <legend className="mb-1.5 text-table font-medium">{t('What happened?')}</legend>
    <div className="overflow-hidden rounded-control border border-line">
      {Object.entries(choiceWords).map(([choice, { name, hint }]) => (
        <label
          key={choice}
          className={classes(
            'flex min-h-10 touch:min-h-11 cursor-pointer items-center gap-3 border-t border-line px-3 first:border-t-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            choice === value && 'bg-accent-soft',
          )}
        >
          <input
            type="radio"
            name={GROUP}
            checked={choice === value}
            onChange={() => onChange(choice as LendChoice)} // a key of the words
            className="size-4 touch:size-5 shrink-0 accent-fill outline-none"
          />
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{name()}</span>
            {hint && <span className="text-caption text-text-2">{hint()}</span>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
