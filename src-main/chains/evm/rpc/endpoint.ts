import { openEndpoint as openJsonRpc, type Endpoint } from '../../rpc/endpoint.ts'
import { classify } from './quirks.ts'

/** @param random 0 ≤ x < 1, for the jitter between tries */
export const openEndpoint = (url: string, random: () => number): Endpoint => openJsonRpc({ url, random, classify })
