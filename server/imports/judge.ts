import type { Mapping } from '../../contract/import-mapping.ts'
import { type Reason, reason } from '../../contract/import-reasons.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { startSlice } from '../process/slices.ts'
import { asDebt, debtContext, isDebt, isOtherwise } from './as-debt.ts'
import { asHalf } from './as-half.ts'
import { asRefund } from './as-refund.ts'
import type { BookKnows, KnownDebt } from './book-knows.ts'
import { makeCopies } from './copies.ts'
import { type CategoryOf, categoriesByName, isOfBank, plainDraft, transferDraft } from './draft.ts'
import { type RowVerdict, recordOf, toStoredRow } from './judged.ts'
import { findMatches, type Match } from './match.ts'
import { makeNear } from './near-transfer.ts'
import { ownDuplicate, ownRecordFinder, unreadableOwn, withoutOwn } from './own-records.ts'
import type { BadRow } from './read/row.ts'
import { type FindRefunded, refundedFinder } from './refunded-rows.ts'
import { type Resolved, unreadable } from './resolve.ts'
import type { StoredRow } from './rows.sql.ts'
import { type Effect, makeEffects, textsOf } from './rules/effect.ts'
import { comparedOpening, heldOpening, keptOpening } from './said.ts'
import { contactFinder, type FindContact, isSorted, suggest, withEffect } from './suggest.ts'
import { type Half, makeHalves, statedTransfer } from './transfers.ts'
import { type Sentences, sentencesOf } from './verdict-sentences.ts'

/** The facts of the file as a whole: its account, and the book's accounts and categories that its names stand for. */
export type Understood = {
  readonly account_id: string | null
  readonly mapping: Mapping | null
  /** Its program has each transaction once, with all its sides: no row is half of another one. */
  readonly isWhole?: boolean
}

/**
 * Judges the rows of a file, whose amounts and accounts are known, against the book. All rows are examined first; the returned function is
 * then called once for each row, in order.
 */
export async function makeJudge(
  all: readonly (Resolved | BadRow)[],
  understood: Understood,
  known: BookKnows,
): Promise<(row: Resolved | BadRow) => StoredRow> {
  const ownRecord = ownRecordFinder(known)
  const knows = withoutOwn(known)
  const resolved = all.filter(
    (row): row is Resolved => !('faults' in row) && !row.overlaps && !ownRecord(row),
  )
  const matches = await findMatches(resolved, knows)
  const open = resolved.filter(({ n }) => !matches.of.has(n))
  const { alike, spent } = await saidBy(resolved, matches.of)
  const context: JudgingContext = {
    knows,
    effectFor: effectsBy(knows),
    say: sentencesOf(knows),
    categoryOf: categoriesByName(understood.mapping, knows.defaults),
    half: understood.isWhole ? statedTransfer : await makeHalves(open, knows, matches.taken),
    alike,
    contacts: contactFinder(knows),
    contactIds: new Set(knows.contacts.map(({ id }) => id)),
    debts: Map.groupBy(knows.debts, ({ contact_id }) => contact_id),
    paid: new Map(),
    refunded: refundedFinder(spent),
    accountByName: new Map(understood.mapping?.accounts.map((one) => [one.name, one.account_id])),
    isOfBank: isOfBank(understood.mapping?.columns ?? []),
    ...debtContext(resolved, matches.of, knows),
  }
  const copied = makeCopies(knows, context.say)
  const near = makeNear(knows, matches.taken, context.say)
  const judgedOf = (row: Resolved) => copied(row, near(row, judgeOne(row, matches.of.get(row.n), context)))
  return (row) => {
    const record = ownRecord(row)
    if ('faults' in row)
      return record ? unreadableOwn(row, record, context.say) : unreadable(row, understood.account_id)
    const judged = record && { ...asNew(row, context), ...ownDuplicate(record, context.say) }
    return toStoredRow(row, judged ?? checked(row, judgedOf(row), context), context.say)
  }
}

/** Applies the person's own rules to a row. Judging a row needs the result several times, so the rules are matched once and the result is kept. */
function effectsBy({ rules }: BookKnows): (row: Resolved) => Effect | undefined {
  if (rules.length === 0) return () => undefined
  const effectOf = makeEffects(rules)
  let last: { row: Resolved; effect: Effect | undefined } | undefined
  return (row) => {
    const { amount, currency_id, account_id } = row
    if (last?.row !== row)
      last = { row, effect: effectOf({ texts: textsOf(row.row), amount, currency_id, account_id }) }
    return last.effect
  }
}

