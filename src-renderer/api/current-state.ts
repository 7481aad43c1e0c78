import { notifyManager, type QueryClient, type QueryFunction, type QueryKey, type queryOptions } from '@tanstack/react-query'
import type { Answer, Client } from '../../src-client/client.ts'
import {
  clustersQuery,
  distributionQuery,
  earlyQuery,
  holdersQuery,
  overlapQuery,
  overviewQuery,
  snapshotQuery,
  summaryQuery,
  type TokenRef,
} from './token-queries.ts'

/** A block that arrives between two answers makes them differ. The next round asks again. */
const MAX_ROUNDS = 3

type StateQuery<T, K extends QueryKey> = ReturnType<typeof queryOptions<Answer<T>, Error, Answer<T>, K>>

/** An answer that was read but is not shown yet. */
interface Read {
  readonly asOf: number | null
  show(): void
}

/**
 * Rereads the latest state of a token and shows it at once: strip, tables, graph and inspector change together and describe the same block. Data that
 * only other views show is read when they open.
 */
export async function refreshState(client: Client, queries: QueryClient, token: TokenRef): Promise<void> {
  const read = async <T, K extends QueryKey>({ queryKey, queryFn }: StateQuery<T, K>): Promise<Read> => {
    if (typeof queryFn !== 'function') throw new Error('a record of the current state is always read')
    // Uses a key of its own, because the answer under the query's key is shown.
    const answer = await queries.fetchQuery({
      queryKey: [...queryKey, 'next'],
      queryFn: queryFn as QueryFunction<Answer<T>>,
      staleTime: 0,
      gcTime: 0,
    })
    return { asOf: answer.asOf, show: () => void queries.setQueryData<Answer<T>>(queryKey as QueryKey, answer) }
  }
  let answers: Read[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    answers = await Promise.all([
      read(summaryQuery(client, token)),
      read(overviewQuery(client, token)),
      read(holdersQuery(client, token)),
      read(clustersQuery(client, token)),
      read(snapshotQuery(client, token, null)),
    ])
    if (new Set(answers.map(({ asOf }) => asOf)).size === 1) break
  }
  notifyManager.batch(() => {
    for (const { show } of answers) show()
  })
  for (const query of [distributionQuery, earlyQuery, overlapQuery]) void queries.invalidateQueries({ queryKey: query(client, token).queryKey })
}
