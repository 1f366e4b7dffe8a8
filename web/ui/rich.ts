import { createElement, Fragment, type ReactNode } from 'react'
import { piecesOf } from '../../words/t.ts'

type Shown = ReactNode | ((inner: ReactNode) => ReactNode)

/**
 * A sentence in the reader's language with more than text in it: `rich('Spent <b>{amount}</b>', { amount: <Money … />, b: (inner) => <b>{inner}</b> })`. The
 * sentence stays whole, so that another language can put its parts in another order.
 */
export const rich = (text: string, values: Readonly<Record<string, Shown>>): ReactNode =>
  createElement(
    Fragment,
    null,
    ...piecesOf(text, values).map(
      (piece) => (Array.isArray(piece) ? createElement(Fragment, null, ...piece) : (piece as ReactNode)), // values are nodes
    ),
  )
