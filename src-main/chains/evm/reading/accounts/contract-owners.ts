import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { ContractOwner } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request } from '../../../rpc/request.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import { liveAddressOf } from '../../encoding/words.ts'
import type { Node } from '../../rpc/node.ts'
import { rawTransaction } from '../../transaction/raw.ts'
import { findCreation } from '../token/creation.ts'

const CONCURRENCY = 4

/** The owners that `owner()` returns: https://eips.ethereum.org/EIPS/eip-173. Contracts without an owner, or with a renounced one, are left out. */
export async function readContractOwners(node: Node, contracts: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<ContractOwner[]> {
  const answers = await node.multicall.read(
    contracts.map((to) => ({ to, abi: tokenAbi, name: 'owner' })),
    at.number,
    signal,
  )
  return contracts.flatMap((contract, i): ContractOwner[] => {
    const owner = liveAddressOf(answers[i])
    return owner === null ? [] : [{ contract, owner, deployerNonce: null }]
  })
}

/** Senders of the transactions that created contracts. */
export async function readContractDeployers(node: Node, contracts: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<ContractOwner[]> {
  const read = await mapLimited(contracts, CONCURRENCY, async (contract): Promise<ContractOwner[]> => {
    const { tx } = await findCreation(node, contract, at.number, signal)
    if (tx === null) return []
    const { from, nonce } = await request(node.rpc, rawTransaction, 'eth_getTransactionByHash', [tx], signal)
    return nonce == null ? [] : [{ contract, owner: from, deployerNonce: nonce }]
  })
  return read.flat()
}
