import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { networksFor, parseTokenAddress } from '../../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'

/** A place that typed or pasted text may mean. */
export interface Target {
  readonly network: NetworkId
  readonly address: string
  /** What is stored of it; null when nothing is. */
  readonly stored: TokenSummary | null
}

export interface Recognised {
  readonly targets: readonly Target[]
  /** The text is an address that fits several networks, and none of them has it stored: the person must say which. */
  readonly ambiguous: boolean
  /** Why text that looks like an address is none. */
  readonly fault: string | null
}

/** Most stored tokens that a search by words lists. */
const MOST_MATCHES = 20

/**
 * What the text means: an address on the networks it fits (stored ones first and alone, since then nothing is left to
 * ask), or stored tokens by symbol, name or part of the address.
 */
export function recognise(text: string, stored: readonly TokenSummary[]): Recognised {
  const wanted = text.trim()
  if (wanted === '') return { targets: stored.map(targetOf), ambiguous: false, fault: null }
  const networks = networksFor(wanted)
  if (networks.length > 0) {
    const targets = networks.map((network) => addressTarget(network, wanted, stored))
    const known = targets.filter((target) => target.stored !== null)
    return {
      targets: known.length > 0 ? [...known, ...targets.filter((target) => target.stored === null)] : targets,
      ambiguous: known.length === 0 && targets.length > 1,
      fault: null,
    }
  }
  const matches = stored.filter((token) => matchesWords(token, wanted.toLowerCase())).slice(0, MOST_MATCHES)
  return { targets: matches.map(targetOf), ambiguous: false, fault: matches.length === 0 ? addressFault(wanted) : null }
}

function addressTarget(network: NetworkId, text: string, stored: readonly TokenSummary[]): Target {
  const parsed = parseTokenAddress(network, text)
  const address = parsed.ok ? parsed.address : text
  return { network, address, stored: stored.find((token) => token.network === network && token.address === address) ?? null }
}

function targetOf(stored: TokenSummary): Target {
  return { network: stored.network, address: stored.address, stored }
}

function matchesWords(token: TokenSummary, words: string): boolean {
  return [token.symbol, token.name, token.address].some((value) => value?.toLowerCase().includes(words) === true)
}

/** Shortest text that is taken for a mistyped address rather than for a name. */
const LOOKS_LIKE_ADDRESS = 30

function addressFault(text: string): string | null {
  if (/^0[xX][0-9a-fA-F]{40}$/.test(text)) return reasonOn('eth', text)
  if (text.includes('::')) return reasonOn('sui', text)
  if (/^0[xX]/.test(text) && text.length > 10) return 'An EVM address is 0x and 40 hex digits; a Sui token is a full coin type, 0x…::module::TYPE.'
  if (!/\s/.test(text) && text.length >= LOOKS_LIKE_ADDRESS) return reasonOn('sol', text)
  return null
}

function reasonOn(network: NetworkId, text: string): string {
  const parsed = parseTokenAddress(network, text)
  return parsed.ok ? '' : `Not a token address on ${NETWORKS[network].name}: ${parsed.reason}`
}
