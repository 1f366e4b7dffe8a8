import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

/** One call of `t`, `rich` or `later`: where its text stands in the file, and the names of the values that it gives, if they stand there. */
export type Said = {
  text: string
  start: number
  end: number
  values: string[] | undefined
}
export type Fault = { start: number; sentence: string }

const SAYS = new Set(['t', 'rich', 'later'])
/** Attributes whose text a person reads or hears. */
const READ =
  /^(label|title|placeholder|alt|sentence|hint|note|name|description|text|empty|aria-label|aria-description|aria-roledescription|aria-valuetext)$/

const ENGLISH_COMMA = '", " between two parts is the comma of English: say comma(), or a sentence with both'

export type Scanned = { said: Said[]; faults: Fault[]; loads: [start: number, end: number][] }

/** Everything that a file says, what is wrong with how it says it, and where it loads other files later. */
export function scan(path: string, code: string): Scanned {
  const { program, errors } = parseSync(path, code)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const said: Said[] = []
  const faults: Fault[] = []
  const loads: [number, number][] = []
  /** Texts that are judged by where they stand: their starts. */
  const known = new Set<number>()
  const bare: [number, string][] = []
  const isScreen = path.endsWith('.tsx')
  let depth = 0
  const into = () => void depth++
  const outOf = () => void depth--
  new Visitor({
    FunctionDeclaration: into,
    'FunctionDeclaration:exit': outOf,
    FunctionExpression: into,
    'FunctionExpression:exit': outOf,
    ArrowFunctionExpression: into,
    'ArrowFunctionExpression:exit': outOf,
    ImportExpression: ({ start, end }) => void loads.push([start, end]),
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || !SAYS.has(node.callee.name)) return
      const [first, second] = node.arguments
      const text = first && textOf(first)
      if (first === undefined || text === undefined)
        return void faults.push({
          start: node.start,
          sentence: `${node.callee.name}() takes a text, written there: a key that is put together is in no catalogue`,
        })
      if (depth === 0 && node.callee.name !== 'later')
        faults.push({
          start: node.start,
          sentence: `"${text}" is said once and for all, before the reader's language is known: put it into a function`,
        })
      known.add(first.start)
      said.push({ text, start: first.start, end: first.end, values: valuesOf(second) })
    },
    JSXText({ start, value }) {
      if (/^\s*,\s/.test(value)) faults.push({ start, sentence: ENGLISH_COMMA })
      if (/\p{L}{2}/u.test(value))
        faults.push({ start, sentence: `"${value.trim()}" is in no catalogue: say t('…')` })
    },
    JSXAttribute({ name, value }) {
      if (value?.type !== 'Literal' || typeof value.value !== 'string') return
      const attribute = name.type === 'JSXIdentifier' ? name.name : ''
      // The name of a form's field is no text.
      if (
        READ.test(attribute) &&
        isRead(value.value) &&
        !/^name=[a-z_]+$/.test(`${attribute}=${value.value}`)
      )
        faults.push({
          start: value.start,
          sentence: `${attribute}="${value.value}" is in no catalogue: say t('…')`,
        })
      known.add(value.start)
    },
    // For whoever looks into the browser's console: a bug.
    NewExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name.endsWith('Error') && first) known.add(first.start)
    },
    Literal({ start, value }) {
      if (typeof value === 'string' && isSentence(value)) bare.push([start, value])
      if (isScreen && value === ', ') faults.push({ start, sentence: ENGLISH_COMMA })
    },
    TemplateLiteral({ start, quasis }) {
      const text = quasis.map(({ value }) => value.cooked ?? '').join('…')
      if (isSentence(text)) bare.push([start, text])
      if (isScreen && quasis.some(({ value }) => value.cooked === ', '))
        faults.push({ start, sentence: ENGLISH_COMMA })
    },
  }).visit(program)
  for (const [start, text] of bare)
    if (!known.has(start)) faults.push({ start, sentence: `"${text}" is in no catalogue: say t('…')` })
  return { said, faults: faults.sort((a, b) => a.start - b.start), loads }
}

function textOf(node: ESTree.Argument): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** The names of an object that stands in the call; undefined where it comes from elsewhere. */
function valuesOf(node: ESTree.Argument | undefined): string[] | undefined {
  if (node === undefined) return []
  if (node.type !== 'ObjectExpression') return undefined
  const names: string[] = []
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed) return undefined
    if (property.key.type === 'Identifier') names.push(property.key.name)
    else if (property.key.type === 'Literal') names.push(String(property.key.value))
  }
  return names
}

/** Words that are the same in every language, and the names of keys. */
const NAMES =
  /^(Florin|Enter|Escape|Tab|Home|End|Delete|Backspace|Insert|Alt|Shift|Control|Meta|Arrow\w+|Page(Up|Down)|Space|Mac|Android|Bearer|Content-Type|Temporal|Intl|Idempotency-Key|If-Match|Accept-Language)$/
const isRead = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAMES.test(text.trim())

/** Words that styles are made of, and prose is not made of alone. */
const STYLES =
  /^(flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|static|truncate|italic|underline|group|peer|contents|uppercase|lowercase|capitalize|border|rounded|shrink|grow|shadow|outline|container|visible|invisible|table|transition|resize|ring|filter|isolate|prose|antialiased|auto|none|solid|center|start|end|both|and|or|not|all|print|screen|transparent|currentColor)$/
const WORD = /^[(“"‘]?\p{L}[\p{L}’'-]*[”"’)]?[.,:;!?…]*$/u

/** Whether a text looks as if a person should read it: a word with a capital, or several words that are no styles. */
export function isSentence(text: string): boolean {
  if (/^\([a-z-]+: /.test(text)) return false // a media query
  const words = text.trim().split(/\s+/)
  if (words.length === 1)
    return /^\p{Lu}\p{Ll}{2,}[.!?…]?$/u.test(words[0] ?? '') && !NAMES.test(words[0] ?? '')
  const prose = words.filter((word) => WORD.test(word) && !STYLES.test(word) && !/[a-z]-\w/.test(word))
  return prose.length >= 2 && prose.length * 2 > words.length
}
