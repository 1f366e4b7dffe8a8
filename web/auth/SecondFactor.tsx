import { useState } from 'react'
import {
  beginSecondFactor,
  endSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '../../contract/second-factor.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useMe, useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { momentInSentence } from '../ui/dates.ts'
import { Popup } from '../ui/Popup.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { EnrolSecondFactor } from './EnrolSecondFactor.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** The codes that a person has not kept yet: a turned phone has another layout, which is made anew, and nothing shows them a second time. */
let shownOnce: { readonly id: string; readonly codes: readonly string[] } | undefined

/** A code from an app, asked for after the password: switching it on, its recovery codes, and switching it off. */
export function SecondFactor() {
  const query = useAsk(getSecondFactor)
  const today = useToday()
  const { id } = useMe()
  const [codes, setShown] = useState(shownOnce?.id === id ? shownOnce.codes : undefined)
  const setCodes = (made: readonly string[] | undefined) => {
    shownOnce = made && { id, codes: made }
    setShown(made)
  }
  const [isEnding, setEnding] = useState(false)
  const begin = useChange(beginSecondFactor)
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [isRenewing, setRenewing] = useState(false)
  const start = async () => setBegun(await begin.send({ body: {} }))
  return (
    <SettingsCard
      title={t('Second factor')}
      words={t(
        'A six-digit code from an app, asked for after the password: a stolen password alone opens nothing.',
      )}
    >
      <Loaded query={query} rows={1}>
        {({ is_on, since, recovery_codes_left }) =>
          codes ? (
            <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
          ) : is_on ? (
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-48 flex-1 text-table">
                {rich('<b>On</b> since {since}, {left, number} of 10 recovery codes left', {
                  since: momentInSentence(since ?? '', today),
                  left: recovery_codes_left,
                  b: (inner) => <b className="font-medium">{inner}</b>,
                })}
              </p>
              <Button onClick={() => setRenewing(true)}>{t('New recovery codes…')}</Button>
              <Button onClick={() => setEnding(true)}>{t('Switch off…')}</Button>
            </div>
          ) : begun ? (
            <EnrolSecondFactor
              {...begun}
              onDone={(made) => {
                setCodes(made)
                setBegun(undefined)
              }}
              onCancel={() => setBegun(undefined)}
            />
          ) : (
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 text-table text-warn">{t('Not on yet')}</p>
              <Button isBusy={begin.isBusy} onClick={() => void start()}>
                {t('Set it up')}
              </Button>
            </div>
          )
        }
      </Loaded>
      {begin.sentence && (
        <div className="mt-3">
          <Refusal title={begin.sentence} />
        </div>
      )}
      {isRenewing && (
        <Renewing
          onCodes={(made) => {
            setCodes(made)
            setRenewing(false)
          }}
          onClose={() => setRenewing(false)}
        />
      )}
      {isEnding && <Ending onClose={() => setEnding(false)} />}
    </SettingsCard>
  )
}

function Renewing({
  onCodes,
  onClose,
}: {
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const change = useChange(renewRecoveryCodes, { onDone: ({ recovery_codes }) => onCodes(recovery_codes) })
  return (
    <Popup
      title={t('Make new recovery codes?')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep those I have')}</Button>
          <Button look="primary" isBusy={change.isBusy} onClick={() => void change.send({ body: {} })}>
            {t('Make ten new ones')}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {t('The codes of before do not count any more, on paper or elsewhere.')}
      </p>
      {change.sentence && <Refusal title={change.sentence} />}
    </Popup>
  )
}

function Ending({ onClose }: { onClose: () => void }) {
  const change = useChange(endSecondFactor, { words: t('The second factor is off'), onDone: onClose })
  return (
    <Popup
      title={t('Switch the second factor off?')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button look="danger" isBusy={change.isBusy} onClick={() => void change.send({ body: {} })}>
            {t('Switch it off')}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {t('Then the password alone signs in. The recovery codes do not count any more.')}
      </p>
      {change.sentence && <Refusal title={change.sentence} />}
    </Popup>
  )
}
