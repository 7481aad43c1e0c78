import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Balance, Holding } from '../../../../../src-shared/domain/token.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import type { Node } from '../../rpc/node.ts'

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

/** Native coin at a block. */
export async function readNativeBalances(
  node: Node,
  wallets: readonly Address[],
  at: { readonly number: number },
  signal: AbortSignal,
): Promise<Balance[]> {
  const balances = await node.accounts.balances(wallets, at.number, signal)
  return [...balances].map(([address, raw]) => ({ address, raw }))
}
