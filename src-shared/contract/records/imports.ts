import { z } from 'zod'
import { address, natural, networkId, unixSeconds } from '../schema.ts'

/** Imported files and their results. */

export const importResult = z
  .object({
    kind: z.enum(['holder_map', 'relationship_map', 'holder_list', 'transfer_list', 'node_answers', 'snapshot']),
    tokens: z.array(z.object({ network: networkId, token_address: address })),
    trades: natural,
    transfers: natural,
    holders: natural,
    snapshots: natural,
    skipped: natural,
    notes: z.array(z.string()),
  })
  .meta({ id: 'ImportResult' })
export type ImportResult = z.infer<typeof importResult>

const importRecord = importResult
  .extend({
    sha256: z.string().meta({ description: 'Of the unchanged file' }),
    name: z.string(),
    imported_at: unixSeconds,
    /** Who recorded the data and under what terms, if the file says so. */
    source: z.string().nullable(),
    licence: z.string().nullable(),
    sample: z.boolean().meta({ description: 'Part of the sample case that ships with the app' }),
  })
  .meta({ id: 'Import' })
export type ImportRecord = z.infer<typeof importRecord>
export const importList = z.object({ imports: z.array(importRecord) })
