import type { FaultKind } from '../../../rpc/node-fault.ts'

/**
 * Classifies the error texts of nodes and providers, because their error codes differ. Collected from the published limits of
 * Alchemy, QuickNode, Infura, Ankr, dRPC and BNB Chain, and from geth, erigon, reth and anvil.
 */

/**
 * Default chain ids of development nodes: 31337 for anvil and hardhat, 1337 for geth --dev and ganache. A configured development node is
 * accepted in place of its network, and a note on the token says so.
 */
const DEVELOPMENT_CHAINS: ReadonlySet<number> = new Set([31_337, 1_337])

export const isDevelopmentChain = (chainId: number): boolean => DEVELOPMENT_CHAINS.has(chainId)

/** https://eips.ethereum.org/EIPS/eip-1474#error-codes; 3 is geth's code for a revert. */
const METHOD_NOT_FOUND = -32601
const EXECUTION_REVERTED = 3
const LIMIT_EXCEEDED = -32005
/** As an HTTP status, or in its place as the code of an error. */
const TOO_MANY = 429

/** A node refuses a block that it does not have: a later one than its head, or one that it has pruned. */
const UNKNOWN_BLOCK =
  /header not found|(?:unknown|find) block|blocks? .{0,80}(?:not|cannot be) found|BlockOutOfRange|not available yet|(?:beyond|after) .{0,16}(?:head|last accepted) block/i
export const isBlockUnknown = (text: string): boolean => UNKNOWN_BLOCK.test(text)

/** First match wins. */
const TEXTS: readonly (readonly [FaultKind, RegExp])[] = [
  ['no_state', /missing trie node|state .{0,60}(?:not available|unavailable)|no state (?:available|found)|pruned|archiv|histor(?:y|ical) state/i],
  ['no_state', UNKNOWN_BLOCK],
  ['too_large', /block range|range (?:is )?too|range limit|(?:blocks?|logs?|results?) range|limited to .{0,20}(?:range|block)/i],
  ['too_large', /more than \d[\d,]* (?:results|logs)|query returned more|response size|too many (?:results|logs|blocks)/i],
  ['too_large', /exceed\w* .{0,40}(?:range|blocks|results|logs|size)|too large|too big|query timeout|took too long/i],
  ['busy', /rate limit|too many requests|throughput|capacity|compute units|request limit|try again|overloaded/i],
  ['reverted', /revert|out of gas|invalid opcode|stack underflow|gas uint64 overflow/i],
  ['unsupported', /method .{0,60}(?:not found|not available|does not exist|not allowed|disabled|not whitelisted)/i],
  ['unsupported', /not supported|unsupported|is disabled|not available on/i],
]

/** Classifies a refusal by its HTTP status, JSON-RPC code and text. */
export function classify(answer: { status: number; code: number | null; text: string }): FaultKind {
  if (answer.status === TOO_MANY || answer.code === TOO_MANY) return 'busy'
  if (answer.status === 413) return 'too_large'
  if (answer.code === METHOD_NOT_FOUND) return 'unsupported'
  if (answer.code === EXECUTION_REVERTED) return 'reverted'
  const found = TEXTS.find(([, pattern]) => pattern.test(answer.text))
  if (found !== undefined) return found[0]
  if (answer.code === LIMIT_EXCEEDED) return 'busy'
  return answer.status >= 500 ? 'unreachable' : 'refused'
}

const NAMED_RANGE = /\[\s*(0x[0-9a-f]+|\d+)\s*,\s*(0x[0-9a-f]+|\d+)\s*\]/i
const SIZES: readonly RegExp[] = [
  /(?:up to|limited to|at most|limit of|within|maximum of|max of|maximum is|max is)\D{0,12}([\d,]+)(k?)[\s-]*(?:blocks?\b|range)/i,
  /(?:maximum|max|allowed)\s+(?:allowed\s+)?(?:block\s+)?range(?:\s+is|\s+of|:)?\s*([\d,]+)(k?)/i,
  /([\d,]+)(k?)[\s-]*blocks?\s+(?:range\s+)?(?:limit|maximum|max|allowed)/i,
  /range\s+(?:limit|limited)(?:\s+to|\s+of|:)?\s*([\d,]+)(k?)/i,
]

/** The general range limit named in a refusal; null when it names none. */
export function namedLimit(text: string): number | null {
  for (const pattern of SIZES) {
    const match = pattern.exec(text)
    if (match === null) continue
    const size = Number((match[1] ?? '').replaceAll(',', '')) * (match[2] === '' || match[2] === undefined ? 1 : 1_000)
    if (Number.isSafeInteger(size) && size > 0) return size
  }
  return null
}

/** The range that a refusal suggests for this query, otherwise its general limit; null when it names neither. */
export function suggestedRange(text: string): number | null {
  const named = NAMED_RANGE.exec(text)
  if (named === null) return namedLimit(text)
  const size = Number(named[2]) - Number(named[1]) + 1
  return Number.isSafeInteger(size) && size > 0 ? size : null
}
