import { useQuery } from '@tanstack/react-query'
import type { Transaction } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { accounts } from '../../page/accounts.ts'
import { Money } from '../../ui/Money.tsx'
import { minorOf, sumOf } from '../../ui/money.ts'

/** The postings of a transaction: the only place with debit and credit. */
export function InTheBooks({ transaction }: { transaction: Transaction }) {
  const { data: all } = useQuery(accounts)
  const { lines, base_currency_id: currency } = transaction
  const codeOf = (id: string) => all?.find((account) => account.id === id)?.code ?? ''
  const total = (side: 'debit_base' | 'credit_base') =>
    sumOf(
      lines.map((line) => line[side]),
      currency,
    )
  const figure = (amount: number) =>
    minorOf(amount, currency) === 0n ? null : <Money amount={amount} currency={currency} />
  return (
    <>
      <p className="mb-2 text-caption text-text-3">
        {t('How Florin wrote it down. Both columns are always equal.')}
      </p>
      <table className="w-full text-table">
        <thead>
          <tr className="text-caption text-text-3">
            <th scope="col" className="py-1.5 text-start font-normal">
              {t('Account')}
            </th>
            <th scope="col" className="py-1.5 text-end font-normal">
              {t('Debit')}
            </th>
            <th scope="col" className="py-1.5 text-end font-normal">
              {t('Credit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} className="border-t border-line">
              <td className="py-1.5 pe-2">
                <span className="text-text-3">{codeOf(line.account_id)}</span> {line.account_name}
                {line.currency_id !== currency && (
                  <span className="block text-caption text-text-3">
                    <Money amount={line.debit || line.credit} currency={line.currency_id} />
                  </span>
                )}
              </td>
              <td className="py-1.5 text-end align-top">{figure(line.debit_base)}</td>
              <td className="py-1.5 ps-3 text-end align-top">{figure(line.credit_base)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-line-2 font-semibold">
            <th scope="row">
              <span className="sr-only">{t('Sum')}</span>
            </th>
            <td className="pt-1.5 text-end">
              <span className="double-rule inline-block">
                <Money amount={total('debit_base')} currency={currency} />
              </span>
            </td>
            <td className="pt-1.5 ps-3 text-end">
              <span className="double-rule inline-block">
                <Money amount={total('credit_base')} currency={currency} />
              </span>
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  )
}
