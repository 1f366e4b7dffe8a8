import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronRight, HandCoins, Pencil, Printer } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Refused } from '../../contract/client.ts'
import { getContact } from '../../contract/contacts.ts'
import { getStatement, listObligations } from '../../contract/obligations.ts'
import type { Statement } from '../../contract/statement.ts'
import { comma, t } from '../../words/t.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { ContactSheet, GoneContact } from '../contacts/ContactSheet.tsx'
import { useBook, useMe, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { dayText } from '../ui/dates.ts'
import { Initials } from '../ui/Initials.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useIsPhone } from '../ui/media.ts'
import { AgeCard } from './AgeCard.tsx'
import { MessageCard } from './MessageCard.tsx'
import { isToPay, messageParts } from './message.ts'
import type { Debt } from './owed.ts'
import { PrintedStatement } from './PrintedStatement.tsx'
import { usePayTo } from './pay-to.ts'
import { StatementCard } from './StatementCard.tsx'
import { useSheets } from './sheets.ts'
import { netIn, statementCurrencies } from './statement.ts'

const OwedSheets = lazily(async () => (await import('./OwedSheets.tsx')).OwedSheets)

/** The statement of a contact. */
export function StatementPage() {
  const { id } = useParams({ from: '/signed-in/frame/contacts/$id' })
  const statement = useAsk(getStatement, { params: { id } })
  const debts = useEverything(listObligations, { query: { contact_id: id } })
  const isGone = statement.error instanceof Refused && statement.error.problem.code === 'not_found'
  if (statement.data && debts.data && !isGone)
    return <Shown key={id} statement={statement.data} debts={debts.data} />
  return (
    <>
      <PageHeading>{t('Contact')}</PageHeading>
      <Card>
        {isGone ? (
          <GoneContact id={id} />
        ) : (
          <Loaded query={statement}>{() => <Loaded query={debts}>{() => null}</Loaded>}</Loaded>
        )}
      </Card>
    </>
  )
}

function Shown({ statement, debts }: { statement: Statement; debts: Debt[] }) {
  const { search, filter, close } = useSheets()
  const navigate = useNavigate()
  const me = useMe()
  const { id: bookId, base_currency_id: base } = useBook()
  const payTo = usePayTo(bookId)
  const today = useToday()
  const isPhone = useIsPhone()
  const { contact } = statement
  const currencies = statementCurrencies(statement)
  const currency = currencies.find((one) => one === search.currency) ?? currencies[0] ?? base
  const isPaidToMe = isToPay(debts, base)
  const paragraphs = messageParts({ contact: contact.name, me: me.name, debts, base, today, payTo })
  const { data: whole } = useAsk(getContact, { params: { id: contact.id } })
  return (
    <>
      <div className="@container print:hidden">
        <Heading statement={statement} isPhone={isPhone} />
        <div className="grid items-start gap-4 @min-[58rem]:grid-cols-[1fr_366px]">
          <StatementCard
            statement={statement}
            debts={debts}
            currency={currency}
            currencies={currencies}
            today={today}
            onCurrency={(one) => filter({ currency: one === currencies[0] ? undefined : one })}
            buttons={isPhone && <HeadButtons statement={statement} />}
          />
          <div className="grid items-start gap-4 @min-[40rem]:grid-cols-2 @min-[58rem]:grid-cols-1">
            <AgeCard statement={statement} debts={debts} currency={currency} />
            <MessageCard
              paragraphs={paragraphs}
              subject={t('Where we stand, {day}', { day: dayText(today) })}
              email={whole?.email}
              bookId={bookId}
              isPaidToMe={isPaidToMe}
            />
          </div>
        </div>
      </div>
      <PrintedStatement
        statement={statement}
        debts={debts}
        currencies={currencies}
        today={today}
        me={me.name}
        status={search.status}
        payTo={isPaidToMe ? payTo : ''}
      />
      {search.edit && (
        <ContactSheet id={contact.id} onClose={close} onDeleted={() => void navigate({ to: '/contacts' })} />
      )}
      <Suspense>
        <OwedSheets />
      </Suspense>
    </>
  )
}

/** Buttons that stay together: on a phone a row of their own, as wide as the page. */
const Buttons = ({ children }: { children: ReactNode }) => (
  <span data-wide className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
    {children}
  </span>
)

/** Prints the statement, changes the contact, and records what pays it. */
function HeadButtons({ statement }: { statement: Statement }) {
  const { openEdit, openPayment, openLend } = useSheets()
  const { id } = statement.contact
  const nets = statement.currencies.map(({ currency_id }) => netIn(statement, currency_id))
  const doesOwe = nets.some((net) => net > 0n) || statement.receivable_base > 0
  const doOwe = statement.payable_base > 0
  return (
    <>
      <Buttons>
        <Button icon={<Printer size={16} />} onClick={() => window.print()}>
          {t('Print or PDF')}
        </Button>
        <Button needs="write" icon={<Pencil size={15} />} onClick={openEdit}>
          {t('Edit')}
        </Button>
      </Buttons>
      <Buttons>
        {doOwe && (
          <Button
            needs="write"
            look={doesOwe ? 'secondary' : 'primary'}
            onClick={() => openPayment('payable', id)}
          >
            {t('Pay')}
          </Button>
        )}
        {doesOwe && (
          <Button needs="write" look="primary" onClick={() => openPayment('receivable', id)}>
            {t('Got paid')}
          </Button>
        )}
        {!doesOwe && !doOwe && (
          <Button
            needs="write"
            look="primary"
            icon={<HandCoins size={16} />}
            onClick={() => openLend('lent', id)}
          >
            {t('Lend or borrow')}
          </Button>
        )}
      </Buttons>
    </>
  )
}

function Heading({ statement, isPhone }: { statement: Statement; isPhone: boolean }) {
  const { id, name } = statement.contact
  const contact = useAsk(getContact, { params: { id } })
  const { email, phone } = contact.data ?? {}
  const reach = [email, phone].filter(Boolean).join(comma())
  return (
    <PageHeading
      title={name}
      before={
        <nav
          aria-label={t('Where this is')}
          className="mb-2 flex items-center gap-1.5 text-table text-text-2"
        >
          <Link to="/obligations" className="hover:text-text hover:underline hover:underline-offset-2">
            {t('Owed')}
          </Link>
          <ChevronRight size={14} aria-hidden />
          <span aria-current="page">{name}</span>
        </nav>
      }
      end={!isPhone && <HeadButtons statement={statement} />}
    >
      <Initials name={name} size="lg" />
      <span>
        <span className="block">{name}</span>
        {reach && <span className="block text-table font-normal text-text-2">{reach}</span>}
      </span>
    </PageHeading>
  )
}
