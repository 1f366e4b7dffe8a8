import { folded } from '../../contract/fold.ts'
import { type Reason, reason } from '../../contract/import-reasons.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { knownShop, namesInBooks } from '../lists/shops/known-shops.ts'
import { asWritten, byRarest, nameWords } from '../lists/words.ts'
import type { BookKnows } from './book-knows.ts'
import { categoryFor, contactFor, isKnownWord } from './history.ts'
import type { Resolved } from './resolve.ts'
import type { StoredDraft } from './rows.sql.ts'
import type { Effect } from './rules/effect.ts'

/** A draft with the suggested category and contact, and the reason. */
type Suggested = {
  readonly draft: StoredDraft
  readonly reasons: readonly Reason[]
  readonly suggestion: ImportRow['suggestion']
}

type SuggestionContext = {
  readonly knows: BookKnows
  readonly effectFor: (row: Resolved) => Effect | undefined
  readonly contacts: FindContact
  readonly contactIds: ReadonlySet<string>
  readonly isOfBank: boolean
}

/** Whether the program that wrote the file has sorted a row. The categories of a bank are not the person's, and come later. */
export const isSorted = ({ row }: Resolved, isOfBank: boolean): boolean =>
  !isOfBank && (row.category !== undefined || row.splits !== undefined)

/** A draft with the fields set by rules that are valid for every kind. */
export const withEffect = (draft: StoredDraft, effect: Effect | undefined): StoredDraft =>
  effect === undefined
    ? draft
    : {
        ...draft,
        contact_id: effect.contact_id ?? draft.contact_id,
        notes: effect.notes ?? draft.notes,
        tags: [...new Set([...draft.tags, ...effect.tags])].slice(0, 20),
      }

/**
 * The category of a row: from a program's file, from a rule, from a bank's file, from the words of earlier transactions or those of known
 * shops; otherwise the default category.
 */
export function suggest(
  row: Resolved,
  plain: StoredDraft,
  { knows, effectFor, contacts, contactIds, isOfBank }: SuggestionContext,
): Suggested {
  const effect = effectFor(row)
  const draft = withEffect(plain, effect)
  const { history, categories } = knows
  const inFile = row.row.category
  if (isSorted(row, isOfBank) && (inFile === undefined || draft.category_name === inFile))
    return {
      draft,
      reasons: [
        row.row.category === undefined
          ? reason('file_categories', {})
          : reason('file_category', { file_category: row.row.category }),
      ],
      suggestion: null,
    }
  const side = draft.kind === 'income' ? 'income' : 'expense'
  const contact =
    draft.contact_id ??
    contacts(row.text)?.id ??
    contactFor(row.words, history, side, (id) => contactIds.has(id))?.id ??
    null
  const suggestion = {
    category_name: null,
    contact_id: contact,
    contact_name: null,
    rule_id: effect?.rule.id ?? null,
    rule_name: effect?.rule.name ?? null,
  }
  const ruled = effect?.category_id ? categories.get(effect.category_id) : undefined
  if (ruled)
    return {
      draft: {
        ...draft,
        kind: ruled.kind,
        is_refund: (ruled.kind === 'expense') === row.amount > 0n,
        category_id: ruled.id,
        category_name: null,
        contact_id: contact,
      },
      reasons: [reason('rule', { rule: effect?.rule.name ?? '' })],
      suggestion: { ...suggestion, category_id: ruled.id, words: [], count: 0, of_count: 0 },
    }
  if (inFile && draft.category_name === inFile) {
    const name = categories.get(draft.category_id ?? '')?.name ?? inFile
    return {
      draft: { ...draft, contact_id: contact },
      reasons: [
        name === inFile
          ? reason('file_category', { file_category: inFile })
          : reason('file_category_named', { file_category: inFile, category: name }),
      ],
      suggestion:
        contact || effect ? { ...suggestion, category_id: null, words: [], count: 0, of_count: 0 } : null,
    }
  }
  const inBook = (kind: string) => namedIn(categories).get(`${kind} ${folded(inFile ?? '')}`)
  const other = side === 'expense' ? 'income' : 'expense'
  const which = (file_category: string): Reason =>
    inBook(side)?.isGroup
      ? reason('file_category_group', { file_category })
      : inBook(other)
        ? reason('file_category_other_kind', { file_category, kind: other })
        : reason('file_category_unknown', { file_category })
  const unknown = inFile ? [which(inFile)] : []
  const shop = knownShop(row.all, side)
  const named = namedIn(categories)
  const meant =
    shop &&
    namesInBooks(shop.category)
      .map((name) => named.get(`${side} ${name}`))
      .find(Boolean)
  const found = categoryFor(
    row.words,
    history,
    side,
    (id) => categories.get(id)?.kind === side,
    (word, id) => id === meant?.id && shop?.words.includes(word) === true,
  )
  if (!found && shop && meant)
    return {
      draft: { ...draft, category_id: meant.id, category_name: null, contact_id: contact },
      reasons: [
        reason('known_shop', { words: asWritten(row.text, shop.words), category: meant.name }),
        ...unknown,
      ],
      suggestion: { ...suggestion, category_id: meant.id, words: [...shop.words], count: 0, of_count: 0 },
    }
  return {
    draft: { ...draft, ...(found && { category_id: found.id, category_name: null }), contact_id: contact },
    reasons: [
      found
        ? reason('word_went', {
            word: found.word,
            category: categories.get(found.id)?.name ?? '',
            count: found.count,
            of_count: found.of,
          })
        : reason(isKnownWord(row.words, history, side) ? 'words_differ' : 'nothing_like_it', {
            category: knows.defaults[side],
          }),
      ...unknown,
    ],
    suggestion:
      found || contact || effect
        ? {
            ...suggestion,
            category_id: found?.id ?? null,
            words: found ? [found.word] : [],
            count: found?.count ?? 0,
            of_count: found?.of ?? 0,
          }
        : null,
  }
}

