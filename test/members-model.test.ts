import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES, type Role } from '../contract/members.ts'
import { type Random, randomFrom } from '../demo/random.ts'
import { verify } from '../server/verify/verify.ts'
import { type Answer, makeWorld, type Person, signedIn } from './world.ts'

/**
 * Random acts of five people in three books, at two instances, against a small model of rights. All randomness comes from one number, which is
 * printed: the same MEMBERS_SEED makes the same acts. MEMBERS_STEPS says how many.
 */
const seed = Number(process.env.MEMBERS_SEED ?? 11)
const steps = Number(process.env.MEMBERS_STEPS ?? 250)

const world = await makeWorld()
const apps = [world.app, world.another()]

/** An expense of the model: its values, and those before each of its changes. */
type Spent = {
  id: string
  amount: number
  notes: string | null
  isLive: boolean
  past: { version: number; kind: 'created' | 'amount' | 'notes'; before: [number, string | null] }[]
}
type ModelBook = {
  id: string
  name: string
  food: string
  members: Map<Actor, Role>
  isArchived: boolean
  open: { id: string; token: string; role: Role; by: Actor }[]
  used: string[]
  contacts: string[]
  spent: Spent[]
}
type Actor = { name: string; at: Person[]; userId: string; own: string; defaultId: string }
type Play = { random: Random; people: Actor[]; books: ModelBook[]; count: number }

/** One act: the person, the book, and the beginning of the address, which names the book or leaves it to the default. */
type Turn = {
  play: Play
  who: Actor
  book: ModelBook
  at: (current: string) => string
  role: Role | undefined
}

