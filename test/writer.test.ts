import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listContacts } from '../contract/contacts.ts'
import { change, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { verify } from '../server/verify/verify.ts'
import { category } from './books.ts'
import { type Fate, isLoad, isPlug, isWrite, lineUp, makeLine, neighbours, post, wordsOf } from './line.ts'
import { isWithin, until } from './until.ts'
import { makeWorld, type Person } from './world.ts'

/** How requests that write travel: in groups, alone, in turn. Faults are in writer-faults.test.ts, races in writer-races.test.ts. */
const world = await makeWorld()
const { line, app, together, holdUp, arrived } = await lineUp(world)
const people = await neighbours(world, 8)
const [ana, bea, cili] = people as [Person, Person, Person]

const contact = ({ token }: Person, name: string) => post(app, token, '/contacts', { name })
const namesOf = async (person: Person) => (await person.call(listContacts)).data.map(({ name }) => name)
const countOf = (is: (text: string) => boolean) => line.statements.filter(is).length

test('requests of several books that wait share one statement that loads and one that writes', async () => {
  const answers = await together(people.map((person, index) => () => contact(person, `Shared ${index}`)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    people.map(() => 200),
  )
  assert.equal(countOf(isLoad), 1)
  assert.equal(countOf(isWrite), 2 + 1, 'those that held the lanes up, and the group')
  assert.equal(line.statements.length, 4)
  for (const [index, person] of people.entries())
    assert((await namesOf(person)).includes(`Shared ${index}`), 'each in its own book')
})

test('of many that wait, a group leaves another its share: while one is written, the other is decided', async () => {
  const many = await neighbours(world, 20)
  const answers = await together(many.map((person) => () => contact(person, 'Shared out')))
  assert(answers.every(({ status }) => status === 200))
  assert.equal(countOf(isLoad), 2)
  assert.equal(countOf(isWrite), 2 + 2, 'those that held the lanes up, and two groups')
})

test('fewer than enough for two groups go as one', async () => {
  await together((await neighbours(world, 9)).map((person) => () => contact(person, 'As one')))
  assert.deepEqual([countOf(isLoad), countOf(isWrite)], [1, 2 + 1])
})

test('a refused request does not hold up the others of its group', async () => {
  const answers = await together([
    () => contact(ana, 'Fine'),
    () =>
      post(
        app,
        bea.token,
        '/contacts/00000000-0000-7000-8000-000000000000',
        { name: 'X' },
        { method: 'PUT' },
      ),
    () => contact(cili, 'Fine too'),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 200],
  )
  assert.deepEqual([countOf(isLoad), countOf(isWrite)], [1, 2 + 1])
})

test('changes of any number of expenses are the same two statements, which PostgreSQL plans once', async () => {
  const spent = await Promise.all(
    people.map(async (person) => {
      const { id: category_id } = await category(person, 'Same')
      const body = { amount: 5, category_id }
      const { id } = (await post(app, person.token, '/budgeting/expenses', body)).body
      return { person, url: `/budgeting/expenses/${id}` }
    }),
  )
  const textsOf = async (count: number, amount: number) => {
    const put = { method: 'PUT' }
    await together(
      spent.slice(0, count).map(
        ({ person, url }) =>
          () =>
            post(app, person.token, url, { amount }, put),
      ),
    )
    const isChange = (text: string) => isWrite(text) && text.includes('update entries') // the requests that held the lanes up made contacts
    return [line.statements.find(isLoad), line.statements.findLast(isChange)]
  }
  assert.deepEqual(await textsOf(2, 6), await textsOf(5, 7))
})

test('a single request is two statements', async () => {
  line.statements.length = 0
  assert.equal((await contact(await world.person(), 'Alone')).status, 200)
  assert.deepEqual(wordsOf(line.statements), ['load', 'write'])
})

test('a request does not wait for a group that takes long', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isHeld = false
  line.fate = async (): Promise<Fate> => {
    if (isHeld) return 'through'
    isHeld = true
    await promise
    return 'through'
  }
  const slow = contact(ana, 'Slow')
  await until(() => isHeld, 5_000)
  assert.equal((await contact(bea, 'Quick')).status, 200)
  resolve()
  assert.equal((await slow).status, 200)
  line.fate = () => 'through'
})

test('a batch travels alone, beside the group', async () => {
  const { id: category_id } = await category(ana, 'Food')
  const transactions = Array.from({ length: 150 }, () => ({ kind: 'expense', amount: 1, category_id }))
  const batch = () => post(app, ana.token, '/budgeting/transactions', { transactions })
  const others = await neighbours(world, 2) // nothing of their books is cached
  const answers = await together([batch, ...others.map((person) => () => contact(person, 'Beside'))])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const words = wordsOf(line.statements)
  assert.deepEqual(
    words.filter((word) => !['load', 'write'].includes(word)).map((word) => word.split(' ')[0]),
    ['begin', 'select', 'commit'],
  )
  assert.equal(countOf(isLoad), 2, 'the batch and the group')
})

test('a batch of one person does not keep that of another waiting, nor those who travel together, in one of several processes either', async () => {
  for (const processes of [1, 2, 4]) {
    const own = await makeLine(world, processes)
    const app = world.another({}, own.db)
    const [one, other, third] = (await neighbours(world, 3)) as [Person, Person, Person]
    const batchOf = async (person: Person) => {
      const { id: category_id } = await category(person, 'Food')
      const transactions = Array.from({ length: 150 }, () => ({ kind: 'expense', amount: 1, category_id }))
      return post(app, person.token, '/budgeting/transactions', { transactions })
    }
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
    let held = 0
    own.fate = async (text): Promise<Fate> => {
      if (text === 'commit' && held++ === 0) await isLetGo
      return 'through'
    }
    const first = batchOf(one)
    await until(() => held === 1, 5_000)
    const answers: number[] = []
    const note = ({ status }: { status: number }) => answers.push(status)
    const others = [batchOf(other), post(app, third.token, '/contacts', { name: 'Beside' })]
    for (const answer of others) answer.then(note, assert.fail)
    await until(() => answers.length === 2, 3_000) // a statement that hangs is given up after 5.5 s
    letGo()
    assert.deepEqual([(await first).status, ...answers], [200, 200, 200])
  }
})

test('an expense with many parts travels alone too: others do not wait for the end of its group', async () => {
  const { id: category_id } = await category(ana, 'Parts')
  const partsOf = (count: number) => ({
    amount: count,
    splits: Array.from({ length: count }, () => ({ category_id, amount: 1 })),
  })
  const commitsWith = async (count: number) => {
    const wide = () => post(app, ana.token, '/budgeting/expenses', partsOf(count))
    const answers = await together([wide, () => contact(bea, 'Beside'), () => contact(cili, 'Beside')])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    return countOf((text) => text === 'commit') // a group commits with its one statement
  }
  assert.equal(await commitsWith(20), 0, 'one group of three')
  assert.equal(await commitsWith(21), 1, 'the expense alone, and a group of two')
})

test('a person with many requests delays others by none', async () => {
  const letGo = await holdUp()
  const done: string[] = []
  const noted = (name: string, work: Promise<{ status: number }>) =>
    work.then(({ status }) => done.push(`${name} ${status}`))
  const busy = Array.from({ length: 20 }, (_, index) => noted('busy', contact(ana, `Busy ${index}`)))
  await arrived(18) // the others wait for their person's turn
  const single = noted('single', contact(bea, 'Single'))
  await arrived(1)
  await Promise.all([letGo(), ...busy, single])
  assert.equal(done.length, 21)
  assert(done.indexOf('single 200') <= 4, `in the first group: ${done.slice(0, 6)}`)
})

test('a group does not wait for a book whose row somebody holds: the others are written at once', async () => {
  const group = await neighbours(world, 3)
  const { held, others } = await transaction(world.db, async (tx) => {
    await change(tx, sql`select from books where id = ${group[1]?.book_id} for no key update`)
    const letGo = await holdUp()
    const [first, held, last] = group.map((person) => contact(person, 'At once'))
    await arrived(3)
    await letGo()
    return { held, others: await Promise.all([first, last]) }
  })
  assert.deepEqual(
    others.map((answer) => answer?.status),
    [200, 200],
  )
  assert.equal((await held)?.status, 200, 'once it is free')
  assert.equal(
    countOf((text) => text.includes(' taken ') && !isPlug(text)),
    2,
    'the group with it, and at once without',
  )
})

test('a book whose row somebody holds for long waits alone, and is written once it is free; nobody waits behind it', async () => {
  const own = await makeLine(world, 2) // in one of several processes, which has one session for groups
  const app = world.another({}, own.db)
  const [held, other] = (await neighbours(world, 2)) as [Person, Person]
  const spend = ({ token }: Person, name: string) => post(app, token, '/contacts', { name })
  const waiting = await transaction(world.db, async (tx) => {
    await change(tx, sql`select from books where id = ${held.book_id} for no key update`)
    const both = [spend(held, 'First'), spend(held, 'Second')]
    await until(() => own.statements.some((text) => text.startsWith('select from books')), 5_000)
    const since = performance.now()
    assert.equal((await spend(other, 'Not behind it')).status, 200)
    assert(isWithin(1_500, since), 'a lock is waited for for 2 s')
    await sleep(2_500)
    return both
  })
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ status }) => status),
    [200, 200],
  )
})

