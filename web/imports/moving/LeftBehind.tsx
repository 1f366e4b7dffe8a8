import { ChevronRight } from 'lucide-react'
import type { Brings } from '../../../contract/import-brings.ts'
import { t } from '../../../words/t.ts'
import { countText } from '../../ui/locale.ts'
import { typeset } from '../../ui/wording.ts'
import { behind, broughtText, kindName } from './moved.ts'

/** The parts of a file that are not recorded, by kind, each with its reason. Long lists open. */
export const LeftBehind = ({ brings }: { brings: readonly Brings[] }) => (
  <div className="divide-y divide-line">
    {behind(brings).map((one) => {
      const { kind, left_out: named, left_out_count: count, is_chosen, count: off } = one
      return (
        <details key={kind} className="group" open={count <= 3}>
          <summary className="flex min-h-9 cursor-pointer items-center gap-2 py-1.5 text-table touch:min-h-11">
            <ChevronRight
              size={15}
              aria-hidden
              className="shrink-0 text-text-3 group-open:rotate-90 rtl:group-open:-rotate-90"
            />
            <span className="font-medium">{kindName(kind)}</span>
            <span className="text-text-2">{countText(is_chosen ? count : count + off)}</span>
          </summary>
          <ul className="flex flex-col gap-2 ps-6 pb-3 text-table">
            {!is_chosen && off > 0 && (
              <li className="text-text-2">
                {t('{things}: you switched this off.', { things: broughtText(kind, off) })}
              </li>
            )}
            {named.map(({ name, why }) => (
              <li key={`${name} ${why}`} className="wrap-anywhere">
                <span className="block">{name}</span>
                <span className="block text-text-2">{typeset(why)}</span>
              </li>
            ))}
            {count > named.length && (
              <li className="text-text-2">
                {t('{count, plural, one {and # more} other {and # more}}', { count: count - named.length })}
              </li>
            )}
          </ul>
        </details>
      )
    })}
  </div>
)
