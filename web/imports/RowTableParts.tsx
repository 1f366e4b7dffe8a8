import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { WHY_SHARE } from './reason-lines.ts'

/** The shape of a row that is still to come. */
export const Later = () => (
  <div className="flex h-full items-center gap-4 px-5">
    <span className="h-3 w-20 rounded-full bg-tile" />
    <span className="h-3 flex-1 rounded-full bg-tile" />
    <span className="h-3 w-16 rounded-full bg-tile" />
  </div>
)

/** The columns of the check. `tick` is the box for all rows. */
export const Head = ({ tick }: { tick: ReactNode }) => (
  <>
    <colgroup>
      <col className="w-12" />
      <col className="w-34" />
      <col />
      <col className="w-31" />
      <col className="w-30" />
      <col className="w-[16%]" />
      <col style={{ width: `${WHY_SHARE * 100}%` }} />
    </colgroup>
    <thead>
      <tr
        aria-rowindex={1}
        className="h-9 text-start text-caption text-text-2 [&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:bg-surface [&>th]:font-medium [&>th]:shadow-[0_1px_0_var(--line)]"
      >
        <th scope="col" className="rounded-ss-card ps-5">
          <span className="flex">{tick}</span>
        </th>
        <th scope="col">{t('What it is')}</th>
        <th scope="col">{t('Who, and the words of the bank')}</th>
        <th scope="col">{t('Day')}</th>
        <th scope="col" className="pe-5 text-end">
          {t('Amount')}
        </th>
        <th scope="col">{t('Goes to')}</th>
        <th scope="col" className="rounded-se-card">
          {t('Why')}
        </th>
      </tr>
    </thead>
  </>
)
