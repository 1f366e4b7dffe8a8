import { useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../../words/t.ts'
import { turnOf } from '../ui/keys.ts'
import { stored } from '../ui/stored.ts'

/**
 * Every single-key shortcut of the app. They are off while somebody types, and can be switched off; the sheet that `?` opens lists
 * those that work right now.
 */
type Shortcut = { keys: string; words: string; group: string; run?: (event: KeyboardEvent) => void }

let active: Shortcut[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/**
 * A shortcut while the component that uses it is shown. `keys` is a key as `KeyboardEvent.key` names it, with `⇧` before it where Shift
 * is held, or two keys one after the other: 'n', '⇧X', 'g h'. Of two with the same keys, the one that came later counts. One that the person may not use is off.
 */
export function useShortcut(
  keys: string,
  words: string,
  run: (event: KeyboardEvent) => void,
  group = t('Here'),
  isOn = true,
): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!isOn) return undefined
    const shortcut: Shortcut = { keys, words, group, run: (event) => latest.current(event) }
    active = [...active, shortcut]
    tell()
    return () => {
      active = active.filter((one) => one !== shortcut)
      tell()
    }
  }, [keys, words, group, isOn])
}

/** Lists keys that a row, a cell or a line handles by itself while it has the focus. The list has to be the same at every render. */
export function useListedKeys(
  listed: readonly (readonly [keys: string, words: string])[],
  group = t('Here'),
): void {
  useEffect(() => {
    const shortcuts = listed.map(([keys, words]): Shortcut => ({ keys, words, group }))
    active = [...active, ...shortcuts]
    tell()
    return () => {
      active = active.filter((one) => !shortcuts.includes(one))
      tell()
    }
  }, [listed, group])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The shortcuts that work now, each once. */
export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => active)

const shortcuts = stored('florin.shortcuts')
export const areShortcutsOn = (): boolean => shortcuts.get() !== 'off'
export const switchShortcuts = (isOn: boolean): void => shortcuts.set(isOn ? null : 'off')
export const followShortcuts = shortcuts.subscribe

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) &&
      !/^(checkbox|radio|button)$/.test((target as HTMLInputElement).type)))

const SECOND_KEY_MS = 1_200
let first: { key: string; at: number } | undefined

/** Runs the shortcut of a key press, if there is one. */
export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return
  const turn = turnOf(event)
  if (!turn && (event.ctrlKey || event.metaKey || event.altKey || !areShortcutsOn())) return
  // Where a question is open over the page, its own keys count, and no others.
  if (document.querySelector('dialog[open]')) return
  const key = turn
    ? { undo: 'z', redo: '⇧Z' }[turn]
    : event.shiftKey && event.key.length === 1 && /[a-z]/i.test(event.key)
      ? `⇧${event.key.toUpperCase()}`
      : event.key
  const isSecond = first !== undefined && event.timeStamp - first.at < SECOND_KEY_MS
  const keys = isSecond ? `${first?.key} ${key}` : key
  first = undefined
  const runOf = (keys: string) => active.findLast((shortcut) => shortcut.run && shortcut.keys === keys)?.run
  const run = runOf(keys) ?? runOf(key)
  if (run) {
    event.preventDefault()
    run(event)
  } else if (active.some((shortcut) => shortcut.keys.startsWith(`${key} `))) {
    first = { key, at: event.timeStamp }
  }
}
