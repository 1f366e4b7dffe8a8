import { Plus, Scale, Users } from 'lucide-react'
import { Suspense } from 'react'
import { listObligations } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { DownloadList } from '../api/DownloadList.tsx'
import { Loaded } from '../api/Loaded.tsx'
import { BookName } from '../page/BookName.tsx'
import { useBook, useToday } from '../page/me.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { useMay } from '../ui/rights.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { NobodyOwes } from './NobodyOwes.tsx'
import { OwedColumn, sideWords } from './OwedColumn.tsx'
import { type Debt, type DebtSide, onBalance, sumBase } from './owed.ts'
import { SettledLately } from './SettledLately.tsx'
import { useSheets } from './sheets.ts'

const OwedSheets = lazily(async () => (await import('./OwedSheets.tsx')).OwedSheets)

type Status = 'open' | 'settled' | 'all'

const statuses = (): { value: Status; label: string }[] => [
  { value: 'open', label: t('Open [not settled]') },
  { value: 'settled', label: t('Settled') },
  { value: 'all', label: t('All') },
]

/** Who owes whom, and how late. */
export function OwedPage() {
  const { search, filter, openLend } = useSheets()
  const isPhone = useIsPhone()
  const status: Status = search.status === 'settled' || search.status === 'all' ? search.status : 'open'
  const open = useEverything(listObligations, { query: { status: 'open' } })
  useShortcut('l', t('Lend or borrow'), () => openLend(), t('Owed'), useMay('write'))
  const choice = (
    <Segmented
      label={t('Which debts')}
      value={status}
      options={statuses()}
      onChange={(value) => filter({ status: value === 'open' ? undefined : value })}
      {...(isPhone && { className: 'mb-3 flex w-full' })}
    />
  )
  return (
    <>
      <PageHeading
        before={<BookName />}
        end={
          <>
            {!isPhone && choice}
            {!isPhone && (
              <ButtonLink to="/contacts" icon={<Users size={16} />}>
                {t('Contacts')}
              </ButtonLink>
            )}
            {!isPhone && <DownloadList route={listObligations} query={status === 'all' ? {} : { status }} />}
            {!isPhone && (
              <Button needs="write" onClick={() => openLend('paid-for-others')}>
                {t('Split a bill')}
              </Button>
            )}
            <Button needs="write" look="primary" icon={<Plus size={16} />} onClick={() => openLend()}>
              {t('Lend or borrow')}
            </Button>
          </>
        }
      >
        {t('Owed')}
      </PageHeading>
      {isPhone && status !== 'open' && choice}
      <Loaded query={open}>{(debts) => <Sides debts={debts} status={status} isPhone={isPhone} />}</Loaded>
      <Suspense>
        <OwedSheets />
      </Suspense>
    </>
  )
}

function Sides({ debts, status, isPhone }: { debts: Debt[]; status: Status; isPhone: boolean }) {
  const { openLend } = useSheets()
  const settled = useEverything(listObligations, { query: { status: 'settled' } })
  const latest = (settled.data ?? []).toSorted((a, b) =>
    (a.settled_at ?? '') < (b.settled_at ?? '') ? 1 : -1,
  )
  const isEmpty = debts.length === 0 && (status === 'open' || settled.data?.length === 0)
  const column = { all: debts, base: useBook().base_currency_id, today: useToday() }
  const of = (side: DebtSide) => ({
    side,
    ...column,
    open: status === 'settled' ? undefined : debts.filter(({ direction }) => direction === side),
    settled: status === 'open' ? undefined : latest.filter(({ direction }) => direction === side),
  })
  if (isEmpty)
    return (
      <>
        <NobodyOwes />
        {status === 'open' && (
          <SettledLately debts={latest} open={debts} today={column.today} className="mt-4" />
        )}
      </>
    )
  const balance = status !== 'settled' && <Balance debts={debts} base={column.base} />
  const lately = status === 'open' && <SettledLately debts={latest} open={debts} today={column.today} />
  if (isPhone)
    return (
      <div className="flex flex-col gap-3">
        <PhoneSides of={of} />
        {balance}
        {lately}
        <Button needs="write" onClick={() => openLend('paid-for-others')}>
          {t('Split a bill')}
        </Button>
        <ButtonLink to="/contacts" look="quiet" icon={<Users size={16} />}>
          {t('Contacts')}
        </ButtonLink>
      </div>
    )
  return (
    <div className="@container">
      <div className="grid items-start gap-4 @min-[38rem]:grid-cols-2">
        <OwedColumn {...of('receivable')} />
        <div className="flex min-w-0 flex-col gap-4">
          <OwedColumn {...of('payable')} />
          {balance}
          {lately}
        </div>
      </div>
    </div>
  )
}

type ColumnOf = (side: DebtSide) => Omit<Parameters<typeof OwedColumn>[0], 'isPhone'>

/** On a phone one side at a time. */
function PhoneSides({ of }: { of: ColumnOf }) {
  const { search, filter } = useSheets()
  const side: DebtSide = search.direction === 'payable' ? 'payable' : 'receivable'
  const base = useBook().base_currency_id
  const label = (one: DebtSide) => {
    const { open } = of(one)
    return (
      <span className="flex flex-wrap items-baseline justify-center gap-x-2 py-1">
        {sideWords[one]()}
        {open && <Money amount={sumBase(open, base)} currency={base} className="font-semibold" />}
      </span>
    )
  }
  return (
    <>
      <Segmented
        label={t('Side')}
        className="flex w-full"
        value={side}
        options={[
          { value: 'receivable', label: label('receivable') },
          { value: 'payable', label: label('payable') },
        ]}
        onChange={(value) => filter({ direction: value === 'payable' ? 'payable' : undefined })}
      />
      <OwedColumn key={side} {...of(side)} isPhone />
    </>
  )
}

function Balance({ debts, base }: { debts: readonly Debt[]; base: string }) {
  const of = (side: DebtSide) =>
    sumBase(
      debts.filter(({ direction }) => direction === side),
      base,
    )
  const net = of('receivable') - of('payable')
  return (
    <Card className="flex items-center gap-3 px-5 py-4 max-sm:px-4">
      <Scale size={18} aria-hidden className="shrink-0" />
      <div className="flex flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <p>
          {onBalance(net)}{' '}
          {net !== 0n && <Money amount={net < 0n ? -net : net} currency={base} className="font-semibold" />}
        </p>
        <span className="text-caption text-text-3">{t('counted in net worth')}</span>
      </div>
    </Card>
  )
}
