import { useRef, useState } from 'react'
import type { RowActions } from './RowParts.tsx'

/** The same functions for as long as the list is shown, so that rows that stay are not drawn again. */
export function useStable(actions: RowActions): RowActions {
  const latest = useRef(actions)
  latest.current = actions
  const [stable] = useState<RowActions>(() => ({
    onTick: (...given) => latest.current.onTick(...given),
    onOpen: (...given) => latest.current.onOpen(...given),
    onAnswer: (...given) => latest.current.onAnswer(...given),
    onFold: (...given) => latest.current.onFold(...given),
    onMore: (...given) => latest.current.onMore(...given),
    onRule: (...given) => latest.current.onRule(...given),
  }))
  return stable
}
