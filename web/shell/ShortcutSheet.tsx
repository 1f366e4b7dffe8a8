import { Button } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Popup } from '../ui/Popup.tsx'
import { useShortcuts } from './shortcuts.ts'

/** The shortcuts that work on this page, by group. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts()
  const groups = [...new Set(shortcuts.map(({ group }) => group))]
  return (
    <Popup
      title="Keyboard shortcuts"
      onClose={onClose}
      isWide
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group}>
            <h3 className="mb-2 text-caption font-semibold text-text-3">{group}</h3>
            <dl className="flex flex-col">
              {[
                ...new Map(
                  shortcuts.filter((one) => one.group === group).map((one) => [one.keys, one]),
                ).values(),
              ].map(({ keys, words }) => (
                <div
                  key={keys}
                  className="flex min-h-8 items-center justify-between gap-4 border-b border-line"
                >
                  <dt className="text-table">{words}</dt>
                  <dd className="flex gap-1">
                    {keys.split(' ').map((key) => (
                      <Kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-4 text-caption text-text-3">
        ⌘K or Ctrl K searches. Shortcuts can be switched off in the settings.
      </p>
    </Popup>
  )
}
