import { bcs } from '@mysten/sui/bcs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishCoin, fund } from '../../../../e2e/fixtures/sui/coins.ts'
import { idOf, SUI } from '../../../../e2e/fixtures/sui/ids.ts'
import { Ledger } from '../../../../e2e/fixtures/sui/ledger.ts'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import { openPool, swapThrough } from '../../../../e2e/fixtures/sui/venues.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool, Trade } from '../../../../src-shared/domain/events.ts'
import type { ChainAdapter, Page } from '../../adapter.ts'
import { createSuiAdapter } from '../adapter.ts'

/** The memez contracts emit `memez_events_wrapper::Event<memez_events::Pump>`, and the ledger's filters match that type. */

const LATEST = '0x779829966a2e8642c310bed79e6ba603e5acd3c31b25d7d4511e2c9303d6e3ef'
const FIRST = '0x22804e0f2d5fd6aa41847469c05dec3abfc3a3482483a02db795e951e2396872'
const CETUS_SWAP = '0x1eabed72c53feb3805120a081dc15963c204dc8d091542592abaf7a35689b2fb::pool::SwapEvent'
const signal = new AbortController().signal
const WHOLE = 1_000_000_000n
const [creator, buyer] = [idOf('person creator'), idOf('person buyer')]
const { Address, string, u64 } = bcs

const wrapped = (pack: string, name: string): string => `${pack}::memez_events_wrapper::Event<${pack}::memez_events::${name}>`
const coins = { meme: string(), quote: string() }
const amounts = { quote_amount_in: u64(), meme_amount_out: u64() }
const eventsOf = (pack: string) =>
  pack === FIRST
    ? {
        New: bcs.struct('New', { memez_fun: Address, inner_state: Address, ...coins }),
        Pump: bcs.struct('Pump', { memez_fun: Address, ...coins, ...amounts }),
      }
    : {
        New: bcs.struct('New', { memez_fun: Address, public_key: bcs.byteVector(), inner_state: Address, dev: Address, ...coins }),
        Pump: bcs.struct('Pump', { memez_fun: Address, inner_state: Address, ...coins, ...amounts }),
      }

async function rowsOf<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page.rows)
  return rows
}

describe('events inside a wrapper', () => {
  let ledger: Ledger
  let node: SuiTestNode
  let adapter: ChainAdapter

  beforeAll(async () => {
    ledger = new Ledger()
    fund(ledger, [creator, buyer], 1_000_000n * WHOLE)
    ledger.seal(2)
    node = await startSuiNode(ledger)
    adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
  })
  afterAll(async () => {
    await adapter.close()
    await node.stop()
  })

  const publish = (module: string): string => {
    const facts = { publisher: creator, module, name: module, symbol: module, decimals: 9, supply: 1_000_000n * WHOLE }
    const { coin } = publishCoin(ledger, facts)
    ledger.seal()
    return coin
  }
  async function read(coin: string): Promise<{ pools: Pool[]; trades: Trade[] }> {
    const { number } = await adapter.head(signal)
    const pools = await rowsOf(adapter.pools(trustedAddress(coin), 0, number, signal))
    return { pools, trades: await rowsOf(adapter.trades(pools, 0, number, signal)) }
  }

  it.each([LATEST, FIRST])('of a launchpad are found: its curve, and the buys on it (%s)', async (pack) => {
    const coin = publish(`wrapped${pack.slice(2, 6)}`)
    const curve = idOf(`curve ${pack}`)
    const names = { meme: coin.slice(2), quote: SUI.slice(2) }
    const touch = { id: curve, type: `${pack}::memez_fun::MemezFun<${pack}::memez_pump::Pump,${coin},${SUI}>`, owner: { kind: 'shared' } } as const
    ledger.execute({ sender: creator }, (tx) => {
      tx.take(creator, coin, 900_000n * WHOLE)
      tx.write(touch)
      const event = { memez_fun: curve, public_key: [], inner_state: idOf('state'), dev: creator, ...names }
      tx.emit(wrapped(pack, 'New'), eventsOf(pack).New.serialize(event).toBytes())
    })
    const bought = ledger.execute({ sender: buyer }, (tx) => {
      tx.take(buyer, SUI, 9n * WHOLE)
      tx.give(buyer, coin, 100n * WHOLE)
      tx.write(touch)
      const event = { memez_fun: curve, inner_state: idOf('state'), ...names, quote_amount_in: 9n * WHOLE, meme_amount_out: 100n * WHOLE }
      tx.emit(wrapped(pack, 'Pump'), eventsOf(pack).Pump.serialize(event).toBytes())
    })
    ledger.seal(2)
    const { pools, trades } = await read(coin)
    expect(pools.map(({ address, dex }) => [address, dex])).toEqual([[curve, 'memez.fun']])
    expect(trades).toMatchObject([
      {
        tx: bought.digest,
        pool: curve,
        receiver: buyer,
        confidence: 'sure',
        tokenIn: { raw: 9n * WHOLE },
        tokenOut: { token: coin, raw: 100n * WHOLE },
      },
    ])
  })

  it('of a stranger’s package are not swaps of the exchange that its type argument names', async () => {
    const coin = publish('forged')
    const pool = openPool(ledger, creator, 'cetus', coin, SUI, 1_000n * WHOLE, 1_000n * WHOLE)
    ledger.execute({ sender: buyer }, (tx) => {
      tx.take(buyer, SUI, WHOLE)
      tx.give(buyer, coin, swapThrough(tx, pool, SUI, WHOLE, buyer))
      const { contents = new Uint8Array() } = tx.events[0] ?? {}
      tx.emit(`${idOf('a stranger’s package')}::fake::Event<${CETUS_SWAP}>`, contents)
    })
    ledger.seal(2)
    expect((await read(coin)).trades).toHaveLength(1)
  })
})
