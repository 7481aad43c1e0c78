import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Address } from '../../../src-shared/domain/address.ts'
import type { ChainAdapter, FirstFunding } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Store } from '../../store/interface.ts'
import { sampleToken, tempStore, TOKEN, wallet, type TempStore } from '../../store/testing/samples.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { NewWallets } from './new-wallets.ts'

/* A fake adapter answers. Real nodes are followed in e2e/checks/following. */

const A_MINUTE = 60_000
const FUNDER = wallet(0xf0)

let temp: TempStore
let store: Store
let now: number
/** Wallets whose first funders were requested, in order. */
let searched: Address[]
let answer: (wallet: Address) => Promise<FirstFunding>
/** Wallets without native coins. */
let coinless: Set<Address>
let faults: unknown[]
let newWallets: NewWallets

const funded = (address: Address): Promise<FirstFunding> => {
  const isFunder = address === FUNDER
  const funding = { wallet: address, funder: isFunder ? null : FUNDER, block: 800, time: 1_700_050_000, raw: 1n, tx: null, proof: 'birth' }
  return Promise.resolve({ funding, transfer: null } as unknown as FirstFunding)
}
const adapter = {
  holderSource: 'replayed',
  accountKinds: (addresses: readonly Address[]) => Promise.resolve(new Map(addresses.map((address) => [address, 'wallet']))),
  nativeBalances: (addresses: readonly Address[]) => Promise.resolve(addresses.map((address) => ({ address, raw: coinless.has(address) ? 0n : 5n }))),
  firstFunding: (address: Address) => {
    searched.push(address)
    return answer(address)
  },
  payments: () => Promise.resolve({ rows: [], complete: true, inspected: 0, means: 'old state' }),
  activity: (address: Address) => Promise.resolve({ address, transactions: 1, days: 1 }),
} as unknown as ChainAdapter

const hold = (...holders: readonly Address[]): Promise<void> =>
  store.write.saveBalances({ token: TOKEN, rows: holders.map((address) => ({ address, raw: 9n, verified: true })), replaceAll: true })
/** Runs a pass to its end. */
async function pass(): Promise<void> {
  newWallets.startPass()
  await newWallets.ended()
}
const fundersOf = async (...wallets: readonly Address[]): Promise<(Address | null)[]> =>
  (await store.read.funding({ network: 'eth', wallets })).map(({ funder }) => funder)

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  await store.write.saveToken(sampleToken({ holderCount: 1, creator: null }))
  ;[now, searched, coinless, faults, answer] = [0, [], new Set(), [], funded]
  const onFault = (error: unknown): void => void faults.push(error)
  const options = { depth: 100, sinceBlock: null }
  newWallets = new NewWallets({ store, adapter, token: TOKEN, options, clock: { now: () => now, monotonic: () => now }, onRead: vi.fn(), onFault })
})
afterEach(async () => {
  await newWallets.stop()
  await store.close()
  temp.remove()
})

it('reads the first funders of new holders, and of these funders', async () => {
  await hold(wallet(1), wallet(2))
  await pass()
  expect(faults).toEqual([])
  expect(await fundersOf(wallet(1), wallet(2), FUNDER)).toEqual([FUNDER, FUNDER, null])
  expect(await store.read.nativeBalances({ network: 'eth', addresses: [wallet(1)] })).toMatchObject([{ raw: 5n }])
})

it('waits a minute between passes, and requests each wallet once', async () => {
  await hold(wallet(1))
  await pass()
  await hold(wallet(1), wallet(2))
  await pass()
  expect(await fundersOf(wallet(2))).toEqual([])
  now = A_MINUTE
  await pass()
  expect(searched).toEqual([wallet(1), FUNDER, wallet(2)])
})

it('requests a wallet again when it has its first coins', async () => {
  await hold(wallet(1))
  coinless.add(wallet(1))
  const unpaid = { wallet: wallet(1), funder: null, block: null, time: null, raw: null, tx: null, reason: 'The wallet never held the native coin.' }
  answer = () => Promise.resolve({ funding: unpaid, transfer: null } as unknown as FirstFunding)
  for (const minute of [0, 1]) {
    now = minute * A_MINUTE
    await pass()
  }
  expect([searched, faults]).toEqual([[wallet(1)], []])
  coinless.clear()
  answer = funded
  for (const minute of [2, 3]) {
    now = minute * A_MINUTE
    await pass()
  }
  expect([searched, faults]).toEqual([[wallet(1), wallet(1), FUNDER], []])
  expect(await fundersOf(wallet(1))).toEqual([FUNDER])
  expect(await store.read.nativeBalances({ network: 'eth', addresses: [wallet(1)] })).toMatchObject([{ raw: 5n }])
})

it('reads at most 50 wallets in a pass, and the others later', async () => {
  await hold(...Array.from({ length: 60 }, (_, n) => wallet(n + 1)))
  await pass()
  expect(new Set(searched).size).toBe(51)
  now = A_MINUTE
  await pass()
  expect(new Set(searched).size).toBe(61)
})

it('tries again after a fault', async () => {
  await hold(wallet(1))
  answer = () => Promise.reject(new AppError('source_unavailable', { message: 'The endpoint does not answer.' }))
  await pass()
  expect(faults).toHaveLength(1)
  answer = funded
  now = A_MINUTE
  await pass()
  expect(await fundersOf(wallet(1))).toEqual([FUNDER])
})

it('searches no first funders without old state', async () => {
  answer = () => Promise.reject(new AppError('source_unavailable', { message: 'No old state.', facts: { kind: 'no_state' } }))
  await hold(wallet(1))
  await pass()
  await hold(wallet(1), wallet(2))
  now = A_MINUTE
  await pass()
  expect([searched, faults]).toEqual([[wallet(1)], []])
  expect(await store.read.nativeBalances({ network: 'eth', addresses: [wallet(2)] })).toHaveLength(1)
})

it('writes nothing after it was stopped', async () => {
  const { promise, resolve } = Promise.withResolvers<FirstFunding>()
  answer = () => promise
  await hold(wallet(1))
  newWallets.startPass()
  await vi.waitFor(() => expect(searched).toEqual([wallet(1)]))
  const stopped = newWallets.stop()
  resolve(await funded(wallet(1)))
  await stopped
  const before = (await store.read.token(TOKEN))?.revision
  await new Promise((done) => setImmediate(done))
  expect((await store.read.token(TOKEN))?.revision).toBe(before)
})
