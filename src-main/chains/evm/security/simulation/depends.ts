import type { Address } from '../../../../../src-shared/domain/address.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { transferOf } from '../liquidity/market.ts'
import { VICTIM, type Seed } from '../powers/trials/seed.ts'
import type { Sandbox } from './sandbox.ts'
import { MUCH_LATER, NEXT } from './trade.ts'
import type { Scan } from '../scan.ts'
import { routersAmong } from './routers.ts'

/** Bytecode that reverts every call: PUSH1 0 PUSH1 0 REVERT. */
const ALWAYS_REVERTS = '0x60006000fd'

/**
 * Contracts in the token's storage or code without which a transfer fails. Each in turn is replaced by code that reverts. Routers of the pool's
 * exchange are left out, because tokens store one for their own sales.
 */
export async function transferDependsOn(
  scan: Scan,
  sandbox: Sandbox,
  { token, pool, named: contracts, seed }: { token: Address; pool: Address | null; named: readonly Address[]; seed: Seed },
): Promise<Address[]> {
  const routers = await routersAmong(scan, pool, contracts)
  const needed = await mapLimited(
    contracts.filter((one) => !routers.has(one)),
    4,
    async (address) => {
      const move = transferOf(VICTIM.buyer, token, VICTIM.second, seed.raw / 4n)
      const seeded = { ...NEXT, calls: seed.calls }
      const later = { ...MUCH_LATER, calls: [move] }
      const broken = { ...seeded, overrides: [{ address, code: ALWAYS_REVERTS }] }
      const [whole, without] = await Promise.all([sandbox.run([seeded, later]), sandbox.run([broken, later])])
      return whole[1]?.[0]?.ok && !without[1]?.[0]?.ok ? address : null
    },
  )
  return needed.filter((address) => address !== null)
}
