/** Words of statements and of names of accounts that are about one's own money, in English. */
export const en = {
  /** A bank machine: money becomes cash. Words joined by + count together. */
  withdrawal: 'atm cashpoint cash+withdrawal cash+machine',
  /** Rows about the machine that are no money from it. */
  fee: 'fee fees charge surcharge commission',
  cash: 'cash wallet purse',
  saved: 'savings saving',
}
