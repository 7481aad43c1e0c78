import { afterAll, beforeAll, expect, it } from 'vitest'
import { storyEngine } from '../testing/engine.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL } from '../testing/story.ts'

let running: Running
beforeAll(async () => {
  running = await startRunning({ engine: storyEngine })
})
afterAll(() => running.stop())

it('names an address that is on two lists alike on every route, whichever list was stored first', async () => {
  const [address = SOL.creator] = SOL.buyers
  const { token } = SOL
  for (const source of ['b', 'a']) {
    const row = { address, name: `Named by ${source}`, tags: ['team'], category: null, linkPolicy: 'own', source } as const
    await running.store.write.saveLabels({ network: token.network, source: source === 'b' ? 'first' : 'second', rows: [row] })
  }
  interface Named {
    readonly address: string
    readonly label: string | null
  }
  const read = async <T>(path: string): Promise<T> => (await (await running.call(path)).json()) as T
  const { holders } = await read<{ holders: Named[] }>(`/local/v1/sol/${token.address}/holders`)
  const listed = await read<Named[]>(`/labels/v1/sol/${address}`)
  const across = await read<Named>(`/local/v1/wallets/sol/${address}`)
  const names = [...holders.filter((holder) => holder.address === address), ...listed, across].map(({ label }) => label)
  expect(names).toEqual(['Named by a', 'Named by a', 'Named by a'])
})
