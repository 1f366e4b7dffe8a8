import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parseAst } from 'rolldown/parseAst'

const files = await Array.fromAsync(
  glob('{server,contract,demo,test,bench}/**/*.ts', { exclude: ['**/node_modules/**'] }),
)

type SyntaxNode = { type: string; argument: SyntaxNode; expression: SyntaxNode; start: number }
const isSyntaxNode = (value: unknown): value is SyntaxNode => typeof Object(value).type === 'string'
/** The places of literals that are spread into a literal of the same kind or into a call. */
function literalSpreads(node: SyntaxNode, parent: string): number[] {
  let inner = node.argument
  while (inner?.type === 'TSAsExpression' || inner?.type === 'ParenthesizedExpression')
    inner = inner.expression
  const isPlain =
    node.type === 'SpreadElement' &&
    (inner.type === 'ObjectExpression'
      ? parent === 'ObjectExpression'
      : inner.type === 'ArrayExpression' && /^(Array|Call|New)Expression$/.test(parent))
  const below = Object.values(node).flat().filter(isSyntaxNode)
  return [...(isPlain ? [node.start] : []), ...below.flatMap((child) => literalSpreads(child, node.type))]
}

test('a literal is not spread into another literal or into a call: its parts stand there themselves', async () => {
  const found: string[] = []
  for (const file of files.sort()) {
    const text = await readFile(file, 'utf8')
    if (!/\.{3}\(*[[{]/.test(text)) continue
    for (const start of literalSpreads(parseAst(text, { lang: 'ts' }) as unknown as SyntaxNode, ''))
      found.push(`${file}:${text.slice(0, start).split('\n').length}`)
  }
  assert.deepEqual(found, [])
})
