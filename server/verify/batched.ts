/** Gathers items, and hands a number of them at a time to `handle`. */
export function batched<Item>(most: number, handle: (items: Item[]) => Promise<void>) {
  let items: Item[] = []
  const flush = async () => {
    const full = items
    items = []
    if (full.length > 0) await handle(full)
  }
  return {
    flush,
    async add(item: Item) {
      items.push(item)
      if (items.length >= most) await flush()
    },
  }
}
