import { Plus } from 'lucide-react'
import { listAccounts } from '../../../contract/accounts.ts'
import { listCategories } from '../../../contract/categories.ts'
import { listContacts } from '../../../contract/contacts.ts'
import { type ImportRule, listImportRules } from '../../../contract/import-rules.ts'
import { useEverything } from '../../api/ask.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useAddress } from '../../shell/address.ts'
import { SettingsCard, SettingsFrame } from '../../shell/Settings.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/States.tsx'
import { RuleSheet } from './RuleSheet.tsx'
import { type Names, setWords, whenWords } from './words.ts'

const NEW = 'new'
const none: readonly never[] = []

/** What is always the same in bank files, decided once. */
export function RulesPage() {
  const { search, open, filter } = useAddress()
  const query = useEverything(listImportRules)
  const { data: categories = none } = useEverything(listCategories)
  const { data: contacts = none } = useEverything(listContacts)
  const { data: accounts = none } = useEverything(listAccounts)
  const nameIn = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((one) => one.id === id)?.name ?? 'something deleted'
  const names: Names = {
    account: (id) => nameIn(accounts, id),
    category: (id) => nameIn(categories, id),
    contact: (id) => nameIn(contacts, id),
  }
  const opened = query.data?.find(({ id }) => id === search.open)
  const close = () => filter({ open: undefined })
  const kind = categories.find(({ id }) => id === opened?.set.category_id)?.kind ?? 'expense'
  return (
    <SettingsFrame
      title="Rules"
      end={
        <Button look="primary" icon={<Plus size={15} />} onClick={() => open({ open: NEW })}>
          New rule
        </Button>
      }
    >
      <SettingsCard
        title="In the order in which they are asked"
        words="When a file is imported, the first rule that fits decides. Everything stays a suggestion until you add it."
      >
        <Loaded query={query} rows={4}>
          {(rules) =>
            rules.length === 0 ? (
              <Empty title="No rules yet">
                A rule says, for example: when the text contains “lidl”, it was spent on Groceries.
              </Empty>
            ) : (
              <ol>
                {rules.map((rule) => (
                  <Row
                    key={rule.id}
                    rule={rule}
                    names={names}
                    isOpen={rule.id === opened?.id}
                    onOpen={() => open({ open: rule.id })}
                  />
                ))}
              </ol>
            )
          }
        </Loaded>
      </SettingsCard>
      {opened && <RuleSheet key={opened.id} rule={opened} categoryKind={kind} onClose={close} />}
      {search.open === NEW && <RuleSheet key={NEW} onClose={close} />}
    </SettingsFrame>
  )
}

const Row = ({
  rule,
  names,
  isOpen,
  onOpen,
}: {
  rule: ImportRule
  names: Names
  isOpen: boolean
  onOpen: () => void
}) => (
  <li className="border-t border-line first:border-t-0">
    <button
      type="button"
      onClick={onOpen}
      aria-expanded={isOpen}
      className={classes(
        '-mx-2 block w-[calc(100%+1rem)] rounded-control px-2 py-2.5 text-left hover:bg-tile/60',
        isOpen && 'bg-accent-soft',
      )}
    >
      <span className="flex justify-between gap-3 text-table font-medium">
        <span className="min-w-0 wrap-anywhere">{rule.name}</span>
        {!rule.is_active && <span className="shrink-0 text-caption text-text-2">not asked</span>}
      </span>
      <span className="block text-caption text-text-2 wrap-anywhere">
        If {whenWords(rule.when, names)}: {setWords(rule, names)}
      </span>
    </button>
  </li>
)
