import { isValidElement, type ReactNode } from 'react'
import { deedText, type Happened, type Merge } from './deeds.ts'

/** For tests: the text of what React shows, as far as it is made of elements and no components. */
export function textIn(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textIn).join('')
  if (isValidElement<{ children?: ReactNode }>(node)) return textIn(node.props.children)
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}

/** What a change says after the name of who made it, without its amount: "changed the account Savings". */
export function toldText(happened: Happened | Merge): string {
  const { amount: _, ...rest } = 'into' in happened ? { ...happened, amount: undefined } : happened
  const told = deedText(rest, { name: 'ana', isYou: false }, (name) => name, String)
  return textIn(told).replace(/^ana /, '')
}
