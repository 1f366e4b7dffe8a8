import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportRow, RowChange } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { AccountPicker } from '../accounts/AccountPicker.tsx'
import { CategoryPicker } from '../categories/CategoryPicker.tsx'
import { accounts } from '../page/accounts.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { DebtChoice } from './DebtChoice.tsx'
import type { DecisionNames } from './decisions.ts'
import { decision, type What, whatCanBe, whatIs, whatWords } from './goes-to.ts'
import { OtherAmount } from './OtherAmount.tsx'
import { hasDetails, RowDetails } from './RowDetails.tsx'
import { DaysOfShop } from './ShopName.tsx'
import { linesOf } from './shops.ts'

type Decided = (rows: readonly ImportRow[], change: RowChange, names: DecisionNames) => void

/** Asks what a row is, or several rows are: choosing is the answer. */
export function RowPopup({
  rows,
  isAmount = false,
  onDecide,
  onSigns,
  onClose,
}: {
  rows: readonly ImportRow[]
  /** Whether the account of the transfer is right, and only its amount there is asked. */
  isAmount?: boolean | undefined
  onDecide: Decided
  /** Goes to where the signs of the file are turned, if they can be. */
  onSigns?: (() => void) | undefined
  onClose: () => void
}) {
  const first = rows[0]
  const { data: all } = useQuery(accounts)
  const [otherId, setOther] = useState(isAmount ? first?.draft?.other_account_id : undefined)
  const other = all?.find(({ id }) => id === otherId)
  const [isDetailed, setDetailed] = useState(false)
  const [what, setWhat] = useState<What>(() => (first ? whatIs(first) : 'spent'))
  if (!first) return null
  const can = [...new Set(rows.flatMap(({ amount }) => whatCanBe(amount)))]
  // Of rows with money in and money out, the choice counts for those that it fits.
  const meant = rows.filter(({ amount }) => whatCanBe(amount).includes(what))
  const answer = (id: string, names: DecisionNames, amount?: number) =>
    onDecide(meant, decision(first, what, id, amount), names)
  const { draft } = first
  const title =
    rows.length === 1
      ? first.text || t('What is it?')
      : t('{count, plural, one {What are these # rows?} other {What are these # rows?}}', {
          count: rows.length,
        })
  if (isDetailed && hasDetails(rows))
    return (
      <Popup title={title} onClose={onClose}>
        <RowDetails
          draft={rows[0].draft}
          onSave={(changed, names) => onDecide(rows, { draft: changed }, names)}
          onBack={() => setDetailed(false)}
        />
      </Popup>
    )
  return (
    <Popup
      title={title}
      onClose={onClose}
      foot={
        hasDetails(rows) && (
          <Button look="quiet" onClick={() => setDetailed(true)}>
            {t('Words, person and tags')}
          </Button>
        )
      }
    >
      {rows.length === 1 ? <Facts row={first} /> : <FactsOfShop rows={rows} />}
      <Segmented
        label={t('What is it?')}
        className="flex max-sm:flex-wrap"
        value={what}
        options={can.map((value) => ({ value, label: whatWords[value]() }))}
        onChange={setWhat}
      />
      <p className="mt-1.5 mb-4 text-caption text-text-2">
        {onSigns && rows.length === 1 && (
          <>
            {(first.amount ?? 0) < 0
              ? t('The file says that it left the account.')
              : t('The file says that it came in.')}{' '}
            <button
              type="button"
              onClick={onSigns}
              className="min-h-6 rounded-[4px] text-accent hover:underline touch:min-h-11"
            >
              {t('Wrong way round? Change it for the whole file')}
            </button>
          </>
        )}
      </p>
      {meant.length < rows.length && (
        <p className="mb-3 text-caption text-text-2">
          {t('{count, plural, one {This is for # of the rows.} other {This is for # of the rows.}}', {
            count: meant.length,
          })}
        </p>
      )}
      {what === 'moved' && other?.currency_id ? (
        <OtherAmount
          account={other}
          currencyId={other.currency_id}
          isOut={(first.amount ?? 0) < 0}
          onAmount={(amount) => answer(other.id, { other_account_name: other.name }, amount)}
          onBack={() => setOther(undefined)}
        />
      ) : what === 'moved' ? (
        <AccountPicker
          key={what}
          label={(first.amount ?? 0) < 0 ? t('Moved to') : t('Moved from')}
          value={draft?.other_account_id ?? null}
          accepts={({ id }) => id !== first.account_id}
          onChange={(account) => {
            // A row says how much left its account, but not how much arrived in another currency.
            const isForeign = account.currency_id !== null && account.currency_id !== first.currency_id
            if (isForeign && rows.length === 1) setOther(account.id)
            else answer(account.id, { other_account_name: account.name })
          }}
          onClose={onClose}
          isInline
        />
      ) : what === 'debt' ? (
        <DebtChoice
          row={first}
          onChange={({ id, name }) => answer(id, { obligation_name: name })}
          onClose={onClose}
        />
      ) : (
        <CategoryPicker
          key={what}
          label={what === 'refund' ? t('Refund of') : t('Category')}
          kind={what === 'got' ? 'income' : 'expense'}
          value={draft?.category_id ?? null}
          onChange={({ id, name }) => answer(id, { category_name: name })}
          onClose={onClose}
          isInline
        />
      )}
    </Popup>
  )
}

/** The name, the days and the sum of rows that are all of one shop. */
function FactsOfShop({ rows }: { rows: readonly ImportRow[] }) {
  const today = useToday()
  const [line, ...others] = linesOf(rows, 'shop', new Set(), new Set())
  if (!line?.shop || others.length > 0 || line.row.currency_id === null) return null
  return (
    <p className="-mt-2 mb-4 flex flex-wrap gap-x-3 text-table text-text-2">
      <span>{line.row.payee}</span>
      <span>
        <DaysOfShop shop={line.shop} today={today} />
      </span>
      <Money
        amount={line.shop.sum}
        currency={line.row.currency_id}
        variant="signed"
        className="font-medium text-text"
      />
    </p>
  )
}

function Facts({ row }: { row: ImportRow }) {
  const today = useToday()
  return (
    <p className="-mt-2 mb-4 flex flex-wrap gap-x-3 text-table text-text-2">
      {row.date && <span>{dayShort(row.date, today)}</span>}
      {row.amount !== null && row.currency_id && (
        <Money
          amount={row.amount}
          currency={row.currency_id}
          variant="signed"
          className="font-medium text-text"
        />
      )}
      {row.account_name && <span>{row.account_name}</span>}
      <span>
        {row.part === undefined
          ? t('line {line} of the file', { line: row.line })
          : t('line {line} of {part}', { line: row.line, part: row.part })}
      </span>
    </p>
  )
}
