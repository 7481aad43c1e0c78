import { figure, median, type BenchRow } from '../lib/testing/bench.ts'
import { write } from '../store/dispatch.ts'
import { openWriter } from '../store/connection/database.ts'
import type { WriteDb } from '../store/connection/handle.ts'
import { openReader } from '../store/reader.ts'
import { seeded } from '../store/testing/bench-trades.ts'
import { sampleToken, tempStore, wallet } from '../store/testing/samples.ts'
import { answerAcross } from './across-tokens.ts'

const TOKENS = 200
const HOLDERS = 20_000
const EARLY = 100
const CLUSTERED = 1_000
/** Wallets that holders are drawn from. */
const WALLETS = 2_000_000
const ROUNDS = 15
const LIMIT_MS = 1_000

/** Two tokens in common and the serial list, with 200 stored tokens of 20,000 holders. */
export async function run(): Promise<BenchRow[]> {
  const temp = tempStore()
  const { db, close } = openWriter(temp.path)
  fill(db)
  close()
  const reader = openReader({ file: temp.path })
  try {
    const network = 'eth' as const
    const page = { offset: 0, limit: 200, network }
    const ask = {
      'wallets in common of two tokens': () =>
        answerAcross(reader, { name: 'inCommon', params: { ...page, tokens: [tokenAt(0), tokenAt(1)] }, rules: '' }),
      'wallets in common of ten tokens': () =>
        answerAcross(reader, { name: 'inCommon', params: { ...page, tokens: Array.from({ length: 10 }, (_, at) => tokenAt(at)) }, rules: '' }),
      'the serial list': () => answerAcross(reader, { name: 'serial', params: { ...page, claims: null }, rules: '' }),
    }
    return Object.entries(ask).map(([name, act]): BenchRow => {
      const times = Array.from({ length: ROUNDS }, () => {
        const began = performance.now()
        act()
        return performance.now() - began
      })
      const [first = Number.NaN] = times
      return {
        work: `${name}, of ${TOKENS} stored tokens with ${figure(HOLDERS)} holders each`,
        ours: `${figure(median(times))} ms, the first ${figure(first)} ms`,
        peer: `limit: ${LIMIT_MS} ms`,
        ratio: LIMIT_MS / median(times),
        goal: '≥ 1',
        spread: [LIMIT_MS / Math.max(...times), LIMIT_MS / Math.min(...times)],
        rounds: ROUNDS,
      }
    })
  } finally {
    reader.close()
    temp.remove()
  }
}

const tokenAt = (at: number) => wallet(2 ** 40 + at)

function fill(db: WriteDb): void {
  const random = seeded(7)
  const figures = {
    bought: 10,
    sold: 5,
    native: { spent: 1, received: 2, realised: 1, unrealised: 0, left_out: 0 },
    usd: { spent: null, received: null, realised: null, unrealised: null, left_out: 0 },
  }
  for (let at = 0; at < TOKENS; at++) {
    const token = { network: 'eth' as const, address: tokenAt(at) }
    // Squaring makes some wallets hold many tokens.
    const holders = [...new Set(Array.from({ length: HOLDERS }, () => Math.floor(random() ** 2 * WALLETS)))]
    write(db, 'saveToken', sampleToken({ address: token.address, holderCount: holders.length }))
    write(db, 'saveBalances', {
      token,
      rows: holders.map((n, rank) => ({ address: wallet(n), raw: BigInt(rank + 1) * 10n ** 15n, verified: true })),
      replaceAll: true,
    })
    write(db, 'saveFunding', {
      network: 'eth',
      rows: holders
        .slice(0, 2_000)
        .map((n) => ({ wallet: wallet(n), funder: wallet(3_000_000 + (n % 5_000)), raw: 1n, tx: '0x1', block: 1, time: 1, reason: null })),
    })
    const wallets = holders.slice(0, CLUSTERED).map((n, rank) => ({
      address: wallet(n),
      roles: rank < EARLY ? (['sniper'] as const) : [],
      cluster: rank % 50,
      isService: false,
      firstTrade: 1,
      lastTrade: 2,
      figures: rank < EARLY ? figures : null,
    }))
    write(db, 'saveTokenRoles', { token, roles: { asOf: 1, block: 1, rules: '', unknown: [], wallets, deposits: [] } })
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
