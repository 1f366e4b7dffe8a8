import type { Page } from 'playwright-core'
import { type WordFile, wordParts } from '../../words/files.ts'
import type { Message, Part } from '../../words/message.ts'
import type { Stage } from './browser.ts'

/**
 * A language that nobody speaks: every sentence of the catalogue in accented letters and a third longer, and every name of the book in Greek ones. What is
 * still in plain Latin letters on the screen was said past the catalogue.
 */

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýž'].map((letter, at) => [String.fromCharCode(97 + at), letter]),
)
const accented = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const small = accents[letter.toLowerCase()] ?? letter
    const shown = letter === letter.toLowerCase() ? small : small.toUpperCase()
    return /[aeiou]/i.test(letter) ? shown + shown : shown
  })

function longer(message: Message): Message {
  if (typeof message === 'string') return accented(message)
  return message.map((part): Part => {
    if (typeof part === 'string') return accented(part)
    if (part.length === 1 || part[1] === 'number') return part
    if (part[1] === 'tag') return [part[0], 'tag', longer(part[2])]
    const choices = Object.entries(part[2]).map(([key, choice]) => [key, longer(choice)] as const)
    return [part[0], part[1], Object.fromEntries(choices)]
  })
}

const greek = 'αβγδεζηθικλμνξοπρστυφχψωςϐϑ'
const inGreek = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => greek[letter.toLowerCase().charCodeAt(0) - 97] ?? letter)

/** The fields of answers that hold what somebody typed, or what a file says. */
const TYPED =
  /(?:^|_)(?:name|memo|notes|text|texts|filename|email|tags|tag|phone|description|raw|values|cells|samples|from|needle|word|category|account)$/
/** Those that hold a sentence of the service, which speaks real languages only: words.test.ts and reasons.test.ts look after them. */
const SENTENCE = /^(?:reason|message|why|example|day_order|decimal_mark|sign|amount_column)$/

const withGreekNames = (value: unknown, field = ''): unknown => {
  if (typeof value === 'string')
    return TYPED.test(field) || (SENTENCE.test(field) && value.includes(' ')) ? inGreek(value) : value
  if (Array.isArray(value)) return value.map((one) => withGreekNames(one, field))
  if (typeof value !== 'object' || value === null) return value
  const isText = 'field' in value && value.field === 'text' // a condition of a rule: what a text contains
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      withGreekNames(one, isText && key === 'value' ? 'text' : key),
    ]),
  )
}

/** Says everything in this language, in the place of one of ours that is written in other letters, and has that one's direction. */
export async function speakPseudo(page: Page, stage: Stage, instead: 'uk' | 'ar'): Promise<void> {
  await page.addInitScript(`localStorage['florin.language'] = ${JSON.stringify(instead)}`)
  const english = (part: string) => {
    const name = [...(stage.web.site?.keys() ?? [])].find((file) => file.includes(`/words-en-${part}-`))
    const file = stage.web.site?.get(name ?? '')?.plain
    if (!file) throw new Error(`the app has no English sentences: words-en-${part}`)
    return JSON.parse(file.toString()) as WordFile // the build's own
  }
  await page.route(/\/assets\/words-[\w-]+-(?:first|home|rest)-[^/]*\.json$/, async (route) => {
    const part = wordParts.find((one) => route.request().url().includes(`-${one}-`)) ?? 'rest'
    const file = english(part)
    const said = Object.entries(file.sentences).map(([key, one]) => [key, longer(one)] as const)
    await route.fulfill({ json: { ...file, sentences: Object.fromEntries(said) } })
  })
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() !== 'GET' || route.request().url().includes('/live')) return route.continue()
    const response = await route.fetch()
    if (!/json/.test(response.headers()['content-type'] ?? '')) return route.fulfill({ response })
    return route.fulfill({ response, json: withGreekNames(await response.json()) })
  })
}

/** Texts and attributes on the screen that are still in plain Latin letters, and none of those that are the same in every language. */
export const plainTexts = async (page: Page): Promise<string[]> => {
  const found = (await page.evaluate(LOOK)) as string[] // the script makes a list of texts
  return [...new Set(found)].filter((text) => /[A-Za-z]{2,}/.test(text.replace(SAME, ' ')))
}

/** Codes of currencies, keys, addresses, formats, programs and Florin itself: the same in every language. */
const SAME =
  /\b[A-Z]{3}\b|https?:\S+|\S+@\S+|\/[\w/{}?=&.-]+|\b(?:Florin|Ctrl|Alt|Esc|Tab|Shift|Enter|Space|CSV|OFX|QFX|QIF|CAMT|MT940|JSON|XLSX|ZIP|XML|PDF|API|ECB|IBAN|BIC|hledger|Ledger|Beancount|GnuCash|YNAB|Firefly III|Actual|Mint|Monarch|Splitwise|Lunch Money|HomeBank|Venmo|Copilot|Toshl|Spendee|Wallet|kB|MB|UTC|transactions\.csv|[A-Z][a-z]+\/[A-Z][A-Za-z_]+)\b/g

const LOOK = `(() => {
  const texts = []
  const isSeen = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.closest('[lang]:not(html), [translate=no], script, style')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode
    if (nodeValue.trim() && parentElement && isSeen(parentElement)) texts.push(nodeValue.trim())
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-valuetext], [aria-description], [aria-roledescription]'))
    if (isSeen(element))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description', 'aria-roledescription']) {
        const text = element.getAttribute(name)
        if (text) texts.push(name + ': ' + text)
      }
  if (document.title) texts.push('title of the page: ' + document.title)
  return texts.map((text) => text.replace(/^(aria-\\w+|title|placeholder|alt|title of the page): /, (_, name) => ''))
})()`
