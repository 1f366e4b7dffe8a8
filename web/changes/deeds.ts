import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { rich } from '../ui/rich.ts'
import { type ShowName, type Told, toldRecord } from './record-nouns.ts'

/** What somebody did to a record. */
export type Deed =
  | 'added'
  | 'changed'
  | 'trashed'
  | 'restored'
  | 'erased'
  | 'opened'
  | 'recorded'
  | 'skipped'
  | 'finished'
  | 'reopened'
  | 'closed'
  | 'archived'
  | 'joined'
  | 'put_into'
  | 'taken_out'
  | 'move_restored'
  | 'move_removed'
  | 'undone'
  | 'redone'
  | 'start_followed'
  | 'value_followed'

/** Two categories that became one. */
export type Merge = {
  deed: 'merged' | 'unmerged' | 'merged_again'
  category: string
  into: string
  /** The records that moved with it: "180 entries, 2 budgets". */
  parts: string
}

/** A change in words: who did it, and how its record is shown, is put in where it is shown. */
export type Happened = {
  deed: Deed
  record: Told
  amount?: { amount: number; currency: string } | { base: number }
  /** The file that brought it. */
  from?: string
}

export type Doer = { name: string; isYou: boolean }

type Put = { you: 'yes' | 'no'; person: string; record: ReactNode }

/** Ana changed the account Savings */
const sentences: Readonly<Record<Deed, (put: Put) => ReactNode>> = {
  added: (put) => rich('{you, select, yes {You added {record}} other {{person} added {record}}}', put),
  changed: (put) => rich('{you, select, yes {You changed {record}} other {{person} changed {record}}}', put),
  trashed: (put) =>
    rich(
      '{you, select, yes {You put {record} into the trash} other {{person} put {record} into the trash}}',
      put,
    ),
  restored: (put) =>
    rich('{you, select, yes {You brought back {record}} other {{person} brought back {record}}}', put),
  erased: (put) =>
    rich(
      '{you, select, yes {You deleted {record} for good} other {{person} deleted {record} for good}}',
      put,
    ),
  opened: (put) => rich('{you, select, yes {You opened {record}} other {{person} opened {record}}}', put),
  recorded: (put) =>
    rich('{you, select, yes {You recorded {record}} other {{person} recorded {record}}}', put),
  skipped: (put) => rich('{you, select, yes {You skipped {record}} other {{person} skipped {record}}}', put),
  finished: (put) =>
    rich('{you, select, yes {You finished {record}} other {{person} finished {record}}}', put),
  reopened: (put) =>
    rich('{you, select, yes {You reopened {record}} other {{person} reopened {record}}}', put),
  closed: (put) => rich('{you, select, yes {You closed {record}} other {{person} closed {record}}}', put),
  archived: (put) =>
    rich('{you, select, yes {You archived {record}} other {{person} archived {record}}}', put),
  joined: (put) => rich('{you, select, yes {You joined {record}} other {{person} joined {record}}}', put),
  put_into: (put) =>
    rich(
      '{you, select, yes {You put into {record}} other {{person} put into {record}}} [into a goal; an amount follows]',
      put,
    ),
  taken_out: (put) =>
    rich(
      '{you, select, yes {You took out of {record}} other {{person} took out of {record}}} [out of a goal; an amount follows]',
      put,
    ),
  move_restored: (put) =>
    rich(
      '{you, select, yes {You brought back a move of {record}} other {{person} brought back a move of {record}}} [of a goal]',
      put,
    ),
  move_removed: (put) =>
    rich(
      '{you, select, yes {You took back a move of {record}} other {{person} took back a move of {record}}} [of a goal]',
      put,
    ),
  undone: (put) =>
    rich(
      '{you, select, yes {You undid a change of {record}} other {{person} undid a change of {record}}}',
      put,
    ),
  redone: (put) =>
    rich(
      '{you, select, yes {You redid a change of {record}} other {{person} redid a change of {record}}}',
      put,
    ),
  start_followed: ({ record }) => rich('The start of {record} followed', { record }),
  value_followed: ({ record }) => rich('The change in value of {record} followed', { record }),
}

