import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScanReport } from '../../../../src-shared/contract/records/scan.ts'
import { read, write } from '../../dispatch.ts'
import type { LiveBlocks } from '../../interface.ts'
import { POOL, sampleNativeTransfer, sampleToken, sampleTrade, sampleTransfer, snapshotJson, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { runsOf, withWriter } from '../../testing/test-engine.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { zeroAddress } from '../../values/zero-address.ts'

const START = 900
const ZERO = zeroAddress('eth')

const quiet = (from: number, to = from): LiveBlocks => ({
  from,
  to,
  time: 1_700_200_000 + to,
  supply: null,
  trades: [],
  transfers: [],
  pools: [],
  balances: [],
})
const move = (block: number, event: number, from: number, to: number, raw: bigint) =>
  sampleTransfer({ position: { block, tx: 0, event }, tx: txHash(block), from: from === 0 ? ZERO : wallet(from), to: wallet(to), raw })
const trade = (block: number) => sampleTrade({ position: { block, tx: 0, event: 9 }, tx: txHash(block) })

function begin(db: WriteDb, holderCount: number | null): void {
  write(db, 'saveToken', sampleToken({ asOfBlock: START, holderCount }))
  const rows = [1, 2].map((n) => ({ address: wallet(n), raw: 1000n, verified: true }))
  write(db, 'saveBalances', { token: TOKEN, rows, replaceAll: true })
  for (const what of ['saveTrades', 'saveTransfers'] as const) {
    const covers = { from: 100, to: START }
    if (what === 'saveTrades') write(db, what, { network: 'eth', rows: [], token: TOKEN, covers })
    else write(db, what, { token: TOKEN, rows: [], covers })
  }
}

const saveBlocks = (db: WriteDb, blocks: LiveBlocks) => write(db, 'saveBlocks', { token: TOKEN, blocks })
const withdraw = (db: WriteDb, from: number) => write(db, 'rollBackBlocks', { token: TOKEN, from })
const balanceOf = (db: WriteDb, n: number): bigint | undefined =>
  read(db, 'holders', { token: TOKEN, limit: null }).find(({ address }) => address === wallet(n))?.raw

const scanAt = (generated_at: number): ScanReport =>
  ({ results: { generated_at, simple: { score: 100, message: 'OK', reasons: [] } } }) as unknown as ScanReport

/** The state that a rollback must restore. */
const stateOf = (db: WriteDb) => {
  const { revision: _revision, asOf: _asOf, ...token } = read(db, 'token', TOKEN) ?? { revision: 0, asOf: 0 }
  return {
    token,
    holders: read(db, 'holders', { token: TOKEN, limit: null }).map(({ address, raw }) => ({ address, raw })),
    transfers: read(db, 'transfers', { token: TOKEN, limit: null }),
    trades: read(db, 'tokenTrades', { token: TOKEN, limit: null }),
    covered: (['trades', 'transfers', 'pools'] as const).map((what) => read(db, 'covered', { token: TOKEN, what })),
  }
}

describe('blocks of a followed token', () => {
  it('move balances, supply, time and coverage together, and return which trades are new', () => {
    withWriter((db) => {
      begin(db, 2)
      const first = { ...quiet(901, 902), supply: 5n, trades: [trade(902)], transfers: [move(901, 1, 1, 3, 400n), move(902, 1, 0, 2, 5n)] }
      expect(saveBlocks(db, first)).toEqual({ indexes: [0], ids: [1] })
      expect([1, 2, 3].map((n) => balanceOf(db, n))).toEqual([600n, 1005n, 400n])
      expect(read(db, 'token', TOKEN)).toMatchObject({ asOfBlock: 902, asOf: 1_700_200_902, holderCount: 3, totalSupply: 5n, tradeCount: 1 })
      expect(read(db, 'covered', { token: TOKEN, what: 'trades' })).toEqual([{ from: 100, to: 902 }])
      expect(saveBlocks(db, { ...quiet(903), trades: [trade(902), trade(903)] })).toEqual({ indexes: [1], ids: [2] })
    })
  })

  it('keep their trades when the token of the liquidity in their pool is rolled back', () => {
    withWriter((db) => {
      begin(db, 2)
      saveBlocks(db, { ...quiet(901), trades: [trade(901)] })
      const liquidity = { network: 'eth' as const, address: POOL }
      write(db, 'saveToken', sampleToken({ ...liquidity, asOfBlock: 901 }))
      expect(write(db, 'rollBackBlocks', { token: liquidity, from: 901 })).toEqual({ trades: [], rows: [], retractions: [] })
      expect(read(db, 'tokenTrades', { token: TOKEN, limit: null })).toHaveLength(1)
    })
  })

  it('are refused when they do not follow on what is known', () => {
    withWriter((db) => {
      begin(db, 2)
      expect(() => saveBlocks(db, quiet(903))).toThrow('do not follow')
      expect(() => saveBlocks(db, quiet(900))).toThrow('do not follow')
      saveBlocks(db, quiet(901))
      expect(() => saveBlocks(db, quiet(901))).toThrow('do not follow')
    })
  })

  it('leave unknown what a wallet outside the known largest holds', () => {
    withWriter((db) => {
      begin(db, null)
      saveBlocks(db, { ...quiet(901), transfers: [move(901, 1, 1, 3, 400n)] })
      expect([balanceOf(db, 1), balanceOf(db, 3)]).toEqual([600n, undefined])
      expect(read(db, 'token', TOKEN)?.holderCount).toBeNull()
    })
  })

  it('leave unknown what no wallet can hold', () => {
    withWriter((db) => {
      begin(db, 2)
      saveBlocks(db, { ...quiet(901), transfers: [move(901, 1, 0, 1, 2n ** 256n - 1n), move(901, 2, 0, 3, 400n)] })
      expect([1, 2, 3].map((n) => balanceOf(db, n))).toEqual([undefined, 1000n, 400n])
      saveBlocks(db, { ...quiet(902), transfers: [move(902, 1, 0, 1, 7n)] })
      expect([balanceOf(db, 1), read(db, 'token', TOKEN)?.holderCount]).toEqual([undefined, null])
    })
  })

  it('take balances that were read over those that follow from transfers', () => {
    withWriter((db) => {
      begin(db, 2)
      const balances = [{ address: wallet(3), raw: 380n, verified: true }]
      saveBlocks(db, { ...quiet(901), transfers: [move(901, 1, 1, 3, 400n)], balances })
      expect([balanceOf(db, 1), balanceOf(db, 3)]).toEqual([600n, 380n])
    })
  })

  it('once withdrawn leave the token as it was before them, whatever they held', () => {
    const transfers = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 5 }), fc.bigInt(0n, 150n)), { maxLength: 6 })
    const blocks = fc.array(fc.record({ transfers, traded: fc.boolean() }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(blocks, fc.nat(5), (chain, kept) => {
        withWriter((db) => {
          begin(db, 2)
          const updates = chain.map((block, i) => {
            const number = START + 1 + i
            // A wallet cannot send more than it holds.
            const rows = block.transfers.filter(([from]) => from <= 2).map(([from, to, raw], event) => move(number, event, from, to, raw % 15n))
            return { ...quiet(number), transfers: rows, trades: block.traded ? [trade(number)] : [] }
          })
          const staying = updates.slice(0, kept)
          for (const block of staying) saveBlocks(db, block)
          const before = stateOf(db)
          for (const block of updates.slice(kept)) saveBlocks(db, block)
          withdraw(db, START + 1 + staying.length)
          expect(stateOf(db)).toEqual(before)
        })
      }),
      { numRuns: runsOf(process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 40 : 10) },
    )
  })

  it('once withdrawn take their snapshots, scans and payments with them, and leave those of other blocks, networks and files', () => {
    withWriter((db) => {
      begin(db, 2)
      saveBlocks(db, quiet(901, 905))
      const at = (block: number) => ({ token: TOKEN, json: snapshotJson(block), block })
      for (const block of [900, 903, 905]) write(db, 'saveSnapshot', at(block))
      write(db, 'saveSnapshot', { token: TOKEN, json: snapshotJson(2_000_000_000) })
      for (const block of [902, 904]) write(db, 'saveScan', { token: TOKEN, report: scanAt(block), detail: null, block })
      const payment = (block: number) => sampleNativeTransfer({ position: { block, tx: 0, event: 0 }, from: wallet(9), to: wallet(block) })
      const funding = (block: number) => ({
        wallet: wallet(block),
        funder: wallet(9),
        raw: 1n,
        tx: txHash(block),
        block,
        time: null,
        reason: null,
      })
      for (const network of ['eth', 'bsc'] as const) {
        write(db, 'saveNativeTransfers', { network, rows: [902, 904].map((block) => ({ ...payment(block), network })) })
        write(db, 'saveFunding', { network, rows: [902, 904].map(funding) })
      }
      withdraw(db, 903)
      expect(read(db, 'snapshotTimestamps', TOKEN)).toEqual([900, 2_000_000_000])
      expect(read(db, 'scans', TOKEN).map(({ generatedAt }) => generatedAt)).toEqual([902])
      const wallets = [wallet(902), wallet(904)]
      expect(read(db, 'funding', { network: 'eth', wallets }).map(({ block }) => block)).toEqual([902])
      expect(read(db, 'nativePayments', { network: 'eth', wallets: [wallet(9), ...wallets] }).map(({ position }) => position.block)).toEqual([902])
      expect(read(db, 'funding', { network: 'bsc', wallets })).toHaveLength(2)
      // A snapshot that was computed before the rollback is not stored after it, also once the chain has gone on.
      expect(write(db, 'saveSnapshot', at(903))).toBeNull()
      saveBlocks(db, { ...quiet(903, 903), hash: 'replaced' })
      expect(write(db, 'saveSnapshot', { ...at(903), hash: 'reverted' })).toBeNull()
      expect(read(db, 'snapshotTimestamps', TOKEN)).toEqual([900, 2_000_000_000])
      // The replaced block has the same time but different content.
      const replaced = { token: TOKEN, json: snapshotJson(903, 'Replaced'), block: 903, hash: 'replaced' }
      expect(write(db, 'saveSnapshot', replaced)).not.toBeNull()
    })
  })
})
