/**
 * Finds which of many words a text contains, begins with or equals: an automaton of Aho and Corasick. Searching a text costs its length,
 * regardless of the words, and each found word costs once for all texts of a row. `String.includes` takes length times length for some
 * words. * The states are numbered by depth, those of one parent side by side and in order, so that a state is 14 bytes: the widest rules
 * that a book can have make 5 million of them, and up to 30 million with characters that folding expands. The limits of the thread bound
 * that.
 */
export function makeWordsInText(words: readonly string[]) {
  const sorted = words.map((text, word) => ({ text, word })).sort((a, b) => (a.text < b.text ? -1 : 1))
  const count = statesOf(sorted)
  /** The children of a state are those from `first[state]` to before `first[state + 1]`. */
  const first = new Int32Array(count + 1)
  /** The character that leads to a state. */
  const char = new Uint16Array(count)
  /** The state of the longest proper suffix of a state's text that is a state too. */
  const suffix = new Int32Array(count)
  /** The longest word that a state's text ends with, and for each word the next shorter one that it ends with; -1 if there is none. */
  const ending = new Int32Array(count)
  const shorter = new Int32Array(words.length)

  function child(state: number, code: number): number {
    let [low, high] = [first[state] ?? 0, (first[state + 1] ?? 0) - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const at = char[middle] ?? 0
      if (at === code) return middle
      if (at < code) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  function step(state: number, code: number): number {
    for (let from = state; ; from = suffix[from] ?? 0) {
      const to = child(from, code)
      if (to >= 0) return to
      if (from === 0) return 0
    }
  }

  // One depth after another. A state is a range of the sorted words: those that begin with its text.
  let [state, free] = [0, 1]
  first[0] = 1
  for (let depth = 0, level = [0, sorted.length]; level.length > 0; depth++) {
    const next: number[] = []
    for (let range = 0; range < level.length; range += 2, state++) {
      let at = level[range] ?? 0
      const end = level[range + 1] ?? 0
      const rest = state === 0 ? -1 : (ending[suffix[state] ?? 0] ?? -1)
      const own = sorted[at]
      ending[state] = rest
      if (own && own.text.length === depth) {
        ending[state] = own.word
        shorter[own.word] = rest
        at++
      }
      while (at < end) {
        const code = sorted[at]?.text.charCodeAt(depth) ?? 0
        let to = at + 1
        while (to < end && sorted[to]?.text.charCodeAt(depth) === code) to++
        char[free] = code
        suffix[free] = state === 0 ? 0 : step(suffix[state] ?? 0, code)
        free++
        next.push(at, to)
        at = to
      }
      first[state + 1] = free
    }
    level = next
  }

  return {
    states: count,
    /**
     * Searches a text. `found` has the number of the row in which a word was last found, so that nothing has to be cleared between rows:
     * first for each word that a text contains it, then that a text begins with it, then that a text equals it. Reports each word that is
     * found for the first time in the row.
     */
    scan(text: string, found: Uint32Array, row: number, onWord: (word: number) => void): void {
      for (let at = -1, now = 0; at < text.length; at++) {
        if (at >= 0) now = step(now, text.charCodeAt(at))
        // If a word was found before, so were the shorter words that it ends with.
        for (let word = ending[now] ?? -1; word >= 0 && found[word] !== row; ) {
          found[word] = row
          onWord(word)
          word = shorter[word] ?? -1
        }
      }
      const start = text.trimStart()
      const length = start.trimEnd().length
      for (let at = 0, now = 0; now >= 0; at++) {
        const word = ending[now] ?? -1
        if (word >= 0 && words[word]?.length === at) {
          found[words.length + word] = row
          if (at === length) found[2 * words.length + word] = row
        }
        now = at < start.length ? child(now, start.charCodeAt(at)) : -1
      }
    },
  }
}

/** The number of states of words: one for each distinct prefix, and the first state. */
function statesOf(sorted: readonly { text: string }[]): number {
  let count = 1
  let before = ''
  for (const { text } of sorted) {
    let same = 0
    while (same < before.length && same < text.length && before.charCodeAt(same) === text.charCodeAt(same))
      same++
    count += text.length - same
    before = text
  }
  return count
}
