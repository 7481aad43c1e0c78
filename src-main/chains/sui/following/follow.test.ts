import { afterEach, beforeEach, expect, test } from 'vitest'
import { idOf, SUI } from '../../../../e2e/fixtures/sui/ids.ts'
import { emptyPool } from '../../../../e2e/fixtures/sui/liquidity.ts'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import { playLaunch, type SuiScenario } from '../../../../e2e/fixtures/sui/scenario.ts'
import { openPool, swap } from '../../../../e2e/fixtures/sui/venues.ts'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { LiveBlocks } from '../../../../src-shared/domain/live-blocks.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { ChainAdapter } from '../../adapter.ts'
import { createSuiAdapter } from '../adapter.ts'
import { CHECKPOINTS_BETWEEN_LISTS } from './holder-lists.ts'

const WHOLE = 1_000_000_000n

let truth: SuiScenario
let node: SuiTestNode
let adapter: ChainAdapter
let coin: Address
let abort: AbortController
const never = (): AbortSignal => new AbortController().signal

beforeEach(async () => {
  truth = playLaunch(3)
  node = await startSuiNode(truth.ledger)
  adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
  coin = trustedAddress(truth.coin)
  abort = new AbortController()
})
afterEach(async () => {
  abort.abort()
  await adapter.close()
  await node.stop()
})

/** What following emits up to the last checkpoint of `play`, which begins once it is live. */
async function followed(play: () => void): Promise<Pick<LiveBlocks, 'pools' | 'trades' | 'transfers' | 'balances'>> {
  const { ledger } = truth
  const head = await adapter.head(never())
  const pools: LiveBlocks['pools'][number][] = []
  for await (const page of adapter.pools(coin, 0, head.number, never())) pools.push(...page.rows)
  const seen: LiveBlocks[] = []
  let last = Infinity
  for await (const update of adapter.follow({ token: coin, pools, from: head.number + 1 }, abort.signal)) {
    if (update.kind === 'state' && update.state === 'live' && last === Infinity) {
      play()
      ledger.execute({ sender: truth.creator })
      last = ledger.seal().sequence
    }
    if (update.kind !== 'blocks') continue
    seen.push(update)
    if (update.to >= last) break
  }
  return {
    pools: seen.flatMap((one) => one.pools),
    trades: seen.flatMap((one) => one.trades),
    transfers: seen.flatMap((one) => one.transfers),
    balances: [...new Map(seen.flatMap((one) => one.balances).map((holding) => [holding.address, holding])).values()],
  }
}

test('finds a pool that nobody who is watched opened, with its trades since its creation', async () => {
  const { ledger, exchange, strangers } = truth
  const { pools, trades, balances } = await followed(() => {
    ledger.execute({ sender: exchange }, (tx) => {
      tx.move(strangers[0] ?? '', exchange, coin, 1_000n * WHOLE)
    })
    ledger.seal()
    const pool = openPool(ledger, exchange, 'bluefin', coin, SUI, 1_000n * WHOLE, 5n * WHOLE)
    swap(ledger, { sender: exchange, route: [pool], coinIn: SUI, raw: WHOLE })
  })
  expect(pools.map(({ dex, createdBlock }) => [dex, createdBlock])).toEqual([['bluefin', ledger.head]])
  expect(trades.map(({ pool, signer }) => [pool, signer])).toEqual([[pools[0]?.address, exchange]])
  expect(balances.find(({ address }) => address === pools[0]?.address)?.raw).toBe(1_000n * WHOLE - (trades[0]?.tokenOut.raw ?? 0n))
})

test('reads the reserves of a pool that was emptied', async () => {
  const [pool] = truth.pools
  if (pool === undefined) throw new Error('the launch has no pool')
  const { balances } = await followed(() => {
    emptyPool(truth.ledger, truth.creator, pool)
  })
  expect(balances).toContainEqual({ address: pool.id, raw: 0n, verified: true })
})

