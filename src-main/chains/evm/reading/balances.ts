import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Balance, Holding } from '../../../../src-shared/domain/token.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { request } from '../../rpc/request.ts'
import { multicallAbi, tokenAbi } from '../encoding/abi.ts'
import { toHexNumber } from '../encoding/hex.ts'
import { MULTICALL3 } from '../rpc/multicall.ts'
import { hexBig } from '../transaction/raw.ts'
import type { Node } from '../rpc/node.ts'

const BALANCE_CONCURRENCY = 8

/** balanceOf at a block, in the order of the wallets. A wallet whose call fails is left out: unknown is not zero. */
export async function readBalances(
  node: Node,
  token: Address,
  wallets: readonly Address[],
  at: { readonly number: number },
  signal: AbortSignal,
): Promise<Holding[]> {
  const calls = wallets.map((wallet) => ({ to: token, abi: tokenAbi, name: 'balanceOf', args: [wallet] }))
  const answers = await node.multicall.read(calls, at.number, signal)
  return wallets.flatMap((address, i) => {
    const raw = answers[i]
    return typeof raw === 'bigint' ? [{ address, raw, verified: true }] : []
  })
}

/** Native coin at a block: one call of the deployed multicall contract for many wallets, else one call a wallet. */
export async function readNativeBalances(
  node: Node,
  wallets: readonly Address[],
  at: { readonly number: number },
  signal: AbortSignal,
): Promise<Balance[]> {
  const to = trustedAddress(MULTICALL3)
  const calls = wallets.map((wallet) => ({ to, abi: multicallAbi, name: 'getEthBalance', args: [wallet] }))
  const answers = await node.multicall.read(calls, at.number, signal)
  const known = wallets.map((address, i) => ({ address, raw: answers[i] }))
  return mapLimited(known, BALANCE_CONCURRENCY, async ({ address, raw }) => {
    if (typeof raw === 'bigint') return { address, raw }
    return { address, raw: await request(node.rpc, hexBig, 'eth_getBalance', [address, toHexNumber(at.number)], signal) }
  })
}
