import type { MoneyFlow } from '../../contract/flow.ts'
import { useIsPhone } from '../ui/media.ts'
import { symbolOf } from '../ui/money.ts'
import { flowShares, keyOf } from './flow-layout.ts'
import { percentText } from './percent.ts'
import { AmountCell, dense, HeadCell, RowHead, TableScroll } from './table.tsx'

/** All flows as a table: each amount opens the list that proves it. */
export function FlowTable({
  flow: { nodes, links, base_currency_id: currency },
  openKey,
  onShow,
}: {
  flow: MoneyFlow
  openKey: string | undefined
  onShow: (key: string) => void
}) {
  const isPhone = useIsPhone()
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? ''
  const shares = flowShares(links, currency)
  return (
    <TableScroll label="Flows of money">
      <table className="w-full text-table">
        <caption className="sr-only">Where money came from, and where it went</caption>
        <thead>
          <tr>
            <HeadCell isFirst>From</HeadCell>
            <th scope="col" className={`${dense} text-left font-medium text-text-2`}>
              To
            </th>
            <HeadCell>{`in ${symbolOf(currency)}`}</HeadCell>
            {isPhone ? null : <HeadCell>of all</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {links.map((link) => {
            const key = keyOf(link)
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
                  <td className={`${dense} pr-5 text-right text-text-2`}>
                    {percentText((shares.get(key) ?? 0) / 1000)}
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
