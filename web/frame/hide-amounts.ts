import { t } from '../../words/t.ts'
import { setPrivacy, togglePrivacy } from '../ui/privacy.ts'
import { say } from '../ui/toast.ts'

/** Hides or shows all amounts by a key or a command, and says so: whoever has pressed the key by chance learns the way back. */
export const hideOrShow = (): void => {
  const isHidden = togglePrivacy()
  const show = { label: t('Show amounts'), run: () => setPrivacy(false) }
  if (isHidden) say({ words: t('Amounts are hidden. The key H shows them again.'), action: show })
  else say({ words: t('Amounts are shown again.') })
}
