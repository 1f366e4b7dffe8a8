import { MailQuestion, X } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { updateMe } from '../../contract/auth.ts'
import { sendConfirmation } from '../../contract/mail.ts'
import { t } from '../../words/t.ts'
import { cache } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { me, useMe } from '../page/me.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { storedOfPerson } from '../ui/stored.ts'
import { sentenceAbove } from './faults.ts'

const bold = (inner: ReactNode) => <b className="font-medium">{inner}</b>

function useSendAgain() {
  const change = useChange(sendConfirmation, { words: t('The mail is on its way') })
  const sentence = sentenceAbove(change.refusal, change.sentence)
  return { send: () => void change.send({}), isBusy: change.isBusy, sentence }
}

/** In the profile: the address that waits to be confirmed, and the ways to go on. */
export function ConfirmEmail() {
  const { email, pending_email } = useMe()
  const again = useSendAgain()
  const keep = useChange(updateMe, {
    words: t('Your e-mail stays {email}', { email }),
    onDone: (reply) => cache.setQueryData(me.queryKey, reply),
  })
  const sentence = again.sentence ?? keep.sentence
  return (
    <div className="mt-5 max-w-130 rounded-control bg-accent-soft px-3 py-2.5 text-table">
      <p className="break-words">
        {pending_email
          ? rich(
              '<b>{pending}</b> waits to be confirmed, by the link in the mail to it. Until then you sign in with {email}.',
              { pending: pending_email, email, b: bold },
            )
          : rich('<b>{email}</b> is not confirmed yet. The link in a mail to it does that.', {
              email,
              b: bold,
            })}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button isBusy={again.isBusy} onClick={again.send}>
          {t('Send the link')}
        </Button>
        {pending_email && (
          <Button look="quiet" isBusy={keep.isBusy} onClick={() => void keep.send({ body: { email } })}>
            {t('Keep the old one')}
          </Button>
        )}
      </div>
      {sentence && (
        <div className="mt-2">
          <Refusal title={sentence} />
        </div>
      )}
    </div>
  )
}

/** The address that somebody did not want to be asked about again. */
const dismissed = storedOfPerson('florin.confirm-email')

/** On the first page, until the address is confirmed or the line is put away. */
export function ConfirmBanner() {
  const { email, pending_email } = useMe()
  const again = useSendAgain()
  const address = pending_email ?? email
  const isAway = useSyncExternalStore(dismissed.subscribe, dismissed.get) === address
  if (isAway) return null
  return (
    <section
      aria-label={t('Confirm your e-mail')}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-accent-soft py-1.5 pe-1.5 ps-3.5 text-table print:hidden"
    >
      <MailQuestion size={16} strokeWidth={1.75} className="shrink-0 text-accent max-sm:hidden" />
      <p className="min-w-0 flex-1 break-words max-sm:basis-[75%]">
        <b className="font-medium">{t('Confirm your e-mail.')}</b>{' '}
        {again.sentence ??
          rich('The link in a mail does that; it goes to <span>{address}</span>.', {
            address,
            span: (inner) => <span className="break-words">{inner}</span>,
          })}
      </p>
      <IconButton
        label={t('Do not remind me')}
        className="max-sm:order-none sm:order-last"
        onClick={() => dismissed.set(address)}
      >
        <X size={16} />
      </IconButton>
      <Button look="quiet" className="max-sm:-ms-3" isBusy={again.isBusy} onClick={again.send}>
        {t('Send the link')}
      </Button>
    </section>
  )
}