type NamedCategory = { readonly id: string; readonly name: string; readonly isGroup: boolean }
const named = new WeakMap<BookKnows['categories'], Map<string, NamedCategory>>()

/** The categories by kind and name, made once for a file. */
function namedIn(categories: BookKnows['categories']) {
  const known = named.get(categories)
  if (known) return known
  const groups = new Set([...categories.values()].map(({ parent_id }) => parent_id))
  const made = new Map(
    [...categories.values()].map(({ id, kind, name }) => [
      `${kind} ${folded(name)}`,
      { id, name, isGroup: groups.has(id) },
    ]),
  )
  named.set(categories, made)
  return made
}

export type FindContact = (text: string) => { id: string; name: string } | undefined

/**
 * Finds the contact all of whose names' words are in a text; if there are several, the longest name wins, then the one whose longest word
 * comes first in the text. Contacts are indexed by their rarest word, so a word that thousands share costs nothing.
 */
export function contactFinder({ contacts }: Pick<BookKnows, 'contacts'>): FindContact {
  type Named = {
    readonly id: string
    readonly name: string
    readonly words: string[]
    readonly longest: string
    readonly order: number
  }
  // Of contacts with the same words only the first can be found, so thousands of one name cost as much as one.
  const seen = new Set<string>()
  const named = contacts.flatMap(({ id, name }, order): Named[] => {
    const words = nameWords(name)
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '')
    const same = [longest, ...words.toSorted((a, b) => (a < b ? -1 : 1))].join(' ')
    if (longest.length < 3 || seen.has(same)) return []
    seen.add(same)
    return [{ id, name, words, longest, order }]
  })
  const byWord = byRarest(named.sort((a, b) => b.words.length - a.words.length))
  return (text) => {
    let found: Named | undefined
    const words = byWord.size === 0 ? [] : nameWords(text)
    const places = new Map(words.map((word, place) => [word, place]))
    const orderOf = (one: Named, other: Named) =>
      (places.get(one.longest) ?? 0) - (places.get(other.longest) ?? 0) || one.order - other.order
    for (const word of words)
      for (const one of byWord.get(word) ?? []) {
        const longer = found ? one.words.length - found.words.length : 1
        if (longer < 0) break
        if (one.words.every((part) => places.has(part)) && (!found || longer > 0 || orderOf(one, found) < 0))
          found = one
      }
    return found
  }
}
