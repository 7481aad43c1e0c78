import { z } from 'zod'
import type { RowChanges } from '../../domain/row-changes.ts'
import { explainedCluster, explainedClusters, holderPage, holderRow } from './local.ts'
import { snapshotLink, snapshotNode, snapshotRecord } from './snapshot.ts'
import { natural } from '../schema.ts'

/** The current records of a token. A record has its plain fields in full, and its lists as changes since a version that the caller has. */

function changesOf<T extends object>(row: z.ZodObject & z.ZodType<T>): z.ZodType<RowChanges<T>> {
  const fields = Object.entries(row.shape).map(([name, field]) => [name, z.object({ at: z.array(natural), values: z.array(field) }).nullable()])
  const changes = z.object({ gone: z.array(natural), at: z.array(natural), rows: z.array(row), fields: z.object(Object.fromEntries(fields)) })
  return changes as unknown as z.ZodType<RowChanges<T>>
}

function stateOf<R extends z.ZodType, L extends z.ZodType>(rest: R, lists: L) {
  return z.object({
    version: z.string().meta({ description: 'Names this state for the next request' }),
    since: z.string().nullable().meta({ description: 'The version that the lists are changes of; null where they are whole' }),
    rest,
    lists,
  })
}

const category = snapshotRecord.shape.categories.element.omit({ addresses: true })

export const CURRENT_STATE = {
  snapshot: stateOf(
    // The addresses of a category are those with its tag.
    snapshotRecord.omit({ nodes: true, links: true }).extend({ categories: z.array(category) }),
    z.object({ nodes: changesOf(snapshotNode), links: changesOf(snapshotLink) }),
  ),
  holders: stateOf(holderPage.omit({ holders: true }), z.object({ holders: changesOf(holderRow) })),
  clusters: stateOf(explainedClusters.omit({ clusters: true }), z.object({ clusters: changesOf(explainedCluster) })),
} as const
export type StatePart = keyof typeof CURRENT_STATE
export type CurrentState<P extends StatePart> = z.infer<(typeof CURRENT_STATE)[P]>
