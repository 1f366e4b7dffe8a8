/**
 * Examples of lines for quick entry, and their results: for the help page, and held against the grammar by its test. They name accounts of
 * the book, as far as it has them.
 */
export const typedExamples = ([bank = 'bank', savings = 'savings']: readonly string[]): {
  typed: string
  becomes: string
}[] => [
  {
    typed: '12.50 lunch',
    becomes:
      'You spent 12.50 today, from your usual account. The category is the one that “lunch” had before.',
  },
  {
    typed: 'groceries 84.60 yesterday',
    becomes: 'The amount and the day can stand anywhere. Days: today, yesterday, Monday, 3 Nov, 2026-11-03.',
  },
  {
    typed: `40 fuel from ${bank}`,
    becomes: '“from” and an account: the money leaves that account.',
  },
  {
    typed: `got 2900 salary into ${bank}`,
    becomes: '“got”, “received” or “earned”: money that came in.',
  },
  {
    typed: `moved 200 from ${bank} to ${savings}`,
    becomes: 'A transfer between your own accounts: nothing is spent.',
  },
  {
    typed: 'lent Sam 20',
    becomes: 'Sam owes you 20. “borrowed 20 from Sam” is the other way round; “Sam paid back 20” settles it.',
  },
  {
    typed: 'dinner 90 split with Sam and Mia',
    becomes:
      'You paid 90. A third is your spending, and each of them owes you a third. @Sam @Mia says the same.',
  },
  {
    typed: '9.99 music monthly',
    becomes: '“monthly”, “weekly” or “yearly”: Florin asks whether it comes again, and makes it recurring.',
  },
  {
    typed: '25 usd book',
    becomes: 'Another currency. From a bank account, Florin asks what the bank took.',
  },
  {
    typed: '12.50 + 3.20 snacks',
    becomes: 'A sum is added up.',
  },
  {
    typed: '18 museum #trip',
    becomes: 'A tag, to find everything of a journey later.',
  },
]