/** Collects the keys and the expenses of rows that others are compared with. */
async function saidBy(
  rows: readonly Resolved[],
  matches: ReadonlyMap<number, Match>,
): Promise<{ alike: Set<string>; spent: Map<string, Resolved[]> }> {
  const alike = new Set<string>()
  const spent = new Map<string, Resolved[]>()
  const slice = startSlice()
  for (const one of rows) {
    const { n, account_id, line_key, currency_id, amount, row } = one
    const match = matches.get(n)
    if (isEntered(match)) alike.add(`${account_id} ${line_key}`)
    if (!match && amount < 0n && row.to_account === undefined && row.splits === undefined) {
      const key = `${account_id} ${currency_id} ${amount}`
      const list = spent.get(key)
      if (list) list.push(one)
      else spent.set(key, [one])
    }
    if (slice.isOver()) await slice.next()
  }
  return { alike, spent }
}

type JudgingContext = {
  readonly knows: BookKnows
  readonly effectFor: (row: Resolved) => Effect | undefined
  readonly say: Sentences
  readonly categoryOf: CategoryOf
  readonly half: (row: Resolved) => Half | undefined
  /** The keys of rows found in the book but not in an earlier file: a further row with the same key may be a repetition. */
  readonly alike: ReadonlySet<string>
  readonly contacts: FindContact
  readonly contactIds: ReadonlySet<string>
  readonly debts: ReadonlyMap<string, readonly KnownDebt[]>
  /** How much of each obligation earlier rows pay. */
  readonly paid: Map<string, bigint>
  /** Among the rows of expenses that the book does not have. */
  readonly refunded: FindRefunded
  readonly accountByName: ReadonlyMap<string, string | null>
  readonly isOfBank: boolean
} & ReturnType<typeof debtContext>

/** Whether a row was found in the book, and not among the rows of earlier files. */
const isEntered = (match: Match | undefined) => match?.line !== undefined && match.remembered === undefined

function judgeOne(row: Resolved, match: Match | undefined, context: JudgingContext): RowVerdict {
  const { say } = context
  if (row.overlaps)
    return {
      verdict: 'duplicate',
      draft: plainDraft(row, context.categoryOf),
      reasons: say.overlap(row.overlaps),
      is_chosen: false,
      needs_attention: row.overlaps.isDoubtful,
    }
  const compared = comparedOpening(row, context.knows, () => plainDraft(row, context.categoryOf))
  if (compared) return compared
  const fresh = () => {
    if (isDebt(row)) return asDebt(row, context)
    // As another one it is what the file says it is.
    const isTransfer = row.row.to_account !== undefined
    return isTransfer
      ? asHalf(row, { is: 'file', account_id: null }, context, () => asNew(row, context))
      : asNew(row, context)
  }
  if (match?.remembered && match.remembered.transaction_id === null)
    return match.remembered.is_left_out
      ? { ...fresh(), reasons: say.leftOut(match.remembered), is_chosen: false }
      : judgeOpen(row, context)
  if (match && isOtherwise(row, match))
    return {
      ...fresh(),
      ...duplicate(row, match, context),
      needs_attention: true,
      reasons: [reason('otherwise_here', {})],
    }
  if (match) return { ...fresh(), ...duplicate(row, match, context) }
  return judgeOpen(row, context)
}

/** A row that is already in the book. Its draft is used if a person wants to record it anyway. */
function duplicate(row: Resolved, { remembered, line, isDoubtful }: Match, { say, knows }: JudgingContext) {
  const base = { verdict: 'duplicate' as const, is_chosen: false, needs_attention: isDoubtful }
  if (line)
    return {
      ...base,
      reasons: isDoubtful
        ? say.same(line, recordOf(line, knows).name, row.date)
        : remembered
          ? say.otherWords(remembered)
          : say.here(line, row.date),
      of_record: recordOf(line, knows),
    }
  if (!remembered) return base
  const isGone = remembered.is_erased || remembered.deleted_at !== null
  const reasons = isGone
    ? say.deleted(remembered)
    : isDoubtful
      ? say.otherNumber(remembered)
      : say.imported(remembered)
  const { transaction_id, date, amount } = remembered
  const of_record =
    transaction_id === null || remembered.is_erased
      ? null
      : {
          kind: 'transaction' as const,
          id: transaction_id,
          date,
          currency_id: row.currency_id,
          amount: amountToApi(amount < 0n ? -amount : amount, row.currency_id),
          name: row.text,
        }
  return { ...base, reasons, of_record }
}

