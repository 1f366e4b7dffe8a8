import type { Mapping, MappingChange } from '../../contract/import-mapping.ts'
import { t } from '../../words/t.ts'
import { useMoneyAccounts } from '../accounts/AccountPicker.tsx'
import { useCategories } from '../categories/CategoryPicker.tsx'
import { Button } from '../ui/Button.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { SelectField } from '../ui/Field.tsx'

const NEW = ''
/** Of a bank's name: its rows go where their words lead. */
const WORDS = 'words'

/** Which account of the book each account of the file is; a missing one is created. */
export function NamesOfAccounts({
  accounts,
  set,
}: {
  accounts: Mapping['accounts']
  set: (change: MappingChange) => void
}) {
  const own = useMoneyAccounts()
  if (accounts.length === 0) return null
  return (
    <Names
      title={t('Accounts of the file')}
      names={accounts.map(({ name, account_id, count, same_balance_account_id: alike }, index) => ({
        name,
        count,
        value: account_id ?? NEW,
        made: t('A new account'),
        choices:
          account_id === null || own.some(({ id }) => id === account_id)
            ? own
            : [...own, { id: account_id, name: t('{account}, not in use', { account: name }) }],
        alike: own.find(({ id }) => id === alike),
        onChoose: (id) =>
          set({
            accounts: accounts.map((one, at) => ({
              name: one.name,
              account_id: at === index ? id || null : one.account_id,
            })),
          }),
      }))}
    />
  )
}

/** The same for categories. Of a bank, whose names are not the person's, a missing one is created only if that is chosen. */
export function NamesOfCategories({
  categories,
  isBank,
  set,
}: {
  categories: Mapping['categories']
  isBank: boolean
  set: (change: MappingChange) => void
}) {
  const own = { expense: useCategories('expense').categories, income: useCategories('income').categories }
  if (categories.length === 0) return null
  return (
    <Names
      title={t('Categories of the file')}
      names={categories.map(({ name, kind, category_id, count, is_created }) => ({
        name,
        count,
        kind,
        value: category_id ?? (is_created === false ? WORDS : NEW),
        made: t('A new category'),
        choices: [...(isBank ? [{ id: WORDS, name: t('None of mine: by its words') }] : []), ...own[kind]],
        onChoose: (id) =>
          set({
            categories: [
              { name, kind, category_id: id === WORDS ? null : id || null, is_created: id !== WORDS },
            ],
          }),
      }))}
    />
  )
}

type Name = {
  readonly name: string
  readonly count: number
  readonly kind?: 'income' | 'expense'
  readonly value: string
  readonly made: string
  readonly choices: readonly { readonly id: string; readonly name: string }[]
  /** The one that it may be, while it is a new one. */
  readonly alike?: { readonly id: string; readonly name: string } | undefined
  readonly onChoose: (id: string) => void
}

function rowsOf(kind: Name['kind'], count: number): string {
  if (kind === 'income')
    return t('{count, plural, one {money in, # row} other {money in, # rows}}', { count })
  if (kind === 'expense')
    return t('{count, plural, one {spending, # row} other {spending, # rows}}', { count })
  return t('{count, plural, one {# row} other {# rows}}', { count })
}

const Names = ({ title, names }: { title: string; names: readonly Name[] }) => (
  <Card className="p-5 max-sm:p-4">
    <CardHeading>{title}</CardHeading>
    <ul className="mt-2 divide-y divide-line">
      {names.map(({ name, count, kind, value, made, choices, alike, onChoose }) => (
        <li key={`${name} ${kind ?? ''}`} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2">
          <span className="min-w-0 flex-1 basis-48">
            <span className="block truncate font-medium">{name}</span>
            <span className="block text-caption text-text-2">{rowsOf(kind, count)}</span>
          </span>
          <SelectField
            label={t('What {name} is', { name })}
            isLabelHidden
            className="w-64 max-sm:w-full"
            value={value}
            onChange={({ target }) => onChoose(target.value)}
          >
            <option value={NEW}>{made}</option>
            {choices.map(({ id, name: own }) => (
              <option key={id} value={id}>
                {own}
              </option>
            ))}
          </SelectField>
          {alike && value === NEW && (
            <p className="flex w-full flex-wrap items-center gap-2 text-table text-warn">
              {t('{account} has the very balance that the file states. A new account would count it twice.', {
                account: alike.name,
              })}
              <Button onClick={() => onChoose(alike.id)}>
                {t('It is {account}', { account: alike.name })}
              </Button>
            </p>
          )}
        </li>
      ))}
    </ul>
  </Card>
)
