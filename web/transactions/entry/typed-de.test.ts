import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedRows, readRows, type TypedRow } from './typed-lines.ts'

const sam = 'Sam Okafor'

const rows: TypedRow[] = [
  // Ausgaben
  [
    '12,50 Mittagessen',
    { kind: 'spent', amount: '12.50 EUR', category: 'Eating out', memo: 'Mittagessen' },
    'Ausgabe 12,50 € für Auswärts essen von Bargeld heute „Mittagessen“',
  ],
  ['12,50€ döner', { kind: 'spent', amount: '12.50 EUR', category: 'Eating out', memo: 'döner' }],
  ['Kaffee 3,-', { kind: 'spent', amount: '3.00 EUR', category: 'Eating out', memo: 'Kaffee' }],
  [
    'gestern 84,60 lebensmittel',
    { kind: 'spent', amount: '84.60 EUR', category: 'Groceries', day: '2026-11-14' },
    'Ausgabe 84,60 € für Lebensmittel von Bargeld gestern',
  ],
  ['890 Miete bezahlt', { kind: 'spent', amount: '890.00 EUR', category: 'Rent' }],
  ['50 € für Lebensmittel ausgegeben', { kind: 'spent', amount: '50.00 EUR', category: 'Groceries' }],
  ['Schuhe gekauft 60', { kind: 'spent', amount: '60.00 EUR', category: 'Clothing', memo: 'Schuhe' }],
  ['Taxi zurück 20', { kind: 'spent', amount: '20.00 EUR', category: 'Transport', memo: 'Taxi zurück' }],
  [
    'Pizza 12 mit Käse und Salami',
    { kind: 'spent', amount: '12.00 EUR', category: 'Eating out', memo: 'Pizza mit Käse und Salami' },
  ],
  ['12,50 + 3,20 Snacks', { kind: 'spent', amount: '15.70 EUR', category: 'Eating out', memo: 'Snacks' }],
  ['25 usd Buch', { kind: 'spent', amount: '25.00 USD', category: 'Leisure', memo: 'Buch' }],
  ['30 Franken Fahrkarte', { kind: 'spent', amount: '30.00 CHF', category: 'Transport', memo: 'Fahrkarte' }],
  [
    '18 Museum #reise',
    { kind: 'spent', amount: '18.00 EUR', category: 'Leisure', tags: ['reise'], memo: 'Museum' },
  ],
  // Konten
  [
    '40 Benzin von Girokonto',
    { kind: 'spent', amount: '40.00 EUR', category: 'Car', account: 'Bank', memo: 'Benzin' },
    'Ausgabe 40,00 € für Auto von Girokonto heute „Benzin“',
  ],
  [
    '40 tanken mit der Kreditkarte',
    { kind: 'spent', amount: '40.00 EUR', category: 'Car', account: 'Credit card', memo: 'tanken' },
  ],
  // Tage
  [
    'Einkauf 60 am Freitag',
    { kind: 'spent', amount: '60.00 EUR', category: 'Groceries', day: '2026-11-13', memo: 'Einkauf' },
    'Ausgabe 60,00 € für Lebensmittel von Bargeld am 13. November „Einkauf“',
  ],
  [
    '45 Rewe letzten Montag',
    { kind: 'spent', amount: '45.00 EUR', category: 'Groceries', day: '2026-11-09', memo: 'Rewe' },
  ],
  [
    'vorgestern Taxi 15',
    { kind: 'spent', amount: '15.00 EUR', category: 'Transport', day: '2026-11-13', memo: 'Taxi' },
  ],
  [
    'am 3. November Zahnarzt 80',
    { kind: 'spent', amount: '80.00 EUR', category: 'Health', day: '2026-11-03', memo: 'Zahnarzt' },
  ],
  [
    'Zahnarzt 80 3. März',
    { kind: 'spent', amount: '80.00 EUR', category: 'Health', day: '2026-03-03', memo: 'Zahnarzt' },
  ],
  [
    'am 12. Schuhe 60',
    { kind: 'spent', amount: '60.00 EUR', category: 'Clothing', day: '2026-11-12', memo: 'Schuhe' },
  ],
  [
    'Miete 890 am 1.11. überwiesen',
    { kind: 'spent', amount: '890.00 EUR', category: 'Rent', day: '2026-11-01' },
  ],
  [
    'Fr. 12 Pizza',
    { kind: 'spent', amount: '12.00 EUR', category: 'Eating out', day: '2026-11-13', memo: 'Pizza' },
  ],
  ['so ein Pulli 30', { kind: 'spent', amount: '30.00 EUR', category: 'Clothing', memo: 'so ein Pulli' }],
  // Einnahmen
  [
    'bekommen 2900 Gehalt auf Girokonto',
    { kind: 'got', amount: '2900.00 EUR', category: 'Salary', account: 'Bank' },
    'Einnahme 2.900,00 € als Gehalt auf Girokonto heute',
  ],
  ['2.900,00 Gehalt bekommen', { kind: 'got', amount: '2900.00 EUR', category: 'Salary' }],
  // Umbuchungen
  [
    '200 von Girokonto auf Sparkonto',
    { kind: 'moved', amount: '200.00 EUR', account: 'Bank', to: 'Savings' },
    'Umbuchung 200,00 € von Girokonto auf Sparkonto heute',
  ],
  [
    '200 vom Girokonto auf das Sparkonto umgebucht',
    { kind: 'moved', amount: '200.00 EUR', account: 'Bank', to: 'Savings' },
  ],
  ['500 aufs Sparkonto überwiesen', { kind: 'moved', amount: '500.00 EUR', to: 'Savings' }],
  ['500 aufs Sparkonto', { kind: 'moved', amount: '500.00 EUR', to: 'Savings' }],
  // Verliehen, geliehen, geschuldet
  ['hab für Sam 30 ausgelegt', { kind: 'lent', amount: '30.00 EUR', who: sam }],
  ['Sam hat für mich 30 ausgelegt', { kind: 'borrowed', amount: '30.00 EUR', who: sam }],
  [
    'verliehen 20 an Sam',
    { kind: 'lent', amount: '20.00 EUR', who: sam },
    'Verliehen 20,00 € an Sam Okafor von Bargeld heute',
  ],
  [
    'gestern Sam 20 fürs Taxi geliehen',
    { kind: 'lent', amount: '20.00 EUR', who: sam, day: '2026-11-14', memo: 'Taxi' },
  ],
  ['ich habe Anna 15 geliehen', { kind: 'lent', amount: '15.00 EUR', who: '+Anna' }],
  ['Sam schuldet mir 20', { kind: 'lent', amount: '20.00 EUR', who: sam }],
  [
    'geliehen 20 von Sam',
    { kind: 'borrowed', amount: '20.00 EUR', who: sam },
    'Geliehen 20,00 € von Sam Okafor auf Bargeld heute',
  ],
  ['habe mir 50 von Sam geliehen', { kind: 'borrowed', amount: '50.00 EUR', who: sam }],
  ['Sam hat mir 20 geliehen', { kind: 'borrowed', amount: '20.00 EUR', who: sam }],
  [
    'schulde Lea 12 Pizza',
    { kind: 'owe', amount: '12.00 EUR', category: 'Eating out', who: '+Lea', memo: 'Pizza' },
  ],
  // Zurückgezahlt
  [
    'Sam hat 20 zurückgezahlt',
    { kind: 'paid me back', amount: '20.00 EUR', who: sam },
    'Sam Okafor hat 20,00 € zurückgezahlt auf Bargeld heute',
  ],
  ['8 von Sam zurückbekommen', { kind: 'paid me back', amount: '8.00 EUR', who: sam }],
  [
    'hab Sam 20 zurückgezahlt',
    { kind: 'paid back', amount: '20.00 EUR', who: sam },
    'Zurückgezahlt 20,00 € an Sam Okafor von Bargeld heute',
  ],
  ['zahle Sam 20 zurück', { kind: 'paid back', amount: '20.00 EUR', who: sam }],
  ['Sam 20 überwiesen', { kind: 'paid back', amount: '20.00 EUR', who: sam }],
  // Geteilt
  [
    'Abendessen 90 geteilt mit Sam und Mia',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam, '+Mia'], memo: 'Abendessen' },
    'Ausgabe 90,00 € für Auswärts essen von Bargeld heute geteilt mit Sam Okafor und Mia (neu) „Abendessen“',
  ],
  [
    'halbe Pizza 12 mit Sam geteilt',
    { kind: 'spent', amount: '12.00 EUR', category: 'Eating out', people: [sam], memo: 'halbe Pizza' },
  ],
  [
    '90 Abendessen mit Sam und Mia',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam, '+Mia'], memo: 'Abendessen' },
  ],
  // Immer wieder
  [
    '12,99 Netflix monatlich',
    {
      kind: 'spent',
      amount: '12.99 EUR',
      category: 'Subscriptions',
      memo: 'Netflix monatlich',
      again: 'month',
    },
  ],
  [
    '5 Eis pro Woche',
    { kind: 'spent', amount: '5.00 EUR', category: 'Eating out', memo: 'Eis pro Woche', again: 'week' },
  ],
  [
    '120 Haftpflicht jedes Jahr',
    {
      kind: 'spent',
      amount: '120.00 EUR',
      category: 'Insurance',
      memo: 'Haftpflicht jedes Jahr',
      again: 'year',
    },
  ],
  // Englisch
  [
    'lent Sam 20 yesterday',
    { kind: 'lent', amount: '20.00 EUR', who: sam, day: '2026-11-14' },
    'Verliehen 20,00 € an Sam Okafor von Bargeld gestern',
  ],
  ['paid Sam 20', { kind: 'paid back', amount: '20.00 EUR', who: sam }],
  ['sam paid 20', { kind: 'paid me back', amount: '20.00 EUR', who: sam }],
  [
    'dinner 90 split with Sam and Mia',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam, '+Mia'], memo: 'dinner' },
  ],
  [
    'moved 200 from Girokonto to Sparkonto',
    { kind: 'moved', amount: '200.00 EUR', account: 'Bank', to: 'Savings' },
  ],
  [
    '45 groceries last Monday',
    { kind: 'spent', amount: '45.00 EUR', category: 'Groceries', day: '2026-11-09', memo: 'groceries' },
  ],
  [
    '9.99 netflix per month',
    {
      kind: 'spent',
      amount: '9.99 EUR',
      category: 'Subscriptions',
      memo: 'netflix per month',
      again: 'month',
    },
  ],
]

const book = { language: 'de' } as const

test('lines in German are read as they are meant, and English ones beside them', () => {
  assert.deepEqual(readRows(rows, book), rows)
})

test('a reading, written as a line in German, reads the same again', () => {
  assert.deepEqual(changedRows(rows, book), [])
})
