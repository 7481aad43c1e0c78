import { z } from 'zod'
import { address, natural, networkId } from '../schema.ts'

const bytes = natural
const keepHours = z.int().min(0).max(720)

/* Disk space of the database. */

export const storageRecord = z
  .object({
    file_bytes: bytes,
    wal_bytes: bytes.meta({ description: 'The write-ahead log beside the file' }),
    free_bytes: bytes.nullable().meta({
      description:
        'Space inside the file that new rows use first and that compacting returns to the disk; null where it is unknown, as in PostgreSQL',
    }),
    limit_bytes: bytes.nullable().meta({ description: 'Size at which the service stops storing chain data; null: no limit' }),
    firehose_keep_hours: keepHours.meta({
      description: 'Hours for which trades of whole networks are stored; 0: they are not stored',
    }),
    rows: z.object({
      tokens: natural,
      trades: natural,
      transfers: natural,
      native_transfers: natural,
      balances: natural,
      pools: natural,
      snapshots: natural,
      scans: natural,
      labels: natural,
      addresses: natural,
      transactions: natural,
      network_blocks: natural.meta({ description: 'Stored blocks of networks that are followed whole' }),
    }),
    tokens: z
      .array(z.object({ network: networkId, token_address: address, bytes: bytes.meta({ description: 'An estimate from the number of its rows' }) }))
      .meta({ description: 'Largest first; a trade between two stored tokens counts for both' }),
  })
  .meta({ id: 'Storage' })
export type StorageRecord = z.infer<typeof storageRecord>

export const storageSettingsBody = z
  .object({ limit_bytes: z.int().positive().nullable(), firehose_keep_hours: keepHours })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must have limit_bytes or firehose_keep_hours')
export const compactRecord = z.object({ file_bytes: bytes, freed_bytes: bytes }).meta({ id: 'StorageCompacted' })
export type CompactRecord = z.infer<typeof compactRecord>
