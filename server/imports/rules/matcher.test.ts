import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folded } from '../../../contract/fold.ts'
import type { Leaf, When } from '../../../contract/import-rules.ts'
import { currencyFacts } from '../../../contract/iso4217.ts'
import { decimalOf } from '../../../contract/money.ts'
import { makeMatcher, type Subject } from './matcher.ts'
import { makeWordsInText } from './words-in-text.ts'

/** The plain definition of conditions, which the automaton is compared with. */
function isMet({ match, conditions }: When, subject: Subject): boolean {
  const holds = (one: When['conditions'][number]): boolean =>
    (one.field === 'group' ? isMet(one, subject) : fits(one, subject)) !== (one.not ?? false)
  return match === 'all' ? conditions.every(holds) : conditions.some(holds)
}

function fits(condition: Leaf, { texts, amount, currency_id, account_id }: Subject): boolean {
  switch (condition.field) {
    case 'text': {
      const wanted = folded(condition.value).trim()
      if (condition.is === 'contains') return texts.some((text) => text.includes(wanted))
      if (condition.is === 'equals') return texts.some((text) => text.trim() === wanted)
      return texts.some((text) => text.trimStart().startsWith(wanted))
    }
    case 'amount': {
      const { digits, scale } = decimalOf(condition.value)
      const decimals = currencyFacts(currency_id)?.decimals ?? 0
      const wanted = digits * 10n ** BigInt(Math.max(decimals - scale, 0))
      const size = (amount < 0n ? -amount : amount) * 10n ** BigInt(Math.max(scale - decimals, 0))
      if (condition.is === 'equals') return size === wanted
      return condition.is === 'at_least' ? size >= wanted : size <= wanted
    }
    case 'direction':
      return condition.value === (amount < 0n ? 'out' : 'in')
    case 'account':
      return condition.value.toLowerCase() === account_id
    case 'currency':
      return condition.value.toUpperCase() === currency_id
  }
}

/** Random numbers that are the same in every run of a seed. */
function makeDice(seed: number) {
  let state = seed
  const upTo = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const pick = <Item>(items: readonly Item[]): Item => items[upTo(items.length)] as Item // it is never asked of an empty list
  return {
    upTo,
    pick,
    times: <Made>(most: number, make: () => Made) => Array.from({ length: upTo(most) }, make),
  }
}

// Few letters, so that words are found, begin each other and end each other; and letters that folding makes more, fewer or none of.
const LETTERS = [...'aab bAÁ ß\u0301ſİ가', '\u{1d160}', '😀', '\ud83d', '\u00a0', 'ﬁ', 'Σς']

test('random conditions are met by random texts and amounts exactly as they say', () => {
  const seed = Date.now() % 1_000_000
  const { upTo, pick, times } = makeDice(seed)
  let met = 0
  const text = (most: number) => times(most, () => pick(LETTERS)).join('')
  const amount = () => pick([0, 0.1, 1, 1.005, 12.5, 12.50001, 5e-324, 1e300, 1000])
  const leaf = (): Leaf => {
    const not = pick([true, false, false])
    switch (upTo(10)) {
      case 0:
        return { field: 'amount', is: pick(['at_least', 'at_most', 'equals']), value: amount(), not }
      case 1:
        return { field: 'direction', is: 'equals', value: pick(['in', 'out']), not }
      case 2:
        return { field: 'account', is: 'equals', value: pick(['A1', 'a2', 'a3']), not }
      case 3:
        return { field: 'currency', is: 'equals', value: pick(['eur', 'JPY', 'CLF', 'XXX']), not }
      default:
        return { field: 'text', is: pick(['contains', 'begins_with', 'equals']), value: text(5), not }
    }
  }
  const match = () => pick(['all', 'any'] as const)
  const when = (): When => ({
    match: match(),
    conditions: [
      leaf(),
      ...times(3, leaf),
      ...times(3, () => ({
        field: 'group' as const,
        match: match(),
        not: pick([true, false]),
        conditions: [leaf(), ...times(4, leaf)],
      })),
    ],
  })
  for (let round = 0; round < 150; round++) {
    const whens = [when(), ...times(30, when)]
    const matcher = makeMatcher(whens)
    for (let row = 0; row < 10; row++) {
      const subject: Subject = {
        texts: times(4, () => folded(text(10))),
        amount: pick([0n, 1n, -1n, 1_250n, -1_250n, 125_000n, -100n]),
        currency_id: pick(['EUR', 'JPY', 'CLF', 'BHD']),
        account_id: pick(['a1', 'a2', null]),
      }
      const expected = whens.flatMap((one, index) => (isMet(one, subject) ? [index] : []))
      assert.deepEqual(matcher(subject), expected, `seed ${seed}: ${JSON.stringify([whens, subject.texts])}`)
      met += expected.length
    }
  }
  assert(met > 1_000, 'conditions are met often enough to tell anything')
})

/** The processor time of this thread in milliseconds that work takes. */
function timeOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const contains = (value: string) => ({ field: 'text', is: 'contains', value }) as const

test('words that are compared slowly take no longer than others: a row costs its length', () => {
  const hostile = Array.from({ length: 100 }, (_, index) => `ab${'a'.repeat(253 - (index % 100))}`)
  const plain = Array.from({ length: 100 }, (_, index) => `shop number ${index} `.repeat(20).slice(0, 255))
  const rules = (words: string[]): When[] =>
    Array.from({ length: 20 }, () => ({ match: 'any', conditions: words.map(contains) }))
  const [slow, quick] = [makeMatcher(rules(hostile)), makeMatcher(rules(plain))]
  const wide = { amount: -1n, currency_id: 'EUR', account_id: null, texts: ['a'.repeat(30_000)] }
  const judged = (matcher: typeof slow) => () => {
    for (let row = 0; row < 10; row++) assert.deepEqual(matcher(wide), [])
  }
  judged(slow)()
  judged(quick)()
  const times = Array.from({ length: 3 }, () => timeOf(judged(slow)) / timeOf(judged(quick)))
  assert(Math.min(...times) < 5, `${Math.min(...times)} times as long`)
  const twice = { ...wide, texts: ['a'.repeat(60_000)] }
  const double = () => {
    for (let row = 0; row < 10; row++) slow(twice)
  }
  const growth = Array.from({ length: 3 }, () => timeOf(double) / timeOf(judged(slow)))
  assert(Math.min(...growth) < 4, `a text of twice the length takes ${Math.min(...growth)} times as long`)
})

test('a word that ends with many other words is found with all of them, each once in a row', () => {
  const words = Array.from({ length: 255 }, (_, length) => 'a'.repeat(length + 1))
  const inText = makeWordsInText(words)
  const found = new Uint32Array(3 * words.length)
  for (let row = 1; row < 4; row++) {
    const said: number[] = []
    for (const text of ['a'.repeat(10_000), ` ${'a'.repeat(20)} `])
      inText.scan(text, found, row, (word) => said.push(word))
    assert.equal(said.length, 255)
    const equal = words.filter((_, word) => found[2 * words.length + word] === row)
    assert.deepEqual(equal, ['a'.repeat(20)])
    assert.equal(found[words.length + 254], row, 'the long text begins with the longest word')
  }
  assert.equal(inText.states, 256)
})
