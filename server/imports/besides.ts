import { isDeepStrictEqual } from 'node:util'
import { putBudget } from '../../contract/budgets.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { folded } from '../../contract/fold.ts'
import { type Brings, type BroughtKind, broughtKinds, MAX_NAMED } from '../../contract/import-brings.ts'
import type { Mapping } from '../../contract/import-mapping.ts'
import { createImportRule, type When } from '../../contract/import-rules.ts'
import { decimalText } from '../../contract/money.ts'
import { createPlan, type NewPlan } from '../../contract/plans.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { type Later, later } from '../../words/t.ts'
import { setBudget } from '../budgets/budgets.ts'
import { changeCategory } from '../categories/categories.ts'
import { keepOwnRate } from '../currencies/exchange-rates.ts'
import { decimalsOf } from '../ledger/amounts.ts'
import type { Course } from '../ledger/course.ts'
import { type Known, NotLoaded, type References, together } from '../ledger/known.ts'
import { type Book, changed } from '../ledger/verb.ts'
import { addPlan } from '../plans/plans.ts'
import { faultsIn } from '../process/sentences.ts'
import { startSlice } from '../process/slices.ts'
import { checkOf } from '../process/validation.ts'
import { budgetId, ownOf } from '../records/budget.ts'
import { rateId } from '../records/exchange-rate.ts'
import type { BookRecords } from './besides.sql.ts'
import type { MadeRecords } from './commit-made.ts'
import { defaultNames } from './default-category.ts'
import { pathOf } from './groups.ts'
import type {
  FileBudget,
  FileCategory,
  FileRate,
  FileRecurring,
  FileRule,
  KeptBesides,
  KeptLeftOut,
} from './read/besides.ts'
import { decimalWord, type KeptSentence, kept } from './read/kept-sentences.ts'
import { addRule } from './rules/rules.ts'
import { type KeptRefusal, keptRefusal } from './said-again.ts'

/**
 * Records what a file has besides rows, with the verbs of people's own requests, on top of a course of changes: that of a commit, or one
 * that is thrown away, which says before the commit what would come of it. Whatever a verb refuses is left out with its sentence, and what the
 * book has already stays as it is.
 */
export type CourseOfBesides = {
  readonly book: Book
  readonly course: Course
  readonly made: MadeRecords
  readonly mapping: Mapping | null
  readonly records: BookRecords
  readonly isChosen: (kind: BroughtKind) => boolean
}

/** The outcome for one thing: it is recorded, or there already, or left out for a reason. */
type BesideOutcome = 'recorded' | 'already' | { readonly why: Later }

export async function recordBesides(recording: CourseOfBesides, besides: KeptBesides): Promise<Brings[]> {
  const said = new Map<BroughtKind, Brings>()
  const missing: References[] = []
  const slice = startSlice()
  const of = (kind: BroughtKind): Brings => {
    const one = said.get(kind) ?? noBrings(kind)
    said.set(kind, one)
    return one
  }
  const leaveOut = (kind: BroughtKind, words: LeftWords) => {
    const one = of(kind)
    if (++one.left_out_count <= MAX_NAMED) one.left_out.push(words)
  }
  async function each<Item>(
    kind: BroughtKind,
    items: readonly Item[] = [],
    nameOf: (item: Item) => string,
    record: (item: Item) => BesideOutcome | Promise<BesideOutcome>,
  ): Promise<void> {
    if (!recording.isChosen(kind)) return
    for (const item of items) {
      try {
        const outcome = await record(item)
        if (outcome === 'recorded') of(kind).count++
        else if (outcome === 'already') of(kind).already++
        else leaveOut(kind, kept({ name: nameOf(item), why: outcome.why }))
      } catch (error) {
        if (error instanceof Refusal) leaveOut(kind, refused(nameOf(item), error))
        else if (error instanceof NotLoaded) missing.push(error.references)
        else throw error
      }
      if (slice.isOver()) await slice.next()
    }
  }
  const names = namesIn(recording)
  const name = (one: { readonly name: string }) => one.name
  const records = recorders(recording, names)
  for (const one of besides.left_out ?? []) if (recording.isChosen(one.kind)) leaveOut(one.kind, wordsOf(one))
  // The first check of a shape compiles it, as the first request of a route does: that is no piece of this work.
  if (besides.rates?.length) check.rate({})
  if (besides.budgets?.length) check.budget({})
  if (besides.recurring?.length) check.plan({})
  if (besides.rules?.length) check.rule({})
  slice.resume()
  await each('accounts', besides.accounts, name, records.account)
  await each('groups', besides.groups, name, records.category)
  await each('rates', besides.rates, ({ from, to, date }) => `${from}/${to} ${date}`, records.rate)
  await each('budgets', besides.budgets, (one) => `${one.name} ${one.month}`, records.budget)
  await each('recurring', besides.recurring, name, records.plan)
  await each('rules', besides.rules, name, records.rule)
  if (missing.length > 0) throw new NotLoaded(together(missing))
  return broughtKinds.flatMap((kind) => said.get(kind) ?? [])
}