test('a book that another instance has changed goes alone, the rest once more together; it stays out of groups for ten seconds', async (t) => {
  const now = performance.now.bind(performance)
  let ahead = 0
  t.mock.method(performance, 'now', () => now() + ahead)
  const group = (await neighbours(world, 3)) as [Person, Person, Person] // nothing of their books is cached
  const [, bea] = group
  const { fate } = line
  let isFirst = true
  line.fate = async (text): Promise<Fate> => {
    if (isWrite(text) && !isPlug(text) && isFirst) {
      isFirst = false
      await post(world.app, bea.token, '/contacts', { name: 'Overtakes' })
      line.statements.length = 0
    }
    return 'through'
  }
  const answers = await together(group.map((person) => () => contact(person, 'Conflict')))
  line.fate = fate
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.deepEqual(
    wordsOf(line.statements).toSorted((a, b) => a.localeCompare(b)),
    ['begin read write', 'commit', 'load', 'load', 'select from books', 'write', 'write'],
    'bea alone under the lock of her book, the others as a group',
  )
  for (const [seconds, alone] of [
    [0, true],
    [9, true],
    [11, false],
  ] as const) {
    ahead = seconds * 1_000
    line.statements.length = 0
    assert.equal((await contact(bea, 'After')).status, 200)
    const isAlone = wordsOf(line.statements).includes('select from books')
    assert.equal(isAlone, alone, `after ${seconds} s`)
  }
  assert.equal((await namesOf(bea)).filter((name) => name === 'Conflict').length, 1)
  assert.deepEqual(await verify(world.db), [])
})

test('a request that waited for ten seconds is told that the service is busy, and is not served', async (t) => {
  const now = performance.now.bind(performance)
  let ahead = 0
  t.mock.method(performance, 'now', () => now() + ahead)
  const letGo = await holdUp()
  const answer = contact(cili, 'Late')
  await arrived(1)
  ahead = 10_001
  await letGo()
  assert.deepEqual([(await answer).status, (await answer).body.code], [503, 'busy'])
  assert(!(await namesOf(cili)).includes('Late'))
})
