import { Link, useParams } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type Account, getAccount } from '../../contract/accounts.ts'
import {
  getReconciliation,
  listReconciliations,
  type ReconciliationSummary,
} from '../../contract/reconciliations.ts'
import { t } from '../../words/t.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { AgreesPartly } from '../imports/AgreesPartly.tsx'
import { useAddress } from '../page/address.ts'
import { useBook } from '../page/me.ts'
import { currenciesOf, isOfMoney } from '../transactions/register/lines.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { currencyName, symbolOf } from '../ui/money.ts'
import { useMay } from '../ui/rights.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Empty } from '../ui/States.tsx'
import { EarlierStatements } from './EarlierStatements.tsx'
import { type LastFile, proofOf, useLastFile } from './last-file.ts'
import { NewStatement } from './NewStatement.tsx'
import { Ticking } from './Ticking.tsx'
import { saidThrough } from './ticking.ts'

/** The name of a currency where it stands alone. */
const labelOf = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** Compares an account with the statement of a bank, line by line, until nothing differs. */
export function ReconcilePage() {
  const { id = '' } = useParams({ strict: false })
  const query = useAsk(getAccount, { params: { id } })
  return <Loaded query={query}>{(account) => <Reconciling key={account.id} account={account} />}</Loaded>
}

function Reconciling({ account }: { account: Account }) {
  const { search, filter } = useAddress()
  const { base_currency_id: base } = useBook()
  const currencies = currenciesOf(account, base)
  const currency =
    currencies.find((one) => one === search.currency_id?.toUpperCase()) ?? currencies[0] ?? base
  const query = useEverything(listReconciliations, { params: { id: account.id } })
  const { isLoading, last } = useLastFile(account, currency)
  const mayWrite = useMay('write')
  return (
    <>
      <PageHeading
        title={t('Reconcile {account}', { account: account.name })}
        before={
          <nav
            aria-label={t('Where this is')}
            className="mb-1 flex items-center gap-1 text-table text-text-2"
          >
            <Link to="/accounts/$id" params={{ id: account.id }} className="hover:underline">
              {account.name}
            </Link>
            <ChevronRight size={14} aria-hidden />
            <span>{t('Reconcile')}</span>
          </nav>
        }
        end={
          currencies.length > 1 && (
            <Segmented
              label={t('Currency')}
              value={currency}
              onChange={(one) => filter({ currency_id: one === currencies[0] ? undefined : one })}
              options={currencies.map((one) => ({
                value: one,
                label: `${symbolOf(one)} ${labelOf(currencyName(one))}`,
              }))}
            />
          )
        }
      >
        {t('Reconcile {account}', { account: account.name })}
      </PageHeading>
      {isOfMoney(account) ? (
        <Loaded query={query}>
          {(all) => {
            const own = all.filter((one) => one.currency_id === currency)
            const open = own.find(({ status }) => status === 'open')
            const finished = own.filter(({ status }) => status === 'finished')
            return (
              <>
                {last?.differs && (
                  <div className="mb-4">
                    <AgreesPartly {...last.differs} />
                  </div>
                )}
                {!mayWrite ? (
                  <p className="mb-4 text-table text-text-2">
                    {t('An owner or an editor of the book compares it with the bank’s statements.')}
                  </p>
                ) : open ? (
                  <OpenOne key={open.id} account={account} id={open.id} first={finished.at(-1)} from={last} />
                ) : isLoading ? null : (
                  <NewStatement
                    key={currency}
                    account={account}
                    currency={currency}
                    last={finished[0]}
                    from={last}
                  />
                )}
                <EarlierStatements account={account} finished={finished} isOneOpen={open !== undefined} />
              </>
            )
          }}
        </Loaded>
      ) : (
        <Card>
          <Empty
            title={t('No bank sends statements of {account}', { account: account.name })}
            actions={
              <ButtonLink to="/accounts/$id" params={{ id: account.id }}>
                {t('Back to {account}', { account: account.name })}
              </ButtonLink>
            }
          />
        </Card>
      )}
    </>
  )
}

function OpenOne({
  account,
  id,
  first,
  from,
}: {
  account: Account
  from: LastFile | undefined
  id: string
  /** The first statement that was finished. */
  first: ReconciliationSummary | undefined
}) {
  const { base_currency_id: base } = useBook()
  const query = useAsk(getReconciliation, { params: { id: account.id, reconciliation_id: id } })
  return (
    <Loaded query={query}>
      {(one) => (
        <Ticking
          account={account}
          reconciliation={one}
          saidThrough={saidThrough(account, first ?? one, base)}
          isFirst={first === undefined}
          proof={proofOf(one, from)}
        />
      )}
    </Loaded>
  )
}
