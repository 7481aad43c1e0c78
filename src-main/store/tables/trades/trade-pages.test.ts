import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparePositions } from '../../../../src-shared/domain/position.ts'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import { read, write } from '../../dispatch.ts'
import type { WriteDb } from '../../connection/handle.ts'
import type { TradeCursor, TradeFilter } from '../../interface.ts'
import { OTHER_TOKEN, POOL, sampleTrade, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { runsOf, withWriter } from '../../testing/test-engine.ts'

const RUNS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 60 : 16

const save = (db: WriteDb, rows: readonly Trade[]) => write(db, 'saveTrades', { network: 'eth', rows, token: null, covers: null })

/** Reads all pages. `between` runs after each page. */
function pageThrough(db: WriteDb, filter: Omit<TradeFilter, 'after'>, between: () => void = () => undefined): Trade[] {
  const seen: Trade[] = []
  let after: TradeCursor | null = null
  do {
    const page: { trades: readonly Trade[]; next: TradeCursor | null } = read(db, 'trades', { ...filter, after })
    seen.push(...page.trades)
    after = page.next
    between()
  } while (after !== null)
  return seen
}

const SIDES = [TOKEN.address, OTHER_TOKEN.address, wallet(0xd0)]
const anySide = fc.constantFrom(...SIDES)
/** Trades of few tokens, pools and signers in few blocks, so that pages cut through blocks and transactions. */
const anyTrade = fc
  .record({
    block: fc.integer({ min: 1, max: 4 }),
    tx: fc.nat(3),
    event: fc.nat(3),
    leg: fc.nat(2),
    from: anySide,
    to: anySide,
    pool: fc.constantFrom(null, POOL, TOKEN.address),
    signer: fc.integer({ min: 1, max: 3 }),
    raw: fc.bigInt({ min: 1n, max: 2n ** 120n }),
  })
  .map(({ block, tx, event, leg, from, to, pool, signer, raw }): Trade =>
    sampleTrade({
      position: { block, tx, event },
      leg,
      tx: txHash(block * 100 + tx),
      pool,
      signer: wallet(signer),
      time: 1_000_000 + block * 1_000,
      tokenIn: { token: from, raw, decimals: 18, usd: null },
      tokenOut: { token: to, raw: raw + 1n, decimals: null, usd: Number(raw % 100n) },
    }),
  )
const sameTrade = (t: Trade) => JSON.stringify([t.tx, t.position.event, t.pool, t.tokenIn.token, t.tokenOut.token])
const anyTrades = fc.uniqueArray(anyTrade, { selector: sameTrade, maxLength: 60 })

const MATCHES: Readonly<Record<TradeFilter['by'], (trade: Trade, address: string) => boolean>> = {
  token: (t, address) => [t.tokenIn.token, t.tokenOut.token, t.pool].some((side) => side === address),
  pool: (t, address) => t.pool === address,
  signer: (t, address) => t.signer === address,
}
const anyFilter = fc.oneof(
  fc.record({ by: fc.constant('token' as const), address: anySide }),
  fc.record({ by: fc.constant('pool' as const), address: fc.constantFrom(POOL, TOKEN.address) }),
  fc.record({ by: fc.constant('signer' as const), address: fc.integer({ min: 1, max: 3 }).map(wallet) }),
)

describe('pages of trades', () => {
  it('give every trade that existed at the start once, in order, while others arrive anywhere in the chain', () => {
    fc.assert(
      fc.property(
        anyTrades,
        anyFilter,
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.integer({ min: 1, max: 9 }),
        (rows, { by, address }, sort, limit) => {
          withWriter((db) => {
            const atStart = rows.slice(0, Math.ceil(rows.length / 2))
            const later = rows.slice(atStart.length)
            save(db, atStart)
            const seen = pageThrough(db, { network: 'eth', by, address, sort, limit }, () => save(db, later.splice(0, 3)))
            const expected = atStart.filter((trade) => MATCHES[by](trade, address))
            expect(new Set(seen.map(sameTrade))).toEqual(new Set(expected.map(sameTrade)))
            expect(seen).toHaveLength(expected.length)
            const order = sort === 'asc' ? 1 : -1
            for (const [i, trade] of seen.slice(1).entries()) {
              const before = seen[i] ?? trade
              const step = comparePositions(before.position, trade.position) || before.leg - trade.leg
              expect(step * order).toBeLessThanOrEqual(0)
            }
          })
        },
      ),
      { numRuns: runsOf(RUNS) },
    )
  })

  it('gives the trade back as it was saved', () => {
    fc.assert(
      fc.property(anyTrade, (trade) => {
        // If a token is traded against itself, one side reveals the decimals of the other.
        fc.pre(trade.tokenIn.token !== trade.tokenOut.token)
        withWriter((db) => {
          save(db, [trade])
          expect(pageThrough(db, { network: 'eth', by: 'signer', address: trade.signer, sort: 'asc', limit: 5 })).toEqual([trade])
        })
      }),
      { numRuns: runsOf(RUNS / 2) },
    )
  })

  it('filters by time and value exactly, with any block bound it finds', () => {
    fc.assert(
      fc.property(
        anyTrades,
        anyFilter,
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.integer({ min: 999_000, max: 1_006_000 }),
        fc.nat(3_000),
        fc.nat(99),
        (rows, { by, address }, sort, from, length, minUsd) =>
          withWriter((db) => {
            const timed = rows.map((row, i): Trade => (i % 5 === 4 ? { ...row, time: null } : row))
            save(db, timed)
            const to = from + length
            const seen = pageThrough(db, { network: 'eth', by, address, sort, limit: 3, from, to, minUsd })
            const expected = timed.filter(
              (t) => MATCHES[by](t, address) && t.time !== null && t.time >= from && t.time <= to && (t.tokenOut.usd ?? 0) >= minUsd,
            )
            expect(seen.map(sameTrade).sort()).toEqual(expected.map(sameTrade).sort())
          }),
      ),
      { numRuns: runsOf(RUNS) },
    )
  })

  it('ends without a cursor when the last page is exactly full', () => {
    withWriter((db) => {
      save(
        db,
        [1, 2].map((n) => sampleTrade({ tx: txHash(n), position: { block: n, tx: 0, event: 0 } })),
      )
      expect(read(db, 'trades', { network: 'eth', by: 'pool', address: POOL, sort: 'asc', limit: 2, after: null }).next).toBeNull()
    })
  })

  it('knows nothing of an address it never met, nor of the same address on another network', () => {
    withWriter((db) => {
      save(db, [sampleTrade()])
      for (const [network, address] of [
        ['eth', wallet(99)],
        ['bsc', POOL],
      ] as const) {
        expect(read(db, 'trades', { network, by: 'pool', address, sort: 'asc', limit: 2, after: null })).toEqual({
          trades: [],
          next: null,
          ceiling: 1,
        })
      }
    })
  })

  it('never gives a new trade the id of a deleted one, so an old cursor keeps its meaning', () => {
    withWriter((db) => {
      save(
        db,
        [1, 2, 3].map((n) => sampleTrade({ tx: txHash(n), position: { block: n, tx: 0, event: 0 } })),
      )
      const { next } = read(db, 'trades', { network: 'eth', by: 'pool', address: POOL, sort: 'asc', limit: 1, after: null })
      write(db, 'deleteToken', TOKEN)
      save(db, [sampleTrade({ tx: txHash(9), position: { block: 9, tx: 0, event: 0 } })])
      expect(read(db, 'trades', { network: 'eth', by: 'pool', address: POOL, sort: 'asc', limit: 9, after: next }).trades).toEqual([])
    })
  })
})
