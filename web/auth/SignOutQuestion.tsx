import { t } from '../../words/t.ts'
import { useKept } from '../api/queue.ts'
import { useMe } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Popup } from '../ui/Popup.tsx'
import { endSession } from './sign-out.ts'

/** Asked before somebody signs out while entries wait on this device: nobody else who signs in here can send them. */
export function SignOutQuestion({ onClose }: { onClose: () => void }) {
  const { length: count } = useKept(useMe().id)

  return (
    <Popup
      title={t(
        '{count, plural, one {Sign out with # transaction not sent?} other {Sign out with # transactions not sent?}}',
        { count },
      )}
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
        {t(
          '{count, plural, one {# transaction is kept on this device, and in no book yet. It stays here until you sign in with this browser again; nobody else can send it.} other {# transactions are kept on this device, and in no book yet. They stay here until you sign in with this browser again; nobody else can send them.}}',
          { count },
        )}
      </p>
    </Popup>
  )
}
