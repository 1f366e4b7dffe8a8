import { useQuery } from '@tanstack/react-query'
import { Copy, Link2, Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  type BookInvitation,
  createBookInvitation,
  listBookInvitations,
  ROLES,
  type Role,
  revokeBookInvitation,
} from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { isOwnMachine } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy.ts'
import { Form, SelectField } from '../ui/Field.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { canShare, share } from '../ui/share.ts'
import { invitationWords, openAt } from './member-words.ts'
import { mayWords, roleNames } from './role-words.ts'
import { upToDate } from './up-to-date.ts'

const DAYS = [1, 7, 30] as const

/** Links that bring somebody into the book: each for one role, once, until it ends. */
export function Invite() {
  const query = useQuery({ ...asking(listBookInvitations), ...upToDate })
  const submit = useRef<HTMLButtonElement>(null)
  const [role, setRole] = useState<Role>('editor')
  const [days, setDays] = useState<number>(7)
  const [link, setLink] = useState<string>()
  const change = useChange(createBookInvitation, { onDone: (made) => setLink(made.link) })
  const make = () => {
    const expires_at = new Date(Date.now() + days * 86_400_000).toISOString()
    return change.send({ body: { role, expires_at } })
  }
  return (
    <SettingsCard title={t('Invite somebody')}>
      <Form className="grid grid-cols-1 gap-3 sm:grid-cols-2" onSubmit={make}>
        <SelectField
          label={t('As [a role]')}
          value={role}
          hint={mayWords(role)}
          onChange={(event) => setRole(ROLES.find((one) => one === event.target.value) ?? 'viewer')}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {roleNames[one]()}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('Good for [so many days]')}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {t('{count, plural, one {# day, once} other {# days, once}}', { count })}
            </option>
          ))}
        </SelectField>
        <Button
          ref={submit}
          type="submit"
          look={link ? 'secondary' : 'primary'}
          icon={<Link2 size={15} />}
          isBusy={change.isBusy}
          className="sm:col-span-2 sm:justify-self-start"
        >
          {t('Make a link')}
        </Button>
      </Form>
      {change.sentence && (
        <div className="mt-3">
          <Refusal title={change.sentence} />
        </div>
      )}
      {link && <NewLink link={link} />}
      <Loaded query={query} rows={1}>
        {({ data }) => {
          const open = openAt(data, Date.now())
          return (
            open.length > 0 && (
              <ul aria-label={t('Open invitations')} className="mt-4">
                {open.map((invitation) => (
                  <Open
                    key={invitation.id}
                    invitation={invitation}
                    onGone={() => submit.current?.focus({ preventScroll: true })}
                  />
                ))}
              </ul>
            )
          )
        }}
      </Loaded>
    </SettingsCard>
  )
}

function NewLink({ link }: { link: string }) {
  const { name } = useBook()
  return (
    <div role="status" className="mt-4 rounded-control bg-in-soft px-3 py-2.5 text-table">
      <p className="font-medium">{t('The link, shown only now')}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <p title={link} className="min-w-0 flex-1 basis-40 truncate select-all">
          {link}
        </p>
        <Button icon={<Copy size={15} />} onClick={() => void copyText(link, 'link')}>
          {t('Copy [verb]')}
        </Button>
        {canShare(link) && (
          <Button
            icon={<Share2 size={15} />}
            onClick={() => void share(t('Join {book}', { book: name }), link, 'link')}
          >
            {t('Share [verb]')}
          </Button>
        )}
      </div>
      {isOwnMachine(new URL(link).hostname) && (
        <p className="mt-1 text-warn">
          {t(
            'Only this machine can open it. With PUBLIC_URL set to the address that others reach, links lead there.',
          )}
        </p>
      )}
    </div>
  )
}

function Open({ invitation, onGone }: { invitation: BookInvitation; onGone: () => void }) {
  const today = useToday()
  const { id, role } = invitation
  const change = useChange(revokeBookInvitation, {
    words: t('The link does not work any more'),
    onDone: onGone, // the button goes with its line
  })
  return (
    <li className="border-t border-line py-2 last:pb-0">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-table text-text-2">
          <b className="font-medium text-text">{roleNames[role]()}</b> {invitationWords(invitation, today)}
        </p>
        <Button
          look="quiet"
          className="-me-3"
          isBusy={change.isBusy}
          onClick={() => void change.send({ params: { id } })}
        >
          {rich(
            '{role, select, owner {Revoke <more>the link for owner</more>} editor {Revoke <more>the link for editor</more>} annotator {Revoke <more>the link for annotator</more>} other {Revoke <more>the link for viewer</more>}}',
            { role, more: (inner) => <span className="sr-only">{inner}</span> },
          )}
        </Button>
      </div>
      {change.sentence && (
        <div className="mt-2">
          <Refusal title={change.sentence} />
        </div>
      )}
    </li>
  )
}
