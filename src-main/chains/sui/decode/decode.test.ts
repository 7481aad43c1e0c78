import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { GrpcTypes } from '@mysten/sui/grpc'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { NATIVE, type ChainEvent, type Trade } from '../../../../src-shared/domain/events.ts'
import { parseSuiTransaction } from './recorded-answers.ts'
import { decodeSuiTransaction } from './decode-transaction.ts'
import { decodeSuiAnswer, isSuiAnswer } from './recorded-answers.ts'
import { parseCoinType, SUI_COIN } from '../encoding/move-type.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { findVenueEvent } from '../venues/registry.ts'

const FIXTURES = new URL('../fixtures/', import.meta.url)
const side = z.object({ coin_type: z.string(), amount_raw: z.string() })
const expectation = z.object({
  digest: z.string(),
  checkpoint: z.number(),
  signer: z.string(),
  success: z.boolean(),
  legs: z.array(z.object({ event_seq: z.number(), dex: z.string(), pool: z.string(), token_in: side, token_out: side, sure: z.boolean() })),
  net_trade: z.object({ token_in: side, token_out: side }).nullable(),
  /** Why there are more legs than the expected values list; `also` has the others. */
  difference: z.string().optional(),
  also: z.array(z.object({ event_seq: z.number(), dex: z.string(), in: z.string(), out: z.string() })).optional(),
  transfers: z.array(z.object({ from: z.string(), to: z.string(), token: z.string(), raw: z.string() })).optional(),
})

const read = (folder: string): unknown => JSON.parse(gunzipSync(readFileSync(new URL(`${folder}/answer.json.gz`, FIXTURES))).toString('utf8'))
const expectedOf = (folder: string) => expectation.parse(JSON.parse(readFileSync(new URL(`${folder}/expected.json`, FIXTURES), 'utf8')))
const folders = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.includes('__'))
  .map(({ name }) => name)
const trades = (events: readonly ChainEvent[]): Trade[] => events.filter((event) => event.kind === 'trade')

describe('the receiver', () => {
  const receivers = (folder: string) => new Set(trades(decodeSuiAnswer(read(folder)).events).map(({ receiver }) => receiver))

  it('is the account that gained at the end of a route, for each of its legs', () => {
    expect(receivers('swap-multi-dex__AxvtF3xhhqCz5j3G')).toEqual(new Set(['0x847398b4ac77b610154f03e6b2510d8e69f4f60c6de0a335a76ae5edb051bffe']))
  })

  it('is unknown where the coins went into an object: no account gained', () => {
    expect(receivers('swap-cetus__41YtkPDpkcg1nNAz')).toEqual(new Set([null]))
  })
})

describe.each(folders)('recorded transaction %s', (folder) => {
  const expected = expectedOf(folder)
  const { events, transactions } = decodeSuiAnswer(read(folder))
  const found = trades(events)

  it('gives exactly the expected legs, to the raw unit', () => {
    expect(transactions).toBe(1)
    const known = expected.legs.map(({ event_seq, dex, pool, token_in, token_out }) => ({
      event: event_seq,
      dex,
      pool,
      in: [parseCoinType(token_in.coin_type), token_in.amount_raw],
      out: [parseCoinType(token_out.coin_type), token_out.amount_raw],
    }))
    const also = new Set(expected.also?.map(({ event_seq }) => event_seq))
    expect(
      found
        .filter(({ position }) => !also.has(position.event))
        .map((trade) => ({
          event: trade.position.event,
          dex: trade.dex,
          pool: trade.pool,
          in: [trade.tokenIn.token, String(trade.tokenIn.raw)],
          out: [trade.tokenOut.token, String(trade.tokenOut.raw)],
        })),
    ).toEqual(known)
    expect(
      found
        .filter(({ position }) => also.has(position.event))
        .map((trade) => ({ event_seq: trade.position.event, dex: trade.dex, in: String(trade.tokenIn.raw), out: String(trade.tokenOut.raw) })),
    ).toEqual(expected.also ?? [])
    expect(found.every((trade) => trade.signer === expected.signer && trade.position.block === expected.checkpoint)).toBe(true)
  })

  if (!expected.success) it('gives nothing of a failed transaction', () => expect(events).toEqual([]))

  const { transfers, net_trade: net } = expected
  if (transfers !== undefined) {
    it('gives the expected transfers', () => {
      const moves = events.filter((event) => event.kind === 'transfer')
      expect(moves.map(({ from, to, token, raw }) => ({ from, to, token, raw: String(raw) }))).toEqual(
        transfers.map((row) => ({ ...row, token: parseCoinType(row.token) === SUI_COIN ? NATIVE : parseCoinType(row.token) })),
      )
    })
  }

  const [trade] = found
  if (net !== null && found.length === 1) {
    const isSame = String(trade?.tokenIn.raw) === net.token_in.amount_raw && String(trade?.tokenOut.raw) === net.token_out.amount_raw
    if (isSame) it('is sure of a leg with which the balance changes agree', () => expect(trade?.confidence).toBe('sure'))
  }
})

