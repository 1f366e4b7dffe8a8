import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { t } from '../../words/t.ts'
import { useBook, useBooks } from '../page/me.ts'
import { IconButton } from '../ui/Button.tsx'
import { PageHeading } from '../ui/Card.tsx'
import { writeDraft } from '../ui/draft.ts'
import { BetweenForm } from './BetweenForm.tsx'
import { targets } from './move-between.ts'
import { DRAFT } from './use-between.ts'

/** Moves money from the book of this page to another of one's books: one act, a half in each. */
export function BetweenPage() {
  const navigate = useNavigate()
  const book = useBook()
  const others = targets(useBooks(), book.id)
  const close = () => {
    writeDraft(DRAFT, undefined)
    void navigate({ to: '/' })
  }
  return (
    <div className="mx-auto max-w-[620px]">
      <PageHeading
        end={
          <IconButton label={t('Close')} onClick={close}>
            <X size={18} />
          </IconButton>
        }
      >
        {t('Move money between books')}
      </PageHeading>
      {others.length > 0 ? (
        <BetweenForm others={others} />
      ) : (
        <p className="text-text-2">
          {t(
            'There is no other book that you may record in. Open one, or ask the owner of one to let you record.',
          )}
        </p>
      )}
    </div>
  )
}
