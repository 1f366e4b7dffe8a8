import { Copy, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  createInvitation,
  type Invitation,
  listInvitations,
  revokeInvitation,
} from '../../contract/invitations.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { isOwnMachine } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy.ts'
import { momentInSentence } from '../ui/dates.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { IconTile } from '../ui/icons.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'

/** For the operator: links that open one account each. */
export function Invitations() {
  const query = useEverything(listInvitations)
  const [email, setEmail] = useState('')
  const [link, setLink] = useState<string>()
  const change = useChange(createInvitation, {
    onDone: (made) => {
      setLink(made.link)
      setEmail('')
    },
  })
  const fault = change.fault('email') && t('This is not an e-mail address.')
  return (
    <SettingsCard
      title={t('Invitations')}
      words={t(
        'You run this server. A link opens one account, once, within 7 days, also where registration is not open.',
      )}
    >
      <Form
        className="flex flex-wrap items-end gap-3"
        onSubmit={() => void change.send({ body: { email: email.trim() || null } })}
      >
        <TextField
          label={t('For whom')}
          placeholder={t('An e-mail, or nothing for anybody')}
          type="email"
          inputMode="email"
          className="w-full max-w-72"
          value={email}
          fault={fault}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" icon={<UserPlus size={15} />} isBusy={change.isBusy}>
          {t('Make a link')}
        </Button>
      </Form>
      {change.sentence && (
        <div className="mt-3">
          <Refusal title={change.sentence} />
        </div>
      )}
      {link && (
        <div
          role="status"
          className="mt-4 flex flex-wrap items-center gap-3 rounded-control bg-in-soft px-3 py-2"
        >
          <p className="min-w-0 flex-1 text-table">
            <b className="font-medium">{t('Send this link; it is shown once:')}</b>{' '}
            <span className="break-all">{link}</span>
            {isOwnMachine(new URL(link).hostname) && (
              <span className="block text-warn">
                {t(
                  'Only this machine can open it. With PUBLIC_URL set to the address that others reach, links lead there.',
                )}
              </span>
            )}
          </p>
          <Button
            icon={<Copy size={15} />}
            onClick={() => void copyText(link, t('the link [select it and copy it]'))}
          >
            {t('Copy')}
          </Button>
        </div>
      )}
      <Loaded query={query} rows={1}>
        {(invitations) =>
          invitations.length > 0 && (
            <ul className="mt-4">
              {invitations.map((invitation) => (
                <Row key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </SettingsCard>
  )
}

function Row({ invitation: { id, email, expires_at } }: { invitation: Invitation }) {
  const today = useToday()

  const change = useChange(revokeInvitation, {
    words:
      email === null
        ? t('The link of whoever has the link does not work any more')
        : t('The link of {email} does not work any more', { email }),
  })
  const isOver = Date.parse(expires_at) < Date.now()
  const whose = {
    kind: email === null ? 'anybody' : 'email',
    email,
    hidden: (inner: ReactNode) => <span className="sr-only">{inner}</span>,
  }
  return (
    <li className="border-t border-line py-2.5">
      <div className="flex items-center gap-3">
        <IconTile icon={UserPlus} />
        <div className="min-w-0 flex-1">
          <p className="text-table font-medium break-words">
            {email === null ? t('For whoever has the link') : t('For {email}', { email })}
          </p>
          <p className="text-caption text-text-3">
            {isOver
              ? t('ended {moment}', { moment: momentInSentence(expires_at, today) })
              : t('until {moment}', { moment: momentInSentence(expires_at, today) })}
          </p>
        </div>
        <Button isBusy={change.isBusy} onClick={() => void change.send({ params: { id } })}>
          {isOver
            ? rich(
                '{kind, select, email {Remove<hidden> the link of {email}</hidden>} other {Remove<hidden> the link of whoever has the link</hidden>}}',
                whose,
              )
            : rich(
                '{kind, select, email {Revoke<hidden> the link of {email}</hidden>} other {Revoke<hidden> the link of whoever has the link</hidden>}}',
                whose,
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
