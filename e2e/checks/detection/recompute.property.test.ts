import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import { NATIVE, type Trade, type Transfer } from '../../../src-shared/domain/events.ts'
import { shippedRules } from './story.ts'
import { withChanges } from '../../../src-main/detectors/rules/changes.ts'
import type { ActiveRules } from '../../../src-main/detectors/rules/rule-set.ts'
import { write } from '../../../src-main/store/dispatch.ts'
import { LABELS_REVISION } from '../../../src-main/store/tables/wallets/labels.ts'
import type { LiveBlocks } from '../../../src-main/store/interface.ts'
import { openReader, type SyncReader } from '../../../src-main/store/reader.ts'
import { sampleToken } from '../../../src-main/store/testing/samples.ts'
import { withWriter } from '../../../src-main/store/testing/test-engine.ts'
import { computeRecords, computeSnapshot } from '../../../src-main/engine/compute.ts'
import { RECORD_NAMES } from '../../../src-main/engine/messages.ts'
import { createIndexedFacts, type IndexedFacts } from '../../../src-main/engine/indexed-facts.ts'
import { deepFreeze } from './deep-freeze.ts'

const RUNS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 50 : 8

/** Incremental computation yields the same record bytes as a full computation. */

const name = (text: string): Address => trustedAddress(text.padEnd(43, '1'))
const wallet = (n: number): Address => name(`Wallet${n}x`)
const TOKEN: TokenKey = { network: 'sol', address: name('Token') }
const WRAPPED = trustedAddress('So11111111111111111111111111111111111111112')
const POOLS = [name('PoolA'), name('PoolB')] as const
const BIRTH = 1000
const START = 1_700_000_000
const WALLETS = 14
/** Number of first buyers that are always examined. Later buyers are examined only while their balance is large. */
const FIRST_BUYS = 200
/** Number of wallets that make the first buys. The others come and go. */
const FIRST_BUYERS = 6
const EXCHANGE = WALLETS - 1
/** Holds nothing at the start, and is unlisted. */
const SINK = WALLETS + 5
/** Wallets from this number on are named once. */
const NEWCOMERS = 1000
const active = withChanges(shippedRules, {})
const trial = withChanges(shippedRules, { 'cluster.accept': 0.9 })
/**
 * Examines few holders, with low thresholds for services, distributors, deposit addresses, bundles and volume bots, so a few movements
 * are enough for wallets to come and go.
 */
const crowded = withChanges(shippedRules, {
  'cluster.depth_holders': 5,
  'funding.direct_undamped_fan_out': 1,
  'hub.degree_lifetime': 5,
  'hub.degree_24h': 3,
  'hub.throughput_transactions': 8,
  'hub.hypernode_transfers': 14,
  'transfer.distributor_receivers': 2,
  'sink.deposit_forwarded_share': 0,
  'bundler.min_wallets_same_slot': 1,
  'bundler.min_buy_native.sol': 0,
  'timing.improbable': 1,
  'label.presale_payers': 2,
  'hub.swept_addresses': 0,
  'transfer.large_receiver_share': 0.3,
  'volume_bot.min_trades': 1,
  'volume_bot.churn': 0,
  'volume_bot.net_share': 1,
  'volume_bot.held_supply_share': 0.008,
  'volume_bot.cluster_volume_times': 0,
})

