import { TriangleAlert } from 'lucide-react'
import type { Account } from '../../contract/accounts.ts'
import type { ImportBalance, ImportLeftOut } from '../../contract/import-mapping.ts'
import { useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { dayInSentence, dayShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { counted } from '../ui/wording.ts'

/** Both ends of a file whose end agrees with the book, and whose start does not: the book's start follows from the end. */
export function AgreesPartly({
  account,
  balance,
  start,
  leftOut,
}: {
  account: Account
  balance: ImportBalance
  start: ImportBalance | null
  leftOut: ImportLeftOut | null
}) {
  const today = useToday()
  const { currency_id: currency } = balance
  const cell = 'py-1.5 pl-2 text-right'
  return (
    <Card className="flex max-w-[720px] items-start gap-3 border-warn px-4 py-3 text-table">
      <TriangleAlert size={16} className="mt-0.5 shrink-0 text-warn max-sm:hidden" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {account.name} has what your bank says at the end of {dayInSentence(balance.date, today)}, but not
          on the days before.
        </p>
        <p className="text-text-2">
          {leftOut ? (
            <>
              {counted(leftOut.count, 'row was', 'rows were')} left out,{' '}
              <Money amount={leftOut.amount ?? 0} currency={currency} variant="signed" /> together. What you
              said of the end stays true, so the start moved, and the days between differ. Import the file
              again to take them in.
            </>
          ) : (
            'Your book has entries that the file lacks. What you said of the end stays true, so the start moved.'
          )}
        </p>
        <table className="mt-2 w-full">
          <thead>
            <tr className="text-caption text-text-2">
              <th scope="col" className="sr-only">
                Day
              </th>
              {['Your bank', 'Your book'].map((head) => (
                <th key={head} scope="col" className={`${cell} font-normal`}>
                  {head}
                </th>
              ))}
              <th scope="col" className="sr-only">
                Your book has
              </th>
            </tr>
          </thead>
          <tbody>
            {[...(start ? [start] : []), balance].map(({ date, file, book, difference }) => (
              <tr key={date} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal text-text-2">
                  {dayShort(date, today)}
                </th>
                <td className={cell}>
                  <Money amount={file} currency={currency} />
                </td>
                <td className={cell}>
                  <Money amount={book} currency={currency} />
                </td>
                <td className={`${cell} font-medium`}>
                  {difference === 0 ? (
                    'agrees'
                  ) : (
                    <>
                      <Money amount={Math.abs(difference)} currency={currency} /> too{' '}
                      {difference < 0 ? 'much' : 'little'}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
