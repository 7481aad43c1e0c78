import { openEndpoint as openJsonRpc, type Endpoint } from '../../rpc/endpoint.ts'
import type { PaceMemory } from '../../rpc/pacing/pacer.ts'
import { classify } from './limits/quirks.ts'

/** @param random 0 ≤ x < 1, for the jitter between tries */
export const openEndpoint = (url: string, random: () => number, paces?: PaceMemory): Endpoint =>
  openJsonRpc({ url, random, classify, control: 'eth_chainId', paces })
