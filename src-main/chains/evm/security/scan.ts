import type { Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { BlockRef } from '../../adapter.ts'
import { request } from '../../rpc/request.ts'
import { toHexNumber } from '../encoding/hex.ts'
import type { ContractCall } from '../rpc/multicall.ts'
import type { Node } from '../rpc/node.ts'
import { hexBytes } from '../transaction/raw.ts'

/** Where the facts of one scan are read: from a node, in the state of one block, until the signal aborts. */
export interface Scan {
  readonly node: Node
  readonly network: NetworkId
  readonly at: BlockRef
  readonly signal: AbortSignal
}

/** The answers in the order of the calls; null for a call that failed. */
export const readContracts = ({ node, at, signal }: Scan, calls: readonly ContractCall[]): Promise<unknown[]> =>
  node.multicall.read(calls, at.number, signal)

/** Runtime code, `0x` for none. */
export const readCodeOf = ({ node, at, signal }: Scan, address: Address) =>
  request(node.rpc, hexBytes, 'eth_getCode', [address, toHexNumber(at.number)], signal)
