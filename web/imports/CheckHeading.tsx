import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Import } from '../../contract/imports.ts'
import { listed, t } from '../../words/t.ts'
import { accounts } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { rich } from '../ui/rich.ts'
import { daysOf, endWords } from './import-words.ts'
import { addressOfTab } from './verdict-words.ts'

const isProvenByBalances = ({ mapping }: Import): boolean =>
  mapping?.certainty?.amount_column === 'proven' && mapping.columns.some(({ role }) => role === 'balance')

/** 148 rows for Erste Bank, 1 to 14 November. */
export function CheckHeading({
  file,
  undecided,
  fallbacks,
}: {
  file: Import
  /** How many rows Florin does not know, and the categories that they go to meanwhile. */
  undecided: number
  fallbacks: readonly string[]
}) {
  const { filter } = useAddress()
  const end = endWords(file.counts)
  return (
    <p className="-mt-2 mb-4 text-body text-text-2">
      <RowsFor file={file} />{' '}
      {isProvenByBalances(file) && `${t('The balances in the file prove every amount.')} `}
      {end ? (
        <b className="font-semibold text-text">{t('{outcome}: nothing is left to add.', { outcome: end })}</b>
      ) : file.counts.duplicate > 0 ? (
        t('Nothing of it is added yet.')
      ) : (
        t('Nothing is in your books yet.')
      )}{' '}
      {undecided > 0 && (
        <button
          type="button"
          onClick={() => filter({ ...addressOfTab('decide'), q: undefined })}
          className="rounded-[4px] text-start text-warn hover:underline"
        >
          {t(
            '{count, plural, one {The category of one row is not known: it goes to {categories} until you choose.} other {The category of # rows is not known: they go to {categories} until you choose.}}',
            { count: undecided, categories: listed(fallbacks) },
          )}
        </button>
      )}
    </p>
  )
}

/** How many rows there are, for which account or accounts, and of which days. */
function RowsFor({ file }: { file: Import }) {
  const { open } = useAddress()
  const today = useToday()
  const { data: all } = useQuery(accounts)
  // The other sides of transfers are named in the file as well, but no row is of them.
  const own = file.mapping?.accounts.filter(({ is_own }) => is_own) ?? []
  const name = all?.find(({ id }) => id === file.account_id)?.name
  const days = daysOf(file, today)
  const values = {
    count: file.counts.rows,
    days,
    b: (inner: ReactNode) => <b className="font-semibold text-text">{inner}</b>,
  }
  if (name) {
    const ofOne = {
      ...values,
      account: name,
      link: (inner: ReactNode) => (
        <button
          type="button"
          title={t('Change the account')}
          onClick={() => open({ step: 'file' })}
          className="rounded-[4px] font-semibold text-text underline decoration-line-2 decoration-dotted underline-offset-3 hover:decoration-accent"
        >
          {inner}
        </button>
      ),
    }
    return days === undefined
      ? rich('{count, plural, one {# row} other {# rows}} for <link>{account}</link>.', ofOne)
      : rich('{count, plural, one {# row} other {# rows}} for <link>{account}</link>, {days}.', ofOne)
  }
  const [first] = own
  if (!first)
    return days === undefined
      ? rich(
          '{count, plural, one {# row} other {# rows}} for <b>an account that is not chosen yet</b>.',
          values,
        )
      : rich(
          '{count, plural, one {# row} other {# rows}} for <b>an account that is not chosen yet</b>, {days}.',
          values,
        )
  if (own.length === 1)
    return days === undefined
      ? rich('{count, plural, one {# row} other {# rows}} for <b>the new account {account}</b>.', {
          ...values,
          account: first.name,
        })
      : rich('{count, plural, one {# row} other {# rows}} for <b>the new account {account}</b>, {days}.', {
          ...values,
          account: first.name,
        })
  const ofSeveral = { ...values, accounts: own.length }
  return days === undefined
    ? rich(
        '{count, plural, one {# row} other {# rows}} for <b>{accounts, plural, one {# account} other {# accounts}}</b>.',
        ofSeveral,
      )
    : rich(
        '{count, plural, one {# row} other {# rows}} for <b>{accounts, plural, one {# account} other {# accounts}}</b>, {days}.',
        ofSeveral,
      )
}
