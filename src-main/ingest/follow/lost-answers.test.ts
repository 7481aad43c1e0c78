import { expect, test, vi } from 'vitest'
import type { ChainAdapter, LiveUpdate } from '../../chains/adapter.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { storeUnavailable } from '../../lib/store-faults.ts'
import { FakeJobs } from '../../server/testing/fakes.ts'
import { sampleToken, sampleTrade, tempStore, TOKEN, txHash } from '../../store/testing/samples.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { createAdapters } from '../adapters.ts'
import { quietEngine } from '../testing/quiet-engine.ts'
import { createFollow } from './follow.ts'

const block = (from: number): LiveUpdate => ({
  ...{ kind: 'blocks', from, to: from, time: from, supply: null, transfers: [], pools: [], balances: [] },
  trades: [sampleTrade({ position: { block: from, tx: 0, event: 9 }, tx: txHash(from) })],
})

test('a followed token emits what was stored and reverted although the store did not answer', async () => {
  const temp = tempStore()
  const store = await openTestStore(temp.path)
  await store.write.saveToken(sampleToken({ asOfBlock: 900, holderCount: 1 }))
  const lost = new Set<keyof typeof store.write>()
  const write = new Proxy(store.write, {
    get: (writes, name: keyof typeof store.write) =>
      lost.delete(name)
        ? async (...args: unknown[]) => {
            await (writes[name] as (...given: unknown[]) => Promise<unknown>)(...args)
            throw storeUnavailable('The server ended the connection; try again.', {}, null)
          }
        : writes[name],
  })
  let sessions = 0
  const adapter = {
    async *follow(_args: unknown, signal: AbortSignal): AsyncIterable<LiveUpdate> {
      sessions += 1
      if (sessions === 1) yield block(901)
      if (sessions === 1) lost.add('saveBlocks')
      if (sessions === 1) yield block(902)
      if (sessions === 2) lost.add('rollBackBlocks')
      if (sessions === 2) yield { kind: 'withdrawn', from: 902 }
      yield { kind: 'state', state: 'live', behind: 0, message: null }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    },
    accountKinds: async () => new Map(),
    close: async () => undefined,
  } as unknown as ChainAdapter
  const jobs = new FakeJobs()
  const engine = quietEngine()
  const adapters = createAdapters({ sources: { eth: ['http://127.0.0.1:1'] }, openAdapter: () => adapter })
  const tools = { bus: jobs.bus, engine, jobs, adapters, clock: systemClock, logger: silentLogger }
  const follow = createFollow({ ...tools, store: { ...store, write }, depth: 500, retry: { firstMs: 10 } })
  const emitted: string[] = []
  jobs.bus.subscribe('trades', (_token, { kind, trades }) => emitted.push(...trades.map(({ tx }) => `${kind} ${tx}`)))
  const recomputed = vi.spyOn(engine, 'factsChanged')

  await follow.set(TOKEN, true)
  await vi.waitFor(() => expect(follow.state(TOKEN).state).toBe('live'), { timeout: 10_000 })
  expect(sessions).toBe(3)
  expect(emitted).toEqual([`stored ${txHash(901)}`, `stored ${txHash(902)}`, `reverted ${txHash(902)}`])
  expect(follow.state(TOKEN)).toMatchObject({ last_block: 901, withdrawn: { from: 902 } })
  expect(recomputed).toHaveBeenCalledTimes(3)

  await follow.close()
  await store.close()
  temp.remove()
})
