import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleDashed, TriangleAlert } from 'lucide-react'
import type { Import } from '../../../contract/imports.ts'
import { t } from '../../../words/t.ts'
import { accounts } from '../../page/accounts.ts'
import { useBook, useToday } from '../../page/me.ts'
import { Card, CardHeading } from '../../ui/Card.tsx'
import { dayShort } from '../../ui/dates.ts'
import { Money } from '../../ui/Money.tsx'
import { Apart } from '../said/Apart.tsx'
import { LeftBehind } from './LeftBehind.tsx'
import { behind, type ComparedAccount, comparedAccounts, comparedWords } from './moved.ts'
import { programOfFormat } from './programs.ts'

/** With more accounts than this, those that agree are folded. */
const MAX_OPEN = 12

/** The end of an import from another program: whether every account has what the file says, and what stayed behind. */
export function MovedCard({ file }: { file: Import }) {
  const { data: all = [] } = useQuery(accounts)
  const compared = comparedAccounts(file, all, useBook().base_currency_id)
  const apart = compared.some(({ difference }) => difference !== 0)
  const isStated = compared.some(({ file: stated }) => stated !== null)
  const folded = compared.length > MAX_OPEN ? compared.filter(({ difference }) => difference === 0) : []
  const program = programOfFormat(file.format)
  const stays = behind(file.brings).length > 0
  return (
    <>
      {compared.length > 0 && (
        <Card aria-label={t('Accounts beside the file')} className="p-5 max-sm:p-4">
          <div className="flex items-center gap-2.5">
            {apart ? (
              <TriangleAlert size={18} className="shrink-0 text-warn" aria-hidden />
            ) : isStated ? (
              <Check size={18} className="shrink-0 text-in" aria-hidden />
            ) : (
              <CircleDashed size={18} className="shrink-0 text-text-2" aria-hidden />
            )}
            <CardHeading>{comparedWords(compared)}</CardHeading>
          </div>
          <Table rows={compared.filter((one) => !folded.includes(one))} />
          {folded.length > 0 && (
            <details className="group mt-2">
              <summary className="flex min-h-9 cursor-pointer items-center text-table font-medium text-accent touch:min-h-11">
                <span className="group-open:hidden">
                  {t('{count, plural, one {Show the other #} other {Show the other #}}', {
                    count: folded.length,
                  })}
                </span>
                <span className="hidden group-open:inline">{t('Hide them')}</span>
              </summary>
              <Table rows={folded} />
            </details>
          )}
        </Card>
      )}
      <Card aria-label={t('What stayed behind')} className="p-5 max-sm:p-4">
        <CardHeading
          end={
            program && (
              <Link
                to="/moving"
                hash={program.id}
                className="text-table font-medium text-accent hover:underline"
              >
                {t('Moving from {program}', { program: program.name })}
              </Link>
            )
          }
        >
          {stays ? t('Stayed behind, or came otherwise') : (rowsLeft(file) ?? t('Nothing was left behind'))}
        </CardHeading>
        {stays ? (
          <div className="mt-1.5">
            <LeftBehind brings={file.brings} />
          </div>
        ) : (
          <p className="mt-1 text-table text-text-2">
            {rowsLeft(file)
              ? t(
                  'Everything else that the file has came over. Choose the file once more to decide about them.',
                )
              : t('Everything that the file has came over.')}
          </p>
        )}
      </Card>
    </>
  )
}

/** The rows that are neither recorded nor in the book; undefined without any. */
function rowsLeft({ left_out }: Import): string | undefined {
  const count = left_out.reduce((sum, one) => sum + one.count, 0)
  return count === 0 ? undefined : leftOutText(count)
}

const leftOutText = (count: number): string =>
  t('{count, plural, one {# row was left out} other {# rows were left out}}', { count })

const Table = ({ rows }: { rows: readonly ComparedAccount[] }) => {
  if (rows.length === 0) return null
  return (
    <table className="mt-3 w-full text-table">
      <thead>
        <tr className="text-caption text-text-2">
          <th scope="col" className="pb-1.5 text-start font-normal">
            {t('Account')}
          </th>
          <th scope="col" className="pb-1.5 text-end font-normal max-sm:hidden">
            {t('In the file')}
          </th>
          <th scope="col" className="pb-1.5 ps-3 text-end font-normal">
            {t('In your book')}
          </th>
          <th scope="col" className="w-28 pb-1.5 ps-3 text-end font-normal max-sm:w-20">
            <span className="sr-only">{t('Agrees')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <Line key={`${one.id} ${one.currency}`} {...one} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ id, name, currency, file, book, difference, date, left }: ComparedAccount) {
  const today = useToday()
  const cell = 'py-2 ps-3 text-end align-top'
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 text-start align-top font-medium wrap-anywhere">
        <Link to="/accounts/$id" params={{ id }} className="hover:underline">
          {name}
        </Link>
        {difference !== 0 && (
          <span className="block font-normal text-text-2">
            {left
              ? leftOutText(left.count)
              : date && t('at the end of {day}', { day: dayShort(date, today) })}
          </span>
        )}
      </th>
      <td className={`${cell} max-sm:hidden`}>
        {file === null ? (
          <span className="text-text-3">{t('not said')}</span>
        ) : (
          <Money amount={file} currency={currency} />
        )}
      </td>
      <td className={cell}>
        <Money amount={book} currency={currency} />
      </td>
      <td className={cell}>
        {difference !== 0 ? (
          <span className="font-medium text-warn">
            <Apart difference={difference} currency={currency} />
          </span>
        ) : file === null ? (
          <span className="text-text-3 sm:sr-only">{t('not said')}</span>
        ) : (
          <span className="inline-flex items-center gap-1 text-in">
            <Check size={14} aria-hidden /> {t('agrees')}
          </span>
        )}
      </td>
    </tr>
  )
}
