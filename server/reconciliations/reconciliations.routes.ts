import * as contract from '../../contract/reconciliations.ts'
import { restore, trash } from '../records/life-cycle.ts'
import { serve } from '../serve.ts'
import { listReconciliationsOf, readReconciliation } from './reconciliations.sql.ts'
import {
  changeReconciliation,
  finishReconciliation,
  reconciliationLife,
  reopenReconciliation,
  startReconciliation,
} from './reconciliations.ts'

export const reconciliations = [
  serve(contract.listReconciliations, ({ db, book, params, query }) =>
    listReconciliationsOf(db, book, params.id, query),
  ),

  serve(contract.createReconciliation, ({ write, params, body }) =>
    write(startReconciliation(params.id, body)),
  ),

  serve(contract.getReconciliation, ({ db, book, params }) =>
    readReconciliation(db, book, params.id, params.reconciliation_id),
  ),

  serve(contract.updateReconciliation, ({ write, params, body, guard }) =>
    write(changeReconciliation(params.id, params.reconciliation_id, body, guard)),
  ),

  serve(contract.deleteReconciliation, ({ write, params, guard }) =>
    write(trash(reconciliationLife(params.id, params.reconciliation_id), guard)),
  ),

  serve(contract.restoreReconciliation, ({ write, params }) =>
    write(restore(reconciliationLife(params.id, params.reconciliation_id))),
  ),

  serve(contract.finishReconciliation, ({ write, params, body }) =>
    write(finishReconciliation(params.id, params.reconciliation_id, body)),
  ),

  serve(contract.reopenReconciliation, ({ write, params }) =>
    write(reopenReconciliation(params.id, params.reconciliation_id)),
  ),
]
