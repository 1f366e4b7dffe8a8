import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { atFoot } from '../ui/at-foot.ts'
import { Button } from '../ui/Button.tsx'

/** At the foot of the window, beside the sidebar; on a phone, in the place of the tabs: the outcome, and the way on. The page ends above it. */
export const Foot = ({
  words,
  refusal,
  note,
  onBack,
  children,
}: {
  words: ReactNode
  refusal?: ReactNode
  note?: string
  onBack: () => void
  children: ReactNode
}) => (
  <>
    <div aria-hidden className="h-12 sm:h-16" />
    <div
      ref={atFoot}
      data-foot-alone
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:start-16 sm:px-6 lg:start-60 lg:px-8 print:hidden"
    >
      <div className="mx-auto max-w-[1180px]">
        {refusal && <div className="mb-3">{refusal}</div>}
        {/* Words that come later make the foot higher, and no button moves away under a press. */}
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <p role="status" className="min-w-0 flex-1 text-body max-sm:basis-full sm:py-1.5">
            {words}
          </p>
          {note && <p className="py-1.5 text-table text-text-3 max-lg:hidden">{note}</p>}
          <div className="flex gap-2.5 max-sm:w-full">
            <Button onClick={onBack}>{t('Back')}</Button>
            <span className="contents max-sm:[&>button]:flex-1">{children}</span>
          </div>
        </div>
      </div>
    </div>
  </>
)
