import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { Venue } from './venue.ts'

type Creation = Pick<Pool, 'createdBlock' | 'createdTx'>
const UNKNOWN: Creation = { createdBlock: null, createdTx: null }

/** A pool of a venue. Its tokens are sorted. */
export function poolOf({ dex, version }: Venue, address: string, [a, b]: readonly [string, string], created = UNKNOWN): Pool {
  const [token0, token1] = a < b ? [a, b] : [b, a]
  return {
    kind: 'pool',
    network: 'sol',
    address: trustedAddress(address),
    dex,
    dexVersion: version,
    token0: trustedAddress(token0),
    token1: trustedAddress(token1),
    createdBlock: created.createdBlock,
    createdTx: created.createdTx,
  }
}
