import { later } from '../../../words/t.ts'
import { plainText } from './file-values.ts'
import { decoded, piecesOf } from './markup.ts'
import { Unreadable } from './row.ts'

/** An element of XML, with its words and the elements inside it. */
export type Element = {
  readonly name: string
  readonly line: number
  /** The text of its opening tag, with its attributes. */
  readonly tag: string
  words: string
  readonly within: Element[]
}

/** The largest depth of elements, and the most elements of one that is gathered: a payroll batch has tens of thousands. */
const MAX_DEPTH = 60
const MAX_ELEMENTS = 500_000

type ElementEvent =
  | { readonly is: 'open'; readonly name: string; readonly line: number }
  | { readonly is: 'close'; readonly name: string; readonly line: number }
  | { readonly is: 'element'; readonly element: Element; readonly line: number }

/**
 * Goes through XML and gathers the elements that are asked for, one at a time, with all that is inside them; what is around them is only opened and
 * closed. `isWanted` gets the name of an element and those around it, the outermost first.
 */
export function* elementsOf(
  text: string,
  isWanted: (name: string, around: readonly string[]) => boolean,
  whole: 'entry' | 'transaction',
): Generator<ElementEvent> {
  const path: string[] = []
  const gathering: Element[] = []
  let elements = 0
  let line = 1
  for (const piece of piecesOf(text)) {
    line = piece.line
    const inner = gathering.at(-1)
    if (piece.is === 'words') {
      if (inner !== undefined && inner.within.length === 0) inner.words += decoded(piece.words)
    } else if (piece.is === 'open') {
      const { name, tag } = piece
      if (path.length >= MAX_DEPTH)
        throw new Unreadable(
          later('Line {line}: {tag} is within {most} other elements.', {
            line,
            tag: `<${shortName(name)}>`,
            most: MAX_DEPTH,
          }),
        )
      if (inner === undefined && !isWanted(name, path)) {
        yield { is: 'open', name, line }
        if (piece.isEmpty) yield { is: 'close', name, line }
      } else {
        if (++elements > MAX_ELEMENTS)
          throw new Unreadable(
            later(
              '{whole, select, entry {Line {line}: one entry has more than {most, number} elements.} other {Line {line}: one transaction has more than {most, number} elements.}}',
              { whole, line, most: MAX_ELEMENTS },
            ),
          )
        const element: Element = { name, line, tag, words: '', within: [] }
        inner?.within.push(element)
        if (!piece.isEmpty) gathering.push(element)
      }
      if (!piece.isEmpty) path.push(name)
    } else {
      const opened = path.pop()
      if (opened !== piece.name)
        throw new Unreadable(
          opened === undefined
            ? later('Line {line}: {tag} stands where nothing is open.', { line, tag: endOf(piece.name) })
            : later('Line {line}: {tag} stands where {due} is due.', {
                line,
                tag: endOf(piece.name),
                due: endOf(opened),
              }),
        )
      const ended = gathering.pop()
      if (ended === undefined) yield { is: 'close', name: piece.name, line }
      else if (gathering.length === 0) {
        elements = 0
        yield { is: 'element', element: ended, line }
      }
    }
  }
  if (path.length > 0)
    throw new Unreadable(
      later('The file ends at line {line}, where {due} is due: a part of it is missing. Download it again.', {
        line,
        due: endOf(path.at(-1) ?? ''),
      }),
    )
}

const shortName = (name: string): string => plainText(name, 40)
const endOf = (name: string): string => `</${shortName(name)}>`

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.within.find((one) => one.name === name)
export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.within.filter((one) => one.name === name) ?? []
export const at = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce(childOf, element)
export const wordsAt = (element: Element | undefined, ...path: string[]): string =>
  plainText(at(element, ...path)?.words)
