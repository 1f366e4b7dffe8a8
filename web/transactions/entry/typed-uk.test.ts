import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedRows, readRows, type TypedBook, type TypedRow } from './typed-lines.ts'

const ukrainian: TypedBook = {
  language: 'uk',
  currency: 'UAH',
  contacts: ['Оля Коваль', 'Іван Мельник', 'Андрій Бойко', 'Мама'],
  accounts: ['Монобанк'],
}

const rows: readonly TypedRow[] = [
  // Spent
  [
    '12,50 обід',
    { kind: 'spent', amount: '12.50 UAH', category: 'Eating out', memo: 'обід' },
    'Витрачено 12,50 ₴ на категорію Кафе й ресторани з рахунку Готівка сьогодні «обід»',
  ],
  ['кава 65', { kind: 'spent', amount: '65.00 UAH', category: 'Eating out', memo: 'кава' }],
  [
    'витратила 840,60 на продукти вчора',
    { kind: 'spent', amount: '840.60 UAH', category: 'Groceries', day: '2026-11-14' },
    'Витрачено 840,60 ₴ на категорію Продукти з рахунку Готівка учора',
  ],
  [
    'сільпо 540,20 грн кредитною карткою',
    { kind: 'spent', amount: '540.20 UAH', category: 'Groceries', account: 'Credit card', memo: 'сільпо' },
  ],
  [
    'оплатив комуналку 2450,30 карткою',
    {
      kind: 'spent',
      amount: '2450.30 UAH',
      category: 'Utilities',
      account: 'Credit card',
      memo: 'комуналку',
    },
  ],
  [
    'купила взуття за 2499,99',
    { kind: 'spent', amount: '2499.99 UAH', category: 'Clothing', memo: 'взуття' },
  ],
  [
    'заплатив 1200 за світло з банку',
    { kind: 'spent', amount: '1200.00 UAH', category: 'Utilities', account: 'Bank', memo: 'світло' },
  ],
  [
    "у п'ятницю проїзний 700 грн",
    { kind: 'spent', amount: '700.00 UAH', category: 'Transport', day: '2026-11-13', memo: 'проїзний' },
  ],
  [
    'ліки в п’ятницю 310',
    { kind: 'spent', amount: '310.00 UAH', category: 'Health', day: '2026-11-13', memo: 'ліки' },
  ],
  [
    'пальне 1600 минулого понеділка',
    { kind: 'spent', amount: '1600.00 UAH', category: 'Car', day: '2026-11-09', memo: 'пальне' },
    'Витрачено 1 600,00 ₴ на категорію Авто з рахунку Готівка 9 листопада «пальне»',
  ],
  [
    'стоматолог 3500 грн 3 листопада',
    { kind: 'spent', amount: '3500.00 UAH', category: 'Health', day: '2026-11-03', memo: 'стоматолог' },
  ],
  [
    '12 вересня книжка 450',
    { kind: 'spent', amount: '450.00 UAH', category: 'Leisure', day: '2026-09-12', memo: 'книжка' },
  ],
  [
    'позавчора таксі 232,40',
    { kind: 'spent', amount: '232.40 UAH', category: 'Transport', day: '2026-11-13', memo: 'таксі' },
  ],
  ['120,50 + 30 морозиво', { kind: 'spent', amount: '150.50 UAH', category: 'Eating out', memo: 'морозиво' }],
  [
    '180 музей #подорож',
    { kind: 'spent', amount: '180.00 UAH', category: 'Leisure', tags: ['подорож'], memo: 'музей' },
    'Витрачено 180,00 ₴ на категорію Розваги з рахунку Готівка сьогодні «музей» #подорож',
  ],
  ['25 євро готель', { kind: 'spent', amount: '25.00 EUR', category: 'Travel', memo: 'готель' }],
  ['готель 80 доларів', { kind: 'spent', amount: '80.00 USD', category: 'Travel', memo: 'готель' }],
  [
    '18 500,00 оренда з монобанку',
    { kind: 'spent', amount: '18500.00 UAH', category: 'Rent', account: 'Монобанк' },
  ],
  ['готівкою 50 грн парковка', { kind: 'spent', amount: '50.00 UAH', category: 'Car', memo: 'парковка' }],
  [
    'обід 490 з мамою',
    { kind: 'spent', amount: '490.00 UAH', category: 'Eating out', who: 'Мама', memo: 'обід' },
  ],
  // Comes again
  [
    'нетфлікс 299 щомісяця',
    {
      kind: 'spent',
      amount: '299.00 UAH',
      category: 'Subscriptions',
      memo: 'нетфлікс щомісяця',
      again: 'month',
    },
  ],
  [
    'спортзал 1290 грн на місяць',
    { kind: 'spent', amount: '1290.00 UAH', category: 'Leisure', memo: 'спортзал на місяць', again: 'month' },
  ],
  [
    'домен 600 щороку',
    {
      kind: 'spent',
      amount: '600.00 UAH',
      memo: 'домен щороку',
      again: 'year',
      faults: ['category_missing'],
    },
  ],
  [
    'няня 400 кожного тижня',
    { kind: 'spent', amount: '400.00 UAH', category: 'Children', memo: 'няня кожного тижня', again: 'week' },
  ],
  [
    'пт. прибирання 500 грн. раз на два тижні',
    {
      kind: 'spent',
      amount: '500.00 UAH',
      category: 'Household',
      day: '2026-11-13',
      memo: 'прибирання раз на два тижні',
      again: '2 weeks',
    },
  ],
  // Split
  [
    'вечеря 900 навпіл з Олею',
    { kind: 'spent', amount: '900.00 UAH', category: 'Eating out', people: ['Оля Коваль'], memo: 'вечеря' },
    'Витрачено 900,00 ₴ на категорію Кафе й ресторани з рахунку Готівка сьогодні поділено з: Оля Коваль «вечеря»',
  ],
  [
    'піца 620 поділити з Олею та Іваном',
    {
      kind: 'spent',
      amount: '620.00 UAH',
      category: 'Eating out',
      people: ['Оля Коваль', 'Іван Мельник'],
      memo: 'піца',
    },
  ],
  [
    'кіно 375 розділили з Андрієм вчора',
    {
      kind: 'spent',
      amount: '375.00 UAH',
      category: 'Leisure',
      people: ['Андрій Бойко'],
      day: '2026-11-14',
      memo: 'кіно',
    },
  ],
  // Got
  [
    'отримала 1000 від мами',
    { kind: 'got', amount: '1000.00 UAH', who: 'Мама', faults: ['category_missing'] },
  ],
  [
    'отримано 29000 зарплата на банк',
    { kind: 'got', amount: '29000.00 UAH', category: 'Salary', account: 'Bank' },
    'Отримано 29 000,00 ₴ як Зарплата на рахунок Банк сьогодні',
  ],
  ['зарплата 46000', { kind: 'got', amount: '46000.00 UAH', category: 'Salary' }],
  [
    'зп 52000 на монобанк',
    { kind: 'got', amount: '52000.00 UAH', category: 'Salary', account: 'Монобанк', memo: 'зп' },
  ],
  [
    'переказ від Олі 100',
    { kind: 'got', amount: '100.00 UAH', who: 'Оля Коваль', faults: ['category_missing'] },
  ],
  ['+12,40 відсотки', { kind: 'got', amount: '12.40 UAH', category: 'Interest' }],
  ['від мами отримала 500', { kind: 'got', amount: '500.00 UAH', who: 'Мама', faults: ['category_missing'] }],
  ['мама дала мені 1000', { kind: 'got', amount: '1000.00 UAH', who: 'Мама', faults: ['category_missing'] }],
  [
    'мама переказала мені 500',
    { kind: 'got', amount: '500.00 UAH', who: 'Мама', faults: ['category_missing'] },
  ],
  // Moved
  [
    'переказ 200 з банку на заощадження',
    { kind: 'moved', amount: '200.00 UAH', account: 'Bank', to: 'Savings' },
    'Переказано 200,00 ₴ з рахунку Банк на рахунок Заощадження сьогодні',
  ],
  [
    'переказала на заощадження 500 грн з монобанку',
    { kind: 'moved', amount: '500.00 UAH', account: 'Монобанк', to: 'Savings' },
  ],
  ['50 банк > готівка', { kind: 'moved', amount: '50.00 UAH', account: 'Bank', to: 'Cash' }],
  // Lent, borrowed, owed
  [
    'позичив Олі 200',
    { kind: 'lent', amount: '200.00 UAH', who: 'Оля Коваль' },
    'Дано в борг 200,00 ₴ контакту Оля Коваль з рахунку Готівка сьогодні',
  ],
  [
    'позичила івану 50 грн на таксі вчора',
    { kind: 'lent', amount: '50.00 UAH', who: 'Іван Мельник', day: '2026-11-14', memo: 'таксі' },
  ],
  ['дала в борг Андрію 700', { kind: 'lent', amount: '700.00 UAH', who: 'Андрій Бойко' }],
  ['Андрій позичив у мене 200', { kind: 'lent', amount: '200.00 UAH', who: 'Андрій Бойко' }],
  ['іван винен мені 350', { kind: 'lent', amount: '350.00 UAH', who: 'Іван Мельник' }],
  ['Оля мені винна 100', { kind: 'lent', amount: '100.00 UAH', who: 'Оля Коваль' }],
  [
    'позичив у Івана 300 на банк',
    { kind: 'borrowed', amount: '300.00 UAH', account: 'Bank', who: 'Іван Мельник' },
    'Взято в борг 300,00 ₴ від контакту Іван Мельник на рахунок Банк сьогодні',
  ],
  ['взяв у борг в Олі 300', { kind: 'borrowed', amount: '300.00 UAH', who: 'Оля Коваль' }],
  ['позичила 500 в Оксани', { kind: 'borrowed', amount: '500.00 UAH', who: '+Оксани' }],
  ['мама позичила мені 2000', { kind: 'borrowed', amount: '2000.00 UAH', who: 'Мама' }],
  [
    'я винна Олі 120 за каву',
    { kind: 'owe', amount: '120.00 UAH', category: 'Eating out', who: 'Оля Коваль', memo: 'каву' },
    'Борг контакту Оля Коваль 120,00 ₴ за категорію Кафе й ресторани сьогодні «каву»',
  ],
  // Paid back
  ['віддала мені Оля 250', { kind: 'paid me back', amount: '250.00 UAH', who: 'Оля Коваль' }],
  ['повернув олі 200', { kind: 'paid back', amount: '200.00 UAH', who: 'Оля Коваль' }],
  ['повернула борг Івану 500', { kind: 'paid back', amount: '500.00 UAH', who: 'Іван Мельник' }],
  [
    'мамі віддала 1500 з банку',
    { kind: 'paid back', amount: '1500.00 UAH', account: 'Bank', who: 'Мама' },
    'Повернуто 1 500,00 ₴ контакту Мама з рахунку Банк сьогодні',
  ],
  [
    '200 грн віддав Івану вчора',
    { kind: 'paid back', amount: '200.00 UAH', who: 'Іван Мельник', day: '2026-11-14' },
  ],
  ['заплатив Іванові 600', { kind: 'paid back', amount: '600.00 UAH', who: 'Іван Мельник' }],
  [
    'Оля повернула 350',
    { kind: 'paid me back', amount: '350.00 UAH', who: 'Оля Коваль' },
    'Оля Коваль повертає борг 350,00 ₴ на рахунок Готівка сьогодні',
  ],
  [
    'Андрій віддав мені борг 1000 на картку',
    { kind: 'paid me back', amount: '1000.00 UAH', account: 'Credit card', who: 'Андрій Бойко' },
  ],
]

