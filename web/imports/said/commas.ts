import { t } from '../../../words/t.ts'

/** Parts that are each said by themselves, one after another with commas: 128 will be added, 19 are here already. */
export const withCommas = (parts: readonly string[]): string =>
  parts.length === 0 ? '' : parts.reduce((first, next) => t('{first}, {next}', { first, next }))
