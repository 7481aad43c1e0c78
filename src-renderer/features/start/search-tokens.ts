import type { AddressKinds } from '../../../src-shared/contract/records/service.ts'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { isMoveType } from '../../../src-shared/domain/address.ts'
import { networksFor, parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'

/** A token that the search text may refer to. */
export interface SearchTarget {
  readonly network: NetworkId
  readonly address: string
  /** Stored summary; null if the token is not stored. */
  readonly stored: TokenSummary | null
  /** The kind that the endpoint reports for the address; absent until it is known. */
  readonly kind?: AddressKind['kind']
}

export type AddressKind = AddressKinds['networks'][number]

export interface SearchResult {
  readonly targets: readonly SearchTarget[]
  /** The text is an address that is valid on several networks and stored on none. */
  readonly ambiguous: boolean
  /** Why text that looks like an address is invalid. */
  readonly error: string | null
}

/** Maximum number of matches by name. */
const MAX_MATCHES = 20

/**
 * Resolves search text: an address, on the networks where it is valid (stored tokens first), or stored tokens by symbol, name or part of the address.
 */
export function searchTokens(text: string, stored: readonly TokenSummary[]): SearchResult {
  const wanted = text.trim()
  if (wanted === '') return { targets: stored.map(toTarget), ambiguous: false, error: null }
  const networks = networksFor(wanted)
  if (networks.length > 0) {
    const targets = networks.map((network) => addressTarget(network, wanted, stored))
    const known = targets.filter((target) => target.stored !== null)
    return {
      targets: known.length > 0 ? [...known, ...targets.filter((target) => target.stored === null)] : targets,
      ambiguous: known.length === 0 && targets.length > 1,
      error: null,
    }
  }
  const matches = stored.filter((token) => matchesText(token, wanted.toLowerCase())).slice(0, MAX_MATCHES)
  return { targets: matches.map(toTarget), ambiguous: false, error: matches.length === 0 ? addressFault(wanted) : null }
}

function addressTarget(network: NetworkId, text: string, stored: readonly TokenSummary[]): SearchTarget {
  const parsed = parseTokenAddress(network, text)
  const address = parsed.ok ? parsed.address : text
  return { network, address, stored: stored.find((token) => token.network === network && token.address === address) ?? null }
}

function toTarget(stored: TokenSummary): SearchTarget {
  return { network: stored.network, address: stored.address, stored }
}

function matchesText(token: TokenSummary, text: string): boolean {
  return [token.symbol, token.name, token.address].some((value) => value?.toLowerCase().includes(text) === true)
}

/** Shorter text is treated as a name, not as a mistyped address. */
const MIN_ADDRESS_LENGTH = 30

function addressFault(text: string): string | null {
  if (/^0[xX][0-9a-fA-F]{40}$/.test(text)) return parseReason('eth', text)
  if (isMoveType(text)) return parseReason('sui', text)
  if (/^0[xX]/.test(text) && text.length > 10) return 'An EVM address is 0x and 40 hex digits; a Sui token is a full coin type, 0x…::module::TYPE.'
  if (!/\s/.test(text) && text.length >= MIN_ADDRESS_LENGTH) return parseReason('sol', text)
  return null
}

function parseReason(network: NetworkId, text: string): string {
  const parsed = parseTokenAddress(network, text)
  return parsed.ok ? '' : `Not a token address on ${NETWORKS[network].name}: ${parsed.reason}`
}

/** Adds the kinds that the endpoints report for the address. Contracts come first. The result is not ambiguous if only one network has a contract. */
export function withKinds(found: SearchResult, kinds: readonly AddressKind[]): SearchResult {
  if (kinds.length === 0) return found
  const kindOf = new Map(kinds.map(({ network, kind }) => [network, kind]))
  const rank = ({ stored, kind }: SearchTarget): number => (stored !== null ? 0 : kind === 'contract' ? 1 : kind === 'unknown' ? 2 : 3)
  const targets = found.targets.map((target): SearchTarget => ({ ...target, kind: kindOf.get(target.network) ?? 'unknown' }))
  const isSettled = targets.every(({ kind }) => kind !== 'unknown') && targets.filter(({ kind }) => kind === 'contract').length === 1
  return { ...found, targets: targets.sort((a, b) => rank(a) - rank(b)), ambiguous: found.ambiguous && !isSettled }
}

/** "No contract on Ethereum. There is one on Base."; null if the endpoints do not say so. */
export function otherNetworkText(network: NetworkId, kinds: readonly AddressKind[]): string | null {
  const here = kinds.find((each) => each.network === network)?.kind
  if (here !== 'wallet' && here !== 'smart_account') return null
  const others = kinds.filter(({ kind }) => kind === 'contract').map((each) => NETWORKS[each.network].name)
  const none = `There is no contract at this address on ${NETWORKS[network].name}.`
  if (others.length > 0) return `${none} There is one on ${others.join(' and ')}.`
  return kinds.some(({ kind }) => kind === 'unknown') ? none : `${none} It is the address of a wallet.`
}
