import { describe, expect, it } from 'vitest'
import type { ChainEvent, Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import { answerDecoder } from '../../../importers/answers/answer-decoders.ts'
import { streamJsonValues } from '../../../importers/json/stream-json.ts'
import { decodeSolanaAnswer, isSolanaAnswer } from './answers.ts'
import { BLOCK_FILE, EXPECTED_BLOCK, RECORDED, recorded, type ExpectedLeg, type ExpectedTransfer } from './testing/recorded.ts'

/** Files take the path of `holderscope decode sol FILE`: the same code reads, unpacks and decodes their text. */
async function decodeFile(path: string): Promise<ChainEvent[]> {
  const decoder = answerDecoder('sol', 'everything')
  const events: ChainEvent[] = []
  for await (const decoded of streamJsonValues(path, (text) => decoder.read(text, path))) events.push(...decoded)
  return events
}

const decode = (name: string): readonly ChainEvent[] => decodeSolanaAnswer(JSON.parse(recorded(name).text)).events
const tradesOf = (events: readonly ChainEvent[]): Trade[] => events.filter((event) => event.kind === 'trade')
const transfersOf = (events: readonly ChainEvent[]): Transfer[] => events.filter((event) => event.kind === 'transfer')

/** The exact facts of a leg: pool, receiver, and both sides to the raw unit. */
type TransactionFacts = readonly (string | null)[]
const factsOf = ({ pool, receiver, tokenIn, tokenOut }: Trade): TransactionFacts => [
  pool,
  receiver,
  tokenIn.token,
  String(tokenIn.raw),
  tokenOut.token,
  String(tokenOut.raw),
]
const expectedFacts = ({ pool, receiver, token_in, token_out }: ExpectedLeg): TransactionFacts => [
  pool,
  receiver,
  token_in.mint,
  token_in.amount_raw,
  token_out.mint,
  token_out.amount_raw,
]

function expectLegs(found: readonly Trade[], legs: readonly ExpectedLeg[], differs: readonly ExpectedLeg[] | undefined): void {
  expect(found.map(factsOf)).toEqual((differs ?? legs).map(expectedFacts))
  const known = legs.map(expectedFacts)
  for (const leg of differs ?? []) if (leg.because === undefined) expect(known).toContainEqual(expectedFacts(leg))
  expect(found.map((trade) => trade.leg)).toEqual(found.map((_, index) => index))
}

describe.each(RECORDED)('$name', ({ path, text, expected }) => {
  it('gives the expected legs to the raw unit, and a reason in words for every other one', async () => {
    const found = tradesOf(await decodeFile(path)).filter((trade) => trade.tx === expected.signature)
    expectLegs(found, expected.legs, expected.differs)
    const open = (expected.differs ?? []).filter((leg) => leg.because?.includes('stays open') === true).map(expectedFacts)
    for (const trade of found) if (trade.confidence !== 'sure') expect(open).toContainEqual(factsOf(trade))
  })

  it('decodes the same trades when only trades are requested', async () => {
    const json: unknown = JSON.parse(text)
    expect(decodeSolanaAnswer(json, { only: 'trades' }).events.filter((event) => event.kind === 'trade')).toEqual(tradesOf(await decodeFile(path)))
  })

  it('finds every hop that a router states', async () => {
    const found = tradesOf(await decodeFile(path)).map((trade) => factsOf(trade).slice(2))
    const hops = (expected.aggregator_route ?? [])
      .filter(({ token_in }) => !(token_in.amount_raw in OTHER_HOPS))
      .map(({ token_in, token_out }) => [token_in.mint, token_in.amount_raw, token_out.mint, token_out.amount_raw])
    expect(found).toEqual(expect.arrayContaining(hops))
  })

  it('lists the plain transfers', async () => {
    const events = await decodeFile(path)
    if (events.some((event) => event.kind === 'decode_warning' && event.code === 'no_slot')) return expect(transfersOf(events)).toEqual([])
    const found = transfersOf(events).map(({ token, from, to, raw }) => [token, from, to, String(raw)])
    expect(found).toEqual(expect.arrayContaining(expected.other_transfers.filter(isPlain).map(transferFacts)))
  })
})

/** Router hops that are not swaps, or that differ from the router's statement, by amount in. */
const OTHER_HOPS: Readonly<Record<string, string>> = {
  '20000000000': 'a stake pool: one token is burned and another minted, which is not a trade',
  '16000000': 'Phoenix fills whole lots: the router states the offer, and 15,999,020 is paid',
  '399360000': 'Phoenix takes whole lots: 399,346,071 went in',
  '1084519219': 'Phoenix takes whole lots: 1,084,361,785 went in',
}

/** As in our events, mints come from the zero address and burns go to it. */
const ZERO = '11111111111111111111111111111111'
function transferFacts({ mint, from_owner, to_owner, amount_raw }: ExpectedTransfer): TransactionFacts {
  return [mint ?? null, from_owner ?? ZERO, to_owner ?? ZERO, amount_raw]
}

/**
 * The expected files name the account that SOL goes to. For a token account, our event names its owner instead, and wrapping
 * one's own SOL gives no event, so movements of SOL have their own cases below. Nothing moves in a transfer of zero.
 */
const isPlain = ({ kind, amount_raw }: ExpectedTransfer): boolean => kind !== 'sol_transfer' && amount_raw !== '0'

describe('a mainnet block of 333 transactions', async () => {
  const events = await decodeFile(BLOCK_FILE)
  const trades = tradesOf(events)

  it.each(Object.entries(EXPECTED_BLOCK.trades))('%s: its legs', (signature, legs) => {
    expectLegs(
      trades.filter((trade) => trade.tx === signature),
      legs,
      EXPECTED_BLOCK.differs[signature],
    )
  })

  it('gives trades for the twenty transactions that swapped and for no other', () => {
    expect([...new Set(trades.map((trade) => trade.tx))].sort()).toEqual(Object.keys(EXPECTED_BLOCK.trades).sort())
  })

  it('confirms every leg by an independent record, except one of a venue without a decoder', () => {
    expect(trades.filter((trade) => trade.confidence !== 'sure').map((trade) => [trade.dex, trade.pool, trade.confidence])).toEqual([
      ['mercurial', null, 'likely'],
    ])
    expect(events.filter((event) => event.kind === 'decode_warning')).toEqual([])
  })

  it('knows slot, time, decimals and the place in the block', () => {
    expect(trades[0]).toMatchObject({ time: EXPECTED_BLOCK.block_time, tokenIn: { decimals: 9 }, leg: 0 })
    expect(new Set(trades.map((trade) => trade.position.block))).toEqual(new Set([EXPECTED_BLOCK.slot]))
    const indexes = trades.map((trade) => trade.position.tx)
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b))
  })

  it('names every pool it went through', () => {
    const pools = events.filter((event) => event.kind === 'pool').map((pool) => pool.address)
    for (const trade of trades) if (trade.pool !== null) expect(pools).toContain(trade.pool)
  })
})

