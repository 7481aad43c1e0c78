import { z } from 'zod'
import { address, natural, networkId, unixSeconds } from '../schema.ts'

/** What was deleted and can be restored until the database is compacted (docs/cases.md#deletion). */

const deletedRows = z
  .object({ trades: natural, transfers: natural, holders: natural, snapshots: natural, scans: natural })
  .meta({ description: 'Rows that belong to it. Trades with another stored token are not among them' })

export const deletion = z
  .object({
    id: z.int().positive(),
    kind: z.enum(['token', 'snapshot', 'scan', 'import']),
    network: networkId,
    token_address: address,
    name: z.string().nullable().meta({ description: 'Symbol of the token, or name of the imported file' }),
    part: z.string().nullable().meta({ description: 'Timestamp of the snapshot or scan in Unix seconds, or SHA-256 of the imported file' }),
    deleted_at: unixSeconds,
    rows: deletedRows,
  })
  .meta({ id: 'Deletion' })
export type Deletion = z.infer<typeof deletion>
export const deletionList = z.object({ deletions: z.array(deletion).meta({ description: 'The last deleted first' }) })

export const caseReferences = z
  .object({ cases: z.array(z.object({ id: z.string(), name: z.string().nullable() })).meta({ description: 'Cases that refer to it' }) })
  .meta({ id: 'CaseReferences' })
export type CaseReference = z.infer<typeof caseReferences>['cases'][number]
