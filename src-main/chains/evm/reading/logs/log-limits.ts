import { NETWORKS, type NetworkId } from '../../../../../src-shared/networks.ts'
import type { TokenInfo } from '../../../../../src-shared/domain/token.ts'
import { grouped } from '../../../../../src-shared/domain/shown.ts'

/** A read with more queries gets a note; this many take a few minutes at a usual rate limit. */
const MAX_SILENT_QUERIES = 2_000

/**
 * A note about what the endpoint's limit on log queries means for reading a token; null if it hardly matters.
 *
 * @param range largest block range of a log query; 0: log queries are switched off; null: no limit was seen
 */
export function logLimitNote(network: NetworkId, range: number | null, token: Pick<TokenInfo, 'createdBlock' | 'asOfBlock'>): string | null {
  const { name } = NETWORKS[network]
  if (range === 0) {
    return `The endpoint offers no log queries (eth_getLogs), so transfers, holders, pools and trades cannot be read from it; set another endpoint for ${name}.`
  }
  if (range === null || token.asOfBlock === null) return null
  const blocks = token.asOfBlock - (token.createdBlock ?? 0) + 1
  const queries = Math.ceil(blocks / range)
  if (queries <= MAX_SILENT_QUERIES) return null
  const since = token.createdBlock === null ? 'the first block' : "the token's creation"
  return `The endpoint answers logs of ${grouped(range)} blocks at a time: the ${grouped(blocks)} blocks since ${since} take about ${grouped(queries)} queries for each kind of event. Read from a later block, or set an endpoint with a wider range.`
}
