import { Fragment } from 'react'
import type { MoneyFlow } from '../../contract/flow.ts'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { useIsPhone } from '../ui/media.ts'
import { sumOf, symbolOf } from '../ui/money.ts'
import { percentText } from '../ui/percent.ts'
import { type FlowLink, keyOf, shareOfIncome } from './flow-layout.ts'
import { AmountCell, dense, GroupHeadRow, HeadCell, RowHead, TableScroll } from './table.tsx'

/** All flows as a table, each group above its categories: each amount opens the list that proves it. */
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
  const total = nodes.find(({ kind }) => kind === 'total')?.id ?? ''
  const into = links.filter(({ to }) => to === total)
  const isKept = ({ to }: FlowLink) => nodes.some(({ id, kind }) => id === to && kind === 'kept')
  const out = links
    .filter(({ from }) => from === total)
    .toSorted((a, b) => Number(isKept(a)) - Number(isKept(b)))
  const columns = isPhone ? 2 : 3
  const cells = { currency, income, isPhone, openKey, onShow }
  return (
    <TableScroll label={t('Flows of money')}>
      <table className="w-full text-table">
        <caption className="sr-only">{t('Where money came from, and where it went')}</caption>
        <thead>
          <tr>
            <HeadCell isFirst>{t('in {currency}', { currency: symbolOf(currency) })}</HeadCell>
            <HeadCell>{t('Amount')}</HeadCell>
            {isPhone ? null : <HeadCell>{t('of the income')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          <GroupHeadRow columns={columns}>{t('Where it came from')}</GroupHeadRow>
          {into.map((link) => (
            <Row key={keyOf(link)} {...cells} link={link} name={nameOf(link.from)} />
          ))}
          <Row
            {...cells}
            name={nameOf(total)}
            amount={sumOf(
              into.map(({ amount }) => amount),
              currency,
            )}
          />
        </tbody>
        <tbody>
          <GroupHeadRow columns={columns}>{t('Where it went')}</GroupHeadRow>
          {out.map((link) => {
            const members = links.filter(({ from }) => from === link.to)
            return (
              <Fragment key={keyOf(link)}>
                <Row {...cells} link={link} name={nameOf(link.to)} isStrong={members.length > 0} />
                {members.map((member) => (
                  <Row key={keyOf(member)} {...cells} link={member} name={nameOf(member.to)} isMember />
                ))}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** A flow, or the sum of those above. */
function Row({
  name,
  link,
  amount = link?.amount ?? 0,
  currency,
  income,
  isPhone,
  openKey,
  onShow,
  isStrong = false,
  isMember = false,
}: {
  name: string
  link?: FlowLink
  amount?: number | bigint
  currency: string
  income: number
  isPhone: boolean
  openKey: string | undefined
  onShow: (key: string) => void
  isStrong?: boolean
  /** Whether it is a part of the group above. */
  isMember?: boolean
}) {
  const key = link && keyOf(link)
  const share = link && shareOfIncome(link.amount, income)
  return (
    <tr className={classes('border-t', link ? 'border-line' : 'border-text')}>
      <RowHead isStrong={isStrong || !link}>
        <bdi className={classes('block', isMember && 'ps-4 text-text-2')}>{name}</bdi>
      </RowHead>
      <AmountCell
        amount={amount}
        currency={currency}
        isStrong={isStrong || !link}
        isFinal={!link}
        onOpen={key === undefined || link?.explain === null ? undefined : () => onShow(key)}
        isOpen={key !== undefined && openKey === key}
      />
      {isPhone ? null : (
        <td className={`${dense} pe-5 text-end text-text-2`}>
          {share === undefined ? '' : percentText(share)}
        </td>
      )}
    </tr>
  )
}
