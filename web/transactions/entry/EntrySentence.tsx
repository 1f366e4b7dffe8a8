import { useRef } from 'react'
import { t } from '../../../words/t.ts'
import { classes } from '../../ui/classes.ts'
import type { EntryBook } from './book.ts'
import { CompanyButtons, PersonPiece } from './CompanyButtons.tsx'
import type { Choices } from './choices.ts'
import type { TypedDivision } from './divide.ts'
import { type EntryField, entrySentence, type SentencePiece } from './entry-sentence.ts'
import type { EntryKind, Reading } from './reading.ts'
import { TokenEditor } from './TokenEditor.tsx'

/** Fields that are typed and have no picker of their own: their tokens lead back to the text. */
const isTyped = (field: EntryField) =>
  field === 'amount' || field === 'to_amount' || field === 'memo' || field === 'tags'

/** The reading as a sentence of tokens, each of which opens its picker. */
export function EntrySentence({
  reading,
  book,
  locale,
  division,
  open,
  onOpen,
  onBack,
  onText,
  onChoose,
  onKind,
}: {
  reading: Reading
  book: EntryBook
  locale: string
  division: TypedDivision | undefined
  /** The field whose picker is open. */
  open: EntryField | null
  onOpen: (field: EntryField | null) => void
  /** A picker was closed without a choice: writing goes on in the line. */
  onBack: () => void
  /** A token whose text is typed was pressed. */
  onText: (field: EntryField) => void
  onChoose: (choice: Choices) => void
  onKind: (kind: EntryKind) => void
}) {
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => {
    onOpen(null)
    onBack()
  }
  const pieces = entrySentence(reading, { today: book.day.today, locale })
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-body text-text-2">
      {pieces.map((piece, index) => {
        const { field, text, person } = piece
        // biome-ignore lint/suspicious/noArrayIndexKey: as below
        if (person) return <PersonPiece key={index} text={text} />
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence are known by their place.
        if (!field) return <span key={index}>{text}</span>
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={index}
            ref={field === open ? anchor : undefined}
            type="button"
            aria-haspopup={isTyped(field) ? undefined : 'dialog'}
            aria-expanded={isTyped(field) ? undefined : field === open}
            aria-label={labelOf(piece)}
            onClick={() => (isTyped(field) ? onText(field) : onOpen(field === open ? null : field))}
            className={classes(tokenClasses(piece), field === open && 'ring-2 ring-accent')}
          >
            {text}
          </button>
        )
      })}
      {reading.kind === 'spent' && (
        <CompanyButtons
          reading={reading}
          division={division}
          open={open}
          anchor={anchor}
          onOpen={onOpen}
          onChoose={onChoose}
        />
      )}
      {open && !isTyped(open) && (
        <TokenEditor
          key={open}
          anchor={anchor}
          field={open}
          reading={reading}
          book={book}
          onKind={onKind}
          onChoose={onChoose}
          onClose={close}
        />
      )}
    </div>
  )
}

const labels: Readonly<Record<EntryField, () => string>> = {
  kind: () => t('What happened'),
  amount: () => t('Amount'),
  to_amount: () => t('Amount that arrives'),
  category: () => t('Category'),
  account: () => t('Account'),
  to_account: () => t('Account that it goes to'),
  contact: () => t('Contact'),
  day: () => t('Day'),
  memo: () => t('Memo'),
  tags: () => t('Tag'),
  people: () => t('People'),
}
const labelOf = ({ field, text }: SentencePiece): string | undefined =>
  field && t('{field}: {value}', { field: labels[field](), value: text })

const tokenClasses = ({ field, isMissing }: SentencePiece): string =>
  classes(
    'min-h-6 touch:min-h-11 max-w-full truncate rounded-[6px] px-1.5 font-medium',
    field === 'kind'
      ? 'px-0.5 hover:bg-tile'
      : isMissing
        ? 'bg-warn-soft text-warn'
        : 'bg-tile text-text hover:bg-line',
    field === 'amount' && !isMissing && 'font-semibold tabular-nums',
  )
