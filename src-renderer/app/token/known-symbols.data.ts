import knownTokens from '../../../resources/labels/known-tokens.json' with { type: 'json' }
import { NETWORK_IDS, type NetworkId } from '../../../src-shared/networks.ts'

const symbolsOn = (network: NetworkId): Record<string, string> =>
  Object.fromEntries(knownTokens.filter((each) => each.network === network).map(({ address, symbol }) => [address, symbol]))

/** Symbols of the bundled token list by address, the only part of the list that the page shows. The build evaluates this file. */
export const KNOWN_SYMBOLS = Object.fromEntries(NETWORK_IDS.map((network) => [network, symbolsOn(network)])) as Readonly<
  Record<NetworkId, Readonly<Record<string, string>>>
>
