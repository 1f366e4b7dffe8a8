import type { ReactNode } from 'react'
import type { Category } from '../../../contract/categories.ts'
import { listTags } from '../../../contract/suggestions.ts'
import { kinds } from '../../../contract/transaction-query.ts'
import { t } from '../../../words/t.ts'
import { useAsk } from '../../api/ask.ts'
import { currencyLabel, currencyList } from '../../currencies/list.ts'
import { useOwnCurrencies } from '../../currencies/own.ts'
import { useAddress } from '../../page/address.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { iconOfAccount, iconOfCategory } from '../../ui/icons.tsx'
import type { NamedOption } from '../../ui/options.ts'
import { commaList, type FilterName, parametersOf, without } from '../filters.ts'
import type { useReferences } from '../references.ts'
import { kindWords } from '../title.ts'

const titles: Partial<Record<FilterName, () => string>> = {
  category: () => t('Category'),
  group: () => t('Group of categories'),
  account: () => t('Account'),
  place: () => t('Account that the money is on'),
  contact: () => t('Person or shop'),
  member: () => t('Who recorded it'),
  kind: () => t('Kind'),
  currency: () => t('Currency'),
}

/** A filter that takes several of a list. Each press changes the list behind at once. */
export function ChoiceFilter({
  name,
  references,
  onClose,
}: {
  name: FilterName
  references: ReturnType<typeof useReferences>
  onClose: () => void
}) {
  const { search, filter } = useAddress()
  const [parameter = ''] = parametersOf(name)
  const options = useOptions(name, references)
  const chosen = new Set(commaList(search[parameter]))
  return (
    <Choice
      title={titles[name]?.() ?? ''}
      options={options}
      chosen={chosen}
      onPick={(id) => {
        const many = [...chosen.symmetricDifference(new Set([id]))].join(',')
        const one = chosen.has(id) ? '' : id // the list is asked for one person at a time
        filter({ [parameter]: (name === 'member' ? one : many) || undefined })
      }}
      onClose={onClose}
    />
  )
}

function useOptions(
  name: FilterName,
  { accounts = [], categories = [], contacts = [], people }: ReturnType<typeof useReferences>,
): NamedOption[] {
  const own = useOwnCurrencies()
  switch (name) {
    case 'category':
      return categories.map(optionOfCategory)
    case 'group':
      return categories
        .filter(({ id }) => categories.some(({ parent_id }) => parent_id === id))
        .map(optionOfCategory)
    case 'account':
    case 'place':
      return accounts
        .filter(({ type }) => type === 'asset' || type === 'liability')
        .map(({ id, name, type }) => ({ id, name, icon: icon(iconOfAccount(name, type)) }))
    case 'contact':
      return [
        { id: 'none', name: t('Without a person or shop') },
        ...contacts.map(({ id, name }) => ({ id, name })),
      ]
    case 'member':
      return people
    case 'kind':
      return kinds.map((kind) => ({ id: kind, name: kindWords[kind]() }))
    case 'currency':
      return currencyList(own).map((currency) => ({ id: currency.id, name: currencyLabel(currency) }))
    default:
      return []
  }
}

const optionOfCategory = ({ id, name, kind, icon: chosen }: Category): NamedOption => ({
  id,
  name,
  note: kind === 'income' ? t('Income') : '',
  icon: icon(iconOfCategory(name, chosen)),
})

const icon = (One: ReturnType<typeof iconOfCategory>): ReactNode => <One size={16} strokeWidth={1.75} />

/** One tag, or whether there is any. */
export function TagFilter({ onClose }: { onClose: () => void }) {
  const { search, filter } = useAddress()
  const { data } = useAsk(listTags)
  const options = [
    { id: '?false', name: t('Without a tag') },
    { id: '?true', name: t('With any tag') },
    ...(data?.data ?? []).map(({ tag, count }) => ({ id: tag, name: `#${tag}`, note: String(count) })),
  ]
  const chosen = new Set([search.tag ?? `?${search.is_tagged}`])
  return (
    <Choice
      title={t('Tag')}
      options={options}
      chosen={chosen}
      onPick={(id) => {
        filter({ ...without('tag'), ...(id.startsWith('?') ? { is_tagged: id.slice(1) } : { tag: id }) })
        onClose()
      }}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('Close')}</Button>}
    />
  )
}