describe('gas and sponsors', () => {
  it('never counts gas as part of a swap or transfer, also when a sponsor pays it', () => {
    const sponsored = folders.map((folder) => parseSuiTransaction(unwrap(read(folder)))).filter((tx) => tx !== null && tx.gasOwner !== tx.sender)
    expect(sponsored.length).toBeGreaterThan(5)
    for (const tx of sponsored) {
      const people = decodeSuiTransaction(tx as SuiTransaction).flatMap((event) =>
        event.kind === 'trade' ? [event.signer] : event.kind === 'transfer' ? [event.from, event.to] : [],
      )
      expect(people).not.toContain(tx?.gasOwner)
    }
  })
})

describe('one swap from other transports', () => {
  const folder = 'swap-turbos__DSwtjFPqR2VRyops'
  const recorded = parseSuiTransaction(unwrap(read(folder))) as SuiTransaction
  const legs = (events: readonly ChainEvent[]) =>
    trades(events).map(({ pool, tokenIn, tokenOut, confidence }) => ({ pool, tokenIn, tokenOut, confidence }))

  it('is the same through gRPC, as binary or JSON', () => {
    const message = GrpcTypes.ExecutedTransaction.fromJson(asGrpcJson(recorded))
    const overTheWire = GrpcTypes.ExecutedTransaction.fromBinary(GrpcTypes.ExecutedTransaction.toBinary(message))
    const asJson: unknown = JSON.parse(JSON.stringify({ transaction: GrpcTypes.ExecutedTransaction.toJson(message) }))
    expect(isSuiAnswer(asJson)).toBe(true)
    for (const answer of [overTheWire, asJson]) expect(legs(decodeSuiAnswer(answer).events)).toEqual(legs(decodeSuiTransaction(recorded)))
  })

  it('is the same through GraphQL, from the event’s JSON where there are no bytes', () => {
    const answer = { data: { transaction: asGraphql(recorded, unwrap(read(folder))) } }
    expect(isSuiAnswer(answer)).toBe(true)
    expect(legs(decodeSuiAnswer(answer).events)).toEqual(legs(decodeSuiTransaction(recorded)))
  })
})

