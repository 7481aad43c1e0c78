import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { ASSOCIATED_TOKEN_PROGRAM } from './addresses.ts'
import { isOnCurve } from './curve.ts'

const PDA_MARKER = utf8ToBytes('ProgramDerivedAddress')
const FIRST_BUMP = 255

/**
 * The address that a program derives from seeds: the first hash off the curve, counting the bump down from 255
 * (https://solana.com/docs/core/pda).
 */
export function programAddress(seeds: readonly (Uint8Array | string)[], program: string): string {
  const parts = seeds.map((seed) => (typeof seed === 'string' ? utf8ToBytes(seed) : seed))
  for (let bump = FIRST_BUMP; bump >= 0; bump--) {
    const address = base58.encode(sha256(Buffer.concat([...parts, Uint8Array.of(bump), base58.decode(program), PDA_MARKER])))
    if (!isOnCurve(address)) return address
  }
  throw new Error('no bump seed gives an address off the curve')
}

/**
 * The token account that wallets create for an owner by default (https://solana.com/docs/tokens/basics/create-token-account).
 *
 * @param program the token program of the mint
 */
export const associatedAccount = (owner: string, program: string, mint: string): string =>
  programAddress(
    [owner, program, mint].map((address) => base58.decode(address)),
    ASSOCIATED_TOKEN_PROGRAM,
  )
