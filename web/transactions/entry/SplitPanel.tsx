import { X } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../../words/t.ts'
import { useMe } from '../../page/me.ts'
import { AmountField } from '../../ui/AmountField.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { inputClasses } from '../../ui/Field.tsx'
import { Initials } from '../../ui/Initials.tsx'
import { useLocale } from '../../ui/locale.ts'
import { Money } from '../../ui/Money.tsx'
import { moneyText } from '../../ui/money.ts'
import { rich } from '../../ui/rich.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import type { EntryBook } from './book.ts'
import { type Division, divided, type Part, type TypedDivision, withText, withWay } from './divide.ts'
import { type EntryAmount, personKey, type Reading } from './reading.ts'

const waysOf = () =>
  [
    { value: 'equally', label: t('Equally') },
    { value: 'exact', label: t('Exact [amounts]') },
    { value: 'percent', label: t('Percent') },
    { value: 'shares', label: t('Shares') },
  ] as const

type SplitPanelProps = {
  reading: Reading
  amount: EntryAmount
  typed: TypedDivision | undefined
  book: EntryBook
  onDivision: (division: TypedDivision) => void
  onPeople: (people: Reading['people']) => void
  onEnter: () => void
}

/** Who owes what of a bill that I paid: mine first, in four ways, and what is not assigned yet. */
export function SplitPanel({ reading, amount, typed, book, onDivision, onPeople, onEnter }: SplitPanelProps) {
  const locale = useLocale()
  const { people } = reading
  const division = divided(amount, people, typed, { separator: book.separator, locale })
  const { name } = useMe()
  return (
    <section
      aria-label={t('Split with people')}
      className="grid grid-cols-1 gap-1 border-t border-line pt-2.5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p aria-hidden className="text-table font-semibold">
          {t('Split with people')}
        </p>
        <Segmented
          label={t('How it is divided')}
          value={division.way}
          options={waysOf()}
          onChange={(way) => onDivision(withWay(typed, way))}
        />
      </div>
      <ul className="divide-y divide-line">
        {division.parts.map((part) => (
          <li key={part.key} className="flex min-h-13 items-center gap-3 py-1.5 max-sm:gap-2">
            <span className="max-sm:hidden">
              <Initials name={part.contact?.name ?? name} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="flex min-w-0 items-center gap-1.5">
                <span className="truncate font-medium">{part.contact?.name ?? t('You')}</span>
                {part.contact?.id === null && (
                  <span className="shrink-0 rounded-[5px] bg-accent-soft px-1 text-caption text-accent">
                    {t('new person')}
                  </span>
                )}
              </span>
              <span className="block truncate text-caption text-text-2">
                {part.contact
                  ? t('will owe you')
                  : reading.category
                    ? t('your expense, {category}', { category: reading.category.name })
                    : t('your expense')}
              </span>
            </span>
            <PartField
              part={part}
              way={division.way}
              currencyId={amount.currency_id}
              onText={(text) => onDivision(withText(typed, part.key, text))}
              onEnter={onEnter}
            />
            {part.contact ? (
              <IconButton
                label={t('Take {person} out', { person: part.contact.name })}
                onClick={() => onPeople(people.filter((one) => personKey(one) !== part.key))}
              >
                <X size={15} aria-hidden />
              </IconButton>
            ) : (
              <span className="w-8 shrink-0 touch:w-11" />
            )}
          </li>
        ))}
      </ul>
      <SplitFoot division={division} amount={amount} />
    </section>
  )
}

/** You paid €90.00. €30.00 is yours, €60.00 comes back. */
function SplitFoot({
  division: { parts, state, fault },
  amount,
}: {
  division: Division
  amount: EntryAmount
}) {
  const mine = parts[0]?.minor ?? 0n
  const theirs = parts.slice(1).reduce((all, { minor }) => all + minor, 0n)
  const money = (minor: bigint) => (
    <span className="font-semibold text-text tabular-nums">{moneyText(minor, amount.currency_id)}</span>
  )
  return (
    <div className="flex items-baseline justify-between gap-x-4 border-t border-line pt-2 text-table text-text-2">
      <p>
        {rich('You paid {amount}. {mine} is yours, {theirs} comes back.', {
          amount: money(amount.minor),
          mine: money(mine),
          theirs: money(theirs),
        })}
      </p>
      <p
        role="status"
        className={classes('shrink-0 text-end font-medium', fault ? 'text-warn max-sm:max-w-28' : 'text-in')}
      >
        {fault === 'mine_missing' ? t('Some of it must be yours') : state}
      </p>
    </div>
  )
}

const whoseText = ({ contact }: Part): string =>
  contact ? t('What {person} owes', { person: contact.name }) : t('What is yours')

const percentText = ({ contact }: Part): string =>
  contact ? t('What {person} owes, in percent', { person: contact.name }) : t('What is yours, in percent')

const sharesText = ({ contact }: Part): string =>
  contact ? t('What {person} owes, in shares', { person: contact.name }) : t('What is yours, in shares')

/** The field of one part: an amount, a percentage or a count, with the amount that it makes. */
function PartField({
  part,
  way,
  currencyId,
  onText,
  onEnter,
}: {
  part: Part
  way: Division['way']
  currencyId: string
  onText: (text: string) => void
  onEnter: () => void
}) {
  const id = useId()
  if (way === 'equally' || way === 'exact')
    return (
      <AmountField
        label={whoseText(part)}
        isLabelHidden
        className="w-28 shrink-0 [&_input]:text-end"
        currencyId={currencyId}
        text={part.text}
        onText={onText}
        onEnter={onEnter}
      />
    )
  return (
    <span className="flex shrink-0 items-center gap-2">
      <label htmlFor={id} className="sr-only">
        {way === 'percent' ? percentText(part) : sharesText(part)}
      </label>
      <span className="w-14">
        <input
          id={id}
          value={part.text}
          inputMode="decimal"
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && onEnter()}
          className={classes(inputClasses, 'text-end tabular-nums')}
        />
      </span>
      <span aria-hidden className="w-3 text-text-2">
        {way === 'percent' ? '%' : '×'}
      </span>
      <Money amount={part.minor} currency={currencyId} className="min-w-16 text-end font-medium" />
    </span>
  )
}
