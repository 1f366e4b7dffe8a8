import { Link } from '@tanstack/react-router'
import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { dayShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { effectOn, type FileDays, nameOf, useNotInFile } from './not-in-file.ts'

/** As many entries are listed one by one. */
const MAX_SHOWN = 4

/** The entries of the book on the days of a file that the file does not have; where they are too many to be told apart, the way to all of these days. */
export function NotInFile({
  account,
  days,
  currency,
}: {
  account: Account
  days: FileDays
  currency: string
}) {
  const today = useToday()
  const found = useNotInFile(account.id, days)
  if (found === undefined) return null
  return (
    <>
      {found.length > 0 && (
        <ul className="mt-2 divide-y divide-line border-t border-line">
          {found.slice(0, MAX_SHOWN).map((one) => (
            <li key={one.id}>
              <Link
                to="/transactions"
                search={{ open: one.id }}
                className="flex min-h-9 items-center gap-3 py-1 hover:underline touch:min-h-11"
              >
                <span className="w-14 shrink-0 text-text-2">{dayShort(one.date, today)}</span>
                <span className="min-w-0 flex-1 truncate font-medium text-accent">
                  {nameOf(account, one)}
                </span>
                <Money amount={effectOn(account, one, currency)} currency={currency} variant="signed" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {(found.length === 0 || found.length > MAX_SHOWN) && (
        <p className="mt-1">
          <Link
            to="/transactions"
            search={{ account_id: account.id, date_from: days.from, date_to: days.to }}
            className="inline-flex min-h-6 items-center font-medium text-accent hover:underline touch:min-h-11"
          >
            {t('See all entries of these days')}
          </Link>
        </p>
      )}
    </>
  )
}
