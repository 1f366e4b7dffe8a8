import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedRows, readRows, type TypedBook, type TypedRow } from './typed-lines.ts'

const polish: TypedBook = {
  language: 'pl',
  currency: 'PLN',
  contacts: ['Sam Okafor', 'Ola Nowak', 'Piotr Zieliński', 'Mama'],
  accounts: ['mBank'],
}

const rows: readonly TypedRow[] = [
  // Spent
  [
    '12,50 obiad',
    { kind: 'spent', amount: '12.50 PLN', category: 'Eating out', memo: 'obiad' },
    'Wydano 12,50 zł na Jedzenie na mieście z konta Gotówka dziś „obiad”',
  ],
  ['kawa 14', { kind: 'spent', amount: '14.00 PLN', category: 'Eating out', memo: 'kawa' }],
  [
    'wydałem 84,60 na zakupy wczoraj',
    { kind: 'spent', amount: '84.60 PLN', category: 'Groceries', day: '2026-11-14' },
    'Wydano 84,60 zł na Zakupy spożywcze z konta Gotówka wczoraj',
  ],
  [
    'biedronka 54,20 zł kartą kredytową',
    { kind: 'spent', amount: '54.20 PLN', category: 'Groceries', account: 'Credit card', memo: 'biedronka' },
  ],
  ['kupiłam buty za 249,99', { kind: 'spent', amount: '249.99 PLN', category: 'Clothing', memo: 'buty' }],
  [
    'zaplacilem 320 za prad z banku',
    { kind: 'spent', amount: '320.00 PLN', category: 'Utilities', account: 'Bank', memo: 'prad' },
  ],
  [
    'w piątek bilet miesięczny 110 zł',
    {
      kind: 'spent',
      amount: '110.00 PLN',
      category: 'Transport',
      day: '2026-11-13',
      memo: 'bilet miesięczny',
      again: 'month',
    },
  ],
  [
    'paliwo 260 w zeszły poniedziałek',
    { kind: 'spent', amount: '260.00 PLN', category: 'Car', day: '2026-11-09', memo: 'paliwo' },
    'Wydano 260,00 zł na Samochód z konta Gotówka dnia 9 listopada „paliwo”',
  ],
  [
    'dentysta 350 zl 3 listopada',
    { kind: 'spent', amount: '350.00 PLN', category: 'Health', day: '2026-11-03', memo: 'dentysta' },
  ],
  [
    '12 września książka 45',
    { kind: 'spent', amount: '45.00 PLN', category: 'Leisure', day: '2026-09-12', memo: 'książka' },
  ],
  [
    'przedwczoraj taksówka 32,40',
    { kind: 'spent', amount: '32.40 PLN', category: 'Transport', day: '2026-11-13', memo: 'taksówka' },
  ],
  ['12,50 + 3,20 lody', { kind: 'spent', amount: '15.70 PLN', category: 'Eating out', memo: 'lody' }],
  [
    '18 muzeum #wyjazd',
    { kind: 'spent', amount: '18.00 PLN', category: 'Leisure', tags: ['wyjazd'], memo: 'muzeum' },
    'Wydano 18,00 zł na Rozrywka z konta Gotówka dziś „muzeum” #wyjazd',
  ],
  ['25 euro nocleg', { kind: 'spent', amount: '25.00 EUR', category: 'Travel', memo: 'nocleg' }],
  ['hotel 80 dolarów', { kind: 'spent', amount: '80.00 USD', category: 'Travel', memo: 'hotel' }],
  ['1 850,00 czynsz z mbanku', { kind: 'spent', amount: '1850.00 PLN', category: 'Rent', account: 'mBank' }],
  ['z gotówki 8 zł parking', { kind: 'spent', amount: '8.00 PLN', category: 'Car', memo: 'parking' }],
  [
    'obiad 90 z mamą',
    { kind: 'spent', amount: '90.00 PLN', category: 'Eating out', who: 'Mama', memo: 'obiad' },
  ],
  // Comes again
  [
    'netflix 43 miesięcznie',
    {
      kind: 'spent',
      amount: '43.00 PLN',
      category: 'Subscriptions',
      memo: 'netflix miesięcznie',
      again: 'month',
    },
  ],
  [
    'siłownia 129 zł co miesiąc',
    {
      kind: 'spent',
      amount: '129.00 PLN',
      category: 'Leisure',
      memo: 'siłownia co miesiąc',
      again: 'month',
    },
  ],
  [
    'domena 60 rocznie',
    {
      kind: 'spent',
      amount: '60.00 PLN',
      memo: 'domena rocznie',
      again: 'year',
      faults: ['category_missing'],
    },
  ],
  [
    'niania 400 co tydzień',
    { kind: 'spent', amount: '400.00 PLN', category: 'Children', memo: 'niania co tydzień', again: 'week' },
  ],
  [
    'śr. sprzątanie 200 zł. co dwa tygodnie',
    {
      kind: 'spent',
      amount: '200.00 PLN',
      category: 'Household',
      day: '2026-11-11',
      memo: 'sprzątanie co dwa tygodnie',
      again: '2 weeks',
    },
  ],
  // Split
  [
    'kolacja 90 na pół z Samem',
    { kind: 'spent', amount: '90.00 PLN', category: 'Eating out', people: ['Sam Okafor'], memo: 'kolacja' },
    'Wydano 90,00 zł na Jedzenie na mieście z konta Gotówka dziś podział: Sam Okafor „kolacja”',
  ],
  [
    'pizza 120 podzielone z Olą i Samem',
    {
      kind: 'spent',
      amount: '120.00 PLN',
      category: 'Eating out',
      people: ['Ola Nowak', 'Sam Okafor'],
      memo: 'pizza',
    },
  ],
  [
    'kino 75 po połowie z Piotrem wczoraj',
    {
      kind: 'spent',
      amount: '75.00 PLN',
      category: 'Leisure',
      people: ['Piotr Zieliński'],
      day: '2026-11-14',
      memo: 'kino',
    },
  ],
  // Got
  ['dostałam 100 od mamy', { kind: 'got', amount: '100.00 PLN', who: 'Mama', faults: ['category_missing'] }],
  [
    'otrzymano 2900 pensja na bank',
    { kind: 'got', amount: '2900.00 PLN', category: 'Salary', account: 'Bank', memo: 'pensja' },
    'Otrzymano 2900,00 zł jako Wynagrodzenie na konto Bank dziś „pensja”',
  ],
  ['wynagrodzenie 6400', { kind: 'got', amount: '6400.00 PLN', category: 'Salary' }],
  [
    'wypłata 5200 na mbank',
    { kind: 'got', amount: '5200.00 PLN', category: 'Salary', account: 'mBank', memo: 'wypłata' },
  ],
  [
    'przelew od Piotra 100',
    { kind: 'got', amount: '100.00 PLN', who: 'Piotr Zieliński', faults: ['category_missing'] },
  ],
  ['+12,40 odsetki', { kind: 'got', amount: '12.40 PLN', category: 'Interest' }],
  ['mama dała mi 100', { kind: 'got', amount: '100.00 PLN', who: 'Mama', faults: ['category_missing'] }],
  ['mama przelała mi 500', { kind: 'got', amount: '500.00 PLN', who: 'Mama', faults: ['category_missing'] }],
  // Moved
  [
    'przelew 200 z banku na oszczędności',
    { kind: 'moved', amount: '200.00 PLN', account: 'Bank', to: 'Savings' },
    'Przeniesiono 200,00 zł z konta Bank na konto Oszczędności dziś',
  ],
  [
    'przelałam na oszczednosci 500 zł z mbanku',
    { kind: 'moved', amount: '500.00 PLN', account: 'mBank', to: 'Savings' },
  ],
  ['50 bank > gotówka', { kind: 'moved', amount: '50.00 PLN', account: 'Bank', to: 'Cash' }],
  // Lent, borrowed, owed
  [
    'pożyczyłem Samowi 20',
    { kind: 'lent', amount: '20.00 PLN', who: 'Sam Okafor' },
    'Pożyczka dla: Sam Okafor 20,00 zł z konta Gotówka dziś',
  ],
  [
    'pozyczylam oli 50 zl na taksowke wczoraj',
    { kind: 'lent', amount: '50.00 PLN', who: 'Ola Nowak', day: '2026-11-14', memo: 'taksowke' },
  ],
  ['Sam pożyczył ode mnie 20', { kind: 'lent', amount: '20.00 PLN', who: 'Sam Okafor' }],
  ['ola wisi mi 35', { kind: 'lent', amount: '35.00 PLN', who: 'Ola Nowak' }],
  ['Piotr jest mi winien 100', { kind: 'lent', amount: '100.00 PLN', who: 'Piotr Zieliński' }],
  [
    'pożyczyłem od Piotra 300 na bank',
    { kind: 'borrowed', amount: '300.00 PLN', account: 'Bank', who: 'Piotr Zieliński' },
    'Pożyczka od: Piotr Zieliński 300,00 zł na konto Bank dziś',
  ],
  ['pożyczyłam 50 od Kasi', { kind: 'borrowed', amount: '50.00 PLN', who: '+Kasi' }],
  ['od oli pożyczyłam 20', { kind: 'borrowed', amount: '20.00 PLN', who: 'Ola Nowak' }],
  ['pożyczka 20 od Oli', { kind: 'borrowed', amount: '20.00 PLN', who: 'Ola Nowak' }],
  ['pożyczyła mi mama 250', { kind: 'borrowed', amount: '250.00 PLN', who: 'Mama' }],
  ['mama pożyczyła mi 200', { kind: 'borrowed', amount: '200.00 PLN', who: 'Mama' }],
  [
    'jestem winna Oli 12 za kawę',
    { kind: 'owe', amount: '12.00 PLN', category: 'Eating out', who: 'Ola Nowak', memo: 'kawę' },
    'Do oddania: Ola Nowak 12,00 zł za Jedzenie na mieście dziś „kawę”',
  ],
  // Paid back
  ['20 zwrot od Oli', { kind: 'paid me back', amount: '20.00 PLN', who: 'Ola Nowak' }],
  ['przelew 800 czynsz', { kind: 'spent', amount: '800.00 PLN', category: 'Rent' }],
  ['zwrot od Oli 30', { kind: 'paid me back', amount: '30.00 PLN', who: 'Ola Nowak' }],
  ['przelałem Oli 50 za kino', { kind: 'paid back', amount: '50.00 PLN', who: 'Ola Nowak', memo: 'kino' }],
  ['Mama oddaje 20', { kind: 'paid me back', amount: '20.00 PLN', who: 'Mama' }],
  ['oddałem samowi 20', { kind: 'paid back', amount: '20.00 PLN', who: 'Sam Okafor' }],
  [
    '20 zł oddałem oli wczoraj',
    { kind: 'paid back', amount: '20.00 PLN', who: 'Ola Nowak', day: '2026-11-14' },
  ],
  [
    'mamie oddałam 150 z banku',
    { kind: 'paid back', amount: '150.00 PLN', account: 'Bank', who: 'Mama' },
    'Zwrot dla: Mama 150,00 zł z konta Bank dziś',
  ],
  ['zapłaciłem Piotrowi 60', { kind: 'paid back', amount: '60.00 PLN', who: 'Piotr Zieliński' }],
  [
    'Ola oddała 35',
    { kind: 'paid me back', amount: '35.00 PLN', who: 'Ola Nowak' },
    'Zwrot od: Ola Nowak 35,00 zł na konto Gotówka dziś',
  ],
  [
    'piotr mi oddał 100 na bank',
    { kind: 'paid me back', amount: '100.00 PLN', account: 'Bank', who: 'Piotr Zieliński' },
  ],
]

