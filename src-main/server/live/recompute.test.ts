import { expect, it } from 'vitest'
import { STREAMS, type StreamName } from '../../../src-shared/contract/streams.ts'
import type { Engine } from '../../engine/interface.ts'
import { storyEngine } from '../testing/engine.ts'
import { startRunning } from '../testing/running.ts'
import { openSocket } from '../testing/frame-socket.ts'
import { SOL, storyHoldings } from '../testing/story.ts'

/** On the real store and engine: a balance changes, the records are recomputed, and subscribers receive them. */
it('a changed balance reaches every stream it changes, with the figures REST answers', async () => {
  let engine: Engine | null = null
  const running = await startRunning({ engine: async (store, clock) => (engine = await storyEngine(store, clock)) })
  const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader })
  const streams = ['dex_metrics', 'clusters', 'insiders', 'bundlers', 'snipers'] as const satisfies readonly StreamName[]
  const { token } = SOL
  socket.send({ op: 'subscribe', subs: streams.map((stream) => ({ network: token.network, address: token.address, stream })) })
  const atFirst = await socket.until((frame) => frame['stream'] === 'snipers')
  for (const frame of atFirst.filter(({ op }) => op === 'event')) STREAMS[frame['stream'] as StreamName].data.parse(frame['data'])
  expect(atFirst.filter(({ op }) => op === 'event').map(({ stream }) => stream)).toEqual(streams)

  // The creator sells half of a tenth into the pool.
  const rows = storyHoldings(SOL).map((row) => (row.address === SOL.creator ? { ...row, raw: row.raw / 2n } : row))
  await running.store.write.saveBalances({ token, rows, replaceAll: true })
  ;(engine as Engine | null)?.factsChanged(token)
  const changed = await socket.until((frame) => frame['stream'] === 'insiders')
  expect(changed.at(-1)?.['data']).toMatchObject({ dev_pct: 5 })
  const overview = (await (await running.call(`/dex-metrics/v1/sol/${token.address}`)).json()) as Record<string, number>
  expect(changed.find(({ stream }) => stream === 'dex_metrics')?.['data']).toMatchObject(overview)
  expect((await socket.settled()).map(({ stream }) => stream)).not.toContain('bundlers')
  await running.stop()
})
