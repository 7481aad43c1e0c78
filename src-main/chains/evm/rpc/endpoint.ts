import { openEndpoint as openJsonRpc, type Endpoint } from '../../rpc/endpoint.ts'
import type { PaceStore } from '../../rpc/pacing/saved-pace.ts'
import { classify } from './limits/quirks.ts'

/** @param random 0 ≤ x < 1, for the jitter between tries */
export const openEndpoint = (url: string, random: () => number, paces?: PaceStore): Endpoint =>
  openJsonRpc({ url, random, classify, control: 'eth_chainId', paces })