const english: readonly TypedRow[] = [
  ['12.50 lunch', { kind: 'spent', amount: '12.50 PLN', category: 'Eating out', memo: 'lunch' }],
  [
    'spent 20 on bread yesterday',
    { kind: 'spent', amount: '20.00 PLN', category: 'Groceries', day: '2026-11-14', memo: 'bread' },
  ],
  ['lent sam 20', { kind: 'lent', amount: '20.00 PLN', who: 'Sam Okafor' }],
  ['borrowed 50 from mama', { kind: 'borrowed', amount: '50.00 PLN', who: 'Mama' }],
  ['sam paid me back 20', { kind: 'paid me back', amount: '20.00 PLN', who: 'Sam Okafor' }],
  [
    'dinner 90 split with Sam and Ola',
    {
      kind: 'spent',
      amount: '90.00 PLN',
      category: 'Eating out',
      people: ['Sam Okafor', 'Ola Nowak'],
      memo: 'dinner',
    },
  ],
  [
    '40 petrol from bank',
    { kind: 'spent', amount: '40.00 PLN', category: 'Car', account: 'Bank', memo: 'petrol' },
  ],
]

test('lines in Polish are read as they are meant', () => {
  assert.deepEqual(readRows(rows, polish), rows)
})

test('a reading in Polish, written as a line, reads the same again', () => {
  assert.deepEqual(changedRows(rows, polish), [])
})

test('English lines are read in Polish too', () => {
  assert.deepEqual(readRows(english, polish), english)
})
