/** The ready-made set of categories and accounts that a new book can begin with. The welcome page shows it before it is added. */

const spending = [
  ...['Groceries', 'Eating out', 'Rent', 'Utilities', 'Phone and internet', 'Household', 'Transport', 'Car'],
  ...['Health', 'Clothing', 'Education', 'Children', 'Pets', 'Leisure', 'Travel', 'Subscriptions', 'Gifts'],
  ...['Insurance', 'Taxes', 'Bank fees', 'Other expenses'],
]
const earning = ['Salary', 'Interest', 'Gifts received', 'Other income']

export const starterCategories: readonly { name: string; kind: 'expense' | 'income' }[] = [
  ...spending.map((name) => ({ name, kind: 'expense' as const })),
  ...earning.map((name) => ({ name, kind: 'income' as const })),
]

/** Beside the accounts that every book starts with, Cash and Bank among them. They are kept in the base currency, and so is Bank from then on. */
export const starterAccounts: readonly { name: string; type: 'asset' | 'liability' }[] = [
  { name: 'Savings', type: 'asset' },
  { name: 'Credit card', type: 'liability' },
]
