import { hexToString } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { TokenInfo } from '../../../../../src-shared/domain/token.ts'
import { NETWORKS, type NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef } from '../../../adapter.ts'
import { oldTokenAbi, tokenAbi } from '../../encoding/abi.ts'
import { isRefusal } from '../../../rpc/node-fault.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { creatorNamed, namesCreators } from '../../venues/token-creators.ts'
import { findCreation, type Creation } from './creation.ts'
import { decimalsOf } from '../../rpc/decimals.ts'
import { isDevelopmentChain } from '../../rpc/limits/quirks.ts'
import { hexBytes, hexNumber } from '../../transaction/raw.ts'
import type { Node } from '../../rpc/node.ts'
import { cleanName } from '../../../../lib/clean-name.ts'
import { settleAll } from '../../../../lib/settle-all.ts'
import { liveAddressOf } from '../../encoding/words.ts'

/** Metadata, supply, owner and creation of an ERC-20 at a block; null without code or without a total supply. */
export async function readToken(node: Node, network: NetworkId, token: Address, at: BlockRef, signal: AbortSignal): Promise<TokenInfo | null> {
  const call = (name: string): { to: Address; abi: typeof tokenAbi; name: string } => ({ to: token, abi: tokenAbi, name })
  const calls = [
    call('name'),
    call('symbol'),
    call('decimals'),
    call('totalSupply'),
    call('owner'),
    { to: token, abi: oldTokenAbi, name: 'name' },
    { to: token, abi: oldTokenAbi, name: 'symbol' },
  ]
  const [code, answers, chainId] = await settleAll([
    request(node.rpc, hexBytes, 'eth_getCode', [token, toHexNumber(at.number)], signal),
    node.multicall.read(calls, at.number, signal),
    request(node.rpc, hexNumber, 'eth_chainId', [], signal),
  ])
  if (code.length <= 2) return null
  const [name, symbol, decimals, supply, owner, oldName, oldSymbol] = answers
  if (typeof supply !== 'bigint') return null
  const places = decimalsOf(decimals)
  const creation = await findCreation(node, token, at.number, signal)
  const creator = (await creatorByLaunchpad(node, network, token, creation, signal)) ?? creation.creator
  const notes = [
    places === null ? 'The token does not report its decimals, so amounts are shown in raw units.' : null,
    isDevelopmentChain(chainId) ? `Read from a development node (chain ${chainId}), not from ${NETWORKS[network].name} itself.` : null,
    creation.note,
  ].filter((note) => note !== null)
  return {
    network,
    address: token,
    name: nameOf(name, oldName),
    symbol: nameOf(symbol, oldSymbol),
    decimals: places ?? 0,
    totalSupply: supply,
    logo: null,
    creator,
    owner: liveAddressOf(owner),
    createdAt: creation.time,
    createdBlock: creation.block,
    createdTx: creation.tx,
    origin: 'node',
    asOf: at.time,
    asOfBlock: at.number,
    holderCount: null,
    notes,
  }
}

/** Also null if the endpoint has no receipts: the creator is then the signer. */
async function creatorByLaunchpad(
  node: Node,
  network: NetworkId,
  token: Address,
  { block, tx }: Creation,
  signal: AbortSignal,
): Promise<Address | null> {
  if (block === null || tx === null || !namesCreators(network)) return null
  const receipts = await node.receipts.in(block, [tx], signal).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
  const receipt = receipts?.get(tx)
  return receipt === undefined ? null : creatorNamed(network, token, receipt)
}

/** The name as a string, or as bytes32 if the string call failed. */
function nameOf(answer: unknown, old: unknown): string | null {
  if (typeof answer === 'string') return cleanName(answer)
  return typeof old === 'string' ? cleanName(hexToString(old as `0x${string}`)) : null
}
