import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedRows, readRows, type TypedRow } from './typed-lines.ts'

const sam = 'Sam Okafor'

const rows: TypedRow[] = [
  // Gastos
  [
    '12,50 comida',
    { kind: 'spent', amount: '12.50 EUR', category: 'Eating out', memo: 'comida' },
    'Gasté 12,50 € en Comer fuera desde Efectivo hoy «comida»',
  ],
  ['12,50€ cafe', { kind: 'spent', amount: '12.50 EUR', category: 'Eating out', memo: 'cafe' }],
  [
    'compra 84,60 ayer',
    { kind: 'spent', amount: '84.60 EUR', category: 'Groceries', day: '2026-11-14', memo: 'compra' },
    'Gasté 84,60 € en Supermercado desde Efectivo ayer «compra»',
  ],
  ['gasté 20 en el súper', { kind: 'spent', amount: '20.00 EUR', category: 'Groceries' }],
  [
    'me he comprado zapatos 60',
    { kind: 'spent', amount: '60.00 EUR', category: 'Clothing', memo: 'zapatos' },
  ],
  ['pagado el alquiler 890', { kind: 'spent', amount: '890.00 EUR', category: 'Rent' }],
  ['recibo luz 60', { kind: 'spent', amount: '60.00 EUR', category: 'Utilities', memo: 'recibo luz' }],
  [
    'pizza 12 con queso',
    { kind: 'spent', amount: '12.00 EUR', category: 'Eating out', memo: 'pizza con queso' },
  ],
  [
    'pizza 12 con Sam',
    { kind: 'spent', amount: '12.00 EUR', category: 'Eating out', who: sam, memo: 'pizza' },
    'Gasté 12,00 € en Comer fuera desde Efectivo hoy con Sam Okafor «pizza»',
  ],
  [
    '12,50 + 3,20 aperitivo',
    { kind: 'spent', amount: '15.70 EUR', category: 'Eating out', memo: 'aperitivo' },
  ],
  ['25 usd libro', { kind: 'spent', amount: '25.00 USD', category: 'Leisure', memo: 'libro' }],
  ['30 dólares hotel', { kind: 'spent', amount: '30.00 USD', category: 'Travel', memo: 'hotel' }],
  [
    '18 museo #viaje',
    { kind: 'spent', amount: '18.00 EUR', category: 'Leisure', tags: ['viaje'], memo: 'museo' },
  ],
  // Cuentas
  [
    '40 gasolina de banco',
    { kind: 'spent', amount: '40.00 EUR', category: 'Car', account: 'Bank', memo: 'gasolina' },
    'Gasté 40,00 € en Coche desde Banco hoy «gasolina»',
  ],
  [
    '40 gasolina con la tarjeta de crédito',
    { kind: 'spent', amount: '40.00 EUR', category: 'Car', account: 'Credit card', memo: 'gasolina' },
  ],
  // Días
  [
    'anteayer taxi 15',
    { kind: 'spent', amount: '15.00 EUR', category: 'Transport', day: '2026-11-13', memo: 'taxi' },
  ],
  [
    'antes de ayer cena 20',
    { kind: 'spent', amount: '20.00 EUR', category: 'Eating out', day: '2026-11-13', memo: 'cena' },
  ],
  ['café 3 esta mañana', { kind: 'spent', amount: '3.00 EUR', category: 'Eating out', memo: 'café' }],
  [
    'compra 60 el viernes',
    { kind: 'spent', amount: '60.00 EUR', category: 'Groceries', day: '2026-11-13', memo: 'compra' },
  ],
  [
    'compra 60 el viernes pasado',
    { kind: 'spent', amount: '60.00 EUR', category: 'Groceries', day: '2026-11-13', memo: 'compra' },
    'Gasté 60,00 € en Supermercado desde Efectivo el 13 de noviembre «compra»',
  ],
  [
    'dentista 80 el 3 de noviembre',
    { kind: 'spent', amount: '80.00 EUR', category: 'Health', day: '2026-11-03', memo: 'dentista' },
  ],
  [
    'dentista 80 3 nov',
    { kind: 'spent', amount: '80.00 EUR', category: 'Health', day: '2026-11-03', memo: 'dentista' },
  ],
  [
    'el 12 zapatos 60',
    { kind: 'spent', amount: '60.00 EUR', category: 'Clothing', day: '2026-11-12', memo: 'zapatos' },
  ],
  [
    'pagué la luz 45 el lunes',
    { kind: 'spent', amount: '45.00 EUR', category: 'Utilities', day: '2026-11-09', memo: 'luz' },
  ],
  // Ingresos
  [
    'recibí 2900 nómina en Banco',
    { kind: 'got', amount: '2900.00 EUR', category: 'Salary', account: 'Bank' },
    'Recibí 2900,00 € como Nómina en Banco hoy',
  ],
  [
    'cobré 2900 nómina en el banco',
    { kind: 'got', amount: '2900.00 EUR', category: 'Salary', account: 'Bank' },
  ],
  ['nomina 2.900', { kind: 'got', amount: '2900.00 EUR', category: 'Salary' }],
  ['recibí 50 de mamá', { kind: 'got', amount: '50.00 EUR', who: 'Mamá', faults: ['category_missing'] }],
  ['bizum de Sam 20', { kind: 'got', amount: '20.00 EUR', who: sam, faults: ['category_missing'] }],
  // Entre cuentas
  [
    'moví 200 de banco a ahorros',
    { kind: 'moved', amount: '200.00 EUR', account: 'Bank', to: 'Savings' },
    'Traspasé 200,00 € de Banco a Ahorros hoy',
  ],
  ['200 de banco a ahorros', { kind: 'moved', amount: '200.00 EUR', account: 'Bank', to: 'Savings' }],
  ['200 del banco a los ahorros', { kind: 'moved', amount: '200.00 EUR', account: 'Bank', to: 'Savings' }],
  ['transferí 300 a ahorros', { kind: 'moved', amount: '300.00 EUR', to: 'Savings' }],
  ['100 a ahorros', { kind: 'moved', amount: '100.00 EUR', to: 'Savings' }],
  // Préstamos y deudas
  [
    'presté 20 a Sam',
    { kind: 'lent', amount: '20.00 EUR', who: sam },
    'Presté 20,00 € a Sam Okafor desde Efectivo hoy',
  ],
  ['le preste 20 a Sam ayer', { kind: 'lent', amount: '20.00 EUR', who: sam, day: '2026-11-14' }],
  ['Sam me debe 20', { kind: 'lent', amount: '20.00 EUR', who: sam }],
  ['me debe Ana 20', { kind: 'lent', amount: '20.00 EUR', who: '+Ana' }],
  [
    'pedí prestado 50 a Sam',
    { kind: 'borrowed', amount: '50.00 EUR', who: sam },
    'Recibí prestado 50,00 € de Sam Okafor en Efectivo hoy',
  ],
  [
    'Sam me prestó 20',
    { kind: 'borrowed', amount: '20.00 EUR', who: sam },
    'Recibí prestado 20,00 € de Sam Okafor en Efectivo hoy',
  ],
  ['me prestó 20 Sam', { kind: 'borrowed', amount: '20.00 EUR', who: sam }],
  [
    'debo 12 a Sam por la pizza',
    { kind: 'owe', amount: '12.00 EUR', category: 'Eating out', who: sam, memo: 'pizza' },
    'Debo a Sam Okafor 12,00 € por Comer fuera hoy «pizza»',
  ],
  // Devoluciones
  [
    'Sam devolvió 20',
    { kind: 'paid me back', amount: '20.00 EUR', who: sam },
    'Sam Okafor devolvió 20,00 € a Efectivo hoy',
  ],
  ['Sam me ha devuelto 20', { kind: 'paid me back', amount: '20.00 EUR', who: sam }],
  ['me devolvió 20 Sam', { kind: 'paid me back', amount: '20.00 EUR', who: sam }],
  [
    'devolví 20 a Sam',
    { kind: 'paid back', amount: '20.00 EUR', who: sam },
    'Devolví 20,00 € a Sam Okafor desde Efectivo hoy',
  ],
  ['le he devuelto 20 a Sam', { kind: 'paid back', amount: '20.00 EUR', who: sam }],
  ['bizum 20 a Sam', { kind: 'paid back', amount: '20.00 EUR', who: sam }],
  // Repartir
  [
    'cena 90 a repartir con Sam y Mia',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam, '+Mia'], memo: 'cena' },
    'Gasté 90,00 € en Comer fuera desde Efectivo hoy a repartir con Sam Okafor y Mia (nuevo) «cena»',
  ],
  [
    'cena 90 a medias con Sam',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam], memo: 'cena' },
  ],
  [
    '90 cena entre Sam, Mia y yo',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam, '+Mia'], memo: 'cena' },
  ],
  // Otra vez
  [
    '9,99 Netflix al mes',
    { kind: 'spent', amount: '9.99 EUR', category: 'Subscriptions', memo: 'Netflix al mes', again: 'month' },
  ],
  [
    'gimnasio 30 todos los meses',
    {
      kind: 'spent',
      amount: '30.00 EUR',
      category: 'Leisure',
      memo: 'gimnasio todos los meses',
      again: 'month',
    },
  ],
  [
    'seguro 120 cada año',
    { kind: 'spent', amount: '120.00 EUR', category: 'Insurance', memo: 'seguro cada año', again: 'year' },
  ],
  [
    'piscina 5 semanal',
    { kind: 'spent', amount: '5.00 EUR', category: 'Leisure', memo: 'piscina semanal', again: 'week' },
  ],
  // Inglés
  [
    'lent Sam 20 yesterday',
    { kind: 'lent', amount: '20.00 EUR', who: sam, day: '2026-11-14' },
    'Presté 20,00 € a Sam Okafor desde Efectivo ayer',
  ],
  [
    '12.50 lunch on Friday',
    { kind: 'spent', amount: '12.50 EUR', category: 'Eating out', day: '2026-11-13', memo: 'lunch' },
  ],
  ['sam paid 20', { kind: 'paid me back', amount: '20.00 EUR', who: sam }],
  [
    'dinner 90 split with Sam and Mia',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam, '+Mia'], memo: 'dinner' },
  ],
  [
    'moved 200 from banco to ahorros',
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

const book = { language: 'es', contacts: [sam, 'Mamá'] } as const

test('lines in Spanish are read as they are meant, and English ones beside them', () => {
  assert.deepEqual(readRows(rows, book), rows)
})

test('a reading, written as a line in Spanish, reads the same again', () => {
  assert.deepEqual(changedRows(rows, book), [])
})
