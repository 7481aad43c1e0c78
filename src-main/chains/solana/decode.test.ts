import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ChainEvent, Trade, Transfer } from '../../../src-shared/domain/events.ts'
import { decodeSolanaAnswer, isSolanaAnswer } from './decode.ts'
import expected from './fixtures/expected.json' with { type: 'json' }

/** Names of expected.json for venues that we write as family and version. */
const NAMES: Readonly<Record<string, string>> = {
  'pump.fun curve': 'pumpfun',
  'pumpswap v1': 'pumpswap',
  'saber v1': 'saber',
  'invariant v1': 'invariant',
  'phoenix v1': 'phoenix',
}

type ExpectedLeg = readonly (string | boolean | null)[]

function asLeg(trade: Trade): ExpectedLeg {
  const venue = `${trade.dex} ${trade.dexVersion}`
  return [
    NAMES[venue] ?? venue.replace(' ', '-'),
    trade.pool,
    trade.receiver,
    trade.tokenIn.token,
    String(trade.tokenIn.raw),
    trade.tokenOut.token,
    String(trade.tokenOut.raw),
  ]
}

const withoutTrader = ([venue, pool, , receiver, mintIn, rawIn, mintOut, rawOut]: ExpectedLeg): ExpectedLeg => [
  venue ?? null,
  pool ?? null,
  receiver ?? null,
  mintIn ?? null,
  rawIn ?? null,
  mintOut ?? null,
  rawOut ?? null,
]

const trades = (events: readonly ChainEvent[]): Trade[] => events.filter((event) => event.kind === 'trade')
const transfers = (events: readonly ChainEvent[]): Transfer[] => events.filter((event) => event.kind === 'transfer')
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8'))
const decode = (name: string): readonly ChainEvent[] => decodeSolanaAnswer(read(name)).events

describe('a mainnet block of 333 transactions', () => {
  const file = new URL('../../../resources/sample/sol-block-254170887.json.gz', import.meta.url)
  const json: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))
  const { events, transactions } = decodeSolanaAnswer(json, { slot: expected.block.slot })
  const byTransaction = new Map<string, Trade[]>()
  for (const trade of trades(events)) byTransaction.set(trade.tx, [...(byTransaction.get(trade.tx) ?? []), trade])
  const legs: Readonly<Record<string, readonly ExpectedLeg[]>> = expected.block.legs

  it('counts every transaction, and gives trades only for the twenty that swapped', () => {
    expect(transactions).toBe(expected.block.transactions)
    expect([...byTransaction.keys()].sort()).toEqual(Object.keys(legs).sort())
    expect(trades(events)).toHaveLength(41)
  })

  it.each(Object.entries(legs))('%s: pools, mints, exact amounts and receivers', (signature, rows) => {
    const sure = rows.map((row, index) => ({ row, index })).filter(({ row }) => row[8] === true)
    const got = (byTransaction.get(signature) ?? []).map(asLeg)
    expect(got).toHaveLength(rows.length)
    for (const { row, index } of sure) expect(got[index]).toEqual(withoutTrader(row))
  })

  it('reads the two legs on Invariant, which a list of transfers alone leaves open, from the trader to the pool', () => {
    const invariant = trades(events).filter((trade) => trade.dex === 'invariant')
    expect(invariant.map((trade) => [trade.tokenIn.raw, trade.tokenOut.raw, trade.receiver, trade.confidence])).toEqual([
      [20868488n, 126327422n, '9JR2QbMRULf8cJDw4hBQ1Q1KNEEub77tBAs6zE49VXCz', 'sure'],
      [905739n, 5475800n, '5y5jCvdD6uTPjWbQtLj8ABQ56jCor2SxURidAqGSyviw', 'sure'],
    ])
  })

  it('confirms every leg by a second reading', () => {
    expect(trades(events).filter((trade) => trade.confidence !== 'sure')).toEqual([])
    expect(events.filter((event) => event.kind === 'oddity')).toEqual([])
  })

  it('knows slot, time, decimals and the place in the block', () => {
    expect(trades(events)[0]).toMatchObject({ time: 1710441678, tokenIn: { decimals: 9 }, leg: 0 })
    expect(new Set(trades(events).map((trade) => trade.position.block))).toEqual(new Set([254170887]))
    const places = trades(events).map((trade) => trade.position.tx)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('numbers the legs of one route in order', () => {
    const route = [...byTransaction.values()].find((rows) => rows.length === 5)
    expect(route?.map((trade) => trade.leg)).toEqual([0, 1, 2, 3, 4])
  })

  it('names every pool it went through once', () => {
    const pools = events.filter((event) => event.kind === 'pool').map((pool) => pool.address)
    for (const trade of trades(events)) expect(pools).toContain(trade.pool)
  })
})

