/** Safe markup. Only `html` makes it; all other text is escaped. */
export type Html = { readonly markup: string }
type HtmlPiece = Html | Html[] | string | number | undefined

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

function written(piece: HtmlPiece): string {
  if (piece === undefined) return ''
  if (Array.isArray(piece)) return piece.map(written).join('')
  return typeof piece === 'object' ? piece.markup : escaped(String(piece))
}

/** A template: inserted text is escaped, inserted markup is not. */
export const html = (parts: TemplateStringsArray, ...pieces: HtmlPiece[]): Html => ({
  markup: parts.map((part, index) => part + written(pieces[index])).join(''),
})

export const joinedHtml = (pieces: Html[], between: string): Html => ({
  markup: pieces.map((piece) => piece.markup).join(escaped(between)),
})
