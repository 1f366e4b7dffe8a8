import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedRows, readRows, type TypedRow } from './typed-lines.ts'

const sam = 'Sam Okafor'

const rows: TypedRow[] = [
  // Dépenses
  [
    '12,50 déjeuner',
    { kind: 'spent', amount: '12.50 EUR', category: 'Eating out', memo: 'déjeuner' },
    'Dépensé 12,50 € pour Restaurants depuis Espèces aujourd’hui « déjeuner »',
  ],
  ['12€50 resto', { kind: 'spent', amount: '12.50 EUR', category: 'Eating out', memo: 'resto' }],
  [
    'courses 84,60 hier',
    { kind: 'spent', amount: '84.60 EUR', category: 'Groceries', day: '2026-11-14' },
    'Dépensé 84,60 € pour Courses depuis Espèces hier',
  ],
  ['hier 84,60 de courses', { kind: 'spent', amount: '84.60 EUR', category: 'Groceries', day: '2026-11-14' }],
  [
    'chaussures achetées 60',
    { kind: 'spent', amount: '60.00 EUR', category: 'Clothing', memo: 'chaussures' },
  ],
  ['dépensé 20 en courses', { kind: 'spent', amount: '20.00 EUR', category: 'Groceries' }],
  ['on a payé 90 resto', { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', memo: 'resto' }],
  ['virement loyer 800', { kind: 'spent', amount: '800.00 EUR', category: 'Rent' }],
  [
    'pizza 12 avec fromage',
    { kind: 'spent', amount: '12.00 EUR', category: 'Eating out', memo: 'pizza avec fromage' },
  ],
  [
    'pizza 12 avec Sam',
    { kind: 'spent', amount: '12.00 EUR', category: 'Eating out', who: sam, memo: 'pizza' },
    'Dépensé 12,00 € pour Restaurants depuis Espèces aujourd’hui avec Sam Okafor « pizza »',
  ],
  ['12,50 + 3,20 goûter', { kind: 'spent', amount: '15.70 EUR', category: 'Eating out', memo: 'goûter' }],
  ['25 usd livre', { kind: 'spent', amount: '25.00 USD', category: 'Leisure', memo: 'livre' }],
  ['30 francs suisses train', { kind: 'spent', amount: '30.00 CHF', category: 'Transport', memo: 'train' }],
  [
    '18 musée #voyage',
    { kind: 'spent', amount: '18.00 EUR', category: 'Leisure', tags: ['voyage'], memo: 'musée' },
  ],
  // Comptes
  [
    '40 d’essence depuis banque',
    { kind: 'spent', amount: '40.00 EUR', category: 'Car', account: 'Bank', memo: 'essence' },
    'Dépensé 40,00 € pour Voiture depuis Banque aujourd’hui « essence »',
  ],
  [
    "l'essence 40 avec la carte de crédit",
    { kind: 'spent', amount: '40.00 EUR', category: 'Car', account: 'Credit card', memo: 'essence' },
  ],
  ['payé en espèces 12 pain', { kind: 'spent', amount: '12.00 EUR', category: 'Groceries', memo: 'pain' }],
  // Jours
  [
    'avant-hier taxi 15',
    { kind: 'spent', amount: '15.00 EUR', category: 'Transport', day: '2026-11-13', memo: 'taxi' },
  ],
  ['aujourd’hui café 2,20', { kind: 'spent', amount: '2.20 EUR', category: 'Eating out', memo: 'café' }],
  ['courses 60 vendredi', { kind: 'spent', amount: '60.00 EUR', category: 'Groceries', day: '2026-11-13' }],
  [
    'courses 60 vendredi dernier',
    { kind: 'spent', amount: '60.00 EUR', category: 'Groceries', day: '2026-11-13' },
    'Dépensé 60,00 € pour Courses depuis Espèces le 13 novembre',
  ],
  [
    'dentiste 80 le 3 novembre',
    { kind: 'spent', amount: '80.00 EUR', category: 'Health', day: '2026-11-03', memo: 'dentiste' },
  ],
  ['le 1er nov loyer 800', { kind: 'spent', amount: '800.00 EUR', category: 'Rent', day: '2026-11-01' }],
  [
    'le 12 chaussures 60',
    { kind: 'spent', amount: '60.00 EUR', category: 'Clothing', day: '2026-11-12', memo: 'chaussures' },
  ],
  [
    'café 3 mar',
    { kind: 'spent', amount: '3.00 EUR', category: 'Eating out', day: '2026-11-10', memo: 'café' },
  ],
  // Revenus
  [
    'reçu 2900 salaire sur banque',
    { kind: 'got', amount: '2900.00 EUR', category: 'Salary', account: 'Bank' },
    'Reçu 2 900,00 € pour Salaire sur Banque aujourd’hui',
  ],
  ['salaire 2900', { kind: 'got', amount: '2900.00 EUR', category: 'Salary' }],
  ['reçu 50 de maman', { kind: 'got', amount: '50.00 EUR', who: 'Maman', faults: ['category_missing'] }],
  ['virement de Sam 50', { kind: 'got', amount: '50.00 EUR', who: sam, faults: ['category_missing'] }],
  // Virements
  [
    'viré 200 de banque vers épargne',
    { kind: 'moved', amount: '200.00 EUR', account: 'Bank', to: 'Savings' },
    'Viré 200,00 € depuis Banque vers Épargne aujourd’hui',
  ],
  ["200 de la banque à l'épargne", { kind: 'moved', amount: '200.00 EUR', account: 'Bank', to: 'Savings' }],
  ["viré 300 sur l'épargne", { kind: 'moved', amount: '300.00 EUR', to: 'Savings' }],
  ['100 vers épargne', { kind: 'moved', amount: '100.00 EUR', to: 'Savings' }],
  // Prêts et dettes
  [
    'prêté 20 à Sam',
    { kind: 'lent', amount: '20.00 EUR', who: sam },
    'Prêté 20,00 € à Sam Okafor depuis Espèces aujourd’hui',
  ],
  ["j'ai prete 20 a Sam", { kind: 'lent', amount: '20.00 EUR', who: sam }],
  ['20 prêtés à Anna', { kind: 'lent', amount: '20.00 EUR', who: '+Anna' }],
  ['Anna me doit 20', { kind: 'lent', amount: '20.00 EUR', who: '+Anna' }],
  [
    'emprunté 50 à Sam',
    { kind: 'borrowed', amount: '50.00 EUR', who: sam },
    'Emprunté 50,00 € à Sam Okafor sur Espèces aujourd’hui',
  ],
  ['Sam m’a prêté 20 hier', { kind: 'borrowed', amount: '20.00 EUR', who: sam, day: '2026-11-14' }],
  [
    'dois 12 à Sam pour la pizza',
    { kind: 'owe', amount: '12.00 EUR', category: 'Eating out', who: sam, memo: 'pizza' },
    'Je dois à Sam Okafor 12,00 € pour Restaurants aujourd’hui « pizza »',
  ],
  // Remboursements
  [
    'Sam a remboursé 20',
    { kind: 'paid me back', amount: '20.00 EUR', who: sam },
    'Sam Okafor a remboursé 20,00 € sur Espèces aujourd’hui',
  ],
  ["Sam m'a rendu 20", { kind: 'paid me back', amount: '20.00 EUR', who: sam }],
  ['20 remboursés par Sam', { kind: 'paid me back', amount: '20.00 EUR', who: sam }],
  ['récupéré 20 de Sam', { kind: 'paid me back', amount: '20.00 EUR', who: sam }],
  [
    'remboursé 20 à Sam',
    { kind: 'paid back', amount: '20.00 EUR', who: sam },
    'Remboursé 20,00 € à Sam Okafor depuis Espèces aujourd’hui',
  ],
  ['payé 20 à Sam', { kind: 'paid back', amount: '20.00 EUR', who: sam }],
  ['Sam rembourse 20', { kind: 'paid me back', amount: '20.00 EUR', who: sam }],
  // Partages
  [
    'dîner 90 partagé avec Sam et Mia',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam, '+Mia'], memo: 'dîner' },
    'Dépensé 90,00 € pour Restaurants depuis Espèces aujourd’hui partagé avec Sam Okafor et Mia (nouveau contact) « dîner »',
  ],
  [
    'dîner 90 à partager avec Sam',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam], memo: 'dîner' },
  ],
  [
    '90 dîner entre Sam, Mia et moi',
    { kind: 'spent', amount: '90.00 EUR', category: 'Eating out', people: [sam, '+Mia'], memo: 'dîner' },
  ],
  // Encore et encore
  [
    '9,99 Netflix par mois',
    {
      kind: 'spent',
      amount: '9.99 EUR',
      category: 'Subscriptions',
      memo: 'Netflix par mois',
      again: 'month',
    },
  ],
  [
    'forfait 10 tous les mois',
    {
      kind: 'spent',
      amount: '10.00 EUR',
      category: 'Phone and internet',
      memo: 'forfait tous les mois',
      again: 'month',
    },
  ],
  [
    'assurance 120 annuel',
    { kind: 'spent', amount: '120.00 EUR', category: 'Insurance', memo: 'assurance annuel', again: 'year' },
  ],
  [
    'piscine 5 chaque semaine',
    { kind: 'spent', amount: '5.00 EUR', category: 'Leisure', memo: 'piscine chaque semaine', again: 'week' },
  ],
  // Anglais
  [
    'lent Sam 20 yesterday',
    { kind: 'lent', amount: '20.00 EUR', who: sam, day: '2026-11-14' },
    'Prêté 20,00 € à Sam Okafor depuis Espèces hier',
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
    'moved 200 from banque to épargne',
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

const book = { language: 'fr', contacts: [sam, 'Maman'] } as const

test('lines in French are read as they are meant, and English ones beside them', () => {
  assert.deepEqual(readRows(rows, book), rows)
})

test('a reading, written as a line in French, reads the same again', () => {
  assert.deepEqual(changedRows(rows, book), [])
})
