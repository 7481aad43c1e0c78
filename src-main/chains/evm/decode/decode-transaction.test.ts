import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isNetworkId } from '../../../../src-shared/networks.ts'
import type { ChainEvent, Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import { decodeEvmTransaction } from './decode-transaction.ts'
import expected from '../fixtures/expected.json' with { type: 'json' }
import reportedLegsFile from '../fixtures/reported-legs.json' with { type: 'json' }

interface Expected {
  readonly network: string
  readonly hash: string
  readonly file: string
  readonly folder: string
  readonly signer: string
  readonly success: boolean
  readonly legs: readonly ExpectedLeg[]
  /** Number of ERC-20 transfers in the transaction. */
  readonly erc20_transfers: number
  /** Plain sum of the signer's ERC-20 transfers by token, in raw units; tokens that sum to zero are left out. */
  readonly signer_erc20_net_raw: Readonly<Record<string, string>>
  readonly transfers?: readonly { token: string; from: string; to: string; amount_raw: string; log_index: number }[]
}
interface ExpectedLeg {
  readonly log_index: number
  /** Null for an exchange without a pool. */
  readonly pool: string | null
  readonly token_in?: { token: string; amount_raw: string } | null
  readonly token_out?: { token: string; amount_raw: string } | null
  readonly sure: boolean
}

/** Legs of venues whose events report the amounts; derived separately (see README.md in the fixtures). */
const reportedLegs: Readonly<Record<string, readonly ExpectedLeg[]>> = reportedLegsFile
const entries = (expected as unknown as readonly Expected[]).map((entry) => ({
  ...entry,
  legs: [...entry.legs, ...(reportedLegs[entry.hash] ?? [])].sort((a, b) => a.log_index - b.log_index),
}))

describe.each(entries)('$network $folder $file', (entry) => {
  const events = decode(entry)
  const trades = events.filter((event): event is Trade => event.kind === 'trade')

  test('decodes every sure leg exactly once', () => {
    const sure = entry.legs
      .filter((leg) => leg.sure)
      .map((leg) => ({
        log: leg.log_index,
        pool: leg.pool,
        in: leg.token_in?.token,
        rawIn: leg.token_in?.amount_raw,
        out: leg.token_out?.token,
        rawOut: leg.token_out?.amount_raw,
      }))
    const read = trades
      .filter((trade) => trade.confidence === 'sure')
      .map((trade) => ({
        log: trade.position.event,
        pool: trade.pool,
        in: trade.tokenIn.token,
        rawIn: trade.tokenIn.raw.toString(),
        out: trade.tokenOut.token,
        rawOut: trade.tokenOut.raw.toString(),
      }))
    expect(read).toEqual(sure)
  })

  test('decodes the other legs with the same pool and amounts, and nothing else', () => {
    expect(trades.map((trade) => [trade.position.event, trade.pool])).toEqual(entry.legs.map((leg) => [leg.log_index, leg.pool]))
    entry.legs.forEach((leg, i) => {
      expect(trades[i]?.tokenIn.raw.toString()).toBe(leg.token_in?.amount_raw)
      expect(trades[i]?.tokenOut.raw.toString()).toBe(leg.token_out?.amount_raw)
    })
    if (!entry.success) expect(events).toEqual([])
    expect(trades.every((trade) => trade.signer === entry.signer && trade.tx === entry.hash)).toBe(true)
  })

  test('decodes the expected number of transfers and the net amounts of the signer', () => {
    const transfers = events.filter((event): event is Transfer => event.kind === 'transfer' && event.token !== 'native')
    expect(transfers).toHaveLength(entry.erc20_transfers)
    const net: Record<string, bigint> = {}
    for (const { token, from, to, raw } of transfers) {
      if (from === entry.signer) net[token] = (net[token] ?? 0n) - raw
      if (to === entry.signer) net[token] = (net[token] ?? 0n) + raw
    }
    const moved = Object.entries(net).filter(([, raw]) => raw !== 0n)
    expect(Object.fromEntries(moved.map(([token, raw]) => [token, raw.toString()]))).toEqual(entry.signer_erc20_net_raw)
  })

  if (entry.transfers !== undefined)
    test('decodes every token transfer exactly', () => {
      const read = events
        .filter((event): event is Transfer => event.kind === 'transfer' && event.token !== 'native')
        .map((transfer) => ({
          token: transfer.token,
          from: transfer.from,
          to: transfer.to,
          amount_raw: transfer.raw.toString(),
          log_index: transfer.position.event,
        }))
      expect(read).toEqual(entry.transfers)
    })
})

describe('invalid answers', () => {
  test('rejects a receipt of another transaction and names both', () => {
    const [first, second] = entries
    if (first === undefined || second === undefined) throw new Error('no fixtures')
    expect(() =>
      decodeEvmTransaction({ network: 'eth', tx: answer(first, 'tx'), receipt: answer(second, 'receipt'), time: null, tokenInfo: () => null }),
    ).toThrow(/do not belong together/)
  })

  test('rejects a file that is not a transaction', () => {
    expect(() => decodeEvmTransaction({ network: 'eth', tx: { hash: 'x' }, receipt: null, time: null, tokenInfo: () => null })).toThrow(
      /does not contain an EVM transaction/,
    )
  })
})

describe('signer and receiver', () => {
  const receivers = (hash: string): (string | null)[][] => {
    const entry = entries.find((one) => one.hash.startsWith(hash))
    if (entry === undefined) throw new Error(`no fixture ${hash}`)
    return decode(entry)
      .filter((event): event is Trade => event.kind === 'trade')
      .map((trade) => [trade.signer, trade.receiver])
  }

  test('1inch: the filler signs, and the maker of the order receives the output', () => {
    const filled = ['0x1b84c738c33cd42e9e2764b7e943949c9a6bea67', '0x4d8e4c0ffa6e173ed1c975ebe31616d1b29b1427']
    expect(receivers('0x47307e4efcb6b8b0')).toEqual([filled, filled])
  })

  test('a router keeps a fee in wrapped coins and unwraps the rest: for its caller where the call says so, otherwise for an unknown receiver', () => {
    const trader = '0x5dff28ea9284c853baa4b8316aeaf558e3d12488'
    expect(receivers('0xf4da4f7c2da6f02d')).toEqual([[trader, trader]])
    expect(receivers('0x38196d5c4c890ba5').map(([, receiver]) => receiver)).toEqual([null, null])
  })

  test('CoW: the solver signs, and each of two receivers of one token gets the leg of its amount', () => {
    const solver = '0xbff9a1b539516f9e20c7b621163e676949959a66'
    const [first, second] = ['0xcfea48cf', '0x24d734a7']
    const read = receivers('0xe2d6aa6366239890').map(([signer, receiver]) => [signer, receiver?.slice(0, 10)])
    expect(read).toEqual([
      [solver, first],
      [solver, second],
      [solver, second],
    ])
  })
})

describe('venues', () => {
  test('a pool is named after the exchange that its address proves', () => {
    const named = new Set(
      entries.flatMap((entry) => decode(entry)).flatMap((event) => (event.kind === 'trade' ? [`${event.dex} ${event.dexVersion}`] : [])),
    )
    expect([...named].sort()).toEqual([
      '0x 4',
      'Balancer 2',
      'Maker lite-psm',
      'PancakeSwap 2',
      'PancakeSwap 3',
      'ParaSwap rfq',
      'SushiSwap 2',
      'Uniswap 2',
      'Uniswap 3',
      'Uniswap 4',
      'clipper-fork 1',
      'curve-fork 1',
      'curve-fork 1-underlying',
      'curve-fork 2',
      'curve-fork 2-ng',
      'hashflow-fork 3',
      'kyberswap-classic-fork 1',
      'pendle-fork 2',
      'solidly-fork 1',
      'spark-psm-fork 3',
      'uniswap-v1-fork 1',
      'uniswap-v2-fork 2',
      'uniswap-v3-fork 3',
    ])
  })
})

function decode(entry: Expected): ChainEvent[] {
  if (!isNetworkId(entry.network)) throw new Error(`no network ${entry.network}`)
  return decodeEvmTransaction({
    network: entry.network,
    tx: answer(entry, 'tx'),
    receipt: answer(entry, 'receipt'),
    time: null,
    tokenInfo: () => null,
  })
}

function answer(entry: Expected, part: 'tx' | 'receipt'): unknown {
  const file = JSON.parse(readFileSync(new URL(`../fixtures/${entry.network}/${entry.file}.${part}.json`, import.meta.url), 'utf8')) as {
    result?: unknown
  }
  return file.result ?? file
}
