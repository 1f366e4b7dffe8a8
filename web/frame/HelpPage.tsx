import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { accounts, isMoney } from '../page/accounts.ts'
import { FIRST_CASH } from '../transactions/entry/book.ts'
import { typedExamples } from '../transactions/entry/typed-examples.ts'
import { Card, PageHeading } from '../ui/Card.tsx'
import { rich } from '../ui/rich.ts'

const words = (): readonly [word: string, meaning: string][] => [
  [t('Account'), t('A place where money is, or is owed: a bank account, cash, savings, a card, a loan.')],
  [t('Category'), t('What money was spent on, or came from. Budgets and most reports are by category.')],
  [
    t('Balance at the start'),
    t('What an account had before its first entry. If you said what you have today, it follows from that.'),
  ],
  [t('Transfer'), t('Money that moves between two of your own accounts. It is neither spent nor earned.')],
  [t('Owed'), t('What others owe you and what you owe others, by person.')],
  [
    t('Recurring'),
    t(
      'An entry that comes again: rent, salary, a subscription. Florin records it on its day, or reminds you.',
    ),
  ],
  [
    t('Carried over'),
    t('What was left of a budget last month, or spent too much, if that budget carries over.'),
  ],
  [
    t('Reconcile'),
    t('To tick what is on your bank’s statement until both agree. What is ticked is then locked.'),
  ],
  [t('Closed days'), t('Days up to which nothing can be changed any more, for instance after a tax year.')],
  [t('Rate'), t('What one currency was worth in another on a day. Florin never guesses one.')],
]

const answers = (): readonly [question: string, answer: ReactNode][] => [
  [
    t('I come from another program. What comes over?'),
    rich('See it for YNAB, Actual, GnuCash and others in <link>Moving from another program</link>.', {
      link: to('/moving'),
    }),
  ],
  [
    t('I entered something wrong. What now?'),
    rich(
      'Undo it: right after, with Undo in the message; later, in <link>Activity</link>, which has every change.',
      { link: to('/activity') },
    ),
  ],
  [
    t('I imported the wrong file.'),
    rich('An import is one change. Undo it in <link>Activity</link>, and all its entries are gone again.', {
      link: to('/activity'),
    }),
  ],
  [
    t('Why did the start of my account change?'),
    t(
      'You said what was on the account on a day. Entries before that day cannot change that figure, so they change what the account began with.',
    ),
  ],
  [
    t('My bank shows another balance than Florin.'),
    t(
      'Reconcile the account: open it, press Reconcile, and tick what is on the statement. What is missing, or there twice, is what remains.',
    ),
  ],
  [
    t('How do I split a bill with friends?'),
    t(
      'Enter what you paid, and add the people who have a share. Your own share is spending; theirs is owed to you.',
    ),
  ],
  [
    t('Why is the amount in my currency missing?'),
    rich(
      'A rate is missing. Enter it where you are asked for it, or let Florin fetch the daily rates in <link>Exchange rates</link>.',
      { link: to('/settings/rates') },
    ),
  ],
  [
    t('My salary comes on the 25th. Can months begin then?'),
    rich('Yes: beside the month on <budgets>Budgets</budgets>, or in <book>Book</book>.', {
      budgets: to('/budgets'),
      book: to('/settings/book'),
    }),
  ],
  [
    t('How do I get my data out?'),
    rich(
      '<book>Book</book> has the whole book as one file, and journals for other programs. Each list has its own download.',
      { book: to('/settings/book') },
    ),
  ],
  [
    t('Is anything ever lost?'),
    rich(
      'What is deleted is in the <link>Trash</link>, and can come back. Only “Delete for good” there removes it.',
      { link: to('/trash') },
    ),
  ],
  [
    t('Can I use Florin without a mouse?'),
    t('Yes. Press ? on any page to see its keys, and Ctrl K (⌘ K on a Mac) to search or go anywhere.'),
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
      <PageHeading>{t('Help')}</PageHeading>
      <div className="flex max-w-[860px] flex-col gap-4">
        <Part title={t('What you can type')}>
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
        <Part title={t('Answers')}>
          {answers().map(([question, answer]) => (
            <Entry key={question} name={question}>
              {answer}
            </Entry>
          ))}
        </Part>
        <Part title={t('Words')}>
          {words().map(([word, meaning]) => (
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
  <div className="grid grid-cols-1 gap-x-5 gap-y-0.5 border-t border-line pt-3 sm:grid-cols-[280px_1fr]">
    <dt className="font-medium break-words">{name}</dt>
    <dd className="text-text-2">{children}</dd>
  </div>
)

type HelpPlace = '/moving' | '/activity' | '/trash' | '/budgets' | '/settings/book' | '/settings/rates'

/** A link to a page around its words. */
const to = (place: HelpPlace) => (words: ReactNode) => (
  <Link to={place} className="font-medium text-accent hover:underline">
    {words}
  </Link>
)
