import type { FastifyReply, FastifyRequest } from 'fastify'
import { todayIn } from '../../contract/day.ts'
import { fault } from '../../contract/faults.ts'
import * as contract from '../../contract/imports.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Language } from '../../words/languages.ts'
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
import { saidIn } from './said-again.ts'
import { importRowToApi, type RowsReader } from './to-api.ts'

/** The language that a request wants sentences in. The answer names it. */
function languageFor({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): Language {
  const language = languageAsked(request.headers['accept-language'])
  reply.header('content-language', language)
  addVary(reply, 'Accept-Language')
  return language
}

const readerOf = (asked: Parameters<typeof languageFor>[0] & { book: BookRow }): RowsReader => ({
  language: languageFor(asked),
  today: todayIn(asked.book.time_zone),
})

export const imports = [
  serve(contract.listImports, (asked) =>
    listImportsOf(asked.db, asked.book, languageFor(asked), asked.query),
  ),

  serve(contract.createImport, async (asked) => {
    const { db, book, body, query, key, request, reply } = asked
    const { account_id, filename, format } = query
    const made = await addImport(db, book, { bytes: body, account_id, filename, format }, key, {
      log: request.log,
      language: languageFor(asked),
    })
    if (made.isReplayed) reply.header('idempotency-replayed', 'true')
    return made.import
  }),

  serve(contract.getImport, (asked) =>
    showImport(asked.db, asked.book, asked.params.id, {
      log: asked.request.log,
      language: languageFor(asked),
    }),
  ),

  serve(contract.updateImport, (asked) =>
    changeImport(asked.db, asked.book, asked.params.id, asked.body, {
      log: asked.request.log,
      language: languageFor(asked),
    }),
  ),

  serve(contract.deleteImport, async ({ db, book, params }) => {
    await dropImport(db, book, params.id)
    return undefined
  }),

  serve(contract.commitImport, async (asked) => {
    const { db, book, user, params, write } = asked
    // The file of a whole book also has its settings, which are the owner's.
    if (user.program && (await findImport(db, book.id, params.id))?.format === 'florin')
      requireAbility(user.program, 'own:books')
    // Kept under an idempotency key as it is, in English, and said to whoever asked first.
    return saidIn(languageFor(asked), await commitImport(db, book, params.id, write))
  }),

  serve(contract.listImportRows, async (asked) => {
    const { db, book, params, query } = asked
    const { status } = (await findImport(db, book.id, params.id)) ?? refuse('not_found')
    const reader = readerOf(asked)
    return mapPage(await listRowsOf(db, book.id, params.id, query), async (rows) => {
      const names = await namesFor(db, book.id, rows)
      const holds = status === 'committed' ? status : await readHolds(db, book)
      return rows.values().map((row) => importRowToApi(row, names, holds, reader))
    })
  }),

  serve(contract.updateImportRow, (asked) =>
    changeRow(asked.db, asked.book, asked.params.id, asked.params.n, asked.body, readerOf(asked)),
  ),

  serve(contract.updateImportRows, (asked) => {
    const { db, book, params, body, ignored } = asked
    // Other unknown parameters are ignored; ignoring these would change all rows.
    const misplaced = ignored.filter((name) => name in contract.updateImportRows.body.properties)
    if (misplaced.length > 0)
      refuse('invalid', { faults: misplaced.map((name) => fault(name, 'in_address', {})) })
    return changeRows(db, book, params.id, body, languageFor(asked))
  }),
]
