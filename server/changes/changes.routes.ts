import { listChanges, undoChange } from '../../contract/changes.ts'
import { serve } from '../serve.ts'
import { changesOf } from './changes.sql.ts'
import { undo } from './undo.ts'

export const changes = [
  serve(listChanges, ({ db, book, user, query }) =>
    changesOf(db, book, { userId: user.id, id: user.token_id }, query),
  ),

  serve(undoChange, ({ book, write, params }) => write(undo(book.id, Number(params.version)))),
]
