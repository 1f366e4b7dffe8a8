import { useRef, useState } from 'react'

/**
 * Unsaved text of a form, kept in this tab, so that a reload or a session that ends takes nothing away. It is never used for passwords.
 * Another person who signs in on the same tab does not find it, and no page of another book.
 */
const PREFIX = 'florin.drafts.'
const OWNER = 'florin.draft-owner'
/** The drafts of before there were several books. */
const FORMER = 'florin.draft.'

/** The place of the drafts of this page: those of its book. */
let place = `${PREFIX}.`

/** The draft of the form that adds a plan, which other pages begin. */
export const NEW_PLAN = 'plan new'

const storage = (): Storage | undefined => {
  try {
    return sessionStorage
  } catch {
    return undefined // without storage, a draft lasts as long as the page
  }
}

export function readDraft<T extends object>(key: string): T | undefined {
  try {
    const text = storage()?.getItem(place + key)
    return text ? (JSON.parse(text) as T) : undefined // only writeDraft writes there
  } catch {
    return undefined
  }
}

export function writeDraft(key: string, draft: object | undefined): void {
  try {
    if (draft === undefined) storage()?.removeItem(place + key)
    else storage()?.setItem(place + key, JSON.stringify(draft))
  } catch {
    // The storage is full: the draft lasts as long as the page.
  }
}

/** Begins a form of another book of the same person, which its page shows then. */
export function writeDraftIn(bookId: string, key: string, draft: object): void {
  try {
    storage()?.setItem(`${PREFIX}${bookId}.${key}`, JSON.stringify(draft))
  } catch {
    // The storage is full: the form begins empty.
  }
}

/** The texts in the forms of this page that were not saved, with the names of their forms; attempts to send them are none. */
export function unsavedTexts(): { form: string; texts: string[] }[] {
  const all = storage()
  if (!all) return []
  return namesOf(all, place).flatMap((name) => {
    const form = name.slice(place.length)
    if (form.startsWith('attempt ')) return []
    const draft = readDraft<Record<string, unknown>>(form) ?? {}
    const texts = textsIn(draft.edits ?? TYPED.map((field) => draft[field]))
    return texts.length > 0 ? [{ form, texts }] : []
  })
}

/** The fields of forms that are not edits of a record in which people write. */
const TYPED = ['text', 'memo', 'notes', 'name', 'sum', 'amount']

/** Ids and days, which are chosen and not typed. */
const CHOSEN = /^\d{4}-\d{2}-\d{2}$|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Every text of a draft that a person may have typed, and no id. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.trim() === '' || CHOSEN.test(value)
      ? []
      : [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Throws all drafts away: after signing out. */
export const forgetDrafts = (): void => {
  for (const prefix of [PREFIX, FORMER]) forget(prefix)
}

/** The names of what is stored in this tab, as far as they begin so. */
const namesOf = (all: Storage, prefix: string): string[] =>
  Array.from({ length: all.length }, (_, index) => all.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  )

function forget(prefix: string): void {
  const all = storage()
  if (all) for (const key of namesOf(all, prefix)) all.removeItem(key)
}

/** Where an attempt to send a form of this page is kept, beside its draft: it goes when a draft of the page is thrown away. */
export const attemptName = (request: string): string => `attempt ${window.location.pathname} ${request}`

/** The drafts in this tab are of this person from now on, and those of this page of this book; those of somebody else are thrown away. */
export function keepDraftsOf(person: string, book: string): void {
  place = `${PREFIX}${book}.`
  const all = storage()
  if (!all) return
  try {
    if (all.getItem(OWNER) !== person) {
      if (all.getItem(OWNER) !== null) forgetDrafts()
      all.setItem(OWNER, person)
    }
    for (const key of namesOf(all, FORMER)) {
      all.setItem(place + key.slice(FORMER.length), all.getItem(key) ?? '')
      all.removeItem(key)
    }
  } catch {
    forgetDrafts()
  }
}

/**
 * The state of a form that survives a reload: `const { draft, change, clear } = useDraft('new account', { name: '' })`. Call `clear`
 * once it is saved, or thrown away. The key names the form, and the record where there are several. `edits` counts the changes, so that
 * a late answer clears nothing that was typed since.
 */
export function useDraft<T extends object>(key: string, empty: T) {
  const [state, setState] = useState<{ key: string; draft: T | undefined }>(() => ({
    key,
    draft: readDraft<T>(key),
  }))
  const edits = useRef(0)
  const [isFromBefore, setFromBefore] = useState(state.draft !== undefined)
  // Another record in the same form: its own draft takes the place of the one before.
  if (state.key !== key) setState({ key, draft: readDraft<T>(key) })
  const draft = state.key === key ? state.draft : readDraft<T>(key)
  return {
    draft: { ...empty, ...draft },
    /** Whether the form began with text of an earlier visit. */
    isFromBefore: isFromBefore && draft !== undefined,
    edits,
    change: (part: Partial<T>) => {
      edits.current++
      setState((before) => {
        const next = { ...empty, ...(before.key === key ? before.draft : undefined), ...part }
        writeDraft(key, next)
        return { key, draft: next }
      })
    },
    clear: () => {
      edits.current++
      writeDraft(key, undefined)
      forget(place + attemptName(''))
      setFromBefore(false)
      setState({ key, draft: undefined })
    },
  }
}
