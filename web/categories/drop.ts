import type { Place } from './arranging.ts'

/** A row of the list on the screen, from top to bottom. */
export type RowBox = {
  readonly id: string
  readonly top: number
  readonly bottom: number
  /** The group that it stands in. */
  readonly parent_id: string | null
  readonly hasMembers: boolean
  /** Whether its members are shown below it. */
  readonly isOpen: boolean
}

/** Where a dragged category would go, and where that is shown: a line at a height, or a row that it goes into. */
export type Drop = { readonly place: Place; readonly line: number | null; readonly into: string | null }

/** The part of a row at either end that means before or behind it; the rest means into it. */
const EDGE = 0.3

/**
 * Where a category goes that is let go at a height. Between rows it takes the place there; on a row that stands in no group it goes into that one.
 * A group goes between groups alone.
 */
export function dropAt(rows: readonly RowBox[], dragged: string, y: number): Drop | undefined {
  const self = rows.find(({ id }) => id === dragged)
  const others = rows.filter(({ id, parent_id }) => id !== dragged && parent_id !== dragged)
  const first = others[0]
  if (!self || !first) return undefined
  const over = others.find(({ bottom }) => y < bottom) ?? others.at(-1) ?? first
  const tops = others.filter(({ parent_id }) => parent_id === null)
  const at = (place: Place, line: number | null, into: string | null = null): Drop => ({ place, line, into })

  if (self.hasMembers) {
    const top = tops.find(({ id }) => id === over.id || id === over.parent_id) ?? first
    const below = tops[tops.indexOf(top) + 1]
    const end = below?.top ?? others.at(-1)?.bottom ?? top.bottom
    return y < (top.top + end) / 2
      ? at({ parent_id: null, before: top.id }, top.top)
      : at({ parent_id: null, before: below?.id ?? null }, end)
  }

  const share = (y - over.top) / (over.bottom - over.top)
  const siblings = others.filter(({ parent_id }) => parent_id === over.parent_id)
  const next = siblings[siblings.indexOf(over) + 1]?.id ?? null
  if (over.parent_id !== null)
    return share < 0.5
      ? at({ parent_id: over.parent_id, before: over.id }, over.top)
      : at({ parent_id: over.parent_id, before: next }, over.bottom)
  if (share < EDGE) return at({ parent_id: null, before: over.id }, over.top)
  if (share <= 1 - EDGE) return at({ parent_id: over.id, before: null }, null, over.id)
  const member = over.isOpen ? others.find(({ parent_id }) => parent_id === over.id) : undefined
  return member
    ? at({ parent_id: over.id, before: member.id }, over.bottom)
    : at({ parent_id: null, before: next }, over.bottom)
}