async function send(
  { random }: Play,
  who: Actor,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Answer> {
  const person = random.pick(who.at)
  for (let tries = 0; ; tries++) {
    const answer = await person.send({ method, url, ...(payload && { payload }) })
    // An instance that remembers another default asks for the change once more.
    if (answer.body?.code !== 'default_book_moved' || tries === 2) return answer
  }
}

const codeOf = ({ status, body }: Answer) => (status < 400 ? 'done' : String(body.code))

/** The refusal of whoever lacks a right, in the order in which the service looks: the book, the role, whether the book is put away. */
function barrier({ role, book }: Turn, may: readonly Role[], isChange = true): string | undefined {
  if (role === undefined) return 'book_not_found'
  if (!may.includes(role)) return 'not_allowed'
  return isChange && book.isArchived ? 'book_archived' : undefined
}

const OWNERS: Role[] = ['owner']
const WRITERS: Role[] = ['owner', 'editor']
const SORTERS: Role[] = ['owner', 'editor', 'annotator']
const ALL: Role[] = [...ROLES]

const ownersOf = ({ members }: ModelBook) => [...members].filter(([, role]) => role === 'owner')
const isLastOwner = (book: ModelBook, who: Actor) => {
  const owners = ownersOf(book)
  return owners.length === 1 && owners[0]?.[0] === who
}

/** The links of somebody who is no owner any more open nothing. */
function endLinks(book: ModelBook, whom: Actor): void {
  book.used.unshift(...book.open.flatMap(({ by, token }) => (by === whom ? [token] : [])))
  book.open = book.open.filter(({ by }) => by !== whom)
}

type Act = (turn: Turn) => Promise<[expected: string, answer: Answer]>

const act: Record<string, Act> = {
  async invite(turn) {
    const { play, who, book, at } = turn
    const role = play.random.pick([...ROLES])
    const expected = barrier(turn, OWNERS) ?? (book.open.length >= 20 ? 'too_many_open' : 'done')
    const answer = await send(play, who, 'POST', `${at('/books/current')}/invitations`, { role })
    if (expected === 'done') book.open.push({ id: answer.body.id, token: answer.body.token, role, by: who })
    return [expected, answer]
  },
  async accept({ play, who, book }) {
    const open = book.open[0]
    const token = play.random.chance(0.15) ? book.used[0] : open?.token
    if (token === undefined) return act.look?.(ofBook(play, who, book)) ?? assert.fail()
    const isOpen = token === open?.token && !book.isArchived
    const expected = !isOpen ? 'link_invalid' : book.members.has(who) ? 'already_member' : 'done'
    const answer = await send(play, who, 'POST', '/invitations/accept', { token })
    if (expected === 'done' && open) {
      book.members.set(who, open.role)
      book.open.shift()
      book.used.unshift(token)
    }
    return [expected, answer]
  },
  async revoke(turn) {
    const { play, who, book, at } = turn
    const one = book.open.at(-1)
    const expected = barrier(turn, OWNERS, false) ?? (one ? 'done' : 'not_found')
    const id = one?.id ?? who.userId
    const answer = await send(play, who, 'DELETE', `${at('/books/current')}/invitations/${id}`)
    if (expected === 'done' && one) {
      book.open.pop()
      book.used.push(one.token)
    }
    return [expected, answer]
  },
  async giveRole(turn) {
    const { play, who, book, at } = turn
    const [whom, role] = [play.random.pick(play.people), play.random.pick([...ROLES])]
    const expected =
      barrier(turn, OWNERS, false) ??
      (!book.members.has(whom)
        ? 'not_found'
        : role !== 'owner' && isLastOwner(book, whom)
          ? 'last_owner'
          : 'done')
    const answer = await send(play, who, 'PUT', `${at('/books/current')}/members/${whom.userId}`, { role })
    if (expected === 'done') book.members.set(whom, role)
    if (expected === 'done' && role !== 'owner') endLinks(book, whom)
    return [expected, answer]
  },
  async remove(turn) {
    const { play, who, book, at, role } = turn
    const whom = play.random.chance(0.5) ? who : play.random.pick(play.people)
    const expected =
      barrier(turn, ALL, false) ??
      (whom !== who && role !== 'owner'
        ? 'not_allowed'
        : !book.members.has(whom)
          ? 'not_found'
          : isLastOwner(book, whom)
            ? 'last_owner'
            : 'done')
    const answer = await send(play, who, 'DELETE', `${at('/books/current')}/members/${whom.userId}`)
    if (expected === 'done') {
      book.members.delete(whom)
      endLinks(book, whom)
      if (whom.defaultId === book.id) whom.defaultId = whom.own // their oldest own book
    }
    return [expected, answer]
  },
  async makeDefault({ play, who, book }) {
    const id = play.random.chance(0.3) ? who.own : book.id
    const isUsable = id === who.own || id === who.defaultId || (book.members.has(who) && !book.isArchived)
    const answer = await send(play, who, 'PUT', '/auth/me', { default_book_id: id })
    if (isUsable) who.defaultId = id
    return [isUsable ? 'done' : 'default_book_unusable', answer]
  },
  async archive(turn) {
    const { play, who, book, at } = turn
    const is_archived = play.random.chance(0.4)
    const isDefault = is_archived && !book.isArchived && who.defaultId === book.id
    const expected = barrier(turn, OWNERS, false) ?? (isDefault ? 'book_is_default' : 'done')
    const answer = await send(play, who, 'PUT', at('/books/current'), { is_archived })
    if (expected === 'done') book.isArchived = is_archived
    return [expected, answer]
  },
  async addContact(turn) {
    const { play, who, book, at } = turn
    const name = `Contact ${++play.count}`
    const expected = barrier(turn, WRITERS) ?? 'done'
    const answer = await send(play, who, 'POST', `${at('')}/contacts`, { name })
    if (expected === 'done') book.contacts.push(name)
    return [expected, answer]
  },
  async spend(turn) {
    const { play, who, book, at } = turn
    const amount = 1 + play.random.below(99)
    const expected = barrier(turn, WRITERS) ?? 'done'
    const draft = { amount, category_id: book.food, notes: null }
    const answer = await send(play, who, 'POST', `${at('')}/budgeting/expenses`, draft)
    const { id, version } = answer.body
    const past: Spent['past'] = [{ version, kind: 'created', before: [amount, null] }]
    if (expected === 'done') book.spent.push({ id, amount, notes: null, isLive: true, past })
    return [expected, answer]
  },
  async changeAmount(turn) {
    const { play, who, book, at, role } = turn
    const one = book.spent.findLast(({ isLive }) => isLive)
    const amount = 100 + play.random.below(900_000)
    const barred = barrier(turn, SORTERS)
    const expected = barred ?? (!one ? 'not_found' : role === 'annotator' ? 'field_not_allowed' : 'done')
    const body = { amount, notes: 'with it' }
    const answer = await send(play, who, 'PUT', `${at('')}/budgeting/expenses/${one?.id ?? who.userId}`, body)
    if (expected === 'done' && one) note(one, answer, 'amount', [amount, 'with it'])
    return [expected, answer]
  },
  async annotate(turn) {
    const { play, who, book, at } = turn
    const one = book.spent.findLast(({ isLive }) => isLive)
    const notes = `Note ${++play.count}`
    const expected = barrier(turn, SORTERS) ?? (one ? 'done' : 'not_found')
    const url = `${at('')}/budgeting/expenses/${one?.id ?? who.userId}`
    const answer = await send(play, who, 'PUT', url, { ...(one && { amount: one.amount }), notes })
    if (expected === 'done' && one) note(one, answer, 'notes', [one.amount, notes])
    return [expected, answer]
  },
  async trash(turn) {
    const { play, who, book, at } = turn
    const one = book.spent.findLast(({ isLive }) => isLive)
    const expected = barrier(turn, WRITERS) ?? (one ? 'done' : 'not_found')
    const answer = await send(play, who, 'DELETE', `${at('')}/budgeting/expenses/${one?.id ?? who.userId}`)
    if (expected === 'done' && one) one.isLive = false
    return [expected, answer]
  },
  async undo(turn) {
    const { play, who, book, at, role } = turn
    const one = book.spent.findLast(({ isLive, past }) => isLive && past.length > 0)
    const last = one?.past.at(-1)
    const isMore = role === 'annotator' && last?.kind !== 'notes'
    const expected = barrier(turn, SORTERS) ?? (!last ? 'not_found' : isMore ? 'field_not_allowed' : 'done')
    const answer = await send(play, who, 'POST', `${at('')}/changes/${last?.version ?? 999_999}/undo`)
    if (expected === 'done' && one && last) {
      one.past.pop()
      ;[one.amount, one.notes] = last.before
      if (last.kind === 'created') one.isLive = false
    }
    return [expected, answer]
  },
  async look(turn) {
    const { play, who, book, at } = turn
    const expected = barrier(turn, ALL, false) ?? 'done'
    const answer = await send(play, who, 'GET', `${at('')}/budgeting/expenses?limit=1000&sort=date`)
    if (expected !== 'done') return [expected, answer]
    assert.equal(answer.headers.book, book.id)
    const shown = answer.body.data.map(({ id, amount, notes }: Spent) => `${id} ${amount} ${notes}`).sort()
    const known = book.spent.filter(({ isLive }) => isLive)
    assert.deepEqual(shown, known.map(({ id, amount, notes }) => `${id} ${amount} ${notes}`).sort())
    const { body } = await send(play, who, 'GET', `${at('')}/contacts?limit=1000`)
    assert.deepEqual(body.data.map(({ name }: { name: string }) => name).sort(), [...book.contacts].sort())
    return [expected, answer]
  },
  async listBooks({ play, who }) {
    const answer = await send(play, who, 'GET', '/books')
    const shown = answer.body.data.map(
      ({ id, role, is_default }: { id: string; role: string; is_default: boolean }) =>
        `${id} ${role} ${is_default}`,
    )
    const mine = play.books.flatMap(({ id, members }) =>
      members.has(who) ? `${id} ${members.get(who)}` : [],
    )
    const known = [`${who.own} owner`, ...mine].map((one) => `${one} ${one.startsWith(who.defaultId)}`)
    assert.deepEqual(new Set(shown), new Set(known))
    return ['done', answer]
  },
}

function note(one: Spent, { body }: Answer, kind: 'amount' | 'notes', after: [number, string | null]): void {
  one.past.push({ version: body.version, kind, before: [one.amount, one.notes] })
  ;[one.amount, one.notes] = after
}

/** An act in a book; in the default one, half of the acts do not name it. */
function ofBook(play: Play, who: Actor, book: ModelBook): Turn {
  const isNamed = who.defaultId !== book.id || play.random.chance(0.5)
  const at = (current: string) => (isNamed ? `/books/${book.id}` : current)
  return { play, who, book, at, role: book.members.get(who) }
}

const weights: Record<string, number> = {
  invite: 4,
  accept: 8,
  giveRole: 6,
  remove: 3,
  makeDefault: 5,
  archive: 4,
  spend: 10,
  changeAmount: 8,
  annotate: 8,
  undo: 10,
  look: 10,
  addContact: 6,
}
const drawn = Object.keys(act).flatMap((name) => Array<string>(weights[name] ?? 3).fill(name))

/** Five people, of whom the first three have a book for others each. */
async function begin(random: Random): Promise<Play> {
  const people: Actor[] = []
  const books: ModelBook[] = []
  for (const name of ['Ana', 'Bela', 'Cili', 'Dora', 'Emil']) {
    const { user, book_id, token, password } = await world.person({ name })
    const at = apps.map((app) => signedIn(app, { user, book_id, token, password }))
    people.push({ name, at, userId: user.id, own: book_id, defaultId: book_id })
  }
  for (const who of people.slice(0, 3)) {
    const [person] = who.at
    assert(person)
    const { body } = await person.send({
      method: 'POST',
      url: '/books',
      payload: { name: `For ${who.name}` },
    })
    const food = await person.send({
      method: 'POST',
      url: `/books/${body.id}/budgeting/categories`,
      payload: { name: 'Food', kind: 'expense' },
    })
    books.push({
      id: body.id,
      name: body.name,
      food: food.body.id,
      members: new Map([[who, 'owner']]),
      isArchived: false,
      open: [],
      used: [],
      contacts: [],
      spent: [],
    })
  }
  return { random, people, books, count: 0 }
}

test(`${steps} random acts of five people in three books differ in nothing from a model of their rights (MEMBERS_SEED=${seed})`, async (t) => {
  const play = await begin(randomFrom(seed))
  const outcomes = new Map<string, number>()
  for (let step = 1; step <= steps; step++) {
    const name = play.random.pick(drawn)
    const book = play.random.pick(play.books)
    const who = play.random.pick(play.random.chance(0.6) ? [...book.members.keys()] : play.people)
    const turn = ofBook(play, who, book)
    const [expected, answer] = await (act[name] ?? assert.fail())(turn)
    assert.equal(
      codeOf(answer),
      expected,
      `step ${step}: ${turn.who.name}, ${turn.role ?? 'no member'}, ${name} in ${turn.book.name} at ${turn.at('current')}: ${answer.text.slice(0, 300)}`,
    )
    outcomes.set(expected, (outcomes.get(expected) ?? 0) + 1)
  }
  for (const who of play.people)
    for (const book of play.books) {
      const [expected, answer] = await (act.look ?? assert.fail())(ofBook(play, who, book))
      assert.equal(codeOf(answer), expected)
    }
  t.diagnostic(`0 differences: ${[...outcomes].map(([code, count]) => `${code} ${count}`).join(', ')}`)
  assert.deepEqual(await verify(world.db), [])
})