/** A thing that is left out, as it is kept, with the words and values that it takes to say it in another language. */
type LeftWords = {
  readonly name: string
  readonly why: string
  readonly said?: { readonly why?: KeptRefusal | KeptSentence; readonly name?: KeptSentence }
}

function refused(name: string, refusal: Refusal): LeftWords {
  const why = keptRefusal(refusal)
  return { name, why: refusal.message, ...(why && { said: { why } }) }
}

const wordsOf = ({ name, why, said }: KeptLeftOut): LeftWords => ({ name, why, ...(said && { said }) })

const noBrings = (kind: BroughtKind): Brings => ({
  kind,
  count: 0,
  already: 0,
  is_chosen: true,
  left_out_count: 0,
  left_out: [],
})

/** The records that names in the file stand for: those that rows have, else those of the book, else new ones. */
function namesIn({ made, mapping, records }: CourseOfBesides) {
  const accounts = byName(records.accounts, ({ name }) => name)
  const mapped = new Map((mapping?.accounts ?? []).map(({ name, account_id }) => [name, account_id]))
  const groups = new Map(records.categories.map(({ id, name }) => [id, name]))
  const categories = byName(records.categories, ({ kind, name, parent_id }) =>
    categoryKey(kind, parent_id === null ? name : `${groups.get(parent_id)}: ${name}`),
  )
  const chosen = new Map(
    (mapping?.categories ?? []).map(({ kind, name, category_id }) => [`${kind} ${name}`, category_id]),
  )
  const contacts = byName(records.contacts, ({ name }) => name)
  const live = new Set([...records.accounts, ...records.categories].map(({ id }) => id))
  // A person may have renamed since what an earlier file named so.
  const before = new Map(
    records.names.flatMap(({ kind, name, id }) => (live.has(id) ? [[`${kind} ${folded(name)}`, id]] : [])),
  )
  const knownAccount = (name: string) =>
    mapped.get(name) ?? before.get(`account ${folded(name)}`) ?? accounts.get(folded(name))?.id
  const knownCategory = ({ kind, name }: Pick<FileCategory, 'kind' | 'name'>) =>
    chosen.get(`${kind} ${name}`) ??
    before.get(`${kind} ${folded(name)}`) ??
    categories.get(categoryKey(kind, name))?.id
  return {
    knownAccount,
    knownCategory,
    defaults: defaultNames(records.categories),
    account: (name: string): string => knownAccount(name) ?? made.named(name),
    category: (one: Pick<FileCategory, 'kind' | 'name'>): string =>
      knownCategory(one) ??
      made.category(one.kind, { category_id: null, category_name: one.name }) ??
      refuse('category_not_found', { field: 'category_id', kind: one.kind }),
    contact: (name: string): string | undefined => contacts.get(folded(name))?.id,
  }
}
type Names = ReturnType<typeof namesIn>

