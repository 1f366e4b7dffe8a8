import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accounts, isMoney } from '../page/accounts.ts'
import { FIRST_CASH } from '../transactions/entry/book.ts'
import { typedExamples } from '../transactions/entry/typed-examples.ts'
import { Card, PageHeading } from '../ui/Card.tsx'

const words: readonly [word: string, meaning: string][] = [
  ['Account', 'A place where money is, or is owed: a bank account, cash, savings, a card, a loan.'],
  ['Category', 'What money was spent on, or came from. Budgets and most reports are by category.'],
  [
    'Balance at the start',
    'What an account had before its first entry. If you said what you have today, it follows from that.',
  ],
  ['Transfer', 'Money that moves between two of your own accounts. It is neither spent nor earned.'],
  ['Owed', 'What others owe you and what you owe others, by person.'],
  [
    'Recurring',
    'An entry that comes again: rent, salary, a subscription. Florin records it on its day, or reminds you.',
  ],
  ['Carried over', 'What was left of a budget last month, or spent too much, if that budget carries over.'],
  ['Reconcile', 'To tick what is on your bank’s statement until both agree. What is ticked is then locked.'],
  ['Closed days', 'Days up to which nothing can be changed any more, for instance after a tax year.'],
  ['Rate', 'What one currency was worth in another on a day. Florin never guesses one.'],
]

const answers: readonly [question: string, answer: ReactNode][] = [
  [
    'I come from another program. What comes over?',
    <>
      See it for YNAB, Actual, GnuCash and others in <To to="/moving">Moving from another program</To>.
    </>,
  ],
  [
    'I entered something wrong. What now?',
    <>
      Undo it: right after, with Undo in the message; later, in <To to="/activity">Activity</To>, which has
      every change.
    </>,
  ],
  [
    'I imported the wrong file.',
    <>
      An import is one change. Undo it in <To to="/activity">Activity</To>, and all its entries are gone
      again.
    </>,
  ],
  [
    'Why did the start of my account change?',
    'You said what was on the account on a day. Entries before that day cannot change that figure, so they change what the account began with.',
  ],
  [
    'My bank shows another balance than Florin.',
    'Reconcile the account: open it, press Reconcile, and tick what is on the statement. What is missing, or there twice, is what remains.',
  ],
  [
    'How do I split a bill with friends?',
    'Enter what you paid, and add the people who have a share. Your own share is spending; theirs is owed to you.',
  ],
  [
    'Why is the amount in my currency missing?',
    <>
      A rate is missing. Enter it where you are asked for it, or let Florin fetch the daily rates in{' '}
      <To to="/settings/rates">Exchange rates</To>.
    </>,
  ],
  [
    'My salary comes on the 25th. Can months begin then?',
    <>
      Yes: beside the month on <To to="/budgets">Budgets</To>, or in <To to="/settings/book">Book</To>.
    </>,
  ],
  [
    'How do I get my data out?',
    <>
      <To to="/settings/book">Book</To> has the whole book as one file, and journals for other programs. Each
      list has its own download.
    </>,
  ],
  [
    'Is anything ever lost?',
    <>
      What is deleted is in the <To to="/trash">Trash</To>, and can come back. Only “Delete for good” there
      removes it.
    </>,
  ],
  [
    'Can I use Florin without a mouse?',
    'Yes. Press ? on any page to see its keys, and Ctrl K (⌘ K on a Mac) to search or go anywhere.',
  ],
]

/** Quick entry’s grammar, the words that Florin uses, and answers. */
export const HelpPage = () => {
  const { data: all = [] } = useQuery(accounts)
  const names = all
    .filter((account) => isMoney(account) && account.code !== FIRST_CASH)
    .map(({ name }) => name)
  return (
    <>
      <PageHeading>Help</PageHeading>
      <div className="flex max-w-[860px] flex-col gap-4">
        <Part title="What you can type">
          {typedExamples(names).map(({ typed, becomes }) => (
            <Entry
              key={typed}
              name={
                <code className="rounded-[5px] bg-tile box-decoration-clone px-1.5 py-0.5 font-sans font-medium">
                  {typed}
                </code>
              }
            >
              {becomes}
            </Entry>
          ))}
        </Part>
        <Part title="Answers">
          {answers.map(([question, answer]) => (
            <Entry key={question} name={question}>
              {answer}
            </Entry>
          ))}
        </Part>
        <Part title="Words">
          {words.map(([word, meaning]) => (
            <Entry key={word} name={word}>
              {meaning}
            </Entry>
          ))}
        </Part>
      </div>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="p-4 sm:p-5">
    <h2 className="text-body font-semibold">{title}</h2>
    <dl className="mt-3 flex flex-col gap-3">{children}</dl>
  </Card>
)

const Entry = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="grid gap-x-5 gap-y-0.5 border-t border-line pt-3 sm:grid-cols-[280px_1fr]">
    <dt className="font-medium break-words">{name}</dt>
    <dd className="text-text-2">{children}</dd>
  </div>
)

type HelpPlace = '/moving' | '/activity' | '/trash' | '/budgets' | '/settings/book' | '/settings/rates'

function To({ to, children }: { to: HelpPlace; children: ReactNode }) {
  return (
    <Link to={to} className="font-medium text-accent hover:underline">
      {children}
    </Link>
  )
}