const english: readonly TypedRow[] = [
  ['12.50 lunch', { kind: 'spent', amount: '12.50 UAH', category: 'Eating out', memo: 'lunch' }],
  [
    'spent 20 on bread yesterday',
    { kind: 'spent', amount: '20.00 UAH', category: 'Groceries', day: '2026-11-14', memo: 'bread' },
  ],
  ['lent Оля 20', { kind: 'lent', amount: '20.00 UAH', who: 'Оля Коваль' }],
  ['borrowed 50 from мама', { kind: 'borrowed', amount: '50.00 UAH', who: 'Мама' }],
  ['Оля paid me back 20', { kind: 'paid me back', amount: '20.00 UAH', who: 'Оля Коваль' }],
  [
    'dinner 90 split with Оля and Sam',
    {
      kind: 'spent',
      amount: '90.00 UAH',
      category: 'Eating out',
      people: ['Оля Коваль', '+Sam'],
      memo: 'dinner',
    },
  ],
  [
    '40 petrol from банк',
    { kind: 'spent', amount: '40.00 UAH', category: 'Car', account: 'Bank', memo: 'petrol' },
  ],
]

test('lines in Ukrainian are read as they are meant', () => {
  assert.deepEqual(readRows(rows, ukrainian), rows)
})

test('a reading in Ukrainian, written as a line, reads the same again', () => {
  assert.deepEqual(changedRows(rows, ukrainian), [])
})

test('English lines are read in Ukrainian too', () => {
  assert.deepEqual(readRows(english, ukrainian), english)
})