/** Changed the account Savings */
const withoutDoer: Readonly<Record<Deed, (record: ReactNode) => ReactNode>> = {
  added: (record) => rich('Added {record}', { record }),
  changed: (record) => rich('Changed {record}', { record }),
  trashed: (record) => rich('Put {record} into the trash', { record }),
  restored: (record) => rich('Brought back {record}', { record }),
  erased: (record) => rich('Deleted {record} for good', { record }),
  opened: (record) => rich('Opened {record}', { record }),
  recorded: (record) => rich('Recorded {record}', { record }),
  skipped: (record) => rich('Skipped {record}', { record }),
  finished: (record) => rich('Finished {record}', { record }),
  reopened: (record) => rich('Reopened {record}', { record }),
  closed: (record) => rich('Closed {record}', { record }),
  archived: (record) => rich('Archived {record}', { record }),
  joined: (record) => rich('Joined {record}', { record }),
  put_into: (record) => rich('Put into {record} [a goal]', { record }),
  taken_out: (record) => rich('Took out of {record} [a goal]', { record }),
  move_restored: (record) => rich('Brought back a move of {record} [a goal]', { record }),
  move_removed: (record) => rich('Took back a move of {record} [a goal]', { record }),
  undone: (record) => rich('Undid a change of {record}', { record }),
  redone: (record) => rich('Redid a change of {record}', { record }),
  start_followed: (record) => rich('The start of {record} followed', { record }),
  value_followed: (record) => rich('The change in value of {record} followed', { record }),
}

/** "Added the account Savings": without who did it. */
export const deedAlone = ({ deed, record }: Happened, b: ShowName): ReactNode =>
  withoutDoer[deed](toldRecord(record, b))

/** "Ana added the account Savings, €200.00 from giro.csv". */
export function deedText(
  happened: Happened | Merge,
  { name, isYou }: Doer,
  b: ShowName,
  show: (amount: NonNullable<Happened['amount']>) => ReactNode,
): ReactNode {
  const you = isYou ? 'yes' : 'no'
  if ('into' in happened) return mergeText(happened, { you, person: name }, b)
  const { deed, record, amount, from } = happened
  const told = toldRecord(record, b)
  const withAmount = amount ? rich('{record}, {amount}', { record: told, amount: show(amount) }) : told
  return sentences[deed]({
    you,
    person: name,
    record:
      from === undefined
        ? withAmount
        : rich('{records} from {file} [Ana added 3 expenses from giro.csv]', {
            records: withAmount,
            file: from,
          }),
  })
}

function mergeText(
  { deed, category, into, parts }: Merge,
  who: { you: 'yes' | 'no'; person: string },
  b: ShowName,
): ReactNode {
  const put = { ...who, category, into, b }
  const sentence =
    deed === 'merged'
      ? rich(
          '{you, select, yes {You merged <b>{category} into {into}</b>} other {{person} merged <b>{category} into {into}</b>}}',
          put,
        )
      : deed === 'unmerged'
        ? rich(
            '{you, select, yes {You undid the merge of <b>{category} into {into}</b>} other {{person} undid the merge of <b>{category} into {into}</b>}}',
            put,
          )
        : rich(
            '{you, select, yes {You redid the merge of <b>{category} into {into}</b>} other {{person} redid the merge of <b>{category} into {into}</b>}}',
            put,
          )
  return parts === ''
    ? sentence
    : rich('{sentence}: {parts} [Ana merged Snacks into Groceries: 180 entries, 2 budgets]', {
        sentence,
        parts,
      })
}

/** The same for what may have more records than are here: "at least 3 expenses". */
export const atLeast = (records: string): string => t('at least {records} [3 expenses]', { records })
