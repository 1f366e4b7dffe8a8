import {
  Bookmark,
  CalendarDays,
  Coins,
  Folder,
  Hash,
  Tag as TagIcon,
  User,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listTags } from '../../../contract/suggestions.ts'
import { t } from '../../../words/t.ts'
import { useAsk } from '../../api/ask.ts'
import { useAddress } from '../../page/address.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { iconOfAccount, iconOfCategory } from '../../ui/icons.tsx'
import type { NamedOption } from '../../ui/options.ts'
import { type Chip, commaList, type FilterName, isFiltered, without } from '../filters.ts'
import type { useReferences } from '../references.ts'
import { FilterChip } from './FilterChip.tsx'
import { AmountFilter, PeriodFilter, SaveFilter } from './FilterForms.tsx'
import { ChoiceFilter, TagFilter } from './FilterLists.tsx'
import { forgetFilter, useSavedFilters } from './saved-filters.ts'

type References = ReturnType<typeof useReferences>

/** The filters that can be added, in the order of their use. */
const offered = (): { name: FilterName; words: string; icon: ReactNode }[] => [
  { name: 'period', words: t('Period'), icon: <CalendarDays size={16} /> },
  { name: 'category', words: t('Category'), icon: <TagIcon size={16} /> },
  { name: 'account', words: t('Account'), icon: <Wallet size={16} /> },
  { name: 'contact', words: t('Person or shop'), icon: <User size={16} /> },
  { name: 'member', words: t('Who recorded it'), icon: <UsersRound size={16} /> },
  { name: 'kind', words: t('Kind'), icon: <TagIcon size={16} /> },
  { name: 'amount', words: t('Amount'), icon: <Coins size={16} /> },
  { name: 'tag', words: t('Tag'), icon: <Hash size={16} /> },
  { name: 'currency', words: t('Currency'), icon: <Coins size={16} /> },
]

/** Adds a filter, or changes one: first its kind, then its value. Typing finds categories, accounts, people and tags at once. */
export function FilterPopup({
  start,
  chips,
  references,
  onClose,
}: {
  start: FilterName | 'choose' | 'save'
  /** The filters that are not in sight elsewhere. */
  chips: readonly Chip[]
  references: References
  onClose: () => void
}) {
  const [step, setStep] = useState(start)
  const choose = <ChooseFilter chips={chips} references={references} onClose={onClose} onStep={setStep} />
  switch (step) {
    case 'choose':
      return choose
    case 'save':
      return <SaveFilter onClose={onClose} />
    case 'period':
      return <PeriodFilter onClose={onClose} />
    case 'amount':
      return <AmountFilter onClose={onClose} />
    case 'tag':
      return <TagFilter onClose={onClose} />
    case 'section':
    case 'import':
    case 'moment':
      return choose
    default:
      return <ChoiceFilter name={step} references={references} onClose={onClose} />
  }
}

function ChooseFilter({
  chips,
  references: { accounts = [], categories = [], contacts = [], people },
  onStep,
  onClose,
}: {
  chips: readonly Chip[]
  references: References
  onStep: (step: FilterName | 'save') => void
  onClose: () => void
}) {
  const { search, filter } = useAddress()
  const saved = useSavedFilters()
  const { data: tags } = useAsk(listTags)
  const found =
    (parameter: string, note: string, icon: (one: { name: string }) => ReactNode) =>
    (one: { id: string; name: string }): NamedOption => ({
      id: `${parameter}=${one.id}`,
      name: one.name,
      note,
      icon: icon(one),
      isFoundOnly: true,
    })
  const options: NamedOption[] = [
    ...saved.map(({ name }) => ({
      id: `saved=${name}`,
      name,
      note: t('Saved [filters]'),
      icon: <Bookmark size={16} />,
    })),
    ...offered()
      .filter(({ name }) => name !== 'member' || people.length > 0)
      .map(({ name, words, icon }) => ({ id: name, name: words, icon })),
    ...(isFiltered(search)
      ? [{ id: 'save', name: t('Save these filters'), icon: <Bookmark size={16} /> }]
      : []),
    ...saved.map(({ name }) => ({
      id: `forget=${name}`,
      name: t('Forget “{name}”', { name }),
      isFoundOnly: true,
    })),
    ...categories.map((category) =>
      found('category_id', t('Category'), ({ name }) => <Icon of={iconOfCategory(name, category.icon)} />)(
        category,
      ),
    ),
    ...categories
      .filter(({ id }) => categories.some(({ parent_id }) => parent_id === id))
      .map(found('group_id', t('Group [of categories]'), () => <Folder size={16} />)),
    ...accounts
      .filter(({ type }) => type === 'asset' || type === 'liability')
      .map((account) =>
        found('account_id', t('Account'), () => <Icon of={iconOfAccount(account.name, account.type)} />)(
          account,
        ),
      ),
    ...contacts.map(found('contact_id', t('Person or shop'), () => <User size={16} />)),
    ...(tags?.data ?? []).map(({ tag }) =>
      found('tag', t('Tag'), () => <Hash size={16} />)({ id: tag, name: `#${tag}` }),
    ),
  ]
  const onPick = (id: string) => {
    const [parameter = '', value] = id.split(/=(.*)/s)
    if (value === undefined) return onStep(id as FilterName | 'save') // one of those offered above
    if (parameter === 'saved') filter({ ...without(), ...saved.find(({ name }) => name === value)?.search })
    else if (parameter === 'forget') forgetFilter(value)
    else if (parameter === 'tag') filter({ ...without('tag'), tag: value })
    else filter({ [parameter]: [...new Set([...commaList(search[parameter]), value])].join(',') })
    onClose()
  }
  return (
    <Choice
      title={t('Filter by')}
      options={options}
      placeholder={t('Period, a category, a person, a tag …')}
      onPick={onPick}
      onClose={onClose}
      head={
        chips.length > 0 && (
          <div className="mb-3 flex flex-wrap items-center gap-2">
            {chips.map((chip) => (
              <FilterChip
                key={chip.name}
                chip={chip}
                onEdit={() => onStep(chip.name)}
                onRemove={() => filter(without(chip.name))}
              />
            ))}
            <Button look="quiet" onClick={() => filter(without())}>
              {t('Clear [verb]')}
            </Button>
          </div>
        )
      }
    />
  )
}

const Icon = ({ of: One }: { of: ReturnType<typeof iconOfCategory> }) => <One size={16} strokeWidth={1.75} />