describe('the creator of a coin', () => {
  const digest = 'FSjviTQdj6ZB9kYTzbkXH4mvPZqjX6jJ2kTzZmb3Ngba'
  const creatorsIn = (answer: unknown) => decodeSuiAnswer(answer).events.flatMap((event) => (event.kind === 'token_created' ? [event.creator] : []))
  const creators = (objects: readonly (readonly [string, string])[]) => {
    const changedObjects = objects.map(([name, idOperation], i) => ({
      objectId: `0x${i + 1}`,
      objectType: `0x2::${name}<0x7::pep::PEP>`,
      idOperation,
    }))
    return creatorsIn({ digest, transaction: { sender: '0xabc' }, effects: { status: { success: true }, changedObjects } })
  }

  it('is the sender of its publication', () => {
    const publication = [
      ['coin::TreasuryCap', 'CREATED'],
      ['coin_registry::Currency', 'CREATED'],
      ['coin_registry::MetadataCap', 'CREATED'],
    ] as const
    const sender = `0x${'abc'.padStart(64, '0')}`
    expect(creators(publication)).toEqual([sender])
    expect(creators(publication.slice(1))).toEqual([sender])
  })

  it('is the sender of a publication that leaves none of its capabilities', () => {
    const tx = {
      ...{ digest, transaction: { sender: '0xabc' } },
      effects: {
        status: { success: true },
        changedObjects: [
          { objectId: '0x7', objectType: 'package', idOperation: 'CREATED' },
          { objectId: '0x8', objectType: '0x2::coin_registry::Currency<0x7::pep::PEP>', idOperation: 'CREATED' },
        ],
      },
    }
    expect(creatorsIn(tx)).toEqual([`0x${'abc'.padStart(64, '0')}`])
  })

  it('is not who registers an older coin, or claims its MetadataCap later', () => {
    expect(creators([['coin_registry::Currency', 'CREATED']])).toEqual([])
    expect(
      creators([
        ['coin_registry::Currency', 'NONE'],
        ['coin::TreasuryCap', 'NONE'],
        ['coin_registry::MetadataCap', 'CREATED'],
      ]),
    ).toEqual([])
  })

  it('is not who finalizes its registration, which replaces the Currency', () => {
    expect(
      creators([
        ['coin_registry::Currency', 'DELETED'],
        ['coin_registry::Currency', 'CREATED'],
      ]),
    ).toEqual([])
  })
})

it('reads every owner of a coin that JSON-RPC names as one', () => {
  const owners = [{ AddressOwner: '0x1' }, { ObjectOwner: '0x2' }, { ConsensusAddressOwner: { owner: '0x3', start_version: '7' } }]
  const tx = parseSuiTransaction({
    digest: 'FSjviTQdj6ZB9kYTzbkXH4mvPZqjX6jJ2kTzZmb3Ngba',
    transaction: { data: { sender: '0xabc', gasData: { owner: '0xabc' } } },
    effects: { status: { status: 'success' }, gasUsed: {} },
    balanceChanges: [...owners, { Shared: { initial_shared_version: 1 } }, 'Immutable'].map((owner) => ({
      owner,
      coinType: '0x2::sui::SUI',
      amount: '5',
    })),
  })
  expect(tx?.changes?.map(({ owner }) => Number(owner))).toEqual([1, 2, 3])
})

describe('untrusted answers', () => {
  it('rejects values that are not Sui transactions', () => {
    for (const value of [null, 1, 'x', [], {}, { digest: 'x' }, { result: { digest: 'x', effects: {} } }, { transactionHash: '0x', logs: [] }]) {
      expect(isSuiAnswer(value)).toBe(false)
    }
  })

  it('decodes an event with other bytes to a decode warning, not a trade', () => {
    const tx = parseSuiTransaction(unwrap(read('swap-cetus__5RYdvaqaiXNUdVfB'))) as SuiTransaction
    const cut = { ...tx, events: tx.events.map((event) => ({ ...event, bytes: event.bytes?.subarray(0, 40) ?? null, json: null })) }
    const events = decodeSuiTransaction(cut)
    expect(trades(events).filter(({ source }) => source === 'event')).toEqual([])
    expect(events.filter((event) => event.kind === 'decode_warning').map(({ code }) => code)).toContain('swap_unread')
  })
})

