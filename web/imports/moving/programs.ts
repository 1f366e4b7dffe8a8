import type { ImportFormat } from '../../../contract/import-mapping.ts'
import { t } from '../../../words/t.ts'

/** Programs that people move from, with how to get the file, what of it comes over, what stays behind, and how to check it. `docs/moving.md` has the same. */
export type Program = {
  /** The part of the address behind # that opens it. */
  readonly id: string
  readonly name: string
  /** A file that may not say whose account it is of. */
  readonly isOfAccount?: true
  /** The format that no other program has. */
  readonly format?: ImportFormat
} & ProgramWords

type ProgramWords = {
  readonly file: string
  /** How to get the file out of the program. */
  readonly steps: readonly string[]
  readonly over: readonly string[]
  readonly behind: readonly string[]
  readonly check: readonly string[]
}

/** A program whose words are said each time they are read, in the language of that moment. */
const program = (
  { name, ...fixed }: Omit<Program, keyof ProgramWords | 'name'> & { name: string | (() => string) },
  words: () => ProgramWords,
): Program => ({
  ...fixed,
  get name() {
    return typeof name === 'string' ? name : name()
  },
  get file() {
    return words().file
  },
  get steps() {
    return words().steps
  },
  get over() {
    return words().over
  },
  get behind() {
    return words().behind
  },
  get check() {
    return words().check
  },
})

const balances = () => t('Florin puts the balance of each account in the file beside that of your book.')
const sums = () => t('Each account has the sum of its rows. Say what is in it today, and its start follows.')
const halves = () =>
  t('Rows that wait are halves of transfers whose other half is missing, and hidden entries.')

const tracker = () => ({
  over: [
    t('Accounts with their transactions'),
    t('Categories, tags and notes'),
    t('Both halves of a transfer, as one'),
  ],
  check: [sums(), halves()],
})

const journal = () => ({
  over: [
    t('Accounts with their types and currencies'),
    t('Transactions with all their postings, splits, tags and comments'),
    t('Expenses and income as categories in their groups'),
    t('Opening balances, and prices of currencies as exchange rates'),
  ],
  check: [balances(), t('Categories come to what your income statement says.')],
})

export const programs: readonly Program[] = [
  program({ id: 'actual', name: 'Actual', format: 'actual' }, () => ({
    file: t('The zip of Export data'),
    steps: [t('In Actual: Settings, then Export data.'), t('Choose the zip here as it is.')],
    over: [
      t('Accounts, closed ones too, with splits and transfers'),
      t('Categories in their groups, and payees'),
      t('The budget of each month'),
      t('Schedules as recurring entries, and rules'),
    ],
    behind: [
      t('Rules and schedules that Florin cannot say: each is named'),
      t('Reports'),
      t('An account off budget counts here like any other'),
    ],
    check: [balances(), t('Open a month in Budgets beside the same month in Actual.')],
  })),
  program({ id: 'beancount', name: 'Beancount' }, () => ({
    file: t('The .beancount file'),
    steps: [
      t('Choose your ledger file here.'),
      t('If it includes others, run “bean-query FILE print” and save that as one file.'),
    ],
    over: journal().over,
    behind: [
      t('How many shares there are: the account has them at what they cost'),
      t('Plugins are not run, and prices of securities are not read'),
      t('Documents, events and queries'),
    ],
    check: [
      ...journal().check,
      t('Balance assertions that do not hold are named before anything is recorded.'),
    ],
  })),
  program({ id: 'firefly-iii', name: 'Firefly III', format: 'firefly' }, () => ({
    file: t('The CSV file of its transactions'),
    steps: [t('In Firefly III: Options, then Export data.'), t('Choose the file of transactions here.')],
    over: [
      t('Accounts; loans, debts and mortgages as debts'),
      t('Both sides of each transaction, splits, foreign amounts'),
      t('Categories, tags, notes and opening balances'),
      t('The budget and the bill of a transaction, as tags'),
    ],
    behind: [
      t('Amounts of budgets and bills, which the file does not have'),
      t('Piggy banks, rules and recurring transactions'),
      t('Attachments'),
    ],
    check: [balances(), t('An account that began with nothing is not compared: look at it in both.')],
  })),
  program({ id: 'gnucash', name: 'GnuCash', format: 'gnucash' }, () => ({
    file: t('The .gnucash file, saved as XML'),
    steps: [
      t('In GnuCash: File, then Save As, with XML as the data format.'),
      t('Choose that file here, packed or not.'),
    ],
    over: [
      t('Accounts by their path, with type and currency'),
      t('Transactions with all their splits, notes and numbers'),
      t('Income and expense accounts as categories in groups'),
      t('Prices of currencies as exchange rates'),
    ],
    behind: [
      t('How many shares there are: the account has them at what they cost'),
      t('Scheduled transactions and budgets: each is named'),
      t('Invoices, customers and the like, which are counted'),
    ],
    check: [balances(), t('Fees and gains are in their categories, as in GnuCash’s income statement.')],
  })),
  program({ id: 'hledger', name: 'hledger', format: 'hledger' }, () => ({
    file: t('The journal'),
    steps: [
      t('Choose your journal here.'),
      t('If it includes others, run “hledger print” and save that as one file.'),
    ],
    over: journal().over,
    behind: [
      t('Virtual postings of envelopes: what they come to is named'),
      t('Shares and hours are not counted: an account has them at what they cost'),
      t('Periodic and automated transactions, and budgets'),
    ],
    check: [...journal().check, t('“hledger bal assets liabilities” is the list to compare.')],
  })),
  program({ id: 'ledger', name: 'Ledger' }, () => ({
    file: t('The journal'),
    steps: [
      t('Choose your journal here.'),
      t('If it includes others, run “ledger print” and save that as one file.'),
    ],
    over: journal().over,
    behind: [
      t('Virtual postings of envelopes: what they come to is named'),
      t('Shares and hours are not counted: an account has them at what they cost'),
      t('Periodic and automated transactions, and budgets'),
    ],
    check: [...journal().check, t('“ledger bal Assets Liabilities” is the list to compare.')],
  })),
  program({ id: 'lunch-money', name: 'Lunch Money' }, () => ({
    file: t('The CSV file of its transactions'),
    steps: [
      t('In Lunch Money: open Transactions, all months, then Export.'),
      t('Choose the file here, and say which amounts are spending.'),
    ],
    over: [...tracker().over, t('Parts of a split')],
    behind: [
      t('Budgets and rules'),
      t('Balances from before the first row'),
      t('Pending rows, which are named'),
    ],
    check: tracker().check,
  })),
  program({ id: 'mint', name: 'Mint' }, () => ({
    file: 'transactions.csv',
    steps: [t('Take the transactions.csv that you saved from Mint.'), t('Choose it here.')],
    over: tracker().over,
    behind: [
      t('Budgets and goals'),
      t('Balances from before the first row'),
      t('Several labels are one tag: blanks part them and are in them too'),
    ],
    check: tracker().check,
  })),
  program({ id: 'monarch', name: 'Monarch' }, () => ({
    file: t('The CSV file of its transactions'),
    steps: [t('In Monarch: Settings, Data, then Download transactions.'), t('Choose the file here.')],
    over: tracker().over,
    behind: [t('Budgets, goals and rules'), t('Balances from before the first row'), t('Attachments')],
    check: tracker().check,
  })),
  program({ id: 'splitwise', name: 'Splitwise', isOfAccount: true }, () => ({
    file: t('The spreadsheet of each group'),
    steps: [
      t('In Splitwise: open a group, then Export as spreadsheet.'),
      t('Choose the file here, with the account that you pay from.'),
      t('Say once which column is yours.'),
    ],
    over: [
      t('People as contacts'),
      t('What is between you and them, as debts and payments'),
      t('Your own share of each bill, by category'),
    ],
    behind: [
      t('What others owe each other, which is counted'),
      t('Who paid, where several people did'),
      t('Comments and receipts'),
    ],
    check: [
      t('The sum of what you owe and are owed is your total balance in the file’s last line.'),
      t('A bill that your bank’s file has too is there once.'),
    ],
  })),
  program({ id: 'ynab', name: 'YNAB', format: 'ynab' }, () => ({
    file: t('The zip with register and plan'),
    steps: [
      t('In YNAB: the menu with your plan’s name, then Export plan.'),
      t('Choose the zip here as it is: it has the register and the plan.'),
    ],
    over: [
      t('Accounts; cards as debts'),
      t('Transactions with splits, memos, and flags as tags; transfers once'),
      t('Categories in their groups, hidden ones as not in use'),
      t('What was assigned in each month, and what was carried over'),
    ],
    behind: [
      t('Targets and scheduled transactions, which the zip does not have'),
      t('Credit card payments as a category: paying a card is a transfer'),
      t('A loan is an account below zero until you say in Accounts that it is a debt'),
      t('Amounts below zero that were assigned: each is named'),
    ],
    check: [balances(), t('Open a month in Budgets beside the same month in YNAB.')],
  })),
]

