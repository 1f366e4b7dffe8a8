import type { FastifyReply, FastifyRequest } from 'fastify'
import { todayIn } from '../../contract/day.ts'
import { fault } from '../../contract/faults.ts'
import * as contract from '../../contract/imports.ts'
import { refuse } from '../../contract/refusals.ts'
import { languageAsked } from '../http/language.ts'
import { addVary, requireAbility } from '../http/request.ts'
import type { BookRow } from '../ledger/book.ts'
import { mapPage } from '../lists/lists.ts'
import { serve } from '../serve.ts'
import { commitImport } from './commit-import.ts'
import { readHolds } from './held.ts'
import { findImport, listImportsOf } from './imports.sql.ts'
import { addImport, changeImport, dropImport, showImport } from './imports.ts'
import { changeRow, changeRows } from './overrides.ts'
import { listRowsOf, namesFor } from './rows.sql.ts'
import { importRowToApi, type Reader } from './to-api.ts'

/** The language that a request wants reasons in. The answer names it. */
function readerOf(request: FastifyRequest, reply: FastifyReply, book: BookRow): Reader {
  const language = languageAsked(request.headers['accept-language'])
  reply.header('content-language', language)
  addVary(reply, 'Accept-Language')
  return { language, today: todayIn(book.time_zone) }
}

export const imports = [
  serve(contract.listImports, ({ db, book, query }) => listImportsOf(db, book, query)),

  serve(contract.createImport, async ({ db, book, body, query, key, request, reply }) => {
    const { account_id, filename, format } = query
    const made = await addImport(db, book, { bytes: body, account_id, filename, format }, key, request.log)
    if (made.isReplayed) reply.header('idempotency-replayed', 'true')
    return made.import
  }),

  serve(contract.getImport, ({ db, book, params, request }) => showImport(db, book, params.id, request.log)),

  serve(contract.updateImport, ({ db, book, params, body, request }) =>
    changeImport(db, book, params.id, body, request.log),
  ),

  serve(contract.deleteImport, async ({ db, book, params }) => {
    await dropImport(db, book, params.id)
    return undefined
  }),

  serve(contract.commitImport, async ({ db, book, user, params, write }) => {
    // The file of a whole book also has its settings, which are the owner's.
    if (user.program && (await findImport(db, book.id, params.id))?.format === 'florin')
      requireAbility(user.program, 'own:books')
    return commitImport(db, book, params.id, write)
  }),

  serve(contract.listImportRows, async ({ db, book, params, query, request, reply }) => {
    const { status } = (await findImport(db, book.id, params.id)) ?? refuse('not_found')
    const reader = readerOf(request, reply, book)
    return mapPage(await listRowsOf(db, book.id, params.id, query), async (rows) => {
      const names = await namesFor(db, book.id, rows)
      const holds = status === 'committed' ? status : await readHolds(db, book)
      return rows.values().map((row) => importRowToApi(row, names, holds, reader))
    })
  }),

  serve(contract.updateImportRow, ({ db, book, params, body, request, reply }) =>
    changeRow(db, book, params.id, params.n, body, readerOf(request, reply, book)),
  ),

  serve(contract.updateImportRows, ({ db, book, params, body, ignored }) => {
    // Other unknown parameters are ignored; ignoring these would change all rows.
    const misplaced = ignored.filter((name) => name in contract.updateImportRows.body.properties)
    if (misplaced.length > 0)
      refuse('invalid', { faults: misplaced.map((name) => fault(name, 'in_address', {})) })
    return changeRows(db, book, params.id, body)
  }),
]
