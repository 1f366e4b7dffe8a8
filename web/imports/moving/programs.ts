import type { ImportFormat } from '../../../contract/import-mapping.ts'

/** Programs that people move from, with how to get the file, what of it comes over, what stays behind, and how to check it. `docs/moving.md` has the same. */
export type Program = {
  /** The part of the address behind # that opens it. */
  readonly id: string
  readonly name: string
  readonly file: string
  /** How to get the file out of the program. */
  readonly steps: readonly string[]
  readonly over: readonly string[]
  readonly behind: readonly string[]
  readonly check: readonly string[]
  /** A file that may not say whose account it is of. */
  readonly isOfAccount?: true
  /** The format that no other program has. */
  readonly format?: ImportFormat
}

const balances = 'Florin puts the balance of each account in the file beside that of your book.'
const sums = 'Each account has the sum of its rows. Say what is in it today, and its start follows.'
const halves = 'Rows that wait are halves of transfers whose other half is missing, and hidden entries.'

const tracker = {
  over: [
    'Accounts with their transactions',
    'Categories, tags and notes',
    'Both halves of a transfer, as one',
  ],
  check: [sums, halves],
}

const journal = {
  over: [
    'Accounts with their types and currencies',
    'Transactions with all their postings, splits, tags and comments',
    'Expenses and income as categories in their groups',
    'Opening balances, and prices of currencies as exchange rates',
  ],
  check: [balances, 'Categories come to what your income statement says.'],
}

export const programs: readonly Program[] = [
  {
    id: 'actual',
    name: 'Actual',
    file: 'The zip of Export data',
    steps: ['In Actual: Settings, then Export data.', 'Choose the zip here as it is.'],
    over: [
      'Accounts, closed ones too, with splits and transfers',
      'Categories in their groups, and payees',
      'The budget of each month',
      'Schedules as recurring entries, and rules',
    ],
    behind: [
      'Rules and schedules that Florin cannot say: each is named',
      'Reports',
      'An account off budget counts here like any other',
    ],
    check: [balances, 'Open a month in Budgets beside the same month in Actual.'],
    format: 'actual',
  },
  {
    id: 'beancount',
    name: 'Beancount',
    file: 'The .beancount file',
    steps: [
      'Choose your ledger file here.',
      'If it includes others, run “bean-query FILE print” and save that as one file.',
    ],
    over: journal.over,
    behind: [
      'How many shares there are: the account has them at what they cost',
      'Plugins are not run, and prices of securities are not read',
      'Documents, events and queries',
    ],
    check: [...journal.check, 'Balance assertions that do not hold are named before anything is recorded.'],
  },
  {
    id: 'firefly-iii',
    name: 'Firefly III',
    file: 'The CSV file of its transactions',
    steps: ['In Firefly III: Options, then Export data.', 'Choose the file of transactions here.'],
    over: [
      'Accounts; loans, debts and mortgages as debts',
      'Both sides of each transaction, splits, foreign amounts',
      'Categories, tags, notes and opening balances',
      'The budget and the bill of a transaction, as tags',
    ],
    behind: [
      'Amounts of budgets and bills, which the file does not have',
      'Piggy banks, rules and recurring transactions',
      'Attachments',
    ],
    check: [balances, 'An account that began with nothing is not compared: look at it in both.'],
    format: 'firefly',
  },
  {
    id: 'gnucash',
    name: 'GnuCash',
    file: 'The .gnucash file, saved as XML',
    steps: [
      'In GnuCash: File, then Save As, with XML as the data format.',
      'Choose that file here, packed or not.',
    ],
    over: [
      'Accounts by their path, with type and currency',
      'Transactions with all their splits, notes and numbers',
      'Income and expense accounts as categories in groups',
      'Prices of currencies as exchange rates',
    ],
    behind: [
      'How many shares there are: the account has them at what they cost',
      'Scheduled transactions and budgets: each is named',
      'Invoices, customers and the like, which are counted',
    ],
    check: [balances, 'Fees and gains are in their categories, as in GnuCash’s income statement.'],
    format: 'gnucash',
  },
  {
    id: 'hledger',
    name: 'hledger',
    file: 'The journal',
    steps: [
      'Choose your journal here.',
      'If it includes others, run “hledger print” and save that as one file.',
    ],
    over: journal.over,
    behind: [
      'Virtual postings of envelopes: what they come to is named',
      'Shares and hours are not counted: an account has them at what they cost',
      'Periodic and automated transactions, and budgets',
    ],
    check: [...journal.check, '“hledger bal assets liabilities” is the list to compare.'],
    format: 'hledger',
  },
  {
    id: 'ledger',
    name: 'Ledger',
    file: 'The journal',
    steps: [
      'Choose your journal here.',
      'If it includes others, run “ledger print” and save that as one file.',
    ],
    over: journal.over,
    behind: [
      'Virtual postings of envelopes: what they come to is named',
      'Shares and hours are not counted: an account has them at what they cost',
      'Periodic and automated transactions, and budgets',
    ],
    check: [...journal.check, '“ledger bal Assets Liabilities” is the list to compare.'],
  },
  {
    id: 'lunch-money',
    name: 'Lunch Money',
    file: 'The CSV file of its transactions',
    steps: [
      'In Lunch Money: open Transactions, all months, then Export.',
      'Choose the file here, and say which amounts are spending.',
    ],
    over: [...tracker.over, 'Parts of a split'],
    behind: ['Budgets and rules', 'Balances from before the first row', 'Pending rows, which are named'],
    check: tracker.check,
  },
  {
    id: 'mint',
    name: 'Mint',
    file: 'transactions.csv',
    steps: ['Take the transactions.csv that you saved from Mint.', 'Choose it here.'],
    over: tracker.over,
    behind: [
      'Budgets and goals',
      'Balances from before the first row',
      'Several labels are one tag: blanks part them and are in them too',
    ],
    check: tracker.check,
  },
  {
    id: 'monarch',
    name: 'Monarch',
    file: 'The CSV file of its transactions',
    steps: ['In Monarch: Settings, Data, then Download transactions.', 'Choose the file here.'],
    over: tracker.over,
    behind: ['Budgets, goals and rules', 'Balances from before the first row', 'Attachments'],
    check: tracker.check,
  },
  {
    id: 'splitwise',
    isOfAccount: true,
    name: 'Splitwise',
    file: 'The spreadsheet of each group',
    steps: [
      'In Splitwise: open a group, then Export as spreadsheet.',
      'Choose the file here, with the account that you pay from.',
      'Say once which column is yours.',
    ],
    over: [
      'People as contacts',
      'What is between you and them, as debts and payments',
      'Your own share of each bill, by category',
    ],
    behind: [
      'What others owe each other, which is counted',
      'Who paid, where several people did',
      'Comments and receipts',
    ],
    check: [
      'The sum of what you owe and are owed is your total balance in the file’s last line.',
      'A bill that your bank’s file has too is there once.',
    ],
  },
  {
    id: 'ynab',
    name: 'YNAB',
    file: 'The zip with register and plan',
    steps: [
      'In YNAB: the menu with your plan’s name, then Export plan.',
      'Choose the zip here as it is: it has the register and the plan.',
    ],
    over: [
      'Accounts; cards as debts',
      'Transactions with splits, memos, and flags as tags; transfers once',
      'Categories in their groups, hidden ones as not in use',
      'What was assigned in each month, and what was carried over',
    ],
    behind: [
      'Targets and scheduled transactions, which the zip does not have',
      'Credit card payments as a category: paying a card is a transfer',
      'A loan is an account below zero until you say in Accounts that it is a debt',
      'Amounts below zero that were assigned: each is named',
    ],
    check: [balances, 'Open a month in Budgets beside the same month in YNAB.'],
    format: 'ynab',
  },
]