/** The records that names besides the rows stand for now, whether the book had them or the commit has made them. */
export function namedBeside(
  recording: CourseOfBesides,
  { accounts = [], groups = [] }: KeptBesides,
): Pick<MadeRecords['became'], 'accounts' | 'categories'> {
  const { knownAccount, knownCategory } = namesIn(recording)
  const found = { accounts: new Map<string, string>(), categories: new Map<string, string>() }
  const keep = (map: Map<string, string>, key: string, id: string | undefined) => id && map.set(key, id)
  for (const { name } of accounts) keep(found.accounts, name, knownAccount(name))
  for (const one of groups) keep(found.categories, `${one.kind} ${one.name}`, knownCategory(one))
  return found
}

/** The key of a category: its group and its name, however the file parts them. */
function categoryKey(kind: string, name: string): string {
  const path = pathOf(name)
  return folded(`${kind} ${path ? `${path.group}: ${path.name}` : name}`)
}

/** The first of each name. */
function byName<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item> {
  const found = new Map<string, Item>()
  for (const item of items) {
    const key = folded(nameOf(item))
    if (!found.has(key)) found.set(key, item)
  }
  return found
}

const freely = () => undefined

const check = {
  budget: checkOf(putBudget.body as object, false),
  plan: checkOf(createPlan.body as object, false),
  rule: checkOf(createImportRule.body as object, false),
  rate: checkOf(putExchangeRate.body as object, false),
}

/** Refuses a draft that no request could send. */
function checkShape(shape: keyof typeof check, draft: unknown): void {
  const result = check[shape](draft)
  if (result !== true) refuse('invalid', { faults: faultsIn(result.error, 'body') })
}

/** Records one thing of each kind. */
function recorders({ book, course, records }: CourseOfBesides, names: Names) {
  const isNew = (id: string) => course.known.find('category', id)?.created_version === book.version
  const places = placing(book, course)
  const given = new Set<string>()
  const plans = counted(records.plans.map(({ kind, name, amount }) => planKey(kind, name, Number(amount))))
  const currencies = new Map(records.accounts.map(({ id, currency_id }) => [id, currency_id]))
  return {
    account({ name, is_closed = false }: { name: string; is_closed?: boolean }): BesideOutcome {
      if (names.knownAccount(name) !== undefined) return 'already'
      const before = course.known.find('account', names.account(name))
      if (before && is_closed && before.is_active)
        course.add({
          answer: undefined,
          changes: [changed('account', before, { ...before, is_active: false })],
        })
      return 'recorded'
    },
    async category(one: FileCategory): Promise<BesideOutcome> {
      if (names.knownCategory(one) !== undefined) return 'already'
      const id = names.category(one)
      if (!isNew(id)) return 'already'
      await places(id, one)
      return 'recorded'
    },
    async rate({ from, to, date, rate }: FileRate): Promise<BesideOutcome> {
      const draft = { rate: Number(rate) }
      checkShape('rate', draft)
      if (course.known.find('own_rate', rateId({ from_id: from, to_id: to, date }))) return 'already'
      course.add(await keepOwnRate({ from, to, date }, draft.rate, freely).decide(book, course.known))
      return 'recorded'
    },
    async budget({ month, amount, rollover, ...one }: FileBudget): Promise<BesideOutcome> {
      const category_id = names.category(one)
      // No budget of a category that this very change makes is in the book.
      const known: Known = isNew(category_id)
        ? {
            ...course.known,
            find: (reference, key) =>
              reference === 'budget' || reference === 'running_budget'
                ? undefined
                : course.known.find(reference, key),
          }
        : course.known
      const draft = { amount: Number(amount), rollover, only: true }
      checkShape('budget', draft)
      const id = budgetId({ category_id, month })
      const row = known.find('budget', id)
      const own = row && ownOf(row)
      const decision = await setBudget({ category_id, month }, draft, freely).decide(book, known)
      if (decision.changes.length === 0) return 'already'
      if (own)
        return {
          why: later('The book has a budget of {amount} {currency} there.', {
            amount: decimalWord(
              decimalText({ digits: own.amount, scale: decimalsOf(book.base_currency_id) }),
            ),
            currency: book.base_currency_id,
          }),
        }
      if (given.has(id)) return { why: later('The file has two budgets of this category for the month.') }
      given.add(id)
      course.add(decision)
      return 'recorded'
    },
    async plan(one: FileRecurring): Promise<BesideOutcome> {
      const key = planKey(one.kind, one.name, Number(one.amount))
      const count = plans.get(key) ?? 0
      plans.set(key, count - 1)
      if (count > 0) return 'already'
      const draft = planOf(one, names, (id) =>
        currencies.has(id) ? currencies.get(id) : course.known.find('account', id)?.currency_id,
      )
      checkShape('plan', draft)
      course.add(await addPlan(draft).decide(book, course.known))
      return 'recorded'
    },
    async rule({ name, when, set }: FileRule): Promise<BesideOutcome> {
      const contact_id = set.contact === undefined ? null : names.contact(set.contact)
      if (contact_id === undefined)
        return {
          why: later('It sets the payee {contact}, and the book has no contact of this name.', {
            contact: set.contact ?? '',
          }),
        }
      const draft = {
        name,
        when: withAccounts(when, names),
        set: {
          category_id: set.category ? names.category(set.category) : null,
          contact_id,
          add_tags: [...(set.add_tags ?? [])],
          notes: set.notes ?? null,
          to_account_id: set.to_account === undefined ? null : names.account(set.to_account),
        },
      }
      checkShape('rule', draft)
      if (
        records.rules.some((rule) =>
          isDeepStrictEqual([rule.conditions, rule.actions], [draft.when, draft.set]),
        )
      )
        return 'already'
      course.add(await addRule(draft).decide(book, course.known))
      return 'recorded'
    },
  }
}

