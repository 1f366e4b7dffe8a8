/** An amount as written in a cell of a file. */
type CellAmount = {
  /** Decimal text with a point, such as "-1234.50". */
  readonly amount: string
  /** The ISO code beside it, if there is one. */
  readonly currency?: string
}

const MAX_CHARACTERS = 60

/** Words and signs next to a number. Those for a debit make it negative. */
const DEBIT = /^(?:dr|db|d|s|soll|debit|dt|af)\.?$/i
const CREDIT = /^(?:cr|c|h|haben|credit|ct|bij)\.?$/i
const CURRENCY =
  /^(?:\p{Sc}|us\$|a\$|c\$|nz\$|hk\$|s\$|r\$|kr|fr|sfr|zł|zl|kč|kc|ft|lei|лв|руб|р|rs|rm|rp|nt\$|s\/|bs|tl|din|円|元|원|บาท|[a-z]{3})\.?$/iu

/**
 * An amount as banks and people write it: 1.234,50 or 1,234.50 or 1 234,50 or 1'234.50; with a minus in front or behind, in brackets, with S,
 * H, CR or DR; with a currency. Undefined if it is not an amount.
 */
export function amountInCell(cell: string, decimal: '.' | ','): CellAmount | undefined {
  if (cell.length > MAX_CHARACTERS) return undefined
  if (isPlain(cell, decimal)) return { amount: cell.replace(',', '.') }
  let text = cell
    .replace(/[\u2212\u2010-\u2015\ufe63\uff0d]/g, '-')
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u2019\u02bc\u2032`\u00b4]/g, "'")
    .replace(/[.,]-{1,2}(?=\D*$)/, '') // 12,- is twelve
    .trim()
  const isBracketed = /^\(.+\)$/.test(text)
  if (isBracketed) text = text.slice(1, -1)

  const first = text.search(/\d|[.,]\d/)
  if (first < 0) return undefined
  const last = text.length - 1 - [...text].reverse().join('').search(/\d/)
  const body = text.slice(first, last + 1)
  const beside = besides(`${text.slice(0, first)} ${text.slice(last + 1).replace(/^[.,]/, '')}`)
  const number = numberIn(body, decimal)
  if (!beside || number === undefined) return undefined
  if (isBracketed && beside.isNegative) return undefined
  const isNegative = (isBracketed || beside.isNegative) && /[1-9]/.test(number)
  return {
    amount: isNegative ? `-${number}` : number,
    ...(beside.currency ? { currency: beside.currency } : {}),
  }
}

/** Whether a cell has only a sign and digits, which can be read quickly. Cells that begin with 0 are excluded: zero has no sign. */
const isPlain = (cell: string, decimal: '.' | ','): boolean =>
  (decimal === '.' ? /^-?[1-9]\d*(?:\.\d+)?$/ : /^-?[1-9]\d*(?:,\d+)?$/).test(cell)

/** Reads the text around the digits: at most one currency, and at most one sign or word for debit or credit. */
function besides(text: string): { isNegative: boolean; currency?: string } | undefined {
  let signs = 0
  let isNegative = false
  let currency: string | undefined
  for (const part of text.match(/[+-]|[^\s+-]+/g) ?? []) {
    if (part === '+' || part === '-' || DEBIT.test(part) || CREDIT.test(part)) {
      if (++signs > 1) return undefined
      isNegative = part === '-' || DEBIT.test(part)
    } else if (CURRENCY.test(part) && currency === undefined) currency = part
    else return undefined
  }
  return currency && /^[A-Z]{3}$/.test(currency) ? { isNegative, currency } : { isNegative }
}

/** The digits of a number without sign: groups of three, or of two and a last one of three, as in India. */
function numberIn(body: string, decimal: '.' | ','): string | undefined {
  const parts = body.split(decimal)
  if (parts.length > 2) return undefined
  const [whole = '', fraction = ''] = parts
  const group = /[^\d]/.exec(whole)?.[0]
  if (group && !" '.,_".includes(group)) return undefined
  if (/\D/.test(fraction)) return undefined
  const groups = group ? whole.split(group) : [whole]
  const [head = '', ...rest] = groups
  if (rest.length > 0) {
    if (!/^\d{1,3}$/.test(head) || rest.at(-1)?.length !== 3) return undefined
    if (!rest.every((one) => /^\d{2,3}$/.test(one))) return undefined
  } else if (/\D/.test(head)) return undefined
  const digits = groups.join('').replace(/^0+(?=\d)/, '') || '0'
  return fraction ? `${digits}.${fraction}` : digits
}
