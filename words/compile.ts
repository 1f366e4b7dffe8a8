import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Message, Part } from './message.ts'

/** Makes a sentence ready out of ICU message syntax. `t('Open [verb]')` says "Open": words in brackets at the end tell two meanings of one text apart. */
export const compile = (text: string): Message =>
  partsOf(parse(text.replace(/ \[[^\]]*\]$/, ''), { ignoreTag: false, requiresOtherClause: true }))

function partsOf(elements: readonly MessageFormatElement[]): Message {
  const parts = elements.map(partOf)
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts
}

function partOf(element: MessageFormatElement): Part {
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.argument:
      return [element.value]
    case TYPE.number:
      return [element.value, 'number']
    case TYPE.pound:
      return ['', 'number']
    case TYPE.tag:
      return [element.value, 'tag', partsOf(element.children)]
    case TYPE.select:
    case TYPE.plural: {
      const kind =
        element.type === TYPE.select ? 'select' : element.pluralType === 'ordinal' ? 'ordinal' : 'plural'
      const choices = Object.entries(element.options).map(
        ([key, { value }]) => [key, partsOf(value)] as const,
      )
      return [element.value, kind, Object.fromEntries(choices)]
    }
    default:
      throw new Error(
        'Days and times are put into a sentence as texts: only number, plural, selectordinal and select are known here.',
      )
  }
}

/** The names of the values that a sentence needs, each with how it is used, and its tags. */
export function namesIn(message: Message): Set<string> {
  const names = new Set<string>()
  const look = (one: Message): void => {
    for (const part of typeof one === 'string' ? [] : one) {
      if (typeof part === 'string') continue
      if (part[0] !== '') names.add(part[1] === 'tag' ? `<${part[0]}>` : part[0])
      if (part.length === 1 || part[1] === 'number') continue
      if (part[1] === 'tag') look(part[2])
      else Object.values(part[2]).forEach(look)
    }
  }
  look(message)
  return names
}
