import { z } from 'zod'
import { address, networkId } from '../schema.ts'

const bytes = z.int().nonnegative()
const count = z.int().nonnegative()

/* What the database takes on disk */

export const storageRecord = z
  .object({
    file_bytes: bytes,
    wal_bytes: bytes.meta({ description: 'The write-ahead log beside the file' }),
    free_bytes: bytes.meta({ description: 'Space inside the file that new rows use first and that compacting returns to the disk' }),
    limit_bytes: bytes.nullable().meta({ description: 'Size at which no more chain data is taken in; null: no limit' }),
    rows: z.object({
      tokens: count,
      trades: count,
      transfers: count,
      native_transfers: count,
      balances: count,
      pools: count,
      snapshots: count,
      scans: count,
      labels: count,
      addresses: count,
      transactions: count,
    }),
    tokens: z
      .array(z.object({ network: networkId, token_address: address, bytes: bytes.meta({ description: 'An estimate from the number of its rows' }) }))
      .meta({ description: 'Largest first; a trade between two stored tokens counts for both' }),
  })
  .meta({ id: 'Storage' })
export type StorageRecord = z.infer<typeof storageRecord>

export const storageLimitBody = z.object({ limit_bytes: z.int().positive().nullable() })
export const compactRecord = z.object({ file_bytes: bytes, freed_bytes: bytes }).meta({ id: 'StorageCompacted' })
export type CompactRecord = z.infer<typeof compactRecord>
