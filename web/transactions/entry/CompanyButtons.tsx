import { Split, UserRound, UserRoundPlus } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { t } from '../../../words/t.ts'
import { classes } from '../../ui/classes.ts'
import { type Choices, unsplit } from './choices.ts'
import type { TypedDivision } from './divide.ts'
import type { EntryField } from './entry-sentence.ts'
import type { Reading } from './reading.ts'

const chip =
  'inline-flex min-h-6 touch:min-h-11 max-w-full items-center gap-1 rounded-[6px] px-1.5 font-medium'

/** One of the people who pay a part; their rows below have the ways to change it. */
export const PersonPiece = ({ text }: { text: string }) => (
  <span className={classes(chip, 'bg-accent-soft text-accent')}>
    <UserRound size={14} aria-hidden className="shrink-0" />
    <span className="truncate">{text}</span>
  </span>
)

const splitLabels = {
  equally: () => t('split equally'),
  exact: () => t('split by amount'),
  percent: () => t('split by percent'),
  shares: () => t('split by shares'),
}

/** "+ person" and "split" at the end of the sentence: who was there, and whether they pay a part of it. */
export function CompanyButtons({
  reading,
  division,
  open,
  anchor,
  onOpen,
  onChoose,
}: {
  reading: Reading
  division: TypedDivision | undefined
  open: EntryField | null
  anchor: RefObject<HTMLButtonElement | null>
  onOpen: (field: EntryField | null) => void
  onChoose: (choice: Choices) => void
}) {
  const { contact, people } = reading
  const isSplit = people.length > 0
  const isWithSomebody = isSplit || contact !== null
  const personField: EntryField = isWithSomebody ? 'people' : 'contact'
  const button = (parts: {
    isAnchor: boolean
    isPressed?: boolean
    icon: ReactNode
    label: string | undefined
    text: string
    onClick: () => void
  }) => (
    <button
      ref={parts.isAnchor ? anchor : undefined}
      type="button"
      aria-label={parts.label}
      aria-pressed={parts.isPressed}
      onClick={parts.onClick}
      className={classes(
        chip,
        parts.isPressed ? 'bg-accent-soft text-accent' : 'border border-line text-text-2 hover:bg-tile',
        parts.isAnchor && 'ring-2 ring-accent',
      )}
    >
      {parts.icon}
      {parts.text}
    </button>
  )
  const toggle = (field: EntryField) => onOpen(field === open ? null : field)
  return (
    <>
      {button({
        isAnchor: open === personField && (isWithSomebody || open === 'contact'),
        icon: <UserRoundPlus size={14} aria-hidden />,
        label: t('Add a person'),
        text: t('person [button]'),
        onClick: () => toggle(personField),
      })}
      {button({
        isAnchor: open === 'people' && !isWithSomebody,
        isPressed: isSplit,
        icon: <Split size={14} aria-hidden />,
        label: isSplit ? undefined : t('Split with people'),
        text: isSplit ? splitLabels[division?.way ?? 'equally']() : t('split [button]'),
        onClick: () =>
          isSplit
            ? onChoose(unsplit(reading))
            : contact
              ? onChoose({ people: [contact], contact: null })
              : toggle('people'),
      })}
    </>
  )
}
