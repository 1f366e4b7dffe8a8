import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, HandCoins, Tag } from 'lucide-react'
import { useState } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { useChosenIcons } from '../categories/chosen-icons.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { iconOfCategory } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { usePrivacy } from '../ui/privacy.ts'
import { type ChoiceActions, ChoiceChips } from './ChoiceChips.tsx'
import type { Choice } from './choices.ts'
import { goesTo } from './goes-to.ts'
import { nameOf } from './shops.ts'
import { isUndecided } from './verdict-words.ts'
import { WaysOut } from './WaysOut.tsx'
import { type Answer, answersTo, isQuestion, isUnmatched, whyOf } from './why.ts'

/** The callbacks of rows to the list; they stay the same while rows come and go. */
export type RowActions = ChoiceActions & {
  readonly onTick: (n: number, isRange: boolean) => void
  readonly onOpen: (n: number, isAmount?: boolean) => void
  readonly onAnswer: (n: number, isChosen: boolean) => void
  /** Opens or closes a shop. */
  readonly onFold: (id: number) => void
}

/** The box that says whether a row is recorded. A row that cannot be read has none. */
export function Tick({
  row,
  isPartly = false,
  onTick,
}: {
  row: ImportRow
  isPartly?: boolean | undefined
  onTick: RowActions['onTick']
}) {
  // The box follows the press at once; the decision comes back with the row a moment later.
  const [pressed, setPressed] = useState<{ on: ImportRow; isChosen: boolean }>()
  const name = row.n < 0 ? row.payee : row.text
  const label = name ? t('Add {row}', { row: name }) : t('Add row {number}', { number: row.n })
  if (row.verdict === 'invalid')
    return <span data-row={row.n} tabIndex={-1} className="size-4 touch:size-5" />
  return (
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = isPartly
      }}
      data-row={row.n}
      aria-label={label}
      checked={pressed?.on === row ? pressed.isChosen : row.is_chosen}
      onChange={(event) => {
        setPressed({ on: row, isChosen: event.target.checked })
        onTick(row.n, (event.nativeEvent as MouseEvent).shiftKey) // a press with a pointer, or the space bar
      }}
      className="size-4 shrink-0 accent-fill touch:size-5"
    />
  )
}

const twoLines = 'line-clamp-2 text-start leading-4 wrap-anywhere'

/** Where the money goes: a chip that opens the choice. A row that is here already and stays out has no choice. */
export function GoesTo({ row, onOpen }: { row: ImportRow; onOpen: RowActions['onOpen'] }) {
  const goes = goesTo(row)
  const icons = useChosenIcons()
  // A row that is here already is in the book as it is there.
  if (isHere(row)) return row.of?.kind === 'transaction' && row.n > 0 ? <InTheBook of={row.of} /> : null
  if (!goes) return null
  if (row.is_opening) return <span className="px-2.5 text-table text-text-2">{t('Opening balance')}</span>
  const Icon =
    goes.is === 'account'
      ? ArrowLeftRight
      : goes.is === 'debt'
        ? HandCoins
        : goes.isMissing
          ? Tag
          : iconOfCategory(goes.text, icons.get(goes.categoryId ?? ''))
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={goes.text}
      onClick={() => onOpen(row.n)}
      className={classes(
        'inline-flex min-h-7 max-w-full items-center gap-2 rounded-control text-table font-medium',
        'px-2.5 py-0.5 touch:min-h-11 transition-colors duration-120',
        goes.isMissing || isUndecided(row)
          ? 'border border-dashed border-line-2 bg-surface text-text-2 hover:border-accent hover:text-text'
          : 'bg-tile hover:brightness-95',
      )}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className={goes.is === 'account' ? twoLines : 'truncate'}>{goes.text}</span>
    </button>
  )
}

const isHere = ({ verdict, is_chosen, needs_attention }: ImportRow) =>
  verdict === 'duplicate' && !is_chosen && !needs_attention

/** The way to the transaction that a row is. */
const InTheBook = ({ of: { id, name } }: { of: NonNullable<ImportRow['of']> }) => (
  <Link
    to="/transactions"
    search={{ open: id }}
    aria-label={t('See it in the book: {name}', { name })}
    className="inline-flex min-h-7 items-center rounded-[4px] px-2.5 text-table text-text-2 hover:underline touch:-my-2 touch:min-h-11"
  >
    {t('See it in the book')}
  </Link>
)

/** The reason in a sentence, and the answers where Florin asks. */
export function Why({
  row,
  choice,
  actions,
  isCard = false,
}: {
  row: ImportRow
  choice: Choice | undefined
  actions: RowActions
  isCard?: boolean
}) {
  const isHidden = usePrivacy()
  if (choice && !isQuestion(row)) return <ChoiceChips n={row.n} choice={choice} actions={actions} />
  const answer = (is: Answer['is']) =>
    is === 'add' || is === 'skip'
      ? actions.onAnswer(row.n, is === 'add')
      : actions.onOpen(row.n, is === 'amount')
  const whole = whyOf(row, isHidden)
  // Where the rows without a match go is said once, above all of them.
  const words = isUnmatched(row) ? t('No match yet') : whole
  return (
    <>
      <span
        title={whole}
        className={classes(
          'text-text-2',
          isCard ? 'text-caption' : 'text-table leading-[18px]',
          // A row of the table is as high as its reason, up to five lines; a card in any case.
          !isCard && 'line-clamp-5',
        )}
      >
        {words}
      </span>
      {isQuestion(row) && (
        <span className="flex shrink-0 flex-wrap gap-2">
          {row.held && <WaysOut held={row.held} />}
          {answersTo(row).map(({ words: label, is }) => (
            <Button key={label} className="min-h-7 px-2.5" onClick={() => answer(is)}>
              {label}
            </Button>
          ))}
        </span>
      )}
    </>
  )
}

/** Who, and the words of the bank below, where the file has them apart. `beside` stands below both. */
export function WhoAndWhat({
  row,
  beside = [],
}: {
  row: ImportRow
  beside?: readonly (string | false | null | undefined)[]
}) {
  const { is_chosen, needs_attention } = row
  const { name, words } = nameOf(row)
  const tone = !is_chosen && !needs_attention && 'text-text-2'
  const below = [words, ...beside].filter(Boolean).join(' · ')
  if (below === '')
    return <span className={classes('line-clamp-2 leading-[18px] wrap-anywhere', tone)}>{name}</span>
  return (
    <>
      <span className={classes('block truncate', words !== '' && 'font-medium', tone)}>{name}</span>
      <span className="block truncate text-axis text-text-2">{below}</span>
    </>
  )
}

/** The amount as it changes the account; quieter where it stays out. */
export const RowAmount = ({ row, sum }: { row: ImportRow; sum?: bigint | undefined }) =>
  row.amount === null || row.currency_id === null ? null : (
    <Money
      amount={sum ?? row.amount}
      currency={row.currency_id}
      variant={row.is_chosen || row.needs_attention ? 'signed' : 'change'}
      className={classes('font-medium', !(row.is_chosen || row.needs_attention) && 'font-normal text-text-2')}
    />
  )
