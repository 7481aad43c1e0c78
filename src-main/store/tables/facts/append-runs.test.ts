import { describe, expect, it } from 'vitest'
import { read, write } from '../../dispatch.ts'
import { sql } from '../../connection/sql.ts'
import type { LiveBlocks } from '../../interface.ts'
import { sampleToken, sampleTrade, sampleTransfer, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { withWriter } from '../../testing/test-engine.ts'
import type { WriteDb } from '../../connection/handle.ts'

const move = (block: number) => sampleTransfer({ position: { block, tx: 0, event: 0 }, tx: txHash(block), from: wallet(1), to: wallet(2), raw: 1n })
const trade = (block: number) => sampleTrade({ position: { block, tx: 0, event: 9 }, tx: txHash(block) })

function begin(db: WriteDb): void {
  write(db, 'saveToken', sampleToken({ asOfBlock: 900, holderCount: 2 }))
  const rows = [1, 2].map((n) => ({ address: wallet(n), raw: 1000n, verified: true }))
  write(db, 'saveBalances', { token: TOKEN, rows, replaceAll: true })
  write(db, 'saveTransfers', { token: TOKEN, rows: [move(800)], covers: { from: 100, to: 900 } })
  write(db, 'saveTrades', { network: 'eth', rows: [trade(800)], token: TOKEN, covers: { from: 100, to: 900 } })
}

const quiet = (block: number): LiveBlocks => ({
  from: block,
  to: block,
  time: null,
  supply: null,
  trades: [],
  transfers: [],
  pools: [],
  balances: [],
})

function follow(db: WriteDb, block: number): void {
  write(db, 'saveBlocks', { token: TOKEN, blocks: { ...quiet(block), trades: [trade(block)], transfers: [move(block)] } })
}

const revision = (db: WriteDb) => read(db, 'token', TOKEN)?.revision ?? 0
const since = (db: WriteDb, block: number) => ({ token: TOKEN, since: { revision: revision(db), block } })

describe('rows of a token in bulk', () => {
  it('are those of the single reads, in their order', () => {
    withWriter((db) => {
      begin(db)
      follow(db, 901)
      const { transfers, trades } = read(db, 'factRows', TOKEN)
      expect(read(db, 'transfers', { token: TOKEN, limit: null })).toMatchObject(transfers)
      expect(trades.map(({ position }) => position.block)).toEqual([800, 901])
      expect(read(db, 'tokenTrades', { token: TOKEN, limit: null })).toMatchObject(trades)
    })
  })
})

describe('what followed on a state read before', () => {
  it('is the rows of blocks stored since', () => {
    withWriter((db) => {
      begin(db)
      const state = since(db, 900)
      follow(db, 901)
      follow(db, 902)
      const later = read(db, 'appended', state)
      expect(later?.transfers.map(({ position }) => position.block)).toEqual([901, 902])
      expect(later?.trades.map(({ position }) => position.block)).toEqual([901, 902])
    })
  })

  it('has the balances that blocks since may have changed, as they are now, and no others', () => {
    withWriter((db) => {
      begin(db)
      const atStart = since(db, 900)
      follow(db, 901)
      const afterOne = since(db, 901)
      const moved = sampleTransfer({ ...move(902), from: wallet(1), to: wallet(3), raw: 999n })
      const balances = [{ address: wallet(4), raw: 7n, verified: true }]
      write(db, 'saveBlocks', { token: TOKEN, blocks: { ...quiet(902), transfers: [moved], balances } })
      const balancesSince = (state: typeof atStart) => read(db, 'appended', state)?.balances.toSorted((x, y) => (x.address < y.address ? -1 : 1))
      expect(balancesSince(afterOne)).toEqual([
        { address: wallet(1), raw: 0n },
        { address: wallet(3), raw: 999n },
        { address: wallet(4), raw: 7n },
      ])
      expect(balancesSince(atStart)).toContainEqual({ address: wallet(2), raw: 1001n })
      expect(balancesSince(since(db, 902))).toEqual([])
    })
  })

  it('covers only the last thousands of blocks, for readers that keep up without a gap', () => {
    withWriter((db) => {
      begin(db)
      const atStart = since(db, 900)
      follow(db, 901)
      const keepsUp = since(db, 901)
      const far = 901 + 20_000
      write(db, 'saveBlocks', { token: TOKEN, blocks: { ...quiet(902), to: far, transfers: [move(far)] } })
      expect(read(db, 'appended', atStart)).toBeNull()
      expect(read(db, 'appended', keepsUp)?.balances).toHaveLength(2)
      expect(db.get(sql`SELECT min(block) AS block FROM balance_change`)).toEqual({ block: far })
    })
  })

  it('is null once anything else changed', () => {
    const changes: readonly ((db: WriteDb) => void)[] = [
      (db) => write(db, 'rollBackBlocks', { token: TOKEN, from: 901 }),
      (db) => write(db, 'saveTransfers', { token: TOKEN, rows: [move(700)], covers: null }),
      (db) => write(db, 'saveBalances', { token: TOKEN, rows: [{ address: wallet(1), raw: 5n, verified: true }], replaceAll: false }),
      (db) => write(db, 'saveAccounts', { network: 'eth', rows: [{ address: wallet(1), kind: 'contract' }] }),
      (db) => write(db, 'deleteToken', TOKEN),
    ]
    for (const change of changes)
      withWriter((db) => {
        begin(db)
        const state = since(db, 900)
        follow(db, 901)
        change(db)
        expect(read(db, 'appended', state)).toBeNull()
        if (read(db, 'token', TOKEN) === null) return
        const next = (read(db, 'token', TOKEN)?.asOfBlock ?? 0) + 1
        const restarted = since(db, next - 1)
        follow(db, next)
        expect(read(db, 'appended', state)).toBeNull()
        expect(read(db, 'appended', restarted)?.transfers).toHaveLength(1)
      })
  })
})
