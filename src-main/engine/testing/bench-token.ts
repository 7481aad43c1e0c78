import { trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade, Transfer } from '../../../src-shared/domain/events.ts'
import type { Funding, Holding } from '../../../src-shared/domain/token.ts'
import { openStore } from '../../store/client.ts'
import type { LiveBlocks, Store } from '../../store/interface.ts'
import { silentLogger } from '../../lib/logger.ts'

/** A large token for benches: wallets that buy from a pool, sell, send each other tokens and are funded in groups. */

export const BENCH_TOKEN: TokenKey = { network: 'sol', address: wallet(0xa0a0a0) }
const POOL = wallet(0xc0c0c0)
const WRAPPED = trustedAddress('So11111111111111111111111111111111111111112')
const FIRST_BLOCK = 1_000_000
const START = 1_700_000_000
const SUPPLY = 10n ** 15n
const BATCH = 20_000

export interface BenchSize {
  readonly holders: number
  readonly transfers: number
}

/** Padded with a character outside base 36, so different numbers give different wallets. */
function wallet(n: number): Address {
  return trustedAddress(`W${n.toString(36).padStart(42, 'Z')}`)
}

/** Seeded pseudorandom integers (Marsaglia's xorshift32). */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** Two of three transfers are swaps with the pool. The third goes from wallet to wallet. */
function movement(i: number, holders: number, next: (below: number) => number): { transfer: Transfer; trade: Trade | null } {
  const [from, to] =
    i % 3 === 0 ? [wallet(next(holders)), wallet(next(holders))] : i % 3 === 1 ? [POOL, wallet(next(holders))] : [wallet(next(holders)), POOL]
  const where = {
    network: 'sol' as const,
    position: { block: FIRST_BLOCK + Math.floor(i / 8), tx: i % 8, event: 0 },
    time: START + Math.floor(i / 20),
    tx: `bench-${i}`,
  }
  const raw = BigInt(1 + next(1_000_000)) * 1000n
  const transfer: Transfer = { kind: 'transfer', ...where, token: BENCH_TOKEN.address, from, to, raw }
  if (i % 3 === 0) return { transfer, trade: null }
  const own = { token: BENCH_TOKEN.address, raw, decimals: 6, usd: null }
  const coin = { token: WRAPPED, raw: raw / 10n, decimals: 9, usd: null }
  const person = from === POOL ? to : from
  const sides = from === POOL ? { tokenIn: coin, tokenOut: own } : { tokenIn: own, tokenOut: coin }
  const venue = { dex: 'bench', dexVersion: '1', pool: POOL, feeUsd: null, leg: 0, source: 'event' as const, confidence: 'sure' as const }
  return { transfer, trade: { kind: 'trade', ...where, ...venue, signer: person, receiver: person, ...sides } }
}

/** Block number `n` after the stored ones, with one trade in it. */
export function laterBlock({ holders, transfers }: BenchSize, n: number): LiveBlocks {
  const { transfer, trade } = movement(transfers * 3 + 3 * n + 1, holders, generator(n + 1))
  if (trade === null) throw new Error('a swap was wanted')
  const block = lastBlockOf(transfers) + 1 + n
  const position = { block, tx: 0, event: 0 }
  const rows = { trades: [{ ...trade, position }], transfers: [{ ...transfer, position }], pools: [], balances: [] }
  return { from: block, to: block, time: START + transfers + 1 + n, supply: null, ...rows }
}

const lastBlockOf = (transfers: number): number => FIRST_BLOCK + Math.floor(transfers / 8) + 1

export async function openBenchStore(path: string, size: BenchSize): Promise<Store> {
  const store = await openStore({ location: { file: path }, logger: silentLogger })
  const { holders, transfers } = size
  const next = generator(20_251_121)
  const lastBlock = lastBlockOf(transfers)
  await store.write.saveToken({
    ...BENCH_TOKEN,
    name: 'Bench',
    symbol: 'BENCH',
    decimals: 6,
    totalSupply: SUPPLY,
    logo: null,
    creator: wallet(1),
    owner: null,
    createdAt: START,
    createdBlock: FIRST_BLOCK,
    createdTx: 'bench-0',
    origin: 'node',
    asOf: START + transfers,
    asOfBlock: lastBlock,
    holderCount: holders + 1,
    notes: [],
  })
  for (let begun = 0; begun < transfers; begun += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, transfers - begun) }, (_, k) => movement(begun + k, holders, next))
    const covers = { from: FIRST_BLOCK, to: lastBlock }
    await store.write.saveTransfers({ token: BENCH_TOKEN, rows: rows.map(({ transfer }) => transfer), covers: null })
    await store.write.saveTrades({ network: 'sol', rows: rows.flatMap(({ trade }) => trade ?? []), token: BENCH_TOKEN, covers })
  }
  const balances = Array.from({ length: holders }, (_, n): Holding => ({
    address: wallet(n),
    raw: BigInt(1 + next(1_000_000)) * 10_000n,
    verified: true,
  }))
  await store.write.saveBalances({ token: BENCH_TOKEN, rows: [...balances, { address: POOL, raw: SUPPLY / 2n, verified: true }], replaceAll: true })
  await store.write.saveFunding({ network: 'sol', rows: Array.from({ length: holders }, (_, n) => funding(n, next)) })
  return store
}

/** Groups of up to eight wallets with one funder. */
function funding(n: number, next: (below: number) => number): Funding {
  const time = START - 86_400 + next(80_000)
  return {
    wallet: wallet(n),
    funder: wallet(1_000_000 + Math.floor(n / 8)),
    raw: 10n ** 9n,
    tx: `fund-${n}`,
    block: FIRST_BLOCK - 1000,
    time,
    reason: null,
  }
}