describe('events with JSON only', () => {
  const row = z.object({
    type: z.string(),
    pool: z.string().nullable(),
    a_to_b: z.boolean().nullable(),
    amount_in: z.string().nullable(),
    amount_out: z.string().nullable(),
  })

  it('decodes amounts and direction of each Cetus swap', () => {
    const rows = z.array(row).parse(JSON.parse(readFileSync(new URL('cetus-events/expected.json', FIXTURES), 'utf8')))
    const lines = readFileSync(new URL('cetus-events/events.csv', FIXTURES), 'utf8').trim().split('\n').slice(1)
    const coins = ['0xa::a::A', '0xb::b::B'] as const
    const found = lines.map((line, i) => {
      const json: unknown = JSON.parse(/"(\{"".*?\})","\d{13}"/.exec(line)?.[1]?.replaceAll('""', '"') ?? 'null')
      const type = rows[i]?.type ?? ''
      const known = findVenueEvent(type)?.row
      return known?.kind === 'swap'
        ? known.read({ index: 0, type, bytes: null, json }, { poolCoins: () => coins, changedObject: () => null, typeArguments: [] })
        : null
    })
    const cetus = rows.flatMap(({ pool, a_to_b, amount_in, amount_out }, i) =>
      pool === null || a_to_b === null || amount_in === null || amount_out === null
        ? []
        : [
            [
              i,
              {
                pool,
                coinIn: a_to_b ? coins[0] : coins[1],
                coinOut: a_to_b ? coins[1] : coins[0],
                rawIn: BigInt(amount_in),
                rawOut: BigInt(amount_out),
                receiver: null,
              },
            ] as const,
          ],
    )
    expect(cetus).toHaveLength(6)
    for (const [i, swap] of cetus) expect(found[i]).toEqual(swap)
  })
})

function unwrap(json: unknown): unknown {
  return z.object({ result: z.unknown() }).safeParse(json).data?.result ?? json
}

function asGrpcJson(tx: SuiTransaction) {
  return {
    digest: tx.digest,
    checkpoint: String(tx.checkpoint),
    timestamp: new Date((tx.time ?? 0) * 1_000).toISOString(),
    transaction: { sender: tx.sender, gasPayment: { owner: tx.gasOwner } },
    effects: {
      status: { success: tx.succeeded },
      gasUsed: { computationCost: String(tx.gas), storageCost: '0', storageRebate: '0' },
      changedObjects: tx.objects.map(({ id, type }) => ({ objectId: id, ...(type === null ? {} : { objectType: type }) })),
    },
    events: {
      events: tx.events.map(({ type, bytes }) => ({ eventType: type, contents: { value: Buffer.from(bytes ?? []).toString('base64') } })),
    },
    balanceChanges: (tx.changes ?? []).map(({ owner, coin, raw }) => ({ address: owner, coinType: coin, amount: String(raw) })),
  }
}

function asGraphql(tx: SuiTransaction, recorded: unknown): unknown {
  const parsed = z.object({ events: z.array(z.object({ parsedJson: z.unknown() })) }).parse(recorded)
  return {
    digest: tx.digest,
    sender: { address: tx.sender },
    gasInput: { gasSponsor: { address: tx.gasOwner } },
    effects: {
      status: 'SUCCESS',
      timestamp: new Date((tx.time ?? 0) * 1_000).toISOString(),
      checkpoint: { sequenceNumber: tx.checkpoint },
      gasEffects: { gasSummary: { computationCost: String(tx.gas), storageCost: '0', storageRebate: '0' } },
      balanceChanges: {
        nodes: (tx.changes ?? []).map(({ owner, coin, raw }) => ({ owner: { address: owner }, amount: String(raw), coinType: { repr: coin } })),
      },
      events: {
        nodes: tx.events.map(({ type }, i) => ({ sequenceNumber: i, contents: { type: { repr: type }, json: parsed.events[i]?.parsedJson } })),
      },
      objectChanges: {
        nodes: tx.objects.map(({ id, type }) => ({
          address: id,
          outputState: type === null ? null : { asMoveObject: { contents: { type: { repr: type } } } },
        })),
      },
    },
  }
}
