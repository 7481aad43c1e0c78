import { z } from 'zod'
import { contradiction } from '../../rpc/node-fault.ts'
import type { GraphqlClient } from './graphql.ts'
import { BALANCE_CHANGES } from './graphql-queries.ts'

const page = z.object({ pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }), nodes: z.array(z.unknown()) })
const listed = z.looseObject({ digest: z.string(), effects: z.looseObject({ balanceChanges: page }) })

/** A listed transaction with all its balance changes. A list contains only the first page of them. @throws NodeFault, AppError */
export async function readAllChanges(graphql: GraphqlClient, transaction: unknown, signal: AbortSignal): Promise<unknown> {
  const { data } = listed.safeParse(transaction)
  if (data === undefined || !data.effects.balanceChanges.pageInfo.hasNextPage) return transaction
  const { digest, effects } = data
  const nodes = [...effects.balanceChanges.nodes]
  let { pageInfo } = effects.balanceChanges
  while (pageInfo.hasNextPage) {
    const after = pageInfo.endCursor
    const { transactionEffects } = await graphql.query(BALANCE_CHANGES, { digest, after }, signal)
    const next = transactionEffects?.balanceChanges
    if (after === null || next === undefined || next === null || next.pageInfo.endCursor === after)
      throw contradiction(graphql.hosts, `it lists only some of the balance changes of ${digest}`)
    nodes.push(...next.nodes)
    pageInfo = next.pageInfo
  }
  return { ...data, effects: { ...effects, balanceChanges: { nodes } } }
}