describe('single transactions', () => {
  const answers: Readonly<Record<string, { signature: string; signers: readonly string[]; legs: readonly ExpectedLeg[] }>> = expected.answers
  /** Where the expected file is silent or wrong; each has its own case below. */
  const apart = new Set([
    'pumpfun__2m5nWLnDSbM5SEGC.jsonParsed.json',
    'pumpfun__3bYXWjjNkVZpz3VW.json',
    'jupiter-v6__28rWme56aMyaP8oX.json',
    'jupiter-v6__s5sthr57drUS4gyg.json',
  ])

  it.each(Object.entries(answers).filter(([name]) => !apart.has(name)))(
    '%s: every leg, and nobody else signs',
    (name, { legs, signers, signature }) => {
      const found = trades(decode(name)).filter((trade) => trade.tx === signature)
      expect(found.map(asLeg)).toEqual(legs.map(withoutTrader))
      for (const [index, trade] of found.entries()) {
        const trader = legs[index]?.[2]
        expect(trade.signer).toBe(typeof trader === 'string' && signers.includes(trader) ? trader : signers[0])
        expect(trade.confidence).toBe('sure')
      }
    },
  )

  it('gives each wallet of a bundle its own buy', () => {
    const bundle = trades(decode('pumpfun__JBnrBbgqh9jRUkUD.json'))
    expect(new Set(bundle.map((trade) => trade.signer)).size).toBe(4)
    expect(bundle.every((trade) => trade.signer === trade.receiver)).toBe(true)
  })

  it('reads a curve sale, whose SOL moves without a transfer, from the event and the lamports', () => {
    const [sale] = trades(decode('pumpfun__3bYXWjjNkVZpz3VW.json'))
    expect(sale).toMatchObject({
      tokenIn: { raw: 592443959000000n, decimals: 6 },
      tokenOut: { raw: 37437283903n, decimals: 9 },
      confidence: 'sure',
      source: 'event',
    })
  })

  it('reads the quote token of a curve that trades against USDC', () => {
    const [buy] = trades(decode('pumpfun__2m5nWLnDSbM5SEGC.jsonParsed.json'))
    expect(buy).toMatchObject({
      tokenIn: { token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', raw: 3517192n, decimals: 6 },
      tokenOut: { raw: 445377137871n },
    })
  })

  it('takes a Jupiter route through one pool as one trade', () => {
    const [only, ...more] = trades(decode('jupiter-v6__s5sthr57drUS4gyg.json'))
    expect(more).toEqual([])
    expect(only).toMatchObject({ dex: 'pancakeswap', dexVersion: 'v3', tokenIn: { raw: 9958003n }, tokenOut: { raw: 307800n }, confidence: 'sure' })
  })

  it('guesses from balances where the venue is unknown, and says so', () => {
    const [guess, ...more] = trades(decode('jupiter-v6__28rWme56aMyaP8oX.json'))
    expect(more).toEqual([])
    expect(guess).toMatchObject({ dex: 'unknown', pool: null, source: 'balances', confidence: 'guess', tokenIn: { raw: 991250n } })
  })
})

describe('transfers and launches', () => {
  it('reads a Token-2022 transfer between owners', () => {
    expect(transfers(decode('tx__3oR9ryME5VTS2qWZ.json'))).toMatchObject([
      {
        token: '7atgF8KQo4wJrD5ATGX7t1V2zVvykPJbFfNeVf1icFv1',
        raw: 384000000n,
        from: '6HbSn7QQraiNXW5p4M7Sp48qdcxvCSsqwuJvrNNTMayF',
        to: '5Sp1e78jLb9b4B8FMFEGobzQCc9kW23tydFNaeGsNJSt',
      },
    ])
  })

  it('reads a movement of SOL from the parsed form', () => {
    expect(transfers(decode('tx__2kHbPUGzehenUXQb.jsonParsed.json'))).toMatchObject([
      {
        token: 'native',
        raw: 24922118n,
        from: '4Y5YjAPB4hMdCsiFy7BaBSscyiAvB7cuAbhxnBZ5xmgy',
        to: '3eF3iBQqi2DmDLS7o9y8gG7necF5VBbwYy5gqF7sh899',
      },
    ])
  })

  it('reads a mint as a transfer from the zero address', () => {
    const [, minted] = transfers(decode('tx__2Cxrz8NWZvN7r13G.json'))
    expect(minted).toMatchObject({ from: '11111111111111111111111111111111', raw: 487817578n })
  })

  it('finds a new token and its creator', () => {
    expect(decode('pumpfun__2s393PSYYxJJJfGi.json').filter((event) => event.kind === 'token_created')).toMatchObject([
      { token: '5dNYcCZXEGfGgbdUdq7MMR7KLsNJLLLgL83wLH8Fpump', creator: '6xo262KbDXepWbF3vPTrFXysr5vJwk3mozBXmXk3hmMx' },
    ])
  })
})

describe('answers that are none', () => {
  it('tells node answers from other JSON', () => {
    expect(isSolanaAnswer(read('tx__3oR9ryME5VTS2qWZ.json'))).toBe(true)
    expect(isSolanaAnswer([read('pumpfun__3QLV6eN1W1pCWvS8.base64.json')])).toBe(true)
    expect(isSolanaAnswer({ nodes: [], links: [] })).toBe(false)
  })

  it('takes an unknown transaction (result null) as nothing', () => {
    expect(decodeSolanaAnswer({ jsonrpc: '2.0', id: 1, result: null })).toEqual({ events: [], transactions: 0 })
  })

  it('says which transaction it could not read instead of failing', () => {
    const { events } = decodeSolanaAnswer({ transaction: ['AAAA', 'base64'], meta: { err: null, fee: 0, preBalances: [], postBalances: [] } })
    expect(events).toMatchObject([{ kind: 'oddity', code: 'unreadable' }])
  })

  it('says that it assumed a slot where a block does not name its own', () => {
    const block = { blockhash: 'x', parentSlot: 9, blockTime: 1, transactions: [] }
    expect(decodeSolanaAnswer(block).events).toMatchObject([{ kind: 'oddity', code: 'slot_assumed' }])
    expect(decodeSolanaAnswer(block, { slot: 10 }).events).toEqual([])
  })
})
