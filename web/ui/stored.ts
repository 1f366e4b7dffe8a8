/** One text that this browser remembers, as a store that React can follow. Without storage it lasts as long as the page. */
export type Stored = {
  get: () => string | null
  set: (text: string | null) => void
  subscribe: (listener: () => void) => () => void
}

export function stored(key: string, onChange: (text: string | null) => void = () => undefined): Stored {
  const listeners = new Set<() => void>()
  let text: string | null | undefined

  const read = (): string | null => {
    try {
      return typeof document === 'undefined' ? null : localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const tell = (next: string | null) => {
    text = next
    onChange(next)
    for (const listener of listeners) listener()
  }
  // Another tab of the same browser changed it.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell(read())
  }

  return {
    get: () => {
      if (text === undefined) text = read()
      return text
    },
    set: (next) => {
      try {
        if (next === null) localStorage.removeItem(key)
        else localStorage.setItem(key, next)
      } catch {
        // It is not kept for the next visit; this one has it.
      }
      tell(next)
    },
    subscribe: (listener) => {
      if (listeners.size === 0) addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('storage', onStorage)
      }
    },
  }
}

let person = ''
let book = ''
let isDefault = false

/** Sets the person and the book whose stored texts are read and written, and whether it is their default book. */
export const storeFor = (id: string, bookId: string, isDefaultBook: boolean): void => {
  person = id
  book = bookId
  isDefault = isDefaultBook
}

/** A text that this browser remembers for each person who uses it: nobody reads the text of somebody else. */
export const storedOfPerson = (key: string): Stored => storedBy(() => `${key}.${person}`)

/** A text that this browser remembers for each person and book: for whatever names records. Texts of before there were several books are the default one's. */
export const storedOfBook = (key: string): Stored =>
  storedBy(() => {
    const name = `${key}.${person}.${book}`
    if (isDefault) takeOver(`${key}.${person}`, name)
    return name
  })

function takeOver(former: string, name: string): void {
  try {
    const text = localStorage.getItem(former)
    if (text === null) return
    if (localStorage.getItem(name) === null) localStorage.setItem(name, text)
    localStorage.removeItem(former)
  } catch {
    // Without storage nothing was ever remembered.
  }
}

function storedBy(nameNow: () => string): Stored {
  const all = new Map<string, Stored>()
  const own = () => {
    const name = nameNow()
    const found = all.get(name) ?? stored(name)
    all.set(name, found)
    return found
  }
  return {
    get: () => own().get(),
    set: (text) => own().set(text),
    subscribe: (listener) => own().subscribe(listener),
  }
}
