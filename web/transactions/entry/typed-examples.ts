import { t } from '../../../words/t.ts'
/**
 * Examples of lines for quick entry, and their results: for the help page, and held against the grammar by its test. They name accounts of
 * the book, as far as it has them.
 */
export const typedExamples = ([
  bank = t('bank [account in an example]'),
  savings = t('savings [account in an example]'),
]: readonly string[]): {
  typed: string
  becomes: string
}[] => [
  {
    typed: t('12.50 lunch'),
    becomes: t(
      'You spent 12.50 today, from your usual account. The category is the one that “lunch” had before.',
    ),
  },
  {
    typed: t('groceries 84.60 yesterday'),
    becomes: t(
      'The amount and the day can stand anywhere. Days: today, yesterday, Monday, 3 Nov, 2026-11-03.',
    ),
  },
  {
    typed: t('40 fuel from {account}', { account: bank }),
    becomes: t('“from” and an account: the money leaves that account.'),
  },
  {
    typed: t('got 2900 salary into {account}', { account: bank }),
    becomes: t('“got”, “received” or “earned”: money that came in.'),
  },
  {
    typed: t('refund 20 groceries'),
    becomes: t('“refund”: spending that came back. It lowers what you spent in its category.'),
  },
  {
    typed: t('moved 200 from {account} to {other}', { account: bank, other: savings }),
    becomes: t('A transfer between your own accounts: nothing is spent.'),
  },
  {
    typed: t('lent Sam 20'),
    becomes: t(
      'Sam owes you 20. “borrowed 20 from Sam” is the other way round; “Sam paid back 20” settles it.',
    ),
  },
  {
    typed: t('dinner 90 split with Sam and Mia'),
    becomes: t(
      'You paid 90. A third is your spending, and each of them owes you a third. @Sam @Mia says the same.',
    ),
  },
  {
    typed: t('9.99 music monthly'),
    becomes: t(
      '“monthly”, “weekly” or “yearly”: Florin asks whether it comes again, and makes it recurring.',
    ),
  },
  {
    typed: t('25 usd book'),
    becomes: t('Another currency. From a bank account, Florin asks what the bank took.'),
  },
  {
    typed: t('12.50 + 3.20 snacks'),
    becomes: t('A sum is added up.'),
  },
  {
    typed: t('18 museum #trip'),
    becomes: t('A tag, to find everything of a journey later.'),
  },
]