/** Files that no program is known by. */
export const otherFiles: readonly Program[] = [
  program(
    { id: 'spreadsheet', name: () => t('A spreadsheet or another program'), isOfAccount: true },
    () => ({
      file: t('One table with a row for each transaction'),
      steps: [
        t('Save it as CSV or XLSX, with headings in the first line.'),
        t(
          'Name the columns Date, Amount, Account, Category, Payee, Text, Tags and Notes, as far as you have them.',
        ),
        t('Choose the file here. What a column means can be corrected.'),
      ],
      over: [
        t('A column Account makes the accounts, and Category the categories'),
        t('Amounts in one column with a minus, or in two for in and out'),
        t('Text, payee, tags and notes'),
      ],
      behind: [
        t('Formulas, colours, and sheets without days and amounts'),
        t('Budgets'),
        t('Anything that no column says'),
      ],
      check: [
        t('Florin asks what the file leaves open, as which of day and month is first.'),
        t('A column with the balance after each row proves every amount.'),
        t('Otherwise: each account has the sum of its rows. Say what is in it today.'),
      ],
    }),
  ),
  program({ id: 'bank', name: () => t('Files of banks'), isOfAccount: true }, () => ({
    file: t('CSV, XLSX, OFX, QFX, QIF, CAMT or MT940'),
    steps: [
      t('Export each account from your online bank, as far back as it goes.'),
      t('OFX, CAMT and MT940 say most; CSV works too.'),
      t('Choose the files here, also several in a zip.'),
    ],
    over: [
      t('Every booked entry with its text'),
      t('The balances that the file states'),
      t('A category, where words or shops tell it'),
    ],
    behind: [t('Entries that the bank has not booked yet'), t('Securities of a depot')],
    check: [
      t('Florin compares the bank’s balance with your book, and says where they differ.'),
      t('Files may overlap: what is here already is recognised.'),
    ],
  })),
]

const all = [...programs, ...otherFiles]

/** The program that an address names. */
export const programOf = (id: string | undefined): Program | undefined => all.find((one) => one.id === id)

/** The program whose format a file has. */
export const programOfFormat = (format: ImportFormat | null): Program | undefined =>
  all.find((one) => one.format !== undefined && one.format === format)
