import { describe, expect, it } from 'vitest'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { read, write } from '../../dispatch.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { OTHER_TOKEN, POOL, sampleTransfer, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { writerPerTest } from '../../testing/writer-per-test.ts'
import { zeroAddress } from '../../values/zero-address.ts'

const ZERO = zeroAddress('eth')
const [alice, bob, carol] = [wallet(1), wallet(2), wallet(3)]

/** Stores one transfer of the token per pair, in the given order. */
function moves(db: WriteDb, pairs: readonly (readonly [Address, Address])[]): void {
  const rows = pairs.map(([from, to], n) => sampleTransfer({ position: { block: 100 + n, tx: 0, event: 0 }, tx: txHash(n), from, to }))
  write(db, 'saveTransfers', { token: TOKEN, rows, covers: null })
}
const candidates = (db: WriteDb, limit = 10) => read(db, 'poolCandidates', { token: TOKEN, limit })

describe('addresses that behave like a pool', () => {
  const writer = writerPerTest()

  it('get and give: the busiest first with their counts, then those that only got, never mints and burns', () => {
    const db = writer()
    moves(db, [
      [ZERO, alice],
      [alice, POOL],
      [POOL, bob],
      [POOL, alice],
      [alice, POOL],
      [POOL, carol],
      [bob, ZERO],
    ])
    expect(candidates(db)).toEqual([
      { address: POOL, received: 2, sent: 3 },
      { address: alice, received: 2, sent: 2 },
      { address: bob, received: 1, sent: 1 },
      { address: carol, received: 1, sent: 0 },
    ])
    expect(candidates(db, 2).map(({ address }) => address)).toEqual([POOL, alice])
  })

  it('include one that everybody buys from and nobody can sell to, before wallets that pass the token on', () => {
    const db = writer()
    const buyers = Array.from({ length: 8 }, (_, n) => wallet(20 + n))
    const relays = Array.from({ length: 6 }, (_, n) => [wallet(40 + n), wallet(60 + n)] as const)
    moves(db, [
      [ZERO, alice],
      [alice, POOL],
      ...buyers.map((buyer) => [POOL, buyer] as const),
      ...relays.flatMap(([a, b]) => [[a, b] as const, [b, a] as const, [a, b] as const, [b, a] as const]),
    ])
    expect(candidates(db, 2)).toContainEqual({ address: POOL, received: 1, sent: 8 })
  })

  it('are not returned once they are stored as pools of the token, on either side', () => {
    const db = writer()
    moves(db, [
      [alice, POOL],
      [POOL, alice],
    ])
    const pool = { kind: 'pool', network: 'eth', address: POOL, dex: 'uniswap', dexVersion: '2', createdBlock: null, createdTx: null } as const
    const sides = { token0: OTHER_TOKEN.address, token1: TOKEN.address }
    write(db, 'savePools', { token: TOKEN, rows: [{ ...pool, ...sides }], covers: null })
    expect(candidates(db)).toEqual([{ address: alice, received: 1, sent: 1 }])
    expect(read(db, 'poolCandidates', { token: OTHER_TOKEN, limit: 10 })).toEqual([])
  })

  it('are none for an unknown token', () => expect(candidates(writer())).toEqual([]))
})