/** Puts new categories, and new groups of theirs, at the places that the file has them in. */
function placing(book: Book, course: Course) {
  const last = new Map<string, number>()
  const place = async (id: string, more: { is_active?: boolean } = {}) => {
    const { kind, parent_id } = course.known.find('category', id) ?? { kind: '', parent_id: null }
    const position = (last.get(`${kind} ${parent_id}`) ?? 0) + 1
    last.set(`${kind} ${parent_id}`, position)
    course.add(await changeCategory(id, { position, ...more }, freely).decide(book, course.known))
  }
  return async (id: string, { is_hidden = false }: FileCategory): Promise<void> => {
    const parent = course.known.find('category', course.known.find('category', id)?.parent_id ?? id)
    if (parent && parent.id !== id && parent.created_version === book.version && parent.position === 0)
      await place(parent.id)
    await place(id, { is_active: !is_hidden })
  }
}

const planKey = (kind: string, name: string, amount: number) => `${kind} ${amount} ${folded(name)}`

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** A recurring payment as a request would send it. */
function planOf(
  one: FileRecurring,
  names: Names,
  currencyOf: (id: string) => string | null | undefined,
): NewPlan {
  const { kind, name, account, to_account, schedule, notes, tags } = one
  const from = account === undefined ? undefined : names.account(account)
  const contact = one.payee === undefined ? undefined : names.contact(one.payee)
  const currency = one.currency ?? (from === undefined ? undefined : (currencyOf(from) ?? undefined))
  const shared = {
    amount: Number(one.amount),
    ...(currency !== undefined && { currency_id: currency }),
    ...(contact !== undefined && { contact_id: contact }),
    ...(notes !== undefined && { notes }),
    ...(tags !== undefined && { tags: [...tags] }),
  }
  const sides = {
    ...(from !== undefined && { from_account_id: from }),
    ...(to_account !== undefined && { to_account_id: names.account(to_account) }),
  }
  const draft =
    kind === 'transfer'
      ? { ...shared, ...sides }
      : {
          ...shared,
          category_id: names.category({ kind, name: one.category ?? names.defaults[kind] }),
          ...(from !== undefined && { asset_account_id: from }),
        }
  return { name, kind, draft, schedule }
}

/** Conditions whose accounts are those of the book. */
const withAccounts = (when: When, names: Names): When => ({
  ...when,
  conditions: when.conditions.map((one) =>
    one.field === 'account'
      ? { ...one, value: names.account(one.value) }
      : one.field === 'group'
        ? {
            ...one,
            conditions: one.conditions.map((leaf) =>
              leaf.field === 'account' ? { ...leaf, value: names.account(leaf.value) } : leaf,
            ),
          }
        : one,
  ),
})
