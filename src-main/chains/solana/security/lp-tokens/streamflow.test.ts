import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOKEN_PROGRAM, u64 } from '../../../../../e2e/fixtures/surfpool/client.ts'
import { gap, key, SOL } from '../../../../../e2e/fixtures/surfpool/reference-pool.ts'
import { surfpoolMissing } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { base58 } from '@scure/base'
import { programAddress } from '../../encoding/program-address.ts'
import { addressOf, PoolsWithPositions, type Scanned } from '../positions/testing/pools-with-positions.ts'
import { STREAMFLOW } from './streamflow.ts'

/**
 * Liquidity tokens of a pool of Raydium CPMM in contracts of Streamflow, laid out field by field as its SDK publishes them
 * (https://github.com/streamflow-finance/js-sdk/blob/master/packages/stream/solana/layout.ts). The program does not run, so this does not prove that it
 * writes them so.
 */

const missing = surfpoolMissing()
const DAY = 86_400
const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'

interface StreamSpec {
  readonly deposit: bigint
  /** Days from now. */
  readonly start: number
  readonly end: number
  readonly atCliff?: bigint
  readonly perDay?: bigint
  readonly withdrawn?: bigint
  readonly fees?: bigint
  readonly flag?: 'sender cancels' | 'recipient cancels' | 'pausable' | 'rate changes' | 'was paused'
}

describe.skipIf(missing !== null)(`liquidity tokens in Streamflow on a real Solana node ${missing ?? ''}`, () => {
  let pools: PoolsWithPositions
  beforeAll(async () => {
    pools = await PoolsWithPositions.open()
  })
  afterAll(() => pools.node.stop())

  const [ann, bob] = ['ann', 'bob'].map(addressOf) as [string, string]
  const bit = (on: boolean): Buffer => Buffer.from([on ? 1 : 0])
  const daysAway = (days: number): Buffer => u64(BigInt(pools.now + days * DAY))

  /** A contract for ann that holds all liquidity tokens but five of bob's. */
  async function scan(name: string, spec: StreamSpec): Promise<Scanned & { readonly escrow: string }> {
    const { deposit, start, end, atCliff = 0n, perDay = 0n, withdrawn = 0n, fees = 0n, flag } = spec
    const [contract, lpMint] = [addressOf(`contract ${name}`), addressOf(`lp ${name}`)]
    const escrow = programAddress(['strm', base58.decode(contract)], STREAMFLOW)
    const held = deposit - withdrawn + fees
    await pools.set(lpMint, TOKEN_PROGRAM.toBase58(), [gap(36), u64(held + 5n), Buffer.from([6, 1]), gap(36)])
    await pools.setTokenAccount(escrow, TOKEN_PROGRAM, lpMint, escrow, held)
    await pools.setTokenAccount(addressOf(`lp of bob ${name}`), TOKEN_PROGRAM, lpMint, bob, 5n)
    await pools.set(contract, STREAMFLOW, [
      // The version and the creation; then what was withdrawn, the cancellation, the end and the last withdrawal.
      ...[gap(8 + 1 + 8), u64(withdrawn), gap(8), daysAway(end), gap(8), key(bob), gap(32), key(ann), gap(32), key(lpMint), key(escrow)],
      ...[gap(2 * 32), u64(fees), gap(8 + 4 + 2 * 32 + 8 + 8 + 4)],
      ...[daysAway(start), u64(deposit), u64(BigInt(DAY)), u64(perDay), daysAway(start), u64(atCliff)],
      ...[bit(flag === 'sender cancels'), bit(flag === 'recipient cancels'), gap(4 + 64 + 8 + 4)],
      ...[bit(flag === 'pausable'), bit(flag === 'rate changes'), gap(4 + 1 + 4 + 121 + 1 + 8), u64(flag === 'was paused' ? 9n : 0n), gap(400)],
    ])
    const scanned = await pools.scan(name, {
      program: CPMM,
      layout: ({ token, vaults: [own, quote] }) => [
        ...[gap(8 + 32 + 32), key(own), key(quote), key(lpMint), key(token), key(SOL), gap(333 - 232), u64(held + 5n), gap(637 - 341)],
      ],
    })
    return { ...scanned, escrow }
  }

  it('are locked until the end', async () => {
    const { pool, partial } = await scan('locked', { deposit: 95n, start: 30, end: 30, atCliff: 95n })
    expect(pool).toMatchObject({ lockedPct: 95, largestFreePct: 5, largestFreeOwner: bob })
    expect(pool?.locks).toEqual([{ percentage: 95, type: 'Streamflow', unlockAt: pools.now + 30 * DAY }])
    expect(partial).toEqual([])
  })

  it('belong to the recipient where they were released and not withdrawn', async () => {
    const { pool } = await scan('released', { deposit: 100n, start: -3.5, end: 6.5, atCliff: 20n, perDay: 8n, withdrawn: 9n, fees: 4n })
    expect(pool).toMatchObject({ lockedPct: 56, largestFreePct: 35, largestFreeOwner: ann })
    const over = await scan('over', { deposit: 95n, start: -3, end: -3, atCliff: 95n })
    expect(over.pool).toMatchObject({ lockedPct: 0, locks: [], largestFreePct: 95, largestFreeOwner: ann })
  })

  it.each(['sender cancels', 'recipient cancels', 'pausable', 'rate changes', 'was paused'] as const)(
    'are held by the contract where its end is not certain: %s',
    async (flag) => {
      const { pool, partial, escrow } = await scan(flag, { deposit: 95n, start: 30, end: 30, atCliff: 95n, flag })
      expect(pool).toMatchObject({ lockedPct: 0, largestFreePct: 95, largestFreeOwner: escrow })
      expect(partial).toEqual([expect.stringContaining(`is held by the contract ${escrow}, whose code decides`)])
    },
  )
})
