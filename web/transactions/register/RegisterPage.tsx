import { useParams } from '@tanstack/react-router'
import { ArrowLeftRight, CheckCheck, FileUp, Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Account, getAccount, listAccountLines } from '../../../contract/accounts.ts'
import { t } from '../../../words/t.ts'
import { MoveMoney } from '../../accounts/MoveMoney.tsx'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { DropFiles } from '../../imports/DropFiles.tsx'
import { useImportFiles } from '../../imports/handover.ts'
import { useAddress } from '../../page/address.ts'
import { useBook } from '../../page/me.ts'
import { quickEntryOfPage } from '../../page/quick-entry-opening.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PageHeading } from '../../ui/Card.tsx'
import { StateButton, Values } from '../../values/Values.tsx'
import { QuickEntry } from '../entry/QuickEntry.tsx'
import { BalanceCard, LastStatement } from './BalanceCard.tsx'
import { currenciesOf, isOfMoney } from './lines.ts'
import { Register } from './Register.tsx'

/** An account: its balance, and every line behind it. */
export function RegisterPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useAsk(getAccount, { params: { id } })
  return <Loaded query={query}>{(account) => <AccountPage key={account.id} account={account} />}</Loaded>
}

const badge = 'rounded-[6px] bg-tile px-2 py-0.5 text-caption font-medium text-text-2'

/** One row on a phone too: there each icon stands above its word. */
const actions =
  'flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1 max-sm:*:flex-col max-sm:*:gap-1 max-sm:*:px-1 max-sm:*:py-1.5 max-sm:*:text-caption'

function AccountPage({ account }: { account: Account }) {
  const { search, filter } = useAddress()
  const { base_currency_id: base } = useBook()
  const currencies = currenciesOf(account, base)
  const currency =
    currencies.find((one) => one === search.currency_id?.toUpperCase()) ?? currencies[0] ?? base
  const params = { id: account.id }
  const isMoney = isOfMoney(account)
  const isThing = account.is_valued && account.type === 'asset'
  const isStated = isMoney && account.currency_id !== null && account.is_active && !account.deleted_at
  const [isMoving, setMoving] = useState(false)
  const importFiles = useImportFiles(account.id)
  return (
    <>
      <PageHeading
        title={account.name}
        end={
          <div data-wide className={actions}>
            {isStated && (account.is_valued || account.type === 'liability') && (
              <StateButton account={account} isFirst={account.is_valued} />
            )}
            {isMoney && (
              <Button needs="write" icon={<ArrowLeftRight size={15} />} onClick={() => setMoving(true)}>
                {t('Move money')}
              </Button>
            )}
            {isMoney && !isThing && (
              <>
                <ButtonLink
                  needs="write"
                  to="/accounts/$id/reconcile"
                  params={params}
                  icon={<CheckCheck size={15} />}
                >
                  {t('Reconcile [verb]')}
                </ButtonLink>
                <ButtonLink
                  needs="write"
                  to="/imports"
                  search={{ account_id: account.id }}
                  icon={<FileUp size={15} />}
                >
                  {t('Import [verb]')}
                </ButtonLink>
              </>
            )}
            {!account.deleted_at && (
              <ButtonLink
                needs="write"
                to="/accounts"
                search={{ open: account.id }}
                icon={<Settings2 size={15} />}
              >
                {t('Edit [verb]')}
              </ButtonLink>
            )}
          </div>
        }
      >
        <span className="truncate">{account.name}</span>
        {isThing && <span className={badge}>{t('a thing, not money')}</span>}
        {account.is_default && <span className={badge}>{t('default [account]')}</span>}
        {!account.is_active && <span className={badge}>{t('closed [account]')}</span>}
        {account.deleted_at && <span className={badge}>{t('in the trash [account]')}</span>}
      </PageHeading>
      {isMoney && !isThing && <DropFiles onFiles={importFiles} />}
      {isMoney && !isThing && account.is_active && (
        <QuickEntry accountId={account.id} inputRef={quickEntryOfPage} className="mb-4 max-sm:hidden" />
      )}
      {isMoney ? (
        <Values account={account} otherwise={<BalanceCard account={account} currency={currency} />}>
          {!isThing && <LastStatement account={account} currency={currency} />}
        </Values>
      ) : (
        <BalanceCard account={account} currency={currency} />
      )}
      <Folded account={account} isFolded={isThing}>
        <Register
          key={currency}
          account={account}
          currency={currency}
          currencies={currencies}
          onCurrency={(one) => filter({ currency_id: one === currencies[0] ? undefined : one })}
        />
      </Folded>
      {isMoving && <MoveMoney account={account} onClose={() => setMoving(false)} />}
    </>
  )
}

/** The lines of a thing, folded until there are two: with one, the stated values above say the same. */
function Folded({
  account: { id },
  isFolded,
  children,
}: {
  account: Account
  isFolded: boolean
  children: ReactNode
}) {
  const { data } = useAsk(listAccountLines, { params: { id }, query: { limit: 2 } })
  if (!isFolded || (data && data.data.length > 1)) return children
  return (
    data && (
      <details>
        <summary className="min-h-8 w-fit cursor-pointer text-table text-text-2 hover:text-text touch:min-h-11">
          {t('In the books')}
        </summary>
        <div className="mt-2">{children}</div>
      </details>
    )
  )
}
