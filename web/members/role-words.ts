import type { ReactNode } from 'react'
import type { Role } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { rich } from '../ui/rich.ts'

/** The roles, and what each may, in words. */
export const roleNames: Readonly<Record<Role, () => string>> = {
  owner: () => t('Owner'),
  editor: () => t('Editor'),
  annotator: () => t('Annotator'),
  viewer: () => t('Viewer'),
}

/** The roles in the menu that gives one. */
export const roleLines: Readonly<Record<Role, () => string>> = {
  owner: () => t('Owner: do everything, and decide who is a member'),
  editor: () => t('Editor: record, change and delete'),
  annotator: () => t('Annotator: sort by category, tags, notes and people'),
  viewer: () => t('Viewer: see everything'),
}

/** A line of the table of roles, and the roles that may do it. */
export const powers = (): readonly { words: string; roles: readonly Role[] }[] => [
  { words: t('See everything, export'), roles: ['owner', 'editor', 'annotator', 'viewer'] },
  { words: t('Sort, tag, note'), roles: ['owner', 'editor', 'annotator'] },
  { words: t('Record, change, delete'), roles: ['owner', 'editor'] },
  { words: t('Import, plan, budget'), roles: ['owner', 'editor'] },
  { words: t('Members, closing, name'), roles: ['owner'] },
]

/** What a role may, in a sentence. */
export const mayWords = (role: Role): string =>
  t(
    '{role, select, owner {May do everything, and decide who is a member.} editor {May record, change and delete.} annotator {May sort: categories, tags, notes, people. No amount, day or account.} other {May see everything.}}',
    { role },
  )

export const thenYouMay = (role: Role): string =>
  t(
    '{role, select, owner {You may then do everything, and decide who is a member.} editor {You may then record, change and delete.} annotator {You may then sort: categories, tags, notes, people. No amount, day or account.} other {You may then see everything.}}',
    { role },
  )

type Start = (words: ReactNode) => ReactNode

/** What the reader may; `start` shows the words that the head of the column has said already. */
export const youMay = (role: Role, start: Start): ReactNode =>
  rich(
    '{role, select, owner {<start>You may</start> do everything, and decide who is a member} editor {<start>You may</start> record, change and delete} annotator {<start>You may</start> sort: categories, tags, notes, people. No amount, day or account} other {<start>You may</start> see everything}}',
    { role, start },
  )

/** What another member may. */
export const theyMay = (role: Role, start: Start): ReactNode =>
  rich(
    '{role, select, owner {<start>May</start> do everything, and decide who is a member} editor {<start>May</start> record, change and delete} annotator {<start>May</start> sort: categories, tags, notes, people. No amount, day or account} other {<start>May</start> see everything}}',
    { role, start },
  )

export const youAre = (role: Role): string =>
  t(
    '{role, select, owner {You are an owner now} editor {You are an editor now} annotator {You are an annotator now} other {You are a viewer now}}',
    { role },
  )

export const theyAre = (name: string, role: Role): string =>
  t(
    '{role, select, owner {{name} is an owner now} editor {{name} is an editor now} annotator {{name} is an annotator now} other {{name} is a viewer now}}',
    { name, role },
  )

export const becomeQuestion = (role: Role): string =>
  t(
    '{role, select, owner {Become an owner yourself?} editor {Become an editor yourself?} annotator {Become an annotator yourself?} other {Become a viewer yourself?}}',
    { role },
  )

export const become = (role: Role): string =>
  t(
    '{role, select, owner {Become an owner} editor {Become an editor} annotator {Become an annotator} other {Become a viewer}}',
    { role },
  )
