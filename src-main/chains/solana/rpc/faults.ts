import type { FaultKind } from '../../rpc/node-fault.ts'

/** JSON-RPC codes of Solana nodes (https://docs.rs/solana-rpc-client-api, `custom_error`). */
const CODES: Readonly<Record<number, FaultKind>> = {
  [-32601]: 'unsupported',
  /** Block not available for slot; block status not yet available. */
  [-32004]: 'unreachable',
  [-32014]: 'unreachable',
  /** The minimum context slot was not reached: this node is behind. */
  [-32016]: 'unreachable',
  /** Node is behind. */
  [-32005]: 'unreachable',
  /** Excluded from account secondary indexes. */
  [-32010]: 'unsupported',
  /** Transaction history is not available from this node. */
  [-32011]: 'unsupported',
  /** Block cleaned up; slot skipped or missing in long-term storage. */
  [-32001]: 'no_state',
  [-32007]: 'no_state',
  [-32009]: 'no_state',
}

/** Its text asks to try again, as a refusal because of the rate does. */
const STORAGE_UNREACHABLE = -32019
const BUSY = /rate.?limit|too many requests|request rate|request limit|credits|try again|overloaded|server is busy/i
/** Error texts of providers. The first match wins. */
const TEXTS: readonly (readonly [FaultKind, RegExp])[] = [
  ['too_large', /too large|too many accounts|response size|exceed\w* .{0,40}(?:size|limit|accounts)|scan aborted|accumulated scan results/i],
  ['unsupported', /excluded from account secondary indexes|not supported|unsupported|disabled|not available|not allowed|paid plan|upgrade/i],
  ['no_state', /cleaned up|was skipped|long-term storage|first available block|before the first local slot/i],
]

/** Classifies an error by its HTTP status, JSON-RPC code and text. */
export function classify(answer: { status: number; code: number | null; text: string }): FaultKind {
  if (answer.status === 429 || answer.code === 429) return 'busy'
  if (answer.status === 413) return 'too_large'
  if (answer.code === STORAGE_UNREACHABLE) return 'unreachable'
  // Providers also use the code of a lagging node for their rate limit.
  if (BUSY.test(answer.text)) return 'busy'
  const byCode = answer.code === null ? undefined : CODES[answer.code]
  if (byCode !== undefined) return byCode
  const found = TEXTS.find(([, pattern]) => pattern.test(answer.text))
  if (found !== undefined) return found[0]
  if (answer.status === 403 || answer.status === 410) return 'unsupported'
  return answer.status >= 500 ? 'unreachable' : 'refused'
}
