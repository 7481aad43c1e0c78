import { parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { BlockRef } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { Node } from '../../rpc/node.ts'
import { runMarket, transferOf } from '../liquidity/market.ts'
import { VICTIM, type Seed } from '../powers/trials/seed.ts'
import type { Sandbox } from './sandbox.ts'
import { MUCH_LATER, SECONDS_PER_BLOCK } from './trade.ts'

/** Bytecode that reverts every call: PUSH1 0 PUSH1 0 REVERT. */
const ALWAYS_REVERTS = '0x60006000fd'
const routerAbi = parseAbi(['function factory() view returns (address)'])

/**
 * Contracts in the token's storage or code without which a transfer fails. Each in turn is replaced by code that reverts. Routers of exchanges are
 * left out, because tokens store one for their own sales.
 */
export async function transferDependsOn(
  node: Node,
  sandbox: Sandbox,
  args: { token: Address; stored: readonly Address[]; seed: Seed; at: BlockRef },
  signal: AbortSignal,
): Promise<Address[]> {
  const { token, stored: contracts, seed, at } = args
  const routers = await node.multicall.read(
    contracts.map((to) => ({ to, abi: routerAbi, name: 'factory' })),
    at.number,
    signal,
  )
  const needed = await mapLimited(
    contracts.filter((_, i) => routers[i] === null),
    4,
    async (address) => {
      const move = transferOf(VICTIM.buyer, token, VICTIM.second, seed.raw / 4n)
      const seeded = { blocks: 1, seconds: SECONDS_PER_BLOCK, calls: seed.calls }
      const later = { ...MUCH_LATER, calls: [move] }
      const [whole, without] = await Promise.all([
        runMarket(sandbox, [seeded, later], [], signal),
        runMarket(sandbox, [seeded, later], [{ address, code: ALWAYS_REVERTS }], signal),
      ])
      return whole[1]?.[0]?.ok && !without[1]?.[0]?.ok ? address : null
    },
  )
  return needed.filter((address) => address !== null)
}
