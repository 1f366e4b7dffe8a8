import { useMe } from '../page/me.ts'
import { whoLeft } from '../page/people.ts'
import { classes } from '../ui/classes.ts'
import { deedText, type Happened, type Merge } from './deeds.ts'
import { ValueShown } from './Value.tsx'

/** "Ana changed Lidl", with the amount of a new or deleted record. The signed-in person is called You. */
export function ChangeSentence({
  who,
  happened,
  isUndone = false,
}: {
  who: string | null
  happened: Happened | Merge
  isUndone?: boolean
}) {
  const me = useMe()
  const strong = isUndone ? 'text-text-3' : 'text-text'
  return (
    <span className={isUndone ? 'text-text-3 line-through' : 'text-text-2'}>
      {deedText(
        happened,
        { name: who ?? whoLeft(), isYou: who === me.name },
        (name) => (
          <span className={classes('font-medium', strong)}>{name}</span>
        ),
        (amount) => (
          <span className={strong}>
            <ValueShown value={amount} />
          </span>
        ),
      )}
    </span>
  )
}
