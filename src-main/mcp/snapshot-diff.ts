import { z } from 'zod'
import type { Client } from '../../src-client/client.ts'
import { snapshotLink } from '../../src-shared/contract/records/snapshot.ts'
import { address, percent, tokenParams, unixSeconds, units } from '../../src-shared/contract/schema.ts'
import { CLUSTER_CHANGES, diffSnapshots, WALLET_CHANGES } from '../../src-shared/domain/snapshot-diff.ts'
import { AppError } from '../lib/app-error.ts'
import type { Computed, PartAnswer } from './part-answer.ts'

/** The tool that compares two snapshots, which no route does. */

const takes = tokenParams.extend({
  from: unixSeconds.optional().meta({ description: 'Timestamp of the earlier snapshot' }),
  to: unixSeconds.optional().meta({ description: 'Timestamp of the later snapshot' }),
})

const clusterId = z.int().nonnegative()
const returns = z.object({
  diff: z.object({
    from: unixSeconds,
    to: unixSeconds,
    wallets: z.array(
      z.object({
        address,
        label: z.string().nullable(),
        change: z.enum(WALLET_CHANGES),
        before: percent.nullable().meta({ description: 'null if the snapshot does not list the wallet' }),
        after: percent.nullable(),
        points: z.number().nullable().meta({ description: 'Percentage points; null if one of the shares is' }),
        amount: units.nullable(),
        clusterBefore: clusterId.nullable(),
        clusterAfter: clusterId.nullable(),
      }),
    ),
    clusters: z.array(
      z.object({
        change: z.enum(CLUSTER_CHANGES),
        before: z.array(clusterId),
        after: z.array(clusterId),
        pctBefore: percent,
        pctAfter: percent,
        joined: z.array(address),
        left: z.array(address),
      }),
    ),
    links: z.array(z.object({ change: z.enum(['new', 'gone']), link: snapshotLink })),
  }),
})

async function read(client: Client, values: Readonly<Record<string, unknown>>): Promise<PartAnswer[]> {
  const { network, token_address, from, to } = takes.parse(values)
  const params = { network, token_address }
  const stored = (await client.call('snapshots', { params })).value.snapshots
  const [later, earlier] = [to ?? stored.at(-1), from ?? stored.findLast((timestamp) => timestamp < (to ?? stored.at(-1) ?? 0))]
  if (later === undefined || earlier === undefined) {
    throw new AppError('snapshot_not_found', { message: 'There are not two snapshots of this token to compare.' })
  }
  const [before, after] = await Promise.all([earlier, later].map((timestamp) => client.call('snapshot', { params: { ...params, timestamp } })))
  if (before === undefined || after === undefined) throw new Error('two calls have two answers')
  const { wallets, clusters, links } = diffSnapshots(before.value, after.value)
  return [{ name: 'diff', answer: { ...after, value: { from: earlier, to: later, wallets, clusters, links } } }]
}

export const snapshotDiff: Computed = { takes, returns, read }
