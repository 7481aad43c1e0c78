import type { Address } from '../../../src-shared/domain/address.ts'
import type { AddressLabel, Label, LinkPolicy } from '../../../src-shared/domain/labels.ts'
import { cleanName } from '../../lib/clean-name.ts'

/** What a map of another tool says about an address. */
export interface MapFlags {
  readonly name: string | null
  readonly isExchange: boolean
  readonly isPool: boolean
  readonly isContract: boolean
}

export const IMPORT_SOURCE = 'import'

/** Maps also flag pool authorities as exchanges, so the name decides first. */
const POOL_ACCOUNT = /\b(authority|pools?|vault|amm|clmm|cpmm|dlmm|lp|liquidity)\b/i
const VENUE_NAME = /\b(raydium|orca|whirlpool|meteora|pump(\.fun|swap)|uniswap|pancakeswap|sushiswap|aerodrome|curve|balancer)\b/i
const BURN_NAME = /\b(burn(ed|t)?|null|dead|incinerator)\b/i
const LOCK_NAME = /\b(lock(er|ed|up)?|vesting|vested|streamflow|sablier|uncx|unicrypt|team finance|pinklock)\b/i
const PRESALE_NAME = /\b(presale|launchpad|airdrop|distributor)\b/i

/** Names in a file come from chains, as do those that are read there. */
export const nameInFile = (text: string | null | undefined): string | null => (text == null ? null : cleanName(text))

/** Null for addresses without a name or flag. */
export function toMapLabel(address: Address, flags: MapFlags): AddressLabel | null {
  const names = { ...flags, name: nameInFile(flags.name) }
  const found = classify(names)
  if (found === null) return null
  const [tag, linkPolicy] = found
  return { address, name: names.name, tags: [tag], category: IMPORT_SOURCE, linkPolicy, source: IMPORT_SOURCE }
}

function classify({ name, isExchange, isPool, isContract }: MapFlags): [Label, LinkPolicy] | null {
  const matches = (pattern: RegExp): boolean => name !== null && pattern.test(name)
  if (isPool || matches(POOL_ACCOUNT) || matches(VENUE_NAME)) return ['liquidity_pool', 'hub']
  if (isExchange) return ['exchange', 'hub']
  if (matches(BURN_NAME)) return ['burn', 'hub']
  if (matches(LOCK_NAME)) return ['vesting', 'hub']
  if (matches(PRESALE_NAME)) return ['presale', 'hub']
  if (isContract) return ['smart_contract', 'own']
  return name === null ? null : ['wallet', 'own']
}
