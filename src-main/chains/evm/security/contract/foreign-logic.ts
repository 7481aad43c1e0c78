import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { request } from '../../../rpc/request.ts'
import { ERC20 } from '../../encoding/erc20.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { hexBytes } from '../../transaction/raw.ts'
import type { Scan } from '../scan.ts'

const WORD_DIGITS = 64

/**
 * Bytecode that returns the address in whose storage it runs, and its own: ADDRESS PUSH1 0 MSTORE PUSH20 own PUSH1 32 MSTORE PUSH1 64 PUSH1 0 RETURN. It reverts
 * at its own address, because a proxy may ask the candidate for its logic, and the answer would name the candidate: ADDRESS PUSH20 own EQ PUSH1 59 JUMPI before,
 * and JUMPDEST PUSH1 0 DUP1 REVERT at 59.
 */
const statesWhere = (own: Address): string => `0x3073${own.slice(2)}14603b573060005273${own.slice(2)}60205260406000f35b600080fd`

/**
 * The candidate whose code a token runs on its own storage, whatever slot or constant names it; null if none does, or if the endpoint supports no state
 * overrides. Each candidate gets code that answers where it runs.
 */
export async function findLogic({ node, at, signal }: Scan, token: Address, candidates: readonly Address[]): Promise<Address | null> {
  const overrides = Object.fromEntries(candidates.filter((one) => one !== token).map((one) => [one, { code: statesWhere(one) }]))
  const params = [{ to: token, data: ERC20.totalSupply }, toHexNumber(at.number), overrides]
  const answer = await answeredOrNull(request(node.rpc, hexBytes, 'eth_call', params, signal), signal)
  if (answer?.length !== 2 + 2 * WORD_DIGITS) return null
  const [where, which] = [answer.slice(26, 2 + WORD_DIGITS), answer.slice(2 + WORD_DIGITS + 24)]
  return `0x${where}` === token ? trustedAddress(`0x${which}`) : null
}
