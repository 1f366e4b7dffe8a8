import { useQuery } from '@tanstack/react-query'
import { HandCoins, ListFilter, User } from 'lucide-react'
import { listTransactions } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { type ListedContact, listContacts } from '../../contract/contacts.ts'
import { t } from '../../words/t.ts'
import { asking, everything } from '../api/ask.ts'
import { useChosenIcons } from '../categories/chosen-icons.ts'
import { accounts, isCredit, isMoney, isThing, worth } from '../page/accounts.ts'
import { useBook, useToday } from '../page/me.ts'
import { iconOf } from '../transactions/icon.ts'
import { accountsById, rowPurpose, signedBase, titleOf } from '../transactions/title.ts'
import { shownText } from '../ui/bank-text.ts'
import { dayInSentence } from '../ui/dates.ts'
import { iconOfAccount, iconOfCategory } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { usePaused } from '../ui/paused.ts'
import { rich } from '../ui/rich.ts'
import { useMay } from '../ui/rights.ts'
import { type Command, fixedCommands } from './commands.ts'

const none: readonly never[] = []

/** The fixed commands, and those that lead to the book's records, which are loaded once the palette opens. */
export function useBookCommands(): Command[] {
  const base = useBook().base_currency_id
  const { data: allAccounts = none } = useQuery(accounts)
  const { data: contacts = none } = useQuery(everything(listContacts, { query: { include: 'balance' } }))
  const { data: categories = none } = useQuery(everything(listCategories))
  const may = { annotate: useMay('annotate'), write: useMay('write'), own: useMay('own') }
  const all: Command[] = [
    ...fixedCommands(),
    ...[isMoney, isCredit, isThing]
      .flatMap((isOf) => allAccounts.filter(isOf))
      .map(
        (account): Command => ({
          id: `account ${account.id}`,
          text: account.name,
          words: t('account [words to search by]'),
          icon: iconOfAccount(account.name, account.type),
          detail: <Money amount={worth(account, base)} currency={base} />,
          isHidden: true,
          to: { to: '/accounts/$id', params: { id: account.id } },
        }),
      ),
    ...contacts.flatMap((contact) => commandsOf(contact, base)),
    ...categories
      .filter(({ is_active }) => is_active)
      .map(
        ({ id, name, icon }): Command => ({
          id: `category ${id}`,
          text: name,
          words: t('category [words to search by]'),
          icon: iconOfCategory(name, icon),
          detail: t('its transactions'),
          isHidden: true,
          to: { to: '/transactions', search: { category_id: id } },
        }),
      ),
  ]
  return all.filter(({ needs }) => needs === undefined || may[needs])
}

/** A contact, and the payments possible between us. */
function commandsOf({ id, name, balance }: ListedContact, base: string): Command[] {
  const net = balance?.net_base ?? 0
  const amount = <Money amount={Math.abs(net)} currency={base} />
  const person: Command = {
    id: `contact ${id}`,
    text: name,
    words: t('contact person [words to search by]'),
    icon: User,
    ...(net === 0
      ? {}
      : { detail: net > 0 ? rich('owes you {amount}', { amount }) : rich('you owe {amount}', { amount }) }),
    isHidden: true,
    to: { to: '/contacts/$id', params: { id } },
  }
  const payment = (side: 'paid' | 'pay', text: string): Command => ({
    id: `${side} ${id}`,
    needs: 'write',
    text,
    words: t('record a payment settle debt [words to search by]'),
    icon: HandCoins,
    detail: t('record a payment'),
    isHidden: true,
    to: { to: '/obligations', search: { [side]: id } },
  })
  return [
    person,
    ...(balance && balance.receivable_base > 0
      ? [payment('paid', t('Got paid by {person}', { person: name }))]
      : []),
    ...(balance && balance.payable_base > 0 ? [payment('pay', t('Pay {person}', { person: name }))] : []),
  ]
}

const QUIET_MS = 150

/** The latest transactions with a text in them, and how many there are: from the service. */
export function useFoundTransactions(text: string): Command[] {
  const today = useToday()
  const base = useBook().base_currency_id
  const q = usePaused(text.trim(), QUIET_MS)
  const icons = useChosenIcons()
  const { data: allAccounts } = useQuery(accounts)
  const isAsked = q.length >= 2
  const { data } = useQuery({
    ...asking(listTransactions, { query: { q, limit: 3, include: 'total' } }),
    enabled: isAsked,
  })
  if (!isAsked || text.trim().length < 2 || !data) return []
  const byId = accountsById(allAccounts)
  const total = data.meta.total ?? 0
  if (total === 0) return []
  return [
    ...data.data.map((transaction): Command => {
      const text = titleOf(transaction, byId, shownText)
      const purpose = rowPurpose(transaction, text)
      const detail = rich('{day}, {amount}', {
        day: dayInSentence(transaction.date, today),
        amount: <Money amount={signedBase(transaction, byId)} currency={base} variant="signed" />,
      })
      return {
        id: `transaction ${transaction.id}`,
        text,
        icon: iconOf(transaction, icons),
        // What was typed is often its category.
        detail:
          purpose === '' || purpose === text ? (
            detail
          ) : (
            <>
              {purpose} · {detail}
            </>
          ),
        to: { to: '/transactions', search: { open: transaction.id } },
      }
    }),
    {
      id: 'find-transactions',
      text: t('Transactions with “{text}”', { text: q }),
      icon: ListFilter,
      detail: t('{count, plural, one {# found} other {# found}}', { count: total }),
      to: { to: '/transactions', search: { q } },
    },
  ]
}
