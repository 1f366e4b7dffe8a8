import * as contract from '../../contract/accounts.ts'
import { todayIn } from '../../contract/day.ts'
import { sql } from '../database/sql.ts'
import { pageAt, versionAt } from '../lists/known-at.ts'
import { byCreation, contains, page } from '../lists/lists.ts'
import { normalSide } from '../records/account.ts'
import { remove, restore } from '../records/life-cycle.ts'
import { serve } from '../serve.ts'
import { accountColumns, accountsOf, type ReadAccount } from './accounts.sql.ts'
import { accountLife, changeAccount, openAccount, requireReadable } from './accounts.ts'
import { readAccountToApi } from './figures.ts'
import { readRegister } from './register.sql.ts'

export const accounts = [
  serve(contract.listAccounts, ({ db, book, query }) =>
    pageAt(db, book, query, (version, query) =>
      page<ReadAccount, contract.Account>(db, query, {
        columns: accountColumns,
        from: accountsOf(book, { today: todayIn(book.time_zone), version }),
        where: [
          query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`,
          ...(query.type === undefined ? [] : [sql`type = ${query.type}`]),
          ...(query.is_active === undefined ? [] : [sql`is_active = ${query.is_active}`]),
          ...(query.q ? [contains(sql`folded(name || E'\n' || code)`, query.q)] : []),
        ],
        order: 'name',
        orders: {
          name: { key: sql`name collate "und-x-icu"`, type: 'text' },
          created_at: { key: sql`created_at`, type: 'timestamptz' },
        },
        ties: byCreation,
        record: (account) => readAccountToApi(book, account),
      }),
    ),
  ),

  serve(contract.createAccount, ({ write, book, body }) => write(openAccount(body, todayIn(book.time_zone)))),

  serve(contract.getAccount, async ({ db, book, params, query }) => {
    const version = await versionAt(db, book, query.known_at)
    const moment = { today: todayIn(book.time_zone), version }
    return readAccountToApi(book, await requireReadable(db, book, moment, params.id))
  }),

  serve(contract.updateAccount, ({ write, book, params, body, guard }) =>
    write(changeAccount(params.id, body, guard, todayIn(book.time_zone))),
  ),

  serve(contract.deleteAccount, ({ write, book, params, query, guard }) =>
    write(remove(accountLife(params.id, todayIn(book.time_zone)), query, guard)),
  ),

  serve(contract.restoreAccount, ({ write, book, params }) =>
    write(restore(accountLife(params.id, todayIn(book.time_zone)))),
  ),

  serve(contract.listAccountLines, ({ db, book, params, query }) =>
    pageAt(db, book, query, async (version, query) => {
      const moment = { today: todayIn(book.time_zone), version }
      const account = await requireReadable(db, book, moment, params.id)
      return readRegister(db, book, { ...account, sign: normalSide(account) }, query, version)
    }),
  ),
]
