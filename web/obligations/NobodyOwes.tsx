import { HandCoins } from 'lucide-react'
import { t } from '../../words/t.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Empty } from '../ui/States.tsx'
import { useSheets } from './sheets.ts'

/** The page of debts before there is one. */
export function NobodyOwes() {
  const { openLend } = useSheets()
  return (
    <Card>
      <Empty
        icon={<HandCoins size={20} />}
        title={t('Nobody owes anybody')}
        actions={
          <>
            <Button needs="write" look="primary" onClick={() => openLend()}>
              {t('Lend or borrow')}
            </Button>
            <Button needs="write" onClick={() => openLend('paid-for-others')}>
              {t('Split a bill')}
            </Button>
          </>
        }
      >
        {t('When you lend a friend 20, or someone pays for you, it shows here until it is settled.')}
      </Empty>
    </Card>
  )
}
