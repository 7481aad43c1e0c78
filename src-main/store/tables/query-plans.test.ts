import { describe, expect, it } from 'vitest'
import { changedBalancesQuery } from './facts/append-runs.ts'
import { balancesQuery, holdersQuery } from './transfers/balances.ts'
import type { ReadDb } from '../connection/handle.ts'
import { labelsQuery } from './wallets/labels.ts'
import { poolCandidatesQuery } from './transfers/pool-candidates.ts'
import { poolsQuery } from './trades/pools.ts'
import { wallet } from '../testing/samples.ts'
import { withWriter } from '../testing/test-engine.ts'
import { sql, type Query } from '../connection/sql.ts'
import { tokenQuery } from './tokens/tokens.ts'
import { pageQuery } from './trades/trade-pages.ts'
import { pairTradesQuery, tokenTradesQuery } from './trades/trades.ts'
import { nativeTransfersQuery, transfersQuery } from './transfers/transfers.ts'

/** Fails on an unused index, or on a query that scans or sorts a whole table. */
function planOf(db: ReadDb, query: Query): string[] {
  return db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`).map((row) => row.detail)
}

const page = { network: 'eth', address: wallet(1), limit: 200, after: null } as const
const cursor = { position: { block: 5, tx: 1, event: 2 }, leg: 0, rowId: 9, ceiling: 99 }

describe('query plans', () => {
  it.each([
    ['token', ['trade_by_token_in', 'trade_by_token_out', 'trade_by_pool']],
    ['pool', ['trade_by_pool']],
    ['signer', ['trade_by_signer']],
  ] as const)('a page by %s walks its indices in order, from the cursor on', (by, indices) => {
    withWriter((db) => {
      for (const sort of ['asc', 'desc'] as const) {
        for (const after of [null, cursor]) {
          const plan = planOf(
            db,
            pageQuery({ ...page, by, sort, after }, 1, () => []),
          )
          for (const index of indices) {
            const where = after === null ? '' : ` AND (block,tx_index,event,leg)${sort === 'asc' ? '>' : '<'}(?,?,?,?)`
            expect(plan).toContain(`SEARCH trade USING COVERING INDEX ${index} (${index.slice('trade_by_'.length)}=?${where})`)
          }
          expect(plan.filter((step) => /^SCAN (?!page|\(subquery|constant)/.test(step))).toEqual([])
        }
      }
    })
  })

  it('bounds the far end of a page by time in the index too', () => {
    withWriter((db) => {
      const plan = planOf(
        db,
        pageQuery({ ...page, by: 'signer', sort: 'asc', after: cursor, to: 9 }, 1, () => [sql`block < ${9}`]),
      )
      expect(plan).toContain('SEARCH trade USING INDEX trade_by_signer (signer=? AND (block,tx_index,event,leg)>(?,?,?,?) AND block<?)')
    })
  })

  it.each([
    ['all trades of a token', tokenTradesQuery(1, null), 'trade_by_token_in'],
    ['trades between two lists of tokens', pairTradesQuery([1], [2], 5, 9), 'trade_by_token_in (token_in=? AND block>? AND block<?)'],
    ['transfers in chain order', transfersQuery(1, 10), 'SEARCH transfer USING PRIMARY KEY (token=? AND block>? AND block<?)'],
    ['pool candidates of a token', poolCandidatesQuery(1, 2, 10), 'SEARCH transfer USING PRIMARY KEY (token=?)'],
    ['native transfers of a wallet', nativeTransfersQuery(1), 'SEARCH native_transfer USING PRIMARY KEY (target=?)'],
    ['balances that later blocks changed', changedBalancesQuery(1, 10), 'SEARCH balance_change USING PRIMARY KEY (token=? AND block>?)'],
    ['holders by size', holdersQuery(1, 10), 'SEARCH balance USING INDEX balance_by_size (token=?)'],
    ['balances by size', balancesQuery(1), 'SEARCH balance USING COVERING INDEX balance_by_size (token=?)'],
    ['whether a token has transfers', tokenQuery(sql`WHERE token.id = ${1}`), 'SEARCH transfer USING PRIMARY KEY (token=?)'],
    ['whether its largest holders were funded', tokenQuery(sql`WHERE token.id = ${1}`), 'SEARCH funding USING INTEGER PRIMARY KEY (rowid=?)'],
    ['pools of a token', poolsQuery(1), 'pool_by_token1 (token1=?)'],
    ['labels of addresses', labelsQuery('eth', [wallet(1)]), 'SEARCH label USING PRIMARY KEY (network=? AND address=?)'],
  ])('%s', (_, query, step) => withWriter((db) => expect(planOf(db, query).join('\n')).toContain(step)))

  it('reads transfers without sorting them', () => {
    withWriter((db) => expect(planOf(db, transfersQuery(1, 10)).join()).not.toContain('TEMP B-TREE'))
  })
})
