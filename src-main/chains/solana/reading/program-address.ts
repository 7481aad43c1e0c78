import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { isOnCurve } from '../curve.ts'

const MARK = utf8ToBytes('ProgramDerivedAddress')
const FIRST_BUMP = 255

/** The address that a program derives from seeds: the first hash, counting the bump down from 255, that is no point of the curve. */
export function programAddress(seeds: readonly (Uint8Array | string)[], program: string): string {
  const parts = seeds.map((seed) => (typeof seed === 'string' ? utf8ToBytes(seed) : seed))
  for (let bump = FIRST_BUMP; bump >= 0; bump--) {
    const address = base58.encode(sha256(Buffer.concat([...parts, Uint8Array.of(bump), base58.decode(program), MARK])))
    if (!isOnCurve(address)) return address
  }
  throw new Error('no bump gives an address off the curve')
}
