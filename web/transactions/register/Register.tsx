import { Search as SearchIcon, X } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type Account, listAccountLines } from '../../../contract/accounts.ts'
import { t } from '../../../words/t.ts'
import { usePages } from '../../api/ask.ts'
import { DownloadList } from '../../api/DownloadList.tsx'
import { Loaded } from '../../api/Loaded.tsx'
import { useAddress } from '../../page/address.ts'
import { useBook } from '../../page/me.ts'
import { useShortcut } from '../../page/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { inputClasses, Switch } from '../../ui/Field.tsx'
import { Money } from '../../ui/Money.tsx'
import { currencyName, symbolOf } from '../../ui/money.ts'
import { rich } from '../../ui/rich.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { Empty } from '../../ui/States.tsx'
import { stored } from '../../ui/stored.ts'
import { atStart } from '../title.ts'
import { billsOf, singly } from './bills.ts'
import { isOfMoney } from './lines.ts'
import { OpenLine } from './OpenLine.tsx'
import { RegisterList } from './RegisterList.tsx'
import { filterWords, linesText } from './register-filters.ts'

/** The filters of a register, under the API's names. */
const filters = ['q', 'date_from', 'date_to', 'side', 'known_at', 'reconciliation_id'] as const

/** More than a bill can have, so that a page has at least one whole bill. */
const LINES = 250

const ledger = stored('florin.ledger-columns')

/** The lines of an account in one currency, with their filters. */
export function Register({
  account,
  currency,
  currencies,
  onCurrency,
}: {
  account: Account
  currency: string
  currencies: readonly string[]
  onCurrency: (currency: string) => void
}) {
  const { search, filter } = useAddress()
  const { base_currency_id: base } = useBook()
  const [isLedger, setLedger] = useState(() => ledger.get() === 'on')
  const { q, date_from, date_to, side, known_at, reconciliation_id } = search
  const isFiltered = filters.some((name) => search[name] !== undefined)
  const query = usePages(listAccountLines, {
    params: { id: account.id },
    query: {
      q,
      date_from,
      date_to,
      side,
      known_at,
      reconciliation_id,
      currency_id: currency,
      limit: LINES,
      ...(isFiltered ? { include: 'total,sum' } : {}),
    },
  })
  const meta = query.pages?.[0]?.meta
  const isMoney = isOfMoney(account)
  const { pages, hasNextPage } = query
  const bills = useMemo(() => {
    const lines = pages?.flatMap(({ data }) => data)
    return lines && (isMoney ? billsOf(lines, hasNextPage) : singly(lines))
  }, [pages, isMoney, hasNextPage])
  const lines = linesText((isMoney ? bills?.length : meta?.total) ?? 0, hasNextPage && isMoney)
  const clear = () => filter(Object.fromEntries(filters.map((name) => [name, undefined])))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {currencies.length > 1 && (
          <Segmented
            label={t('Currency')}
            value={currency}
            onChange={onCurrency}
            options={currencies.map((one) => ({
              value: one,
              label: `${symbolOf(one)} ${atStart(currencyName(one))}`,
            }))}
          />
        )}
        <SearchBox value={q ?? ''} onChange={(text) => filter({ q: text || undefined })} />
        {filterWords(search, account.type).map((words) => (
          <span key={words} className="rounded-control bg-tile px-2.5 py-1 text-table">
            {words}
          </span>
        ))}
        {isFiltered && (
          <Button look="quiet" icon={<X size={15} />} onClick={clear}>
            {t('Clear [verb]')}
          </Button>
        )}
        {isFiltered && meta?.total !== undefined && meta.total > 0 && (
          <p role="status" className="text-table text-text-2">
            {meta.sum_base === undefined
              ? lines
              : rich('{lines}, together {amount}', {
                  lines,
                  amount: <Money amount={meta.sum_base} currency={base} />,
                })}
          </p>
        )}
        <DownloadList
          className="ms-auto"
          route={listAccountLines}
          params={{ id: account.id }}
          query={{ q, date_from, date_to, side, known_at, reconciliation_id, currency_id: currency }}
        />
        {isMoney && (
          <Switch
            checked={isLedger}
            onChange={(event) => {
              setLedger(event.target.checked)
              ledger.set(event.target.checked ? 'on' : null)
            }}
            className="max-sm:hidden"
          >
            {t('Ledger columns')}
          </Switch>
        )}
      </div>
      <Card>
        <Loaded query={{ data: bills, error: query.error, refetch: query.refetch as never }} rows={8}>
          {(all) =>
            all.length > 0 ? (
              <RegisterList
                bills={all}
                account={account}
                isLedger={isLedger || !isMoney}
                isComplete={!hasNextPage}
                onEnd={() => {
                  if (hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
                }}
              />
            ) : isFiltered ? (
              <Empty
                title={t('Nothing matches')}
                actions={<Button onClick={clear}>{t('Clear filters')}</Button>}
              />
            ) : (
              <Empty title={t('Nothing has happened here yet')}>
                {account.is_valued
                  ? t('Money that is moved to {account}, and the changes of its value, are listed here.', {
                      account: account.name,
                    })
                  : t(
                      'What you spend from {account}, or get on it, is listed here with the balance after it.',
                      { account: account.name },
                    )}
              </Empty>
            )
          }
        </Loaded>
      </Card>
      <OpenLine lines={bills?.map(({ line }) => line) ?? []} />
    </>
  )
}

const SEARCH_MS = 150

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const deferred = useDeferredValue(text)
  const [field, setField] = useState<HTMLInputElement | null>(null)
  useShortcut('/', t('Search this account'), () => field?.focus())
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts a search.
  useEffect(() => {
    if (deferred === value) return undefined
    const timer = setTimeout(() => onChange(deferred), SEARCH_MS)
    return () => clearTimeout(timer)
  }, [deferred])
  return (
    <span className="relative w-56 max-sm:min-w-48 max-sm:flex-1">
      <SearchIcon
        size={15}
        className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-text-3"
      />
      <input
        ref={setField}
        type="search"
        aria-label={t('Search this account')}
        placeholder={t('Search this account')}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${inputClasses} border-line ps-9`}
      />
    </span>
  )
}
