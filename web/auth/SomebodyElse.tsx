import { t } from '../../words/t.ts'
import { useMe } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Popup } from '../ui/Popup.tsx'

/** Another person has signed in to this browser in another tab: nothing of this page is sent any more. */
export function SomebodyElse() {
  const { name } = useMe()
  return (
    <Popup
      title={t('Somebody else signed in here')}
      foot={
        <Button look="primary" onClick={() => window.location.reload()}>
          {t('Reload')}
        </Button>
      }
    >
      <p className="text-table text-text-2">
        {t(
          'This page is still that of {person}. Nothing you do here is recorded. Reload it to go on as whoever is signed in now, or sign in as {person} in another tab to go on here.',
          { person: name },
        )}
      </p>
    </Popup>
  )
}