test('adds coins inside an object to what the object holds', async () => {
  const { ledger, vault, creator, strangers } = truth
  const slot = ledger.objects().find(({ type, owner }) => type.includes('::vault::Slot') && owner.kind === 'object')?.id ?? ''
  const { balances, transfers } = await followed(() => {
    ledger.execute({ sender: creator }, (tx) => {
      tx.take(creator, coin, 7n * WHOLE)
      tx.give({ kind: 'object', address: slot }, coin, 7n * WHOLE)
    })
    ledger.execute({ sender: strangers[0] ?? '' }, (tx) => {
      tx.move(strangers[0] ?? '', vault, coin, 11n * WHOLE)
    })
  })
  expect(balances).toContainEqual({ address: vault, raw: (50_000_000n + 18n) * WHOLE, verified: true })
  expect(transfers.map(({ to, raw }) => [to, raw])).toEqual([
    [vault, 7n * WHOLE],
    [vault, 11n * WHOLE],
  ])
})

test('lists the holders again, because transfers between accounts that nobody watches are not announced', async () => {
  const { ledger, strangers, creator, holders } = truth
  const [giver = '', busy = ''] = strangers
  const [between, last] = [idOf('between'), idOf('last')]
  const whole = (who: string): bigint => ledger.balance(who, coin).coins + ledger.balance(who, coin).address
  const head = await adapter.head(never())
  await adapter.listHolders(coin, head, never())
  let listed: readonly Holding[] | undefined
  let isLive = false
  for await (const update of adapter.follow({ token: coin, pools: [], from: head.number + 1 }, abort.signal)) {
    if (update.kind === 'state' && update.state === 'live' && !isLive) {
      isLive = true
      ledger.execute({ sender: giver }, (tx) => tx.move(giver, between, coin, 1_000n * WHOLE))
      ledger.seal()
      ledger.execute({ sender: between }, (tx) => tx.move(between, last, coin, 400n * WHOLE))
      ledger.seal(CHECKPOINTS_BETWEEN_LISTS)
    } else if (update.kind === 'blocks') {
      listed = update.holders
      if (listed !== undefined) break
      // The last checkpoints of a quiet time come with the next transaction.
      if (update.to + 20 < ledger.head) continue
      // Goes on while the list is read: what changes after it counts.
      ledger.execute({ sender: busy }, (tx) => tx.move(busy, creator, coin, WHOLE))
      ledger.seal()
    }
  }
  const sums = new Map([...holders(), ...[between, last].map((who) => [who, whole(who)] as const)])
  expect(sums.get(last)).toBe(400n * WHOLE)
  expect(new Map(listed?.map(({ address, raw }) => [address, raw]))).toEqual(sums)
})

test('lists the holders first after a restart, which missed the same transfers', async () => {
  const { ledger, strangers } = truth
  const [giver = ''] = strangers
  const head = await adapter.head(never())
  ledger.execute({ sender: giver }, (tx) => tx.move(giver, idOf('between'), coin, 1_000n * WHOLE))
  ledger.execute({ sender: idOf('between') }, (tx) => tx.move(idOf('between'), idOf('last'), coin, 400n * WHOLE))
  ledger.seal(30)
  for await (const update of adapter.follow({ token: coin, pools: [], from: head.number + 1 }, abort.signal)) {
    if (update.kind !== 'blocks' || update.holders === undefined) continue
    expect(update.holders).toContainEqual({ address: idOf('last'), raw: 400n * WHOLE, verified: true })
    break
  }
  expect.hasAssertions()
})

test('keeps the balances it has if a list contradicts the accounts of the largest holders', async () => {
  const { ledger } = truth
  const head = await adapter.head(never())
  node.grpc.faults.halvesBalances = true
  let updates = 0
  for await (const update of adapter.follow({ token: coin, pools: [], from: head.number + 1 }, abort.signal)) {
    if (update.kind === 'state' && update.state === 'live' && updates === 0) ledger.seal(40)
    if (update.kind !== 'blocks') continue
    expect(update.holders).toBeUndefined()
    if (++updates === 2) break
  }
})
