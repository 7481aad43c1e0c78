import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { Engine } from '../../engine/interface.ts'
import { openSocket, type Frame, type FrameSocket } from '../testing/frame-socket.ts'
import { storyEngine } from '../testing/engine.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { ETH, storyToken } from '../testing/story.ts'

/** Over the wire, on the real store and engine: the clusters route and the clusters stream agree for any token, except for the supply. */

let engine: Engine
let running: Running
beforeAll(async () => {
  running = await startRunning({ engine: async (store, clock) => (engine = await storyEngine(store, clock)) })
})
afterAll(() => running.stop())

const address = (n: number): Address => trustedAddress(`0x${n.toString(16).padStart(40, '0')}`)
const WALLETS = 16
const FIRST_FUNDER = 1_000
const person = fc.integer({ min: 0, max: WALLETS - 1 })
/** What each person holds, in hundredths of a percent, and who funded whom first. */
const state = fc.record({
  holds: fc.array(fc.bigInt({ min: 0n, max: 500n }), { minLength: WALLETS, maxLength: WALLETS }),
  funded: fc.uniqueArray(fc.record({ wallet: person, funder: fc.integer({ min: 0, max: 4 }), hours: fc.integer({ min: 0, max: 400 }) }), {
    selector: ({ wallet }) => wallet,
    minLength: 4,
    maxLength: WALLETS,
  }),
})
type State = typeof state extends fc.Arbitrary<infer S> ? S : never

let tokens = 0

async function store({ holds, funded }: State, token: Address): Promise<void> {
  const first = 10_000 * tokens
  const info = { ...storyToken(ETH), address: token, createdTx: null, createdBlock: null, holderCount: null }
  const rows = holds.map((raw, n) => ({ address: address(first + n), raw: (raw * info.totalSupply) / 10_000n, verified: true }))
  await running.store.write.saveToken(info)
  await running.store.write.saveBalances({ token: info, rows, replaceAll: true })
  await running.store.write.saveFunding({
    network: 'eth',
    rows: funded.map(({ wallet, funder, hours }) => ({
      wallet: address(first + wallet),
      funder: address(first + FIRST_FUNDER + funder),
      raw: 10n ** 17n,
      tx: `0x${(first + wallet).toString(16).padStart(64, '0')}`,
      block: 900,
      time: info.asOf - 2_000_000 + hours * 3600,
      reason: null,
    })),
  })
}

async function expectSame(token: Address, frame: Frame | undefined): Promise<number> {
  const answer = (await (await running.call(`/dex-metrics/v1/eth/${token}/clusters`)).json()) as { clusters: unknown[] }
  const { total_supply: supply, ...streamed } = frame?.['data'] as Record<string, unknown>
  expect(streamed).toEqual(answer)
  expect(supply).toBe(1e9)
  return answer.clusters.length
}

const lastEvent = async (socket: FrameSocket): Promise<Frame | undefined> => (await socket.until(({ op }) => op === 'event')).at(-1)

it('the clusters stream sends what the route answers, immediately and after a change', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(state, state, async (begun, later) => {
      const token = address(0xabc_000_000 + ++tokens)
      await store(begun, token)
      const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader })
      try {
        socket.send({ op: 'subscribe', network: 'eth', address: token, stream: 'clusters' })
        const before = await lastEvent(socket)
        found += await expectSame(token, before)
        await store(later, token)
        engine.factsChanged({ network: 'eth', address: token })
        const after = await running.call(`/dex-metrics/v1/eth/${token}/clusters`)
        const { total_supply: _, ...sent } = before?.['data'] as Record<string, unknown>
        // Where nothing changed for the clusters, nothing is sent.
        if (JSON.stringify(await after.json()) !== JSON.stringify(sent)) found += await expectSame(token, await lastEvent(socket))
      } finally {
        await socket.close()
      }
    }),
    { numRuns: 10 },
  )
  expect(found).toBeGreaterThan(0)
})
