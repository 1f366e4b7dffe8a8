import { Fragment, useSyncExternalStore } from 'react'
import { t } from '../../words/t.ts'
import { areShortcutsOn, followShortcuts, switchShortcuts, useShortcuts } from '../page/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { Switch } from '../ui/Field.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { ESC, isMac, SUBMIT_KEYS, withCtrl } from '../ui/keys.ts'
import { Popup } from '../ui/Popup.tsx'
import { readingKey } from '../ui/reading.ts'

const fixed = (): NamedShortcut[] => [
  { keys: isMac ? '⌘ K' : withCtrl('K'), words: t('Search or jump to'), group: 'everywhere' },
  { keys: ESC, words: t('Close what is open'), group: 'everywhere' },
  { keys: SUBMIT_KEYS, words: t('Save a form from any of its fields'), group: 'everywhere' },
]

/** The words of the groups that are there on every page; a group of one page is its words. */
const commonGroups: Readonly<Record<string, () => string>> = {
  books: () => t('Books'),
  go: () => t('Go to'),
  everywhere: () => t('Everywhere'),
}

/** How a key is written: Enter and the arrows by their signs, letters as on the keyboard. */
const signs: Readonly<Record<string, string>> = {
  Enter: '↵',
  Backspace: '⌫',
  Delete: '⌦',
  Escape: ESC,
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}
const keysOf = (keys: string): string[] =>
  (keys === ' ' ? [keys] : keys.split(' ')).map(
    (key) => signs[readingKey(key)] ?? (key.length === 1 ? key.toUpperCase() : key),
  )

/** Whether the first key is held while the second is pressed; all others are pressed one after the other. */
const isHeld = (keys: string): boolean => /^(Ctrl|Alt|⌘) /.test(keys)

const spokenKeys = (keys: string): string =>
  isHeld(keys)
    ? keysOf(keys).join(' + ')
    : keysOf(keys).reduce((before, next) => t('{before} then {next}', { before, next }))

type NamedShortcut = { keys: string; words: string; group: string }

/** Each key once, the later one, which is the one that works; and each action once, with all of its keys. */
const named = (shortcuts: readonly NamedShortcut[]): { words: string; all: string[] }[] => {
  const byKeys = [...new Map(shortcuts.map((one) => [one.keys, one])).values()]
  const byWords = Map.groupBy(byKeys, ({ words }) => words)
  return [...byWords].map(([words, ones]) => ({ words, all: ones.map(({ keys }) => keys) }))
}

/** The shortcuts that work on this page, by group: those of the page first. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const isOn = useSyncExternalStore(followShortcuts, areShortcutsOn)
  const all = [...useShortcuts(), ...fixed()]
  const last = ['go', 'everywhere']
  const groups = [...new Set(all.map(({ group }) => group))].toSorted(
    (one, other) => last.indexOf(one) - last.indexOf(other),
  )
  return (
    <Popup
      title={t('Keyboard shortcuts')}
      onClose={onClose}
      isWide
      foot={
        <>
          {/* Before the switch, which is not to be pressed by reflex. */}
          <Button className="order-last" onClick={onClose}>
            {t('Close')}
          </Button>
          <Switch
            className="me-auto"
            checked={isOn}
            onChange={(event) => switchShortcuts(event.target.checked)}
          >
            {t('Single keys')}
          </Switch>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and keys scroll only where the focus is. */}
      <section aria-label={t('Keys')} tabIndex={0} className="gap-x-8 outline-none sm:columns-2">
        {groups.map((group) => (
          <section key={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-caption font-semibold text-text-3">
              {commonGroups[group]?.() ?? group}
            </h3>
            <dl>
              {named(all.filter((one) => one.group === group)).map(({ all, words }) => (
                <div
                  key={words}
                  className="flex min-h-8 items-center justify-between gap-4 border-b border-line py-1"
                >
                  <dt className="text-table">{words}</dt>
                  <dd className="flex shrink-0 items-center gap-1 text-caption text-text-3">
                    {all.map((keys, index) => (
                      <span key={keys} data-keys={keys} className="flex items-center gap-1">
                        {index > 0 && (
                          <span className="touch:hidden max-sm:hidden">{t('or [this key or that one]')}</span>
                        )}
                        <span className="sr-only">{spokenKeys(keys)}</span>
                        {keysOf(keys).map((key, at) => (
                          <Fragment key={key}>
                            {at > 0 && (
                              <span aria-hidden className="touch:hidden max-sm:hidden">
                                {isHeld(keys) ? '+' : t('then [one key, then another]')}
                              </span>
                            )}
                            <Kbd>{key}</Kbd>
                          </Fragment>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
      <p className="pt-2 text-caption text-text-3">
        {t(
          'They are off while you type. The amounts of a chart are read with ← and →, and T shows its table.',
        )}
      </p>
    </Popup>
  )
}
