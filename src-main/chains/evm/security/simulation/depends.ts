import { encodeFunctionData, parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { BlockRef } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { Node } from '../../rpc/node.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import { runMarket, transferOf } from '../liquidity/market.ts'
import { VICTIM, type Seed } from '../powers/seed.ts'
import type { Owners } from '../contract/owners.ts'
import type { Sandbox, SimulatedCall } from './sandbox.ts'
import { MUCH_LATER, SECONDS_A_BLOCK } from './trade.ts'

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
      const seeded = { blocks: 1, seconds: SECONDS_A_BLOCK, calls: seed.calls }
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

const TAKE_BACK = parseAbi([
  'function renounceOwnership()',
  'function lock(uint256)',
  'function unlock()',
  'function reclaimOwnership()',
  'function claimOwnership()',
  'function takeOwnership()',
  'function recoverOwnership()',
  'function restoreOwnership()',
])
const names = ['unlock', 'reclaimOwnership', 'claimOwnership', 'takeOwnership', 'recoverOwnership', 'restoreOwnership'] as const

/**
 * Tests whether ownership can be regained after it was given up. In simulation the owner renounces (after lock and unlock, whose state
 * some contracts keep), and former owners call the code's functions. Returns the function that restored an owner, or null.
 */
export async function takesBack(
  sandbox: Sandbox,
  token: Address,
  owners: Owners,
  offered: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ name: string; by: Address } | null> {
  const call = (from: Address, data: `0x${string}`): SimulatedCall => ({ from, to: token, data })
  const present = names.filter((name) => offered.has(`${name}()`))
  const owner = encodeFunctionData({ abi: tokenAbi, functionName: 'owner' })
  for (const name of present) {
    for (const by of [...new Set([...(owners.owner === null ? [] : [owners.owner]), ...owners.former])]) {
      const regain = encodeFunctionData({ abi: TAKE_BACK, functionName: name })
      const renounce =
        owners.owner === null
          ? []
          : [
              ...(offered.has('lock(uint256)') ? [call(owners.owner, encodeFunctionData({ abi: TAKE_BACK, functionName: 'lock', args: [0n] }))] : []),
              ...(offered.has('unlock()') ? [call(owners.owner, encodeFunctionData({ abi: TAKE_BACK, functionName: 'unlock' }))] : []),
              call(owners.owner, encodeFunctionData({ abi: TAKE_BACK, functionName: 'renounceOwnership' })),
            ]
      const [, results] = await sandbox.run(
        [
          { blocks: 1, seconds: SECONDS_A_BLOCK, calls: renounce },
          { blocks: 2, seconds: 2 * SECONDS_A_BLOCK, calls: [call(by, owner), call(by, regain), call(by, owner)] },
        ],
        [],
        signal,
      )
      const [before, , after] = results ?? []
      const zero = (data: string | undefined): boolean => data !== undefined && /^0x0*$/.test(data)
      if (before?.ok && zero(before.data) && after?.ok && !zero(after.data)) return { name: `${name}()`, by }
    }
  }
  return null
}
