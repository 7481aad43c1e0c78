import { expect, it } from 'vitest'
import { read, write } from '../../dispatch.ts'
import { OTHER_TOKEN, sampleTransfer, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { writerPerTest } from '../../testing/writer-per-test.ts'
import { zeroAddress } from '../../values/zero-address.ts'

const db = writerPerTest()
const ZERO = zeroAddress('eth')

it('the owners by stored transfers are those with the largest sums, without the address of mints', () => {
  const moves = [
    [ZERO, wallet(1), 100n],
    [wallet(1), wallet(2), 60n],
    [ZERO, wallet(3), 60n],
    [wallet(2), wallet(4), 5n],
    [wallet(4), wallet(3), 5n],
  ] as const
  const rows = moves.map(([from, to, raw], n) => sampleTransfer({ position: { block: 100 + n, tx: 0, event: 0 }, tx: txHash(n), from, to, raw }))
  write(db(), 'saveTransfers', { token: TOKEN, rows, covers: null })
  const owners = (limit: number) => read(db(), 'transferOwners', { token: TOKEN, limit })
  expect(owners(3)).toEqual([wallet(3), wallet(2), wallet(1)])
  expect(owners(9).at(-1)).toBe(wallet(4))
  expect(owners(9)).not.toContain(ZERO)
  expect(read(db(), 'transferOwners', { token: OTHER_TOKEN, limit: 9 })).toEqual([])
})
