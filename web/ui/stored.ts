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

/** Sets the person whose stored texts are read and written. */
export const storeFor = (id: string): void => {
  person = id
}

/** A text that this browser remembers for each person who uses it: nobody reads the text of somebody else. */
export function storedOfPerson(key: string): Stored {
  const all = new Map<string, Stored>()
  const own = () => {
    const found = all.get(person) ?? stored(`${key}.${person}`)
    all.set(person, found)
    return found
  }
  return {
    get: () => own().get(),
    set: (text) => own().set(text),
    subscribe: (listener) => own().subscribe(listener),
  }
}
