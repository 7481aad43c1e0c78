import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { ChainAdapter } from '../../../chains/adapter.ts'
import type { Store } from '../../../store/interface.ts'
import { sampleToken, sampleTrade, sampleTransfer, tempStore, TOKEN, txHash, wallet, type TempStore } from '../../../store/testing/samples.ts'
import { openTestStore } from '../../../store/testing/test-store.ts'
import type { StageContext } from '../stage.ts'
import { readBuyerBalances, readSeenHolders } from './seen-holders.ts'

const [MAKER, CREATOR, KEEPER, SELLER, BUYER, RECEIVER] = [wallet(1), wallet(2), wallet(3), wallet(4), wallet(5), wallet(6)]
const HEAD = { number: 900, hash: txHash(900), time: 900 }
/** The balance of each wallet at the head. Only that of the seller, who has nothing left, is not above zero. */
const BALANCES = new Map([MAKER, CREATOR, KEEPER, BUYER, RECEIVER].map((address, n) => [address, BigInt(10 * (n + 1))]))

let temp: TempStore
let store: Store
let asked: Address[]
beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  asked = []
  await store.write.saveToken(sampleToken({ creator: CREATOR, holderCount: 7 }))
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

function context(): StageContext {
  const adapter = {
    balances: (_token: Address, wallets: readonly Address[], at: unknown) => {
      expect(at).toEqual(HEAD)
      asked.push(...wallets)
      return Promise.resolve(wallets.map((address) => ({ address, raw: BALANCES.get(address) ?? 0n })))
    },
    accountKinds: (addresses: readonly Address[]) =>
      Promise.resolve(new Map(addresses.map((address) => [address, address === KEEPER ? 'contract' : 'wallet']))),
    nativeBalances: (addresses: readonly Address[]) => Promise.resolve(addresses.map((address) => ({ address, raw: 1n }))),
  } as unknown as ChainAdapter
  const context = { store, adapter, token: TOKEN, head: HEAD, signal: new AbortController().signal }
  return { ...context, options: { depth: 10, sinceBlock: null }, progress: () => undefined } as unknown as StageContext
}
const holders = async () => (await store.read.holders({ token: TOKEN, limit: 10 })).map(({ address, raw }) => [address, raw])

async function storeSample(): Promise<void> {
  const rows = [KEEPER, SELLER].map((to, n) =>
    sampleTransfer({ from: MAKER, to, position: { block: 100 + n, tx: 0, event: 0 }, tx: txHash(100 + n), raw: 500n }),
  )
  await store.write.replaceTransfers({ token: TOKEN, rows, covers: { from: 100, to: 110 }, whole: true })
}

it('holders are who appears in the stored transfers and the creator, with what they have now, and their number is unknown', async () => {
  await storeSample()
  await readSeenHolders(context())
  expect(asked.toSorted()).toEqual([MAKER, CREATOR, KEEPER, SELLER])
  expect(await holders()).toEqual([
    [KEEPER, 30n],
    [CREATOR, 20n],
    [MAKER, 10n],
  ])
  expect((await store.read.token(TOKEN))?.holderCount).toBeNull()
  const kinds = await store.read.accounts({ network: TOKEN.network, addresses: [KEEPER, MAKER] })
  expect(Object.fromEntries(kinds.map(({ address, kind }) => [address, kind]))).toEqual({ [KEEPER]: 'contract', [MAKER]: 'wallet' })
})

it('buyers are added to them, each by who got the tokens, and sellers are not', async () => {
  await storeSample()
  await readSeenHolders(context())
  asked = []
  const [paid, bought] = [sampleTrade().tokenIn, sampleTrade().tokenOut]
  const trade = (n: number, changes: Partial<ReturnType<typeof sampleTrade>>) =>
    sampleTrade({ tx: txHash(n), position: { block: n, tx: 0, event: 0 }, tokenIn: paid, tokenOut: { ...bought, token: TOKEN.address }, ...changes })
  const rows = [
    trade(200, { signer: BUYER, receiver: null }),
    trade(201, { signer: BUYER, receiver: RECEIVER }),
    trade(202, { signer: SELLER, receiver: SELLER, tokenIn: { ...bought, token: TOKEN.address }, tokenOut: paid }),
  ]
  await store.write.saveTrades({ network: TOKEN.network, rows, token: TOKEN, covers: { from: 200, to: 202 } })
  await readBuyerBalances(context())
  expect(asked).toEqual([BUYER, RECEIVER])
  expect((await holders()).map(([address]) => address)).toEqual([RECEIVER, BUYER, KEEPER, CREATOR, MAKER])
})
