import { ChevronDown, ChevronUp, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listAccounts } from '../../../contract/accounts.ts'
import { listCategories } from '../../../contract/categories.ts'
import { listContacts } from '../../../contract/contacts.ts'
import { type ImportRule, listImportRules, updateImportRule } from '../../../contract/import-rules.ts'
import { t } from '../../../words/t.ts'
import { call, useEverything } from '../../api/ask.ts'
import { refresh, sentenceOf } from '../../api/change.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useAddress } from '../../page/address.ts'
import { SettingsCard, SettingsFrame } from '../../page/Settings.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/States.tsx'
import { say } from '../../ui/toast.ts'
import { type RuleNames, setWords, whenWords } from './condition-words.ts'
import { moved } from './order.ts'
import { RuleSheet } from './RuleSheet.tsx'

const NEW = 'new'
const none: readonly never[] = []

/** The rules for bank files: recurring decisions, made once. */
export function RulesPage() {
  const { search, open, filter } = useAddress()
  const query = useEverything(listImportRules)
  const { data: categories = none } = useEverything(listCategories)
  const { data: contacts = none } = useEverything(listContacts)
  const { data: accounts = none } = useEverything(listAccounts)
  const nameIn = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((one) => one.id === id)?.name ?? t('something deleted')
  const names: RuleNames = {
    account: (id) => nameIn(accounts, id),
    category: (id) => nameIn(categories, id),
    contact: (id) => nameIn(contacts, id),
  }
  const opened = query.data?.find(({ id }) => id === search.open)
  const close = () => filter({ open: undefined })
  const kind = categories.find(({ id }) => id === opened?.set.category_id)?.kind ?? 'expense'
  const [isMoving, setMoving] = useState(false)
  const move = async (rules: readonly ImportRule[], id: string, by: 1 | -1) => {
    setMoving(true)
    try {
      for (const { id: each, rank } of moved(rules, id, by))
        await call(updateImportRule, { params: { id: each }, body: { rank } })
    } catch (error) {
      say({ words: sentenceOf(error), tone: 'refused' })
    }
    await refresh()
    setMoving(false)
  }
  return (
    <SettingsFrame
      title={t('Rules')}
      end={
        <Button needs="write" look="primary" icon={<Plus size={15} />} onClick={() => open({ open: NEW })}>
          {t('New rule')}
        </Button>
      }
    >
      <SettingsCard
        title={t('Checked from top to bottom')}
        words={t(
          'When a file is imported, the first rule that fits decides. Everything stays a suggestion until you add it.',
        )}
      >
        <Loaded query={query} rows={4}>
          {(rules) =>
            rules.length === 0 ? (
              <Empty title={t('No rules yet')}>
                {t('A rule says, for example: when the text contains “lidl”, it was spent on Groceries.')}
              </Empty>
            ) : (
              <ol>
                {rules.map((rule, index) => (
                  <Row
                    key={rule.id}
                    rule={rule}
                    names={names}
                    isOpen={rule.id === opened?.id}
                    onOpen={() => open({ open: rule.id })}
                    isAlone={rules.length === 1}
                    isFirst={index === 0}
                    isLast={index === rules.length - 1}
                    onMove={isMoving ? undefined : (by) => void move(rules, rule.id, by)}
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
  isAlone,
  isFirst,
  isLast,
  onMove,
}: {
  rule: ImportRule
  names: RuleNames
  isOpen: boolean
  onOpen: () => void
  /** Whether there is no other rule to move it past. */
  isAlone: boolean
  isFirst: boolean
  isLast: boolean
  /** Absent while another rule is being moved. */
  onMove: ((by: 1 | -1) => void) | undefined
}) => (
  <li className="flex items-center gap-1 border-t border-line first:border-t-0">
    <button
      type="button"
      onClick={onOpen}
      aria-expanded={isOpen}
      className={classes(
        '-ms-2 block min-w-0 flex-1 rounded-control px-2 py-2.5 text-start hover:bg-tile/60',
        isOpen && 'bg-accent-soft',
      )}
    >
      <span className="flex justify-between gap-3 text-table font-medium">
        <span className="min-w-0 wrap-anywhere">{rule.name}</span>
        <span className="flex shrink-0 items-baseline gap-3 text-caption">
          {!rule.is_active && <span className="text-text-2">{t('not asked')}</span>}
          <span aria-hidden className="text-accent">
            {t('Edit')}
          </span>
        </span>
      </span>
      <span className="block text-caption text-text-2 wrap-anywhere">
        {t('If {conditions}: {effects}', {
          conditions: whenWords(rule.when, names),
          effects: setWords(rule, names),
        })}
      </span>
    </button>
    {!isAlone && (
      <>
        <Move
          label={t('Ask {rule} earlier', { rule: rule.name })}
          isPossible={!isFirst}
          onMove={() => onMove?.(-1)}
        >
          <ChevronUp size={16} />
        </Move>
        <Move
          label={t('Ask {rule} later', { rule: rule.name })}
          isPossible={!isLast}
          onMove={() => onMove?.(1)}
        >
          <ChevronDown size={16} />
        </Move>
      </>
    )}
  </li>
)

/** A button whose rule cannot move further keeps the focus, so that the keys do not lose their place. */
const Move = ({
  label,
  isPossible,
  onMove,
  children,
}: {
  label: string
  isPossible: boolean
  onMove: () => void
  children: ReactNode
}) => (
  <IconButton
    needs="write"
    label={label}
    aria-disabled={!isPossible}
    className={classes(!isPossible && 'opacity-30')}
    onClick={() => isPossible && onMove()}
  >
    {children}
  </IconButton>
)
