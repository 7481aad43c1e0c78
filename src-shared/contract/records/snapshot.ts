import { z } from 'zod'
import { address, decimals, label, natural, networkId, party, percent, units, unixSeconds } from '../schema.ts'

/** The snapshot (docs/api/records.md#snapshot). */

export const LINK_KINDS = ['transfer', 'funding', 'same_tx', 'same_block'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const snapshotLink = z
  .object({
    source: address,
    target: address,
    kind: z.enum(LINK_KINDS),
    token: z.string().meta({ description: "`self`, `native`, or another token's address" }),
    forward: units,
    backward: units,
    forward_count: natural.nullable().meta({ description: 'Transfers source → target; null if an import gives totals only' }),
    backward_count: natural.nullable(),
    first_time: unixSeconds.nullable(),
    last_time: unixSeconds.nullable(),
    evidence: z.array(z.string()).max(5).meta({ description: 'Up to five transaction ids, oldest first' }),
  })
  .meta({ id: 'SnapshotLink' })
export type SnapshotLink = z.infer<typeof snapshotLink>

export const snapshotNode = z
  .object({
    ...party,
    balance: units,
    balance_usd: z.number().nullable(),
    percentage: percent,
    rank: z.int().positive().nullable(),
    is_holder: z.boolean().meta({ description: 'If false and holder_count is null, the balance is unknown and 0' }),
    degree_in: natural,
    degree_out: natural,
    first_seen: unixSeconds.nullable(),
    cluster: natural.nullable().meta({ description: 'Id of its cluster, the same from one snapshot to the next; null when in none' }),
  })
  .meta({ id: 'SnapshotNode' })
export type SnapshotNode = z.infer<typeof snapshotNode>

export const snapshotRecord = z
  .object({
    network: networkId,
    token_address: address,
    timestamp: unixSeconds,
    token_metadata: z.object({
      address,
      name: z.string(),
      symbol: z.string(),
      logo: z.string().nullable(),
      decimals,
      total_supply: units,
      holder_count: natural.nullable(),
      creator: address.nullable(),
      created_at: unixSeconds.nullable(),
    }),
    currency: z.object({
      native: z.object({ symbol: z.string(), price_usd: z.number().nullable() }),
      token: z.object({ price_usd: z.number().nullable() }),
      as_of: unixSeconds,
    }),
    nodes: z.array(snapshotNode),
    links: z.array(snapshotLink),
    token_links: z.array(
      z.object({
        token: z.object({ address, symbol: z.string().nullable(), name: z.string().nullable() }),
        links: z.array(snapshotLink),
      }),
    ),
    categories: z.array(z.object({ name: label, size_pct: percent, addresses: z.array(address) })),
  })
  .meta({ id: 'Snapshot' })
export type SnapshotRecord = z.infer<typeof snapshotRecord>

export const snapshotList = z.object({ snapshots: z.array(unixSeconds) }).meta({ id: 'SnapshotList' })
