import type { CaseRecord } from '../../src-shared/contract/records/cases.ts'
import { casesQuery } from './case-queries.ts'
import type { Caller } from './use-call.ts'

/** Case files that ship with the app: launches played on test nodes (resources/demonstration). */

export const DEMONSTRATIONS = {
  eth: new URL('../../resources/demonstration/eth.holderscope.gz', import.meta.url).href,
  sol: new URL('../../resources/demonstration/sol.holderscope.gz', import.meta.url).href,
} as const
export type Demonstration = keyof typeof DEMONSTRATIONS

/** Stores a demonstration with its case, unless the case is already stored, and returns its token. */
export async function openDemonstration({ client, queries }: Caller, which: Demonstration): Promise<CaseRecord['items'][number]> {
  const response = await fetch(DEMONSTRATIONS[which])
  if (!response.ok || response.body === null) throw new Error(`The service answered ${response.status}.`)
  const body = await new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).blob()
  const { record } = (await client.call('checkCaseFile', { body })).value
  const [token] = record.items
  if (token === undefined) throw new Error('The demonstration has no token.')
  const { cases } = (await queries.fetchQuery(casesQuery(client))).value
  if (!cases.some(({ id }) => id === record.id)) await client.call('importCaseFile', { body })
  return token
}
