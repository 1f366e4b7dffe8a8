import { Copy, KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Device, listDevices, revokeDevice } from '../../contract/auth.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useBooks, useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy.ts'
import { dayInSentence, dayOfMoment, momentInSentence } from '../ui/dates.ts'
import { IconTile } from '../ui/icons.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { abilityWords } from './ability-words.ts'
import { type KeyDraft, NewProgramKey, noKey } from './NewProgramKey.tsx'

/** The key that is being filled in, and the one that was made last, which is shown until the page is left. */
export type KeyWork = { readonly draft?: KeyDraft; readonly made?: { name: string; token: string } }

/** The key stands where the form was, which may be out of sight on a phone. */
const intoView = (shown: HTMLElement | null) => shown?.scrollIntoView({ block: 'nearest' })

/** Keys for scripts and other apps, each of which does only what a person has ticked. */
export function ProgramKeys({ work, onWork }: { work: KeyWork; onWork: (work: KeyWork) => void }) {
  const query = useEverything(listDevices, { query: { kind: 'program' } })
  const { draft, made } = work
  return (
    <SettingsCard
      title={t('Keys for programs')}
      words={t(
        'For scripts and other apps. None can do more than you, or touch this page. A new password leaves them as they are.',
      )}
      end={
        !draft && (
          <Button icon={<Plus size={15} />} onClick={() => onWork({ ...work, draft: noKey })}>
            {t('New key')}
          </Button>
        )
      }
    >
      <Loaded query={query} rows={1}>
        {(keys) =>
          keys.length > 0 && (
            <ul>
              {keys.map((key) => (
                <Row key={key.id} device={key} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {draft && (
        <NewProgramKey
          draft={draft}
          onDraft={(changed) => onWork({ ...work, draft: changed })}
          onDone={(name, token) => onWork({ made: { name, token } })}
          onCancel={() => onWork(made ? { made } : {})}
        />
      )}
      {made && (
        <div
          ref={intoView}
          role="status"
          className="mt-4 flex flex-wrap items-center gap-3 rounded-control bg-in-soft px-3 py-2"
        >
          <p className="min-w-0 flex-1 basis-60 text-table">
            <b className="font-medium">{t('The key of {program}, shown once:', { program: made.name })}</b>{' '}
            <span className="font-mono break-all">{made.token}</span>{' '}
            <span className="text-text-2">{t('Florin does not keep it in readable form.')}</span>
          </p>
          <Button
            icon={<Copy size={15} />}
            onClick={() => void copyText(made.token, t('the key [select it and copy it]'))}
          >
            {t('Copy')}
          </Button>
        </div>
      )}
    </SettingsCard>
  )
}

const bold = (inner: ReactNode) => <b className="font-medium text-text-2">{inner}</b>
const hidden = (inner: ReactNode) => <span className="sr-only">{inner}</span>

function Row({ device }: { device: Device }) {
  const { id, device_name: name, abilities, book_id, expires_at, last_used_at, last_address } = device
  const books = useBooks()
  const today = useToday()
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now()
  const change = useChange(revokeDevice, {
    words: isOver
      ? t('The key of {program} is removed', { program: name })
      : t('The key of {program} does not work any more', { program: name }),
  })
  const [isAsking, setAsking] = useState(false)
  const { does, not } = abilityWords(abilities ?? [])
  const day = expires_at && dayInSentence(dayOfMoment(expires_at), today)
  const only = books.find((one) => one.id === book_id)?.name
  const parts = [
    ...(books.length > 1
      ? [only === undefined ? t('in all your books') : t('only in {book}', { book: only })]
      : []),
    ...(day ? [isOver ? t('expired on {day}', { day }) : t('until {day}', { day })] : [t('without an end')]),
    last_address
      ? t('last used {moment}, from {address}', {
          moment: momentInSentence(last_used_at, today),
          address: last_address,
        })
      : t('never used'),
  ]
  return (
    <li className="border-t border-line py-2.5">
      <div className="flex items-center gap-3">
        <IconTile icon={KeyRound} />
        <div className="min-w-0 flex-1">
          <p className="text-table font-medium break-words">{name}</p>
          <p className="text-caption break-words text-text-3">
            {not === undefined
              ? bold(does)
              : rich('<b>{does}</b>, {does_not}', { does, does_not: not, b: bold })}{' '}
            · {parts.join(' · ')}
          </p>
        </div>
        {!isAsking && (
          <Button
            isBusy={change.isBusy}
            onClick={() => (isOver ? void change.send({ params: { id } }) : setAsking(true))}
          >
            {isOver
              ? rich('Remove<hidden> the key of {program}</hidden>', { program: name, hidden })
              : rich('Revoke<hidden> the key of {program}</hidden>', { program: name, hidden })}
          </Button>
        )}
      </div>
      {isAsking && (
        <div className="mt-2">
          {/* A revoked key never comes back, so that this is asked. */}
          <Refusal
            title={t('Whatever uses the key of {program} stops at once, and the key does not come back.', {
              program: name,
            })}
            actions={
              <>
                <Button isBusy={change.isBusy} onClick={() => void change.send({ params: { id } })}>
                  {t('Revoke it')}
                </Button>
                <Button look="quiet" onClick={() => setAsking(false)}>
                  {t('Keep it')}
                </Button>
              </>
            }
          />
        </div>
      )}
      {change.sentence && (
        <div className="mt-2">
          <Refusal title={change.sentence} />
        </div>
      )}
    </li>
  )
}