/** A row that is not in the book. */
function judgeOpen(row: Resolved, context: JudgingContext): RowVerdict {
  const { say, alike } = context
  if (row.row.is_opening)
    return (
      keptOpening(row, context.knows, plainDraft(row, context.categoryOf)) ?? {
        verdict: 'new',
        draft: plainDraft(row, context.categoryOf),
        reasons: [reason('opening_of', { account: row.row.account ?? say.nameOf(row.account_id) })],
      }
    )
  if (isDebt(row)) return asDebt(row, context)
  const ruled = context.effectFor(row)
  if (ruled?.to_account_id && ruled.to_account_id !== row.account_id)
    return {
      verdict: 'transfer',
      reasons: [reason('rule', { rule: ruled.rule.name })],
      draft: withEffect(transferDraft(plainDraft(row, context.categoryOf), ruled.to_account_id), ruled),
    }
  const half = context.half(row)
  if (half) return asHalf(row, half, context, () => asNew(row, context))
  if (alike.has(`${row.account_id} ${row.line_key}`))
    return {
      ...asNew(row, context),
      reasons: [reason('repeated_in_file', {})],
      is_chosen: false,
      needs_attention: true,
    }
  // The category of the exporting program comes first, then the person's own rules; that of a bank comes after both.
  if (isSorted(row, context.isOfBank) || ruled?.category_id) return asNew(row, context)
  return (
    asPayment(row, context) ??
    asRefund(row, { ...context, fresh: (one) => asNew(one, context) }) ??
    asNew(row, context)
  )
}

/** Money from or to a named contact who owed, or was owed, at least as much on that day. */
function asPayment(row: Resolved, context: JudgingContext): RowVerdict | undefined {
  const { say, paid } = context
  const contact = context.debts.size === 0 ? undefined : context.contacts(row.text)
  const direction = row.amount > 0n ? 'receivable' : 'payable'
  const size = row.amount > 0n ? row.amount : -row.amount
  const left = (debt: KnownDebt) => debt.outstanding - (paid.get(debt.id) ?? 0n)
  const open = (context.debts.get(contact?.id ?? '') ?? []).filter(
    (debt) =>
      debt.direction === direction &&
      debt.currency_id === row.currency_id &&
      debt.opened_date <= row.date &&
      left(debt) >= size,
  )
  const debt = open.find((one) => left(one) === size) ?? open[0]
  if (!contact || !debt) return undefined
  const before = left(debt)
  paid.set(debt.id, (paid.get(debt.id) ?? 0n) + size)
  const amount = say.amount(before, debt.currency_id)
  const rest =
    before === size
      ? reason('then_settled', {})
      : reason('then_left', { amount: say.amount(before - size, debt.currency_id) })
  const plain = plainDraft(row, context.categoryOf)
  return {
    verdict: 'settles',
    reasons: [
      reason(direction === 'receivable' ? 'owes_you' : 'you_owe', { contact: contact.name, amount }),
      rest,
    ],
    draft: {
      ...plain,
      kind: 'payment',
      category_id: null,
      category_name: null,
      is_refund: false,
      splits: [],
      contact_id: contact.id,
      obligation_id: debt.id,
    },
    of_record: {
      kind: 'obligation',
      id: debt.id,
      date: debt.date,
      currency_id: debt.currency_id,
      name: debt.name,
      amount: amountToApi(before, debt.currency_id),
    },
  }
}

/** A new expense or income, with the category and the contact that a rule or its words suggest. */
const asNew = (row: Resolved, context: JudgingContext): RowVerdict => ({
  verdict: 'new',
  ...suggest(row, plainDraft(row, context.categoryOf), context),
})

/** Marks rows that the commit would refuse. */
function checked(row: Resolved, judged: RowVerdict, { knows, say }: JudgingContext): RowVerdict {
  if (judged.verdict === 'duplicate') return judged
  const wait = (...reasons: readonly Reason[]): RowVerdict => ({
    ...judged,
    reasons,
    is_chosen: false,
    needs_attention: true,
  })
  if (row.account_id === null && row.row.account === undefined) return wait(reason('account_missing', {}))
  if (
    judged.draft.kind === 'transfer' &&
    row.account_id !== null &&
    judged.draft.other_account_id === row.account_id
  )
    return wait(reason('same_account', { account: say.nameOf(row.account_id) }))
  if (knows.closed_through !== null && row.date <= knows.closed_through)
    return wait(reason('book_closed', { day: knows.closed_through }))
  const retired = [row.account_id, judged.draft.other_account_id].find(
    (id) => id !== null && knows.retired.has(id),
  )
  if (retired) return wait(reason('account_not_in_use', { account: say.nameOf(retired) }))
  const held = heldOpening(row, judged, knows)
  if (held) return wait(...held)
  const account = row.account_id === null ? undefined : knows.accounts.get(row.account_id)
  if (account?.currency_id && account.currency_id !== row.currency_id)
    return wait(
      reason('other_currency', {
        account: account.name,
        account_currency: account.currency_id,
        currency: row.currency_id,
      }),
    )
  // A file that was read before 0017 has the sentence itself, of which there was one.
  if (row.row.doubt !== undefined) return wait(reason('hidden_from_reports', {}))
  if (knows.missingRates.has(`${row.currency_id} ${row.date}`))
    return wait(
      reason('rate_missing', {
        currency: row.currency_id,
        base_currency: knows.base_currency_id,
        day: row.date,
      }),
    )
  return judged
}
