import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { AccountKind } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef } from '../../../adapter.ts'
import { accountAbi } from '../../encoding/abi.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { hexBytes } from '../../transaction/raw.ts'
import type { Node } from '../../rpc/node.ts'

const CODE_CONCURRENCY = 8
/** The code of a delegating wallet, which still has its own key: https://eips.ethereum.org/EIPS/eip-7702. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/
const DELEGATION_BYTES = 23
/** Smart accounts are small proxies (Safe 171 bytes, ERC-1967 account proxies below 1 kB), so larger code is not called. */
const PROXY_BYTES = 1_500

/**
 * An address without code or with an EIP-7702 delegation is a wallet. A Safe or an ERC-4337 account counts as a wallet too. Other code is a contract
 * (docs/detection.md#wallets).
 */
export async function readAccountKinds(
  node: Node,
  addresses: readonly Address[],
  at: BlockRef,
  signal: AbortSignal,
): Promise<Map<Address, AccountKind>> {
  const sizes = await node.accounts.codeSizes(addresses, at.number, signal)
  const delegating = await delegatingAmong(
    node,
    [...sizes].flatMap(([address, size]) => (size > 0 && size <= DELEGATION_BYTES ? [address] : [])),
    at,
    signal,
  )
  const kinds = new Map<Address, AccountKind>()
  const small: Address[] = []
  for (const [address, size] of sizes) {
    const isWallet = size === 0 || delegating.has(address)
    kinds.set(address, isWallet ? 'wallet' : 'contract')
    if (!isWallet && size <= PROXY_BYTES) small.push(address)
  }
  const answers = await node.multicall.read(
    small.flatMap((to) => [
      { to, abi: accountAbi, name: 'entryPoint' },
      { to, abi: accountAbi, name: 'VERSION' },
      { to, abi: accountAbi, name: 'getThreshold' },
    ]),
    at.number,
    signal,
  )
  small.forEach((address, i) => {
    const [entryPoint, version, threshold] = answers.slice(i * 3, i * 3 + 3)
    const isAccount = typeof entryPoint === 'string'
    const isSafe = typeof version === 'string' && typeof threshold === 'bigint' && threshold > 0n
    if (isAccount || isSafe) kinds.set(address, 'smart_account')
  })
  return kinds
}

/** The addresses whose code is a delegation. */
async function delegatingAmong(node: Node, addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<ReadonlySet<Address>> {
  const codes = await mapLimited(addresses, CODE_CONCURRENCY, (address) =>
    request(node.rpc, hexBytes, 'eth_getCode', [address, toHexNumber(at.number)], signal),
  )
  return new Set(addresses.filter((_, i) => DELEGATION.test(codes[i] ?? '')))
}
