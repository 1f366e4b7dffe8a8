import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starterCategories, starterGroups } from '../../contract/starter.ts'
import { categoryIcon, lucideNames } from './icon-names.ts'

test('every category of the ready-made set and of the demo household has its own icon', () => {
  const icons = {
    Groceries: 'basket',
    'Eating out': 'utensils',
    Rent: 'house',
    Utilities: 'bulb',
    'Phone and internet': 'phone',
    Household: 'lamp',
    Transport: 'tram',
    Car: 'car',
    Health: 'heart',
    Clothing: 'shirt',
    Clothes: 'shirt',
    Education: 'graduation',
    Children: 'baby',
    Pets: 'paw',
    Leisure: 'ticket',
    Travel: 'plane',
    Subscriptions: 'repeat',
    Gifts: 'gift',
    'Gifts received': 'gift',
    Insurance: 'shield',
    Taxes: 'landmark',
    'Tax refund': 'landmark',
    'Bank fees': 'receipt',
    'Bank and interest': 'receipt',
    Salary: 'banknote',
    Interest: 'percent',
    'Child benefit': 'baby',
    'Side jobs': 'banknote',
    'Other expenses': 'tag',
    'Other income': 'banknote',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(icons).map((name) => [name, categoryIcon(name)])), icons)
  for (const { name } of starterCategories) assert(name in icons, name)
  const ofGroups = starterGroups.map(({ icon }) => lucideNames[icon] ?? icon)
  assert.deepEqual(ofGroups, ['house', 'basket', 'tram', 'heart', 'baby', 'ticket', 'landmark'])
})

test('words are found in their other forms, and only as words', () => {
  assert.equal(categoryIcon('Car insurance'), 'car')
  assert.equal(categoryIcon('Carpets'), 'tag')
  assert.equal(categoryIcon('Barbers'), 'scissors')
  assert.equal(categoryIcon('Gas station'), 'car')
  assert.equal(categoryIcon('The vet'), 'paw')
  assert.equal(categoryIcon('Lebensmittel'), 'tag')
  assert.equal(categoryIcon('(.*'), 'tag')
})

test('every icon can be chosen, by one name, which lucide has', async () => {
  const { icons } = await import('lucide-react')
  const all = Object.entries(lucideNames)
  assert.equal(new Set(all.map(([, icon]) => icon)).size, all.length)
  const pascal = (name: string) => name.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase())
  for (const [name] of all) assert(pascal(name) in icons, name)
})
