import type { MoneyFlow } from '../../contract/flow.ts'
import { t } from '../../words/t.ts'
import { useIsPhone } from '../ui/media.ts'
import { symbolOf } from '../ui/money.ts'
import { percentText } from '../ui/percent.ts'
import { keyOf, shareOfIncome } from './flow-layout.ts'
import { AmountCell, dense, HeadCell, RowHead, TableScroll } from './table.tsx'

/** All flows as a table: each amount opens the list that proves it. */
export function FlowTable({
  flow: { nodes, links, income, base_currency_id: currency },
  openKey,
  onShow,
}: {
  flow: MoneyFlow
  openKey: string | undefined
  onShow: (key: string) => void
}) {
  const isPhone = useIsPhone()
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? ''
  return (
    <TableScroll label={t('Flows of money')}>
      <table className="w-full text-table">
        <caption className="sr-only">{t('Where money came from, and where it went')}</caption>
        <thead>
          <tr>
            <HeadCell isFirst>{t('From [a flow of money]')}</HeadCell>
            <th scope="col" className={`${dense} text-start font-medium text-text-2`}>
              {t('To [a flow of money]')}
            </th>
            <HeadCell>{t('in {currency}', { currency: symbolOf(currency) })}</HeadCell>
            {isPhone ? null : <HeadCell>{t('of the income')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {links.map((link) => {
            const key = keyOf(link)
            const share = shareOfIncome(link.amount, income)
            return (
              <tr key={key} className="border-t border-line">
                <RowHead>{nameOf(link.from)}</RowHead>
                <td className={`${dense} wrap-anywhere`}>{nameOf(link.to)}</td>
                <AmountCell
                  amount={link.amount}
                  currency={currency}
                  onOpen={link.explain === null ? undefined : () => onShow(key)}
                  isOpen={openKey === key}
                />
                {isPhone ? null : (
                  <td className={`${dense} pe-5 text-end text-text-2`}>
                    {share === undefined ? '–' : percentText(share)}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableScroll>
  )
}
