import knownTokens from '../../../../resources/labels/known-tokens.json' with { type: 'json' }
import { NETWORKS } from '../../../../src-shared/networks.ts'
import { normaliseType, SUI_COIN } from './move-type.ts'

/** Decimals of the usual quote coins. Recorded answers name no decimals. */
export const KNOWN_DECIMALS: ReadonlyMap<string, number> = new Map([
  [SUI_COIN, NETWORKS.sui.native.decimals],
  ...knownTokens.flatMap(({ network, address, decimals }) => (network === 'sui' ? [[normaliseType(address), decimals] as const] : [])),
])
