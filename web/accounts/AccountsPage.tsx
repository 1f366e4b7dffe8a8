import { useQuery } from '@tanstack/react-query'
import { Plus, Wallet } from 'lucide-react'
import type { Account } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { Loaded } from '../api/Loaded.tsx'
import { accounts, isCredit, isMoney, isThing } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { Button } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { Empty } from '../ui/States.tsx'
import { BetweenPeople, Group, Totals } from './AccountGroup.tsx'
import { AccountSheet, NewAccountSheet } from './AccountSheet.tsx'

const isOut = (account: Account) =>
  !account.is_active && !account.is_system && (account.type === 'asset' || account.type === 'liability')
const isClaim = (account: Account) => account.is_claim && !account.is_system && account.is_active

const groups = [
  { label: () => t('Cash and banks'), holds: isMoney },
  { label: () => t('Cards and loans'), holds: isCredit },
  { label: () => t('Things'), holds: isThing },
  { label: () => t('Owed to you'), holds: isClaim },
  { label: () => t('Not in use'), holds: isOut },
] as const

/** Every account with its balance. */
export function AccountsPage() {
  const { search, open, filter } = useAddress()
  const query = useQuery(accounts)
  const opened = query.data?.find(({ id }) => id === search.open)
  const close = () => filter({ open: undefined })
  const add = () => open({ open: 'new' })
  return (
    <>
      <PageHeading
        end={
          <Button needs="write" look="primary" icon={<Plus size={16} />} onClick={add}>
            {t('New account')}
          </Button>
        }
      >
        {t('Accounts')}
      </PageHeading>
      <Loaded query={query} rows={8}>
        {(all) =>
          groups.every(({ holds }) => !all.some(holds)) ? (
            <Card>
              <Empty
                icon={<Wallet size={20} />}
                title={t('There is no account')}
                actions={
                  <Button needs="write" look="primary" onClick={add}>
                    {t('New account')}
                  </Button>
                }
              >
                {t('Cash, a bank account, a card: whatever you pay with.')}
              </Empty>
            </Card>
          ) : (
            <div className="flex flex-col gap-4">
              <Totals all={all} />
              {groups.map(({ label, holds }) => (
                <Group
                  key={label()}
                  label={label()}
                  list={all.filter(holds)}
                  openId={opened?.id}
                  onEdit={(id) => open({ open: id })}
                />
              ))}
              <BetweenPeople all={all} />
            </div>
          )
        }
      </Loaded>
      {search.open === 'new' && <NewAccountSheet onClose={close} />}
      {opened && <AccountSheet key={opened.id} account={opened} onClose={close} />}
    </>
  )
}