const person = fc.integer({ min: 0, max: WALLETS - 1 })
const receiver = fc.oneof(person, fc.constantFrom(EXCHANGE, SINK))
const raw = fc.bigInt({ min: 1n, max: 20_000n })
const movement = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('buy' as const), who: person, to: person, raw, pool: fc.constantFrom(0, 0, 0, 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sale' as const), who: person, to: person, raw, pool: fc.constantFrom(0, 0, 0, 1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send' as const), who: person, to: receiver, raw, pool: fc.constant(0) }) },
)
type Movement = typeof movement extends fc.Arbitrary<infer M> ? M : never

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('blocks' as const),
      movements: fc.array(movement, { minLength: 0, maxLength: 5 }),
      supply: fc.option(fc.constantFrom(900_000n, 1_100_000n), { freq: 6 }),
      reported: fc.option(fc.tuple(person, raw), { freq: 4 }),
      seconds: fc.constantFrom(1, 60, 90_000, 8_000_000),
      pool: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), blocks: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('older' as const), movement, block: fc.integer({ min: BIRTH, max: BIRTH + 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('funding' as const), wallet: person, funder: person, raw }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('payment' as const), from: person, to: person, raw }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('label' as const), wallet: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('account' as const), wallet: person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('newcomer' as const),
      account: fc.constantFrom('wallet' as const, 'contract' as const, 'smart_account' as const),
      by: fc.constantFrom('buy' as const, 'send' as const),
      raw,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('trial' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Rows {
  readonly transfers: Transfer[]
  readonly trades: Trade[]
}

let nextTx = 0

/** Each movement is a separate transaction. */
function rowsOf(movements: readonly Movement[], block: number, time: number): Rows {
  const rows: Rows = { transfers: [], trades: [] }
  movements.forEach(({ kind, who, to, raw: moved, pool: n }, i) => {
    const where = { network: 'sol' as const, position: { block, tx: i, event: 0 }, time, tx: `tx-${nextTx++}` }
    const pool = POOLS[n] ?? POOLS[0]
    const [from, target] = kind === 'buy' ? [pool, wallet(who)] : kind === 'sale' ? [wallet(who), pool] : [wallet(who), wallet(to)]
    rows.transfers.push({ kind: 'transfer', ...where, token: TOKEN.address, from, to: target, raw: moved })
    if (kind === 'send') return
    const own = { token: TOKEN.address, raw: moved, decimals: 0, usd: Number(moved) / 7 }
    const coin = { token: WRAPPED, raw: moved * 1000n, decimals: 9, usd: null }
    const sides = kind === 'buy' ? { tokenIn: coin, tokenOut: own } : { tokenIn: own, tokenOut: coin }
    const venue = { dex: 'v', dexVersion: '1', pool, feeUsd: null, leg: 0, source: 'event' as const, confidence: 'sure' as const }
    rows.trades.push({ kind: 'trade', ...where, ...venue, signer: wallet(kind === 'buy' ? to : who), receiver: wallet(who), ...sides })
  })
  return rows
}

type Writer = Parameters<Parameters<typeof withWriter>[0]>[0]

/** Funder of three wallets, one of which it pays twice: few enough for a person. */
const funderOf = (n: number): number => 2 * WALLETS + Math.floor(n / 3)

function begin(db: Writer): void {
  const asOf = { asOf: START, asOfBlock: BIRTH + 10, createdBlock: BIRTH, createdAt: START - 100, creator: wallet(0), holderCount: WALLETS }
  write(db, 'saveToken', { ...sampleToken(asOf), ...TOKEN, decimals: 0, totalSupply: 1_000_000n })
  const rows = Array.from({ length: WALLETS }, (_, n) => ({ address: wallet(n), raw: BigInt(1000 * (n + 1)), verified: true }))
  write(db, 'saveBalances', { token: TOKEN, rows, replaceAll: true })
  const covers = { from: BIRTH, to: BIRTH + 10 }
  const early = rowsOf(
    Array.from({ length: FIRST_BUYS }, (_, i) => {
      const n = i % FIRST_BUYERS
      return { kind: 'buy', who: n, to: n, raw: BigInt(500 + n), pool: 0 }
    }),
    BIRTH + 6,
    START - 50,
  )
  write(db, 'saveTransfers', { token: TOKEN, rows: early.transfers, covers })
  write(db, 'saveTrades', { network: 'sol', rows: early.trades, token: TOKEN, covers })
  const funding = Array.from({ length: WALLETS - 1 }, (_, i) => i + 1).map((n) => ({
    wallet: wallet(n),
    funder: wallet(n < FIRST_BUYERS ? 0 : funderOf(n)),
    raw: 5n,
    tx: `fund-${n}`,
    block: 900,
    time: START - 9000 + n,
    reason: null,
  }))
  write(db, 'saveFunding', { network: 'sol', rows: funding })
  const paid = rowsOf(
    [0, 3, 6, 9, 12].map((n) => ({ kind: 'send', who: funderOf(n), to: n, raw: 10_000_000n, pool: 0 })),
    950,
    START - 500,
  )
  write(db, 'saveNativeTransfers', { network: 'sol', rows: paid.transfers.map((row) => ({ ...row, token: NATIVE })) })
  label(db, EXCHANGE)
}

function label(db: Writer, n: number): void {
  const row = { address: wallet(n), name: 'Service', tags: ['exchange' as const], linkPolicy: 'hub' as const, category: null, source: 'test' }
  write(db, 'saveLabels', { network: 'sol', source: 'test', rows: [row] })
}

function take(db: Writer, reader: SyncReader, facts: IndexedFacts, change: Step): void {
  const at = reader.token(TOKEN)
  const [block, time] = [(at?.asOfBlock ?? 0) + 1, at?.asOf ?? START]
  switch (change.kind) {
    case 'blocks': {
      const { reported, supply, seconds } = change
      const balances = reported === null ? [] : [{ address: wallet(reported[0]), raw: reported[1], verified: true }]
      const pools = change.pool
        ? [
            {
              kind: 'pool' as const,
              network: 'sol' as const,
              address: POOLS[1],
              dex: 'v',
              dexVersion: '1',
              token0: TOKEN.address,
              token1: WRAPPED,
              createdBlock: block,
              createdTx: null,
            },
          ]
        : []
      const blocks: LiveBlocks = {
        from: block,
        to: block,
        time: time + seconds,
        supply,
        pools,
        balances,
        ...rowsOf(change.movements, block, time + seconds),
      }
      write(db, 'saveBlocks', { token: TOKEN, blocks })
      return
    }
    case 'withdraw':
      write(db, 'rollBackBlocks', { token: TOKEN, from: Math.max(BIRTH + 8, block - change.blocks) })
      return
    case 'older':
      write(db, 'saveTransfers', { token: TOKEN, rows: rowsOf([change.movement], change.block, START - 60).transfers, covers: null })
      return
    case 'funding': {
      const row = {
        wallet: wallet(change.wallet),
        funder: wallet(change.funder),
        raw: change.raw,
        tx: `f-${nextTx++}`,
        block: 950,
        time: START - 500,
        reason: null,
      }
      write(db, 'saveFunding', { network: 'sol', rows: [row] })
      return
    }
    case 'payment': {
      const [paid] = rowsOf([{ kind: 'send', who: change.from, to: change.to, raw: change.raw * 1000n, pool: 0 }], block, time).transfers
      if (paid !== undefined) write(db, 'saveNativeTransfers', { network: 'sol', rows: [{ ...paid, token: NATIVE }] })
      return
    }
    case 'label':
      label(db, change.wallet)
      return
    case 'account':
      write(db, 'saveAccounts', { network: 'sol', rows: [{ address: wallet(change.wallet), kind: 'contract' }] })
      return
    case 'newcomer': {
      const n = NEWCOMERS + nextTx++
      write(db, 'saveAccounts', { network: 'sol', rows: [{ address: wallet(n), kind: change.account }] })
      const movements: Movement[] = [{ kind: change.by, who: change.by === 'buy' ? n : 0, to: n, raw: change.raw, pool: 0 }]
      take(db, reader, facts, { kind: 'blocks', movements, supply: null, reported: null, seconds: 60, pool: false })
      return
    }
    case 'trial':
      computeRecords(facts, TOKEN, trial, RECORD_NAMES)
  }
}

const bytes = (reader: SyncReader, facts: IndexedFacts, rules: ActiveRules = active) => {
  const records = computeRecords(facts, TOKEN, rules, RECORD_NAMES)
  const snapshot = computeSnapshot(reader, facts, TOKEN, rules)
  return {
    version: records?.version,
    ...Object.fromEntries(Object.entries(records?.bodies ?? {}).map(([record, { json }]) => [record, Buffer.from(json).toString()])),
    snapshot: snapshot === null ? null : Buffer.from(snapshot.json).toString(),
  }
}

/** A reader that returns frozen rows. */
function frozenReader(reader: SyncReader): SyncReader {
  const frozen = Object.entries(reader).map(([name, read]) => {
    const isRead = name !== 'atOneMoment' && name !== 'close'
    return [name, isRead ? (...args: readonly unknown[]) => deepFreeze((read as (...all: readonly unknown[]) => unknown)(...args)) : read]
  })
  return Object.fromEntries(frozen) as SyncReader
}

const versionNow = (reader: SyncReader): string => `${reader.token(TOKEN)?.revision} ${reader.setting(LABELS_REVISION)}`

describe('incremental computation', () => {
  function equalsFullComputation(rules: ActiveRules, steps: readonly Step[]): void {
    withWriter((db, place) => {
      begin(db)
      const reader = frozenReader(openReader(place))
      try {
        const facts = createIndexedFacts(reader)
        bytes(reader, facts, rules)
        for (const change of steps) {
          const before = versionNow(reader)
          take(db, reader, facts, change)
          // An empty block keeps the records of the previous block.
          if (versionNow(reader) === before) continue
          expect(bytes(reader, facts, rules)).toEqual(bytes(reader, createIndexedFacts(reader), rules))
        }
      } finally {
        reader.close()
      }
    })
  }

  it('has the same record bytes as a full computation after any stored or reverted rows', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 12 }), (steps) => equalsFullComputation(active, steps)),
      { numRuns: RUNS },
    )
  }, 120_000)

  it('has the same record bytes where wallets keep entering the examined holders and services keep being found', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 8, maxLength: 20 }), (steps) => equalsFullComputation(crowded, steps)),
      { numRuns: RUNS },
    )
  }, 120_000)

  it('reads only appended rows', () => {
    withWriter((db, place) => {
      begin(db)
      const reader = openReader(place)
      let whole = 0
      const watched: SyncReader = { ...reader, factRows: (key) => (whole++, reader.factRows(key)) }
      const facts = createIndexedFacts(watched)
      bytes(watched, facts)
      const movements: Movement[] = [{ kind: 'buy', who: 7, to: 7, raw: 5000n, pool: 0 }]
      const block: Step = { kind: 'blocks', movements, supply: null, reported: null, seconds: 60, pool: false }
      for (let n = 0; n < 3; n++) take(db, reader, facts, block)
      expect(facts.get(TOKEN, active)?.findings.index.flows.buys).toHaveLength(FIRST_BUYS + 3)
      expect(whole).toBe(1)
      take(db, reader, facts, { kind: 'newcomer', account: 'wallet', by: 'send', raw: 1n })
      bytes(watched, facts)
      expect(whole).toBe(1)
      take(db, reader, facts, { kind: 'withdraw', blocks: 2 })
      expect(facts.get(TOKEN, active)?.findings.index.flows.buys).toHaveLength(FIRST_BUYS + 2)
      expect(whole).toBe(2)
      reader.close()
    })
  })
})
