/** Files of the corpus that are not read as they are meant yet, and the fault. A file that becomes right fails its test until it is taken out here. */
export const known: Readonly<Record<string, string>> = {
  'BE-bnp-fortis.csv': 'a direct debit that was refused ("Geweigerd") is a row',
  'BR-bancodobrasil.csv': 'the closing balance, S A L D O, is a row',
  'BR-nubank-card.csv': 'purchases without a minus are money in, though a payment has one',
  'CA-desjardins-no-headings.csv': 'asks for the column of the amount, though the balances prove it',
  'CA-rbc-two-currencies.csv':
    'asks for the column of the amount; two columns hold the amounts of two currencies',
  'CA-td-no-headings.csv': 'asks for the column of the amount, though the balances prove it',
  'CH-ubs-card.csv':
    'the amount in the currency of the shop, though debit and credit are there; a payment is money out',
  'CH-yuh-two-currencies.csv': 'the currency beside debit is not read',
  'CH-zkb-konto.csv': 'the parts of an entry, without a day, are rows that need attention',
  'CN-alipay.csv': 'asks for the sign, though 支出 and 收入 say it',
  'CZ-airbank.csv':
    'asks for the column of the amount, though one of them is that of the account; the fee is left out',
  'DE-card-purchases-positive.csv': 'asks for the sign, though a payment has the only minus',
  'DE-deutschebank-english.csv': 'the line of the closing balance is a row that needs attention',
  'DE-deutschebank-giro.csv': 'the line of the closing balance is a row that needs attention',
  'DE-sparkasse-camt.csv': 'an entry that is not booked yet ("Umsatz vorgemerkt") is a row',
  'DE-volksbank-soll-haben.csv': 'opening and closing balance below the table are rows',
  'FR-lcl-closing-line.csv': 'the balance in the last line is a row',
  'GR-alpha-sign-column.csv': 'asks for the sign, though Χ and Π say it',
  'IN-card-cr-suffix.csv':
    'a column that has only CR says nothing of the other rows, so that purchases are money in',
  'LT-swedbank.csv': 'opening balance, turnover and closing balance are rows',
  'LV-swedbank.csv': 'opening balance, turnover and closing balance are rows',
  'NL-abnamro-tab.tab': 'asks for column and sign, though the balances before and after prove both',
  'NL-asn-no-headings.csv': 'asks for column and sign, though the balances before prove both',
  'PL-santander-preamble-row.csv':
    'asks for column and sign: the first line has the balances of the whole file',
  'RO-ing-continuation.csv': '"Sold initial" and "Sold final" are rows that need attention',
  'RU-tinkoff.csv': 'a payment that failed is a row',
  'UA-monobank.csv': 'the currency of the shop beside the amount in the currency of the card',
  'UK-barclaycard-no-headings.csv':
    'two columns of money without headings are money out and money in, in silence; the first has payments, with a minus',
  'UK-johnlewis-card.csv': 'a pending row is left out',
  'XX-balance-contradicts.csv': 'asks for column and sign, though the balances prove the other column',
  'XX-day-order-monthly.csv': 'days that follow each other are preferred, and nobody is asked',
  'XX-day-order-open-month.csv': 'days that follow each other are preferred, and nobody is asked',
  'XX-day-order-open.csv': 'days that follow each other are preferred, and nobody is asked',
  'XX-qif-day-order-open.qif': 'days that follow each other are preferred, and nobody is asked',
  'XX-quoted-lines.csv': 'lines that are quoted as a whole are no table',
  'XX-two-amounts-open.csv': 'one of two possible columns is taken, and nobody is asked',
  'ZA-capitec-fee.csv': 'the running number and the number of the account are balance and amount, as proven',
}
