import { t } from '../../words/t.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { useTitle } from '../ui/Card.tsx'
import { Empty } from '../ui/States.tsx'
import { useMainTag } from './in-frame.ts'

export function NotFound() {
  useTitle(t('Nothing here'))
  const Main = useMainTag()
  return (
    <Main className="pt-16">
      <h1 className="sr-only">{t('Nothing here')}</h1>
      <Empty
        title={t('There is nothing at this address')}
        actions={<ButtonLink to="/">{t('Go home [to the first page]')}</ButtonLink>}
      >
        {t('The address may be mistyped, or what it led to is gone.')}
      </Empty>
    </Main>
  )
}
