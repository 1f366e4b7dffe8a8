import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Search, Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { type ListedContact, listContacts } from '../../contract/contacts.ts'
import { comma, t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { DownloadList } from '../api/DownloadList.tsx'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useBook } from '../page/me.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { Card, PageHeading } from '../ui/Card.tsx'
import { inputClasses } from '../ui/Field.tsx'
import { Initials } from '../ui/Initials.tsx'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { useMay } from '../ui/rights.ts'
import { Empty } from '../ui/States.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import { matchingContacts } from './contact-matching.ts'

/** All contacts, and who owes whom. */
export function ContactsPage() {
  const { search, filter, open } = useAddress()
  const navigate = useNavigate()
  const all = useEverything(listContacts, { query: { include: 'balance' } })
  const [text, setText] = useState(search.q ?? '')
  const wanted = useDeferredValue(text)
  const add = () => open({ new: 'yes' })
  useShortcut('n', t('New contact'), add, t('Contacts'), useMay('write'))
  useShortcut(
    '/',
    t('Search contacts'),
    () => document.getElementById('contact-search')?.focus(),
    t('Contacts'),
  )
  return (
    <>
      <PageHeading
        end={
          <>
            <DownloadList route={listContacts} query={{}} />
            <Button needs="write" look="primary" icon={<Plus size={16} />} onClick={add}>
              {t('New contact')}
            </Button>
          </>
        }
      >
        {t('Contacts')}
      </PageHeading>
      <Loaded query={all}>
        {(contacts) =>
          contacts.length === 0 ? (
            <Card>
              <Empty
                icon={<Users size={20} />}
                title={t('No contacts yet')}
                actions={
                  <Button needs="write" look="primary" onClick={add}>
                    {t('New contact')}
                  </Button>
                }
              >
                {t('Add the people and places you lend to, borrow from or share bills with.')}
              </Empty>
            </Card>
          ) : (
            <>
              <label className="relative mb-4 block sm:max-w-80">
                <span className="sr-only">{t('Search contacts')}</span>
                <Search
                  size={16}
                  aria-hidden
                  className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-text-3"
                />
                <input
                  id="contact-search"
                  type="search"
                  value={text}
                  placeholder={t('Search contacts')}
                  onChange={(event) => {
                    setText(event.target.value)
                    filter({ q: event.target.value || undefined })
                  }}
                  className={`${inputClasses} ps-9`}
                />
              </label>
              <List contacts={matchingContacts(contacts, wanted)} onClear={() => setText('')} />
            </>
          )
        }
      </Loaded>
      {search.new && (
        <ContactSheet
          onClose={() => filter({ new: undefined })}
          onAdded={({ id }) => void navigate({ to: '/contacts/$id', params: { id } })}
        />
      )}
    </>
  )
}

function List({ contacts, onClear }: { contacts: readonly ListedContact[]; onClear: () => void }) {
  if (contacts.length === 0)
    return (
      <Card>
        <Empty
          title={t('Nobody matches')}
          actions={<Button onClick={onClear}>{t('Clear the search')}</Button>}
        />
      </Card>
    )
  return (
    <Card className="overflow-hidden">
      <ul>
        {contacts.map((contact) => (
          <li key={contact.id} className="border-t border-line first:border-t-0">
            <Link
              to="/contacts/$id"
              params={{ id: contact.id }}
              className="flex min-h-[52px] items-center gap-3 px-5 py-2 hover:bg-tile"
            >
              <Initials name={contact.name} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{contact.name}</span>
                <span className="block truncate text-caption text-text-3">
                  {[contact.email, contact.phone].filter(Boolean).join(comma())}
                </span>
              </span>
              <Balance contact={contact} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The direction is said in words, the amount has no sign. */
function Balance({ contact: { balance } }: { contact: ListedContact }) {
  const base = useBook().base_currency_id
  if (!balance || (balance.receivable_base === 0 && balance.payable_base === 0)) return null
  const net = minorOf(balance.net_base, base)
  return (
    <span className="flex shrink-0 flex-col items-end">
      <Money amount={net < 0n ? -net : net} currency={base} className="font-semibold" />
      <span className="text-caption text-text-3">
        {net === 0n ? t('evens out') : net > 0n ? t('owes you') : t('you owe')}
      </span>
    </span>
  )
}
