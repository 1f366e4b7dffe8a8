import { t } from '../../words/t.ts'
import { useKept } from '../api/queue.ts'
import { useMe } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Popup } from '../ui/Popup.tsx'
import { endSession } from './sign-out.ts'

/** Asked before somebody signs out while entries wait on this device: nobody else who signs in here can send them. */
export function SignOutQuestion({ onClose }: { onClose: () => void }) {
  const { length: count } = useKept(useMe().id)
  const isOne = count === 1
  const them = isOne ? '1 transaction' : `${count} transactions`
  return (
    <Popup
      title={`Sign out with ${them} not sent?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Stay signed in')}</Button>
          <Button look="primary" onClick={() => void endSession()}>
            {t('Sign out all the same')}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {them} {isOne ? 'is' : 'are'} kept on this device, and in no book yet.{' '}
        {isOne ? t('It stays') : t('They stay')} here until you sign in with this browser again; nobody else
        can send {isOne ? 'it' : 'them'}.
      </p>
    </Popup>
  )
}
