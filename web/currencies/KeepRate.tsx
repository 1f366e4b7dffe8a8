import { useState } from 'react'
import { t } from '../../words/t.ts'
import { Checkbox } from '../ui/Field.tsx'
import { keepRate } from './keep-rate.ts'

/** A typed rate is the rate of its day for the whole book, unless it is unticked. */
export type RateKeeping = {
  readonly isKept: boolean
  readonly setKept: (isKept: boolean) => void
  /** Keeps a rate, if there is one, before the change that it was typed for is sent. */
  readonly keep: (pair: Parameters<typeof keepRate>[0], rate: number | undefined) => Promise<void>
}

export function useRateKeeping(): RateKeeping {
  const [isKept, setKept] = useState(true)
  return {
    isKept,
    setKept,
    keep: async (pair, rate) => {
      if (isKept && rate !== undefined && pair.from !== pair.to) await keepRate(pair, rate)
    },
  }
}

export const KeepRate = ({
  keeping: { isKept, setKept },
  words = t('Keep it as the rate of that day'),
}: {
  keeping: RateKeeping
  words?: string
}) => (
  <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
    {words}
  </Checkbox>
)
