import { comma } from '../../words/t.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import type { Caption } from './owed.ts'

/** The line below a debt or a contact: lateness in amber, amounts as amounts. */
export const CaptionText = ({ caption: { text, late, part } }: { caption: Caption }) => (
  <>
    {text}
    {late && (
      <>
        {text && comma()}
        <span className="font-medium text-warn">{late}</span>
      </>
    )}
    {part && (
      <>
        {(text || late) && comma()}
        {rich('{paid} of {whole} paid', {
          paid: <Money amount={part.paid} currency={part.currency} whole={part.isWhole} />,
          whole: <Money amount={part.of} currency={part.currency} whole={part.isWhole} />,
        })}
      </>
    )}
  </>
)
