import { CalendarDays, Hash, type LucideIcon, UserRound, UsersRound } from 'lucide-react'
import { comma, t } from '../../../words/t.ts'
import { classes } from '../../ui/classes.ts'
import { dayShort, nearDay } from '../../ui/dates.ts'
import { iconOfAccount, iconOfCategory } from '../../ui/icons.tsx'
import { useLocale } from '../../ui/locale.ts'
import type { AddDraft } from './add-reading.ts'
import type { EntryBook } from './book.ts'
import { needsContact, type Reading } from './reading.ts'

/** The fields that the chips open. */
export type AddField =
  | 'account'
  | 'to_account'
  | 'contact'
  | 'day'
  | 'people'
  | 'tags'
  | 'currency'
  | 'category'

function Chip({
  icon: Icon,
  label,
  text,
  isSet,
  isMissing = false,
  onPress,
}: {
  icon?: LucideIcon
  label: string
  text: string
  isSet: boolean
  isMissing?: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      aria-label={text ? t('{field}: {value}', { field: label, value: text }) : label}
      onClick={onPress}
      className={classes(
        'inline-flex min-h-9 touch:min-h-11 max-w-full items-center gap-1.5 rounded-control border px-2 text-table font-medium',
        isMissing
          ? 'border-warn bg-warn-soft text-warn'
          : isSet
            ? 'border-transparent bg-tile'
            : 'border-line bg-surface text-text-2',
      )}
    >
      {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />}
      {text && <span className="truncate">{text}</span>}
    </button>
  )
}

/** Everything but amount, words and category: each is filled in already, and one press away. */
export function AddChips({
  draft,
  reading,
  book,
  isTried,
  hasCategory,
  onOpen,
}: {
  draft: AddDraft
  reading: Reading
  book: EntryBook
  isTried: boolean
  /** Whether the category is one of the chips. */
  hasCategory: boolean
  onOpen: (field: AddField) => void
}) {
  const locale = useLocale()
  const { kind, category, account, to_account, contact, people, day, amount } = reading
  const iconOf = (one: typeof account) => iconOfAccount(one?.name ?? '', one?.type ?? 'asset')
  const currency = draft.currency_id ?? amount?.currency_id ?? account?.currency_id ?? book.base_currency_id
  const isInto = kind === 'got' || kind === 'borrowed' || kind === 'paid me back'
  const isMissing = (isThere: unknown) => isTried && !isThere
  return (
    <div className="flex flex-wrap gap-1.5">
      {hasCategory && (
        <Chip
          icon={iconOfCategory(category?.name ?? '', category?.icon)}
          label={t('Category')}
          text={category?.name ?? ''}
          isSet
          onPress={() => onOpen('category')}
        />
      )}
      {needsContact(kind) && (
        <Chip
          icon={UserRound}
          label={t('Contact')}
          text={contact?.name ?? t('Who?')}
          isSet={contact !== null}
          isMissing={isMissing(contact)}
          onPress={() => onOpen('contact')}
        />
      )}
      {kind !== 'owe' && (
        <Chip
          icon={iconOf(account)}
          label={kind === 'moved' ? t('From [an account]') : t('Account')}
          text={account?.name ?? (isInto ? t('Into which?') : t('From where?'))}
          isSet={account !== null}
          isMissing={isMissing(account)}
          onPress={() => onOpen('account')}
        />
      )}
      {kind === 'moved' && (
        <Chip
          icon={iconOf(to_account)}
          label={t('To [an account]')}
          text={to_account ? t('to {account}', { account: to_account.name }) : t('To where?')}
          isSet={to_account !== null}
          isMissing={isMissing(to_account)}
          onPress={() => onOpen('to_account')}
        />
      )}
      <Chip
        icon={CalendarDays}
        label={t('Day')}
        text={nearDay(day, book.day.today) ?? dayShort(day, book.day.today, locale)}
        isSet
        onPress={() => onOpen('day')}
      />
      {kind === 'spent' && (
        <Chip
          icon={UsersRound}
          label={t('Split with people')}
          text={
            people.length > 0
              ? t('Split by {count, number}', { count: people.length + 1 })
              : t('Split [verb]')
          }
          isSet={people.length > 0}
          onPress={() => onOpen('people')}
        />
      )}
      <Chip
        label={t('Currency')}
        text={currency}
        isSet={draft.currency_id !== null}
        onPress={() => onOpen('currency')}
      />
      {!needsContact(kind) && (
        <Chip
          icon={Hash}
          label={t('Tags')}
          text={draft.tags.join(comma())}
          isSet={draft.tags.length > 0}
          onPress={() => onOpen('tags')}
        />
      )}
    </div>
  )
}