describe('whose trade it is', () => {
  it('gives each wallet of a bundle its own buy', () => {
    const bundle = tradesOf(decode('pumpfun__JBnrBbgqh9jRUkUD'))
    expect(new Set(bundle.map((trade) => trade.signer)).size).toBe(4)
    expect(bundle.every((trade) => trade.signer === trade.receiver)).toBe(true)
  })

  it('writes the fee payer as signer where a program swaps for a wallet', () => {
    const [leg] = tradesOf(decode('invariant-saber'))
    expect(leg).toMatchObject({ signer: 'DCAKxn5PFNN1mBREPWGdk1RXg5aVH9rPErLfBFEi2Emb', receiver: '6U91aKa8pmMxkJwBCfPTmUEfZi6dHe7DcFq2ALvB2tbB' })
  })
})

describe('curves', () => {
  it('reads a sale, whose SOL moves without a transfer, from the event and the lamports', () => {
    const [sale] = tradesOf(decode('pumpfun__3bYXWjjNkVZpz3VW'))
    expect(sale).toMatchObject({ tokenIn: { decimals: 6 }, tokenOut: { raw: 37437283903n, decimals: 9 }, confidence: 'sure', source: 'event' })
  })

  it('reads the quote token of one that trades against USDC', () => {
    const [buy] = tradesOf(decode('pumpfun__2m5nWLnDSbM5SEGC'))
    expect(buy?.tokenIn).toMatchObject({ token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', raw: 3517192n, decimals: 6 })
  })
})

it('states the Token-2022 transfer fee of a payment into the pool, and the amount that leaves the sender', () => {
  const [sale] = tradesOf(decode('raydium-cpmm-raydium-clmm'))
  expect(sale).toMatchObject({ tokenIn: { raw: 358800n, transferFeeRaw: 14352n }, confidence: 'sure' })
  expect(sale?.tokenOut).not.toHaveProperty('transferFeeRaw')
})

describe('movements of SOL', () => {
  it('reads one from the parsed form', () => {
    expect(transfersOf(decode('tx__2kHbPUGzehenUXQb'))).toMatchObject([
      { token: 'native', raw: 24922118n, from: '4Y5YjAPB4hMdCsiFy7BaBSscyiAvB7cuAbhxnBZ5xmgy', to: '3eF3iBQqi2DmDLS7o9y8gG7necF5VBbwYy5gqF7sh899' },
    ])
  })

  it('takes wrapping one’s own SOL as no movement', () => {
    const sender = '9rJ4QzDLYm5VARnuWcMFMzB4Nr1hKprGQWb8LTfsU6Q2'
    expect(
      transfersOf(decode('meteora-dlmm__58F9fNP78FiBCbVc')).filter(
        ({ token, from, raw }) => token === 'native' && from === sender && raw === 218145145n,
      ),
    ).toEqual([])
  })

  it('warns about a recording without addresses, and decodes nothing from it', () => {
    expect(decode('tx__5yKzCuw1e9d58Hcn')).toMatchObject([{ kind: 'decode_warning', code: 'unreadable' }])
  })
})

describe('births', () => {
  const created = RECORDED.filter(({ expected }) => expected.lifecycle_events?.some(({ event }) => event === 'CreateEvent') === true)

  it.each(created)('$name: the token and its creator', ({ text, expected }) => {
    const launch = expected.lifecycle_events?.find(({ event }) => event === 'CreateEvent')
    const births = decodeSolanaAnswer(JSON.parse(text)).events.filter((event) => event.kind === 'token_created')
    expect(births).toMatchObject([{ token: launch?.['mint'], creator: launch?.['creator'] ?? launch?.['user'] }])
  })

  it('reads a launch on a dynamic bonding curve with its pool', () => {
    const events = decode('meteora-dbc__5hsqkSAZ9qcF5yNk')
    const [birth] = events.filter((event) => event.kind === 'token_created')
    expect(birth).toMatchObject({ token: 'GLZPY8BKvz4SskptWRpNZ29UJPmS9BYx1enRHUa9oSDx', creator: '5awoNsCULYySQaxHsGYxd9Xm7cr3GjyTZj8FmU4zsVEf' })
    const [pool] = events.filter((event) => event.kind === 'pool')
    expect([pool?.token0, pool?.token1]).toContain('GLZPY8BKvz4SskptWRpNZ29UJPmS9BYx1enRHUa9oSDx')
    expect(pool?.createdTx).toBe(recorded('meteora-dbc__').expected.signature)
  })

  it('reads the opening of a Raydium pool', () => {
    const pools = decode('raydium-amm-v4__4QHnBNA57LWhtRPA').filter((event) => event.kind === 'pool')
    expect(pools).toMatchObject([
      { dex: 'raydium', dexVersion: 'amm-v4', token0: '9Zw3CR7NPD6hXNk5PZYpYKsvWv9puwr1eEaPxXRapump', createdTx: expect.any(String) as string },
    ])
  })
})

describe('answers that are none', () => {
  it('recognises node answers among other JSON', () => {
    const answer: unknown = JSON.parse(recorded('tx__3oR9ryME5VTS2qWZ').text)
    expect(isSolanaAnswer(answer)).toBe(true)
    expect(isSolanaAnswer([answer])).toBe(true)
    expect(isSolanaAnswer({ nodes: [], links: [] })).toBe(false)
  })

  it('takes an unknown transaction (result null) as nothing', () => {
    expect(decodeSolanaAnswer({ jsonrpc: '2.0', id: 1, result: null })).toEqual({ events: [], transactions: 0 })
  })

  it('says which transaction it could not read instead of failing', () => {
    const { events } = decodeSolanaAnswer({ transaction: ['AAAA', 'base64'], meta: { err: null, fee: 0, preBalances: [], postBalances: [] } })
    expect(events).toMatchObject([{ kind: 'decode_warning', code: 'unreadable' }])
  })

  it('says that it assumed a slot where a block does not name its own', () => {
    const block = { blockhash: 'x', parentSlot: 9, blockTime: 1, transactions: [] }
    expect(decodeSolanaAnswer(block).events).toMatchObject([{ kind: 'decode_warning', code: 'slot_assumed' }])
    expect(decodeSolanaAnswer(block, { slot: () => 10 }).events).toEqual([])
  })
})
