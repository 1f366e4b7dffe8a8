import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 2
/** Up to this many are made without a look at the clock. */
const FEW = 10

/** What a function makes of each of many items, letting others in between. */
export async function mapInSlices<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  if (Array.isArray(items) && items.length <= FEW) return items.map((item: Item, index) => make(item, index))
  const made: Made[] = []
  const slice = startSlice()
  for (const item of items) {
    made.push(make(item, made.length))
    if (slice.isOver()) await slice.next()
  }
  return made
}

/** Cuts long work into slices, so that others are answered in between: after each piece of it, `if (slice.isOver()) await slice.next()`. */
export function startSlice() {
  let since = performance.now()
  return {
    isOver: () => performance.now() - since > SLICE_MS,
    async next() {
      await setImmediate()
      since = performance.now()
    },
  }
}
