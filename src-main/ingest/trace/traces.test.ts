import { fileURLToPath } from 'node:url'
import { parseEther, type Address as Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../e2e/fixtures/anvil/chain.ts'
import { openProxy, type CountingProxy } from '../../../e2e/fixtures/anvil/proxy.ts'
import { ownArtifact } from '../../../e2e/fixtures/anvil/uniswap.ts'
import type { TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { createEngine } from '../../engine/engine.ts'
import type { Engine } from '../../engine/interface.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createAdapters } from '../adapters.ts'
import { withOwnReads, type OwnReads } from '../testing/own-reads.ts'
import { createTraces, type TraceRequest, type Traces } from './traces.ts'

const missing = anvilMissing()
const RESOURCES = fileURLToPath(new URL('../../../resources', import.meta.url))
const NAMES = ['root', 'pass', 'left', 'right', 'exchange', 'stranger', 'end', 'rest'] as const
type Name = (typeof NAMES)[number]
const wallet = (name: Name) => trustedAddress(addressOf(account(name)))
const nameOf = (address: string): string => NAMES.find((name) => wallet(name) === address) ?? address

/**
 * Root pays a pass-through wallet, which splits the money. One half goes to an exchange through another wallet. The other half mixes with a
 * stranger's money and continues, and a part of it returns to the root.
 */
async function play(pay: (from: Name, to: Name, amount: string) => Promise<unknown>): Promise<void> {
  await pay('root', 'pass', '10')
  await pay('pass', 'left', '4')
  await pay('pass', 'right', '5')
  await pay('left', 'exchange', '3')
  await pay('stranger', 'right', '5')
  await pay('right', 'end', '4')
  await pay('end', 'root', '1')
  await pay('exchange', 'rest', '2')
}

describe.skipIf(missing !== null)(`traces on a node ${missing ?? ''}`, () => {
  let anvil: Anvil
  let proxy: CountingProxy
  let token: Contract
  let disperse: Contract
  let since: number

  beforeAll(async () => {
    anvil = await spawnAnvil()
    const chain: DevChain = await openDevChain(anvil.url)
    await chain.setBalance(wallet('root') as unknown as Hex, parseEther('1000'))
    await chain.setBalance(wallet('stranger') as unknown as Hex, parseEther('1000'))
    token = await chain.deploy(account('root'), ownArtifact('LaunchToken'), ['Traced', 'TRC', parseEther('1000')])
    await chain.call(account('root'), token, 'transfer', [wallet('stranger'), parseEther('100')])
    disperse = await chain.deploy(account('stranger'), ownArtifact('Disperse'), [])
    since = chain.now() + 1
    await play((from, to, amount) => chain.send(account(from), wallet(to) as unknown as Hex, { value: parseEther(amount) }))
    await play((from, to, amount) => chain.call(account(from), token, 'transfer', [wallet(to), parseEther(amount)]))
    await chain.setBalance(addressOf(account('spreader')), parseEther('1000'))
    await chain.call(account('spreader'), disperse, 'pay', [[addressOf(account('spread'))], parseEther('3')], parseEther('3'))
    await chain.rpc('anvil_mine', ['0x200', '0xc'])
    proxy = await openProxy(anvil.url)
  })
  afterAll(async () => {
    await proxy.close()
    await anvil.stop()
  })

  const open = (reads: OwnReads, engine: Engine, url: string): Traces => {
    const adapters = reads.closing(createAdapters({ sources: { eth: [url] } }))
    return reads.closing(createTraces({ store: reads.store, engine, adapters, clock: systemClock, logger: silentLogger }))
  }
  async function withTraces(run: (traces: Traces, reads: OwnReads, engine: Engine) => Promise<void>): Promise<void> {
    await withOwnReads('eth', async (reads) => {
      const { store, closing, jobsOn } = reads
      const jobs = jobsOn(anvil.url)
      const job = await jobs.start({ network: 'eth', address: trustedAddress(token.address) }, { depth: 500, sinceBlock: null })
      await jobs.ended(job.id)
      const [tags, linkPolicy, source] = [['exchange'] as const, 'hub' as const, 'test']
      const exchange = { address: wallet('exchange'), name: 'Some Exchange', tags, category: null, linkPolicy, source }
      await store.write.saveLabels({ network: 'eth', source, rows: [exchange] })
      const engine = closing(await createEngine({ store, clock: systemClock, logger: silentLogger, resourcesDir: RESOURCES, ruleChanges: {} }))
      await run(open(reads, engine, proxy.url), reads, engine)
    })
  }
  const request = (more: Partial<TraceRequest> = {}): TraceRequest => ({
    ...{ network: 'eth', wallet: wallet('root'), coin: null, direction: 'out', since },
    ...more,
  })
  const endOf = async (traces: Traces, more?: Partial<TraceRequest>): Promise<TraceRecord> => traces.ended((await traces.start(request(more))).id)
  const paid = ({ payments }: TraceRecord) =>
    Object.fromEntries(payments.map(({ from, to, fifo, proportional }) => [`${nameOf(from)} ${nameOf(to)}`, [fifo, proportional]]))

  it.each([
    ['the native coin', null],
    ['a token', 'token'],
  ])('follow %s through splits and merges to an exchange', (_what, coin) =>
    withTraces(async (traces) => {
      const trace = await endOf(traces, { coin: coin === null ? null : trustedAddress(token.address), hops: 4 })
      expect(trace).toMatchObject({ state: 'done', error: null, traced: 10, wallets_waiting: 0 })
      const carried = paid(trace)
      expect(carried).toMatchObject({
        'root pass': [10, 10],
        'pass left': [4, 4],
        'pass right': [5, 5],
        'left exchange': [3, 3],
        'right end': [4, coin === null ? expect.closeTo(2, 3) : 2],
      })
      expect(carried['end root']?.[0]).toBe(1)
      expect(carried['end root']?.[1]).toBeCloseTo(0.5, 3)
      expect(carried).not.toHaveProperty('exchange rest')
      const stops = Object.fromEntries(trace.wallets.map(({ address, stop, read }) => [nameOf(address), stop ?? read]))
      expect(stops).toEqual({ root: true, pass: true, left: true, right: true, exchange: 'service', end: true })
      expect(trace.wallets.filter(({ at_most }) => at_most)).toEqual([])
      const ways = trace.exchanges.map(({ label, shortest, most_valued }) => [label, shortest.wallets.map(nameOf), most_valued.fifo])
      expect(ways).toEqual([['Some Exchange', ['root', 'pass', 'left', 'exchange'], 3]])
    }),
  )

  it('goes back to where money came from', () =>
    withTraces(async (traces) => {
      const trace = await endOf(traces, { wallet: wallet('end'), direction: 'in', coin: trustedAddress(token.address) })
      expect(paid(trace)).toEqual({ 'right end': [4, 4], 'pass right': [4, 2], 'root pass': [4, 2], 'stranger right': [0, 2] })
    }))

  it('asks nothing twice, but for the newest blocks and balances', () =>
    withTraces(async (traces) => {
      const coin = trustedAddress(token.address)
      await endOf(traces, { coin, hops: 2 })
      const until = (await traces.list())[0]?.until ?? 0
      const before = proxy.logQueries.length
      const again = await endOf(traces, { coin, hops: 2, until: until - 4_000 })
      expect(again.state).toBe('done')
      expect(proxy.logQueries.slice(before)).toEqual([])
    }))

  it('stops at its budget, and goes on when resumed', () =>
    withTraces(async (traces) => {
      const coin = trustedAddress(token.address)
      const short = await endOf(traces, { coin, calls: 1 })
      expect(short).toMatchObject({ state: 'done', out_of_calls: true, wallets_waiting: 1 })
      let trace = short
      for (let i = 0; i < 10 && trace.out_of_calls; i++) trace = await traces.ended((await traces.resume(short.id)).id)
      expect(trace).toMatchObject({ id: short.id, state: 'done', out_of_calls: false, wallets_waiting: 0 })
      expect(paid(trace)['left exchange']).toEqual([3, 3])
    }))

  it('an interrupted one that is cancelled does not go on with the next start', () =>
    withTraces(async (traces, reads, engine) => {
      const { id } = await traces.start(request())
      await traces.close()
      const next = open(reads, engine, anvil.url)
      expect(await next.get(id)).toMatchObject({ state: 'interrupted' })
      expect(await next.cancel(id)).toMatchObject({ state: 'cancelled' })
      await next.resumeInterrupted()
      expect(await next.ended(id)).toMatchObject({ state: 'cancelled' })
    }))

  it('marks what an endpoint without traces cannot tell, and reads it again where another one can', () =>
    withTraces(async (traces, reads, engine) => {
      const poor = await openProxy(anvil.url, { without: ['trace_filter', 'trace_block', 'debug_traceBlockByNumber'] })
      const spreader = { wallet: trustedAddress(addressOf(account('spreader'))) }
      const marked = await endOf(open(reads, engine, poor.url), spreader)
      expect(marked.wallets[0]).toMatchObject({ read: true, at_most: true, note: expect.stringMatching(/no traces/) as string })
      expect(marked.wallets[1]).toMatchObject({ address: disperse.address, stop: 'contract', arrived: { fifo: 3 } })
      await poor.close()
      const whole = await endOf(traces, spreader)
      expect(whole.wallets[0]).toMatchObject({ read: true, at_most: false, note: null })
      expect(whole.wallets[1]).toMatchObject({ address: addressOf(account('spread')), stop: null, arrived: { fifo: 3 } })
    }))
})