/** Files that no program is known by. */
export const otherFiles: readonly Program[] = [
  {
    id: 'spreadsheet',
    isOfAccount: true,
    name: 'A spreadsheet or another program',
    file: 'One table with a row for each transaction',
    steps: [
      'Save it as CSV or XLSX, with headings in the first line.',
      'Name the columns Date, Amount, Account, Category, Payee, Text, Tags and Notes, as far as you have them.',
      'Choose the file here. What a column means can be corrected.',
    ],
    over: [
      'A column Account makes the accounts, and Category the categories',
      'Amounts in one column with a minus, or in two for in and out',
      'Text, payee, tags and notes',
    ],
    behind: [
      'Formulas, colours, and sheets without days and amounts',
      'Budgets',
      'Anything that no column says',
    ],
    check: [
      'Florin asks what the file leaves open, as which of day and month is first.',
      'A column with the balance after each row proves every amount.',
      'Otherwise: each account has the sum of its rows. Say what is in it today.',
    ],
  },
  {
    id: 'bank',
    isOfAccount: true,
    name: 'Files of banks',
    file: 'CSV, XLSX, OFX, QFX, QIF, CAMT or MT940',
    steps: [
      'Export each account from your online bank, as far back as it goes.',
      'OFX, CAMT and MT940 say most; CSV works too.',
      'Choose the files here, also several in a zip.',
    ],
    over: [
      'Every booked entry with its text',
      'The balances that the file states',
      'A category, where words or shops tell it',
    ],
    behind: ['Entries that the bank has not booked yet', 'Securities of a depot'],
    check: [
      'Florin compares the bank’s balance with your book, and says where they differ.',
      'Files may overlap: what is here already is recognised.',
    ],
  },
]

const all = [...programs, ...otherFiles]

/** The program that an address names. */
export const programOf = (id: string | undefined): Program | undefined => all.find((one) => one.id === id)

/** The program whose format a file has. */
export const programOfFormat = (format: ImportFormat | null): Program | undefined =>
  all.find((one) => one.format !== undefined && one.format === format)
