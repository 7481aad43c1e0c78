import { NETWORKS, type NetworkId } from '../../../../src-shared/networks.ts'
import type { TokenInfo } from '../../../../src-shared/domain/token.ts'
import { grouped } from '../../../../src-shared/domain/shown.ts'

/** Queries that a read may take without a word about it: a few minutes at an ordinary rate. */
const MANY_QUERIES = 2_000

/**
 * What an endpoint's limit on logs means for reading one token, in a sentence; null where it means little.
 *
 * @param range widest range of blocks that a log query takes; 0: log queries are switched off; null: no limit was met
 */
export function logLimitNote(network: NetworkId, range: number | null, token: Pick<TokenInfo, 'createdBlock' | 'asOfBlock'>): string | null {
  const { name } = NETWORKS[network]
  if (range === 0) {
    return `The endpoint offers no log queries (eth_getLogs), so transfers, holders, pools and trades cannot be read from it; set another endpoint for ${name}.`
  }
  if (range === null || token.asOfBlock === null) return null
  const blocks = token.asOfBlock - (token.createdBlock ?? 0) + 1
  const queries = Math.ceil(blocks / range)
  if (queries <= MANY_QUERIES) return null
  const since = token.createdBlock === null ? 'the first block' : "the token's creation"
  return `The endpoint answers logs of ${grouped(range)} blocks at a time: the ${grouped(blocks)} blocks since ${since} take about ${grouped(queries)} queries for each kind of event. Read from a later block, or set an endpoint with a wider range.`
}
