import type { ImportFormat } from '../../../contract/import-mapping.ts'
import type { Reading } from './row.ts'

/** What a file is, as text. */
export type Recognised = { readonly format: ImportFormat; readonly text: string; readonly encoding: string }

export function recognise(bytes: Uint8Array, reading: Reading): Recognised {
  const { text, encoding } = decoded(bytes, reading.given?.encoding)
  return { format: reading.format ?? formatOf(text), text, encoding }
}

function decoded(bytes: Uint8Array, given: string | undefined): { text: string; encoding: string } {
  if (given) return { text: new TextDecoder(given).decode(bytes), encoding: given }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}

function formatOf(text: string): ImportFormat {
  const start = text.slice(0, 4_096)
  if (/^\s*OFXHEADER|<OFX>|<\?OFX /i.test(start)) return 'ofx'
  if (/^\s*!(Type|Account|Option)/im.test(start)) return 'qif'
  if (/camt\.05[234]/.test(start)) return 'camt'
  if (/^(\{1:|\s*:20:)/.test(start)) return 'mt940'
  return 'csv'
}
