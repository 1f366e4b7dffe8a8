import { TriangleAlert } from 'lucide-react'
import type { Account } from '../../contract/accounts.ts'
import type { ImportBalance, ImportLeftOut } from '../../contract/import-mapping.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { dayInSentence, dayShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { NotInFile } from './NotInFile.tsx'
import type { FileDays } from './not-in-file.ts'
import { Apart } from './said/Apart.tsx'

/** Both ends of a file whose end agrees with the book, and whose start does not: the book's start follows from the end. */
export function AgreesPartly({
  account,
  balance,
  start,
  leftOut,
  days = null,
}: {
  account: Account
  balance: ImportBalance
  start: ImportBalance | null
  leftOut: ImportLeftOut | null
  /** The days of the file, where its entries can be told from others. */
  days?: FileDays | null
}) {
  const today = useToday()
  const { currency_id: currency } = balance
  const cell = 'py-1.5 ps-2 text-end'
  const verdict = (difference: number) =>
    difference === 0 ? t('agrees') : <Apart difference={difference} currency={currency} />
  return (
    <Card className="flex items-start gap-3 border-warn px-4 py-3 text-table">
      <TriangleAlert size={16} className="mt-0.5 shrink-0 text-warn max-sm:hidden" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {t('{account} ends as your bank says on {day}, but starts differently.', {
            account: account.name,
            day: dayInSentence(balance.date, today),
          })}
        </p>
        <p className="text-text-2">
          {leftOut
            ? rich(
                '{count, plural, one {# row of the file is not in your book ({amount}).} other {# rows of the file are not in your book ({amount} together).}} The end is fixed by the balance that you stated, so the start differs by that. Import the file again to add what is missing.',
                {
                  count: leftOut.count,
                  amount: <Money amount={leftOut.amount ?? 0} currency={currency} variant="signed" />,
                },
              )
            : t(
                'Your book has entries that are not in the file. The end is fixed by the balance that you stated, so the start differs by their sum.',
              )}
        </p>
        {!leftOut && days && <NotInFile account={account} days={days} currency={currency} />}
        <table className="mt-2 w-full">
          <thead>
            <tr className="text-caption text-text-2">
              <th scope="col" className="sr-only">
                {t('Day')}
              </th>
              {[t('Your bank'), t('Your book')].map((head) => (
                <th key={head} scope="col" className={`${cell} font-normal`}>
                  {head}
                </th>
              ))}
              <th scope="col" className="sr-only">
                {t('Your book has')}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...(start ? [start] : []), balance].map(({ date, file, book, difference }) => (
              <tr key={date} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal whitespace-nowrap text-text-2">
                  {dayShort(date, today)}
                  {/* On a phone there is no room beside the amounts. */}
                  <span aria-hidden className="block text-caption text-text sm:hidden">
                    {verdict(difference)}
                  </span>
                </th>
                <td className={cell}>
                  <Money amount={file} currency={currency} />
                </td>
                <td className={cell}>
                  <Money amount={book} currency={currency} />
                </td>
                <td className={`${cell} font-medium max-sm:sr-only`}>{verdict(difference)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
