import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_COLOURS } from '../ui/charts/shares.ts'
import { percentText } from '../ui/percent.ts'
import {
  type Flow,
  type FlowNode,
  INCOME,
  joined,
  keyOf,
  layoutOf,
  NODE_PX,
  shareOfIncome,
  whereItWent,
  withNodeNames,
} from './flow-layout.ts'

const node = (id: string, kind: FlowNode['kind']): FlowNode => ({
  id,
  name: id,
  kind,
  category_id: null,
  account_id: null,
})
const link = (from: string, to: string, amount: number) => ({ from, to, amount, explain: `${from}-${to}` })
const flow: Flow = {
  nodes: [
    node('Salary', 'income'),
    node('Interest', 'income'),
    node('total', 'total'),
    node('Home', 'group'),
    node('Food', 'group'),
    node('Travel', 'category'),
    node('kept', 'kept'),
    node('Rent', 'category'),
    node('Power', 'category'),
    node('Groceries', 'category'),
    node('Coffee', 'category'),
  ],
  links: [
    link('Salary', 'total', 3240),
    link('Interest', 'total', 20.1),
    link('total', 'Home', 1000),
    link('total', 'Food', 600),
    link('total', 'Travel', 60.1),
    link('total', 'kept', 1600),
    link('Home', 'Rent', 890),
    link('Home', 'Power', 110),
    link('Food', 'Groceries', 580),
    link('Food', 'Coffee', 20),
  ],
}

test('bands are as high as their amounts, and each node as high as all that flows through it', () => {
  const { nodes, bands } = layoutOf(flow, 900, 400)
  const of = (id: string) => nodes.find((one) => one.id === id) ?? assert.fail(id)
  assert.deepEqual(
    ['Salary', 'total', 'Home', 'kept', 'Travel', 'Rent'].map((id) => of(id).column),
    [0, 1, 2, 2, 2, 3],
  )
  assert(Math.abs(of('Salary').height / of('Home').height - 3.24) < 1e-6)
  assert(Math.abs(of('total').height / of('kept').height - 3260.1 / 1600) < 1e-6)
  assert.equal(of('Rent').x, 900 - NODE_PX)
  assert.equal(of('Rent').colour, of('Home').colour, 'a category has the colour of its group')
  assert.equal(of('kept').colour, of('Salary').colour)
  assert.notEqual(of('Home').colour, of('Food').colour)
  for (const { y, height } of nodes) assert(y >= 0 && y + height <= 400.01)
  assert.equal(bands.length, flow.links.length)
})

test('beyond so many flows the smallest join, and nothing is lost', () => {
  const { nodes, links } = joined(flow, 'EUR', 8)
  assert.equal(links.length, 8)
  assert.deepEqual(
    links.filter(({ explain }) => explain === null).map(({ from, to, amount }) => [from, to, amount]),
    [
      ['Home', 'others to Home', 1000],
      ['Food', 'others to Food', 600],
    ],
  )
  assert.deepEqual(
    nodes.filter(({ name }) => name === 'Others').map(({ kind }) => kind),
    ['category', 'category'],
  )
  assert.equal(joined(flow, 'EUR', 10).links.length, 10, 'few enough')
  const least = joined(flow, 'EUR', 1)
  assert.equal(least.links.length, 7, 'groups and what is kept are never joined')
  const into = (some: Flow, id: string) =>
    some.links.filter(({ to }) => to === id).map(({ amount }) => amount)
  assert.deepEqual(into(least, 'total'), [3260.1])
  assert.equal(keyOf({ from: 'a', to: 'b' }), 'a b')
})

test('all that join at a node are one flow', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `Category ${index}`)
  const many: Flow = {
    nodes: [node('total', 'total'), ...ids.map((id) => node(id, 'category'))],
    links: ids.map((id, index) => link('total', id, 10 + index)),
  }
  const { links } = joined(many, 'EUR')
  assert.equal(links.length, 24)
  assert.deepEqual(
    links.filter(({ explain }) => explain === null).map(({ to, amount }) => [to, amount]),
    [['others to total', 91]],
  )
})

test('a flow is a part of the income alone, and of no income it is none', () => {
  assert.equal(percentText(shareOfIncome(1788.6, 3120.4) ?? 0), '57.3%', 'refunds are no income')
  assert.equal(shareOfIncome(10, 0), undefined)
  assert.equal(shareOfIncome(10, -2), undefined)
})

test('refunds stand among the incomes in the colour of the rest', () => {
  const refunded: Flow = {
    nodes: [node('refunds', 'refunds'), ...flow.nodes],
    links: [link('refunds', 'total', 40), ...flow.links],
  }
  const { column, colour } = layoutOf(refunded, 900, 400).nodes.find(({ id }) => id === 'refunds') ?? {}
  assert.deepEqual([column, colour], [0, MAX_COLOURS])
})

test('a group keeps its colour when another one is larger, and only money in and kept has its colour', () => {
  const colours = (some: Flow) =>
    Object.fromEntries(layoutOf(some, 900, 400).nodes.map(({ id, colour }) => [id, colour]))
  const other = {
    nodes: [...flow.nodes].sort((a, b) => Number(b.id === 'Food') - Number(a.id === 'Food')),
    links: flow.links.map((one) => (one.to === 'Food' ? { ...one, amount: 2000 } : one)),
  }
  assert.deepEqual(colours(other), colours(flow))
  const income = Object.entries(colours(flow)).flatMap(([id, colour]) => (colour === INCOME ? [id] : []))
  assert.deepEqual(income.sort(), ['Interest', 'Salary', 'kept', 'total'])
})

test('nodes that are no accounts are named by their kind, and the total by all that flows through it', () => {
  const names = (...kinds: FlowNode['kind'][]) =>
    withNodeNames({ nodes: kinds.map((kind) => node(`one of ${kind}`, kind)), links: [] }).nodes.map(
      ({ name }) => name,
    )
  assert.deepEqual(names('income', 'total', 'kept'), ['one of income', 'Income', 'Kept'])
  assert.deepEqual(names('refunds', 'total'), ['Refunds', 'Income and refunds'])
  assert.deepEqual(names('refunds', 'from_savings', 'total', 'group'), [
    'Refunds',
    'From what you had',
    'All together',
    'one of group',
  ])
})

test('a flow too small to be seen has a line all the same', () => {
  const tiny: Flow = {
    ...flow,
    links: flow.links.map((one) => (one.to === 'Travel' ? { ...one, amount: 1 } : one)),
  }
  const { nodes, bands } = layoutOf(tiny, 900, 400)
  assert.equal(nodes.find(({ id }) => id === 'Travel')?.height, 2)
  assert.deepEqual(
    bands.flatMap(({ to, isThin }) => (isThin ? [to] : [])),
    ['Travel'],
  )
})

test('a phone has the part from the total on, over the whole width, in the colours of the whole', () => {
  const part = whereItWent(flow)
  assert.deepEqual(
    part.nodes.map(({ id }) => id),
    ['total', 'Home', 'Food', 'Travel', 'kept'],
  )
  const { nodes, bands } = layoutOf(part, 150, 300)
  assert.deepEqual([...new Set(nodes.map(({ x }) => x))], [0, 150 - NODE_PX])
  assert.equal(bands.length, 4)
  const whole = new Map(layoutOf(flow, 900, 400).bands.map(({ key, colour }) => [key, colour]))
  for (const { key, colour } of bands) assert.equal(colour, whole.get(key), key)
})
