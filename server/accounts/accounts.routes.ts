import * as contract from '../../contract/accounts.ts'
import { todayIn } from '../../contract/day.ts'
import { sql } from '../database/sql.ts'
import { byCreation, contains, page } from '../lists.ts'
import { serve } from '../serve.ts'
import { accountsOf, type StoredAccount } from './accounts.sql.ts'
import {
  accountOf,
  changeAccountOf,
  normalSide,
  openAccount,
  readableAccount,
  restoreAccountOf,
  trashAccount,
} from './accounts.ts'
import { readRegister } from './register.sql.ts'

export const accounts = [
  serve(contract.listAccounts, ({ db, book, query }) => {
    const today = todayIn(book.time_zone)
    return page<StoredAccount, contract.Account>(db, query, {
      from: accountsOf(book, today),
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
      record: (stored) => accountOf(book, today, stored),
    })
  }),

  serve(contract.createAccount, ({ write, body }) => write((tx, book) => openAccount(tx, book, body))),

  serve(contract.getAccount, async ({ db, book, params }) =>
    accountOf(book, todayIn(book.time_zone), await readableAccount(db, book, params.id)),
  ),

  serve(contract.updateAccount, ({ write, params, body, guard }) =>
    write((tx, book) => changeAccountOf(tx, book, params.id, body, guard)),
  ),

  serve(contract.deleteAccount, ({ write, params, guard }) =>
    write((tx, book) => trashAccount(tx, book, params.id, guard)),
  ),

  serve(contract.restoreAccount, ({ write, params }) =>
    write((tx, book) => restoreAccountOf(tx, book, params.id)),
  ),

  serve(contract.listAccountLines, async ({ db, book, params, query }) => {
    const account = await readableAccount(db, book, params.id)
    return readRegister(db, book, account, normalSide(account), query)
  }),
]
