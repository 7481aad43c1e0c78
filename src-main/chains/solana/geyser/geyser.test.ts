import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { decodeSolanaAnswer } from '../decode/answers.ts'
import { unwrapEnvelope } from '../encoding/json.ts'
import { RECORDED } from '../decode/testing/recorded.ts'
import { SubscribeRequest, SubscribeUpdate, transactionUpdate, type JsonTransaction } from './testing/geyser-types.ts'
import { Coverage } from './coverage.ts'
import { readUpdate, writePing, writeSubscription, type StreamedBlock } from './messages.ts'
import { toReadTransaction, type StreamedTransaction } from './streamed.ts'

/**
 * Our reader against the encoder of protobuf-ts, over recorded answers. What a real Yellowstone server does beyond the public
 * message definitions (order, pauses, limits of a provider) is not tested here.
 */
const MINT = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const POOL = 'So11111111111111111111111111111111111111112'

const inJson = RECORDED.flatMap(({ name, text }) => {
  const bare = unwrapEnvelope(JSON.parse(text))
  return (Array.isArray(bare) ? bare.map(unwrapEnvelope) : [bare]).flatMap((answer) => (isInJson(answer) ? [{ name, answer }] : []))
})

/** Only the encoding json. The others do not contain everything that a stream sends. */
function isInJson(answer: unknown): answer is JsonTransaction {
  const { message } = (answer as JsonTransaction).transaction as Partial<JsonTransaction['transaction']>
  return typeof message?.accountKeys[0] === 'string' && typeof message.header === 'object'
}

function streamed(answer: JsonTransaction): { slot: number; transaction: StreamedTransaction } {
  const update = readUpdate(transactionUpdate(answer, 0))
  if (update?.kind !== 'transaction') throw new Error('no transaction')
  return update
}

describe('a stream update', () => {
  test.each(inJson.filter(({ name }) => !name.startsWith('failed/')))('decodes to the same events as the recorded answer: $name', ({ answer }) => {
    const { slot, transaction } = streamed(answer)
    const read = toReadTransaction(transaction, slot, answer.blockTime ?? null)
    expect(read?.events).toEqual(decodeSolanaAnswer({ ...answer, transactionIndex: 0 }).events)
    expect(read?.signature).toBe(answer.transaction.signatures[0])
    const { writable = [], readonly = [] } = answer.meta.loadedAddresses ?? {}
    expect(read?.accounts.map(({ address }) => address)).toEqual([...new Set([...answer.transaction.message.accountKeys, ...writable, ...readonly])])
    expect(read?.accounts.map(({ before, after }) => after - before)).toEqual(
      answer.meta.postBalances.map((after, i) => after - (answer.meta.preBalances[i] ?? 0)),
    )
  })

  test('a failed transaction has no events', () => {
    const failed = inJson.filter(({ name }) => name.startsWith('failed/'))
    expect(failed.length).toBeGreaterThan(0)
    for (const { answer } of failed) {
      const { slot, transaction } = streamed(answer)
      expect(toReadTransaction(transaction, slot, null)?.events).toEqual([])
    }
  })

  test('blocks, accounts, pings and pongs', () => {
    const update = (fields: Record<string, unknown>): ReturnType<typeof readUpdate> =>
      readUpdate(SubscribeUpdate.toBinary(SubscribeUpdate.create({ filters: ['token'], createdAt: { seconds: 1n, nanos: 1 }, ...fields })))
    const blockMeta = { slot: 300_000_123n, parentSlot: 300_000_121n, blockhash: 'abc', blockTime: { timestamp: 1_700_000_000n } }
    expect(update({ blockMeta })).toEqual({ kind: 'block', slot: 300_000_123, parent: 300_000_121, hash: 'abc', time: 1_700_000_000 })
    const account = {
      pubkey: base58.decode(POOL),
      lamports: 2n ** 64n - 1n,
      owner: base58.decode(TOKEN_PROGRAM),
      data: Uint8Array.of(1, 2, 0, 0, 0, 0, 0, 1),
    }
    expect(update({ account: { account, slot: 7n } })).toMatchObject({
      kind: 'account',
      slot: 7,
      address: base58.decode(POOL),
      raw: 0x100000000000201n,
    })
    expect(update({ ping: {} })).toEqual({ kind: 'ping' })
    expect(update({ pong: { id: 3 } })).toEqual({ kind: 'pong', id: 3 })
    expect(update({})).toEqual({ kind: 'other' })
  })

  test('10,000 cut and mutated messages never throw', () => {
    const messages = inJson.map(({ answer }) => transactionUpdate(answer, 1))
    let seed = 1
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    let unread = 0
    for (let i = 0; i < 10_000; i++) {
      const bytes = Uint8Array.from(messages[i % messages.length] ?? [])
      for (let change = random(4); change >= 0; change--) bytes[random(bytes.length)] = random(256)
      const update = readUpdate(i % 3 === 0 ? bytes.subarray(0, random(bytes.length)) : bytes)
      if (update?.kind !== 'transaction') unread++
      else toReadTransaction(update.transaction, update.slot, null)
    }
    expect(unread).toBeGreaterThan(1_000)
  })
})

describe('a subscription request', () => {
  test('the token accounts of the mint, the transactions of its pools, and blocks, as confirmed, from a slot on', () => {
    const mint = base58.decode(MINT)
    const bytes = writeSubscription({ accounts: [MINT, POOL], tokenProgram: TOKEN_PROGRAM, mint, fromSlot: 300_000_000 })
    expect(SubscribeRequest.fromBinary(bytes, { readUnknownField: 'throw' })).toMatchObject({
      accounts: { token: { owner: [TOKEN_PROGRAM], filters: [{ memcmp: { offset: 0n, bytes: mint } }] } },
      transactions: { token: { vote: false, failed: false, accountInclude: [MINT, POOL] } },
      blocksMeta: { token: {} },
      commitment: 1,
      accountsDataSlice: [{ offset: 64n, length: 8n }],
      fromSlot: 300_000_000n,
    })
    const live = SubscribeRequest.fromBinary(writeSubscription({ accounts: [], tokenProgram: TOKEN_PROGRAM, mint, fromSlot: null }))
    expect(live['fromSlot']).toBeUndefined()
  })

  test('a ping has these bytes', () => {
    expect([...writePing(300)]).toEqual([0x4a, 0x03, 0x08, 0xac, 0x02])
  })
})

describe('coverage of a stream', () => {
  const block = (slot: number, parent = slot - 1): StreamedBlock => ({ slot, parent, hash: `hash ${slot}`, time: slot })
  const transaction = (signature: string): StreamedTransaction => ({
    ...streamed((inJson[0] as { answer: JsonTransaction }).answer).transaction,
    signature,
  })
  const names = (coverage: Coverage, from: number, to: number, since = from): string[] | undefined =>
    coverage.streamed(since, from, to)?.map(({ signature }) => signature)

  test('excludes the first slot, which may be partial, and the newest', () => {
    const coverage = new Coverage()
    coverage.add(10, transaction('part'))
    coverage.block(block(10))
    coverage.add(12, transaction('a'))
    expect(coverage.block(block(12, 10))).toEqual([expect.objectContaining({ block: expect.objectContaining({ slot: 10 }) as unknown })])
    expect(coverage.to).toBe(11)
    expect(names(coverage, 11, 11)).toEqual([])
    expect(names(coverage, 11, 12)).toBeUndefined()
    expect(names(coverage, 10, 11)).toBeUndefined()
    expect(coverage.block(block(13, 12)).map((one) => [one.transaction.signature, one.block.time])).toEqual([['a', 12]])
    expect(names(coverage, 11, 12)).toEqual(['a'])
  })

  test('a missing block breaks coverage', () => {
    const coverage = new Coverage()
    for (const slot of [10, 11, 12]) coverage.block(block(slot))
    expect(names(coverage, 11, 11)).toEqual([])
    coverage.block(block(15, 14))
    expect(coverage.to).toBeNull()
    coverage.block(block(16))
    expect(names(coverage, 11, 15)).toBeUndefined()
    expect(coverage.to).toBeNull()
    coverage.block(block(17))
    expect(names(coverage, 16, 16)).toEqual([])
  })

  test('a replay from before the newest slot continues coverage; a later one restarts it', () => {
    const coverage = new Coverage()
    for (const slot of [10, 11, 12]) coverage.block(block(slot))
    expect(coverage.replayFrom).toBe(11)
    coverage.reconnect()
    for (const slot of [11, 12]) coverage.block(block(slot))
    coverage.add(13, transaction('a'))
    coverage.add(13, transaction('a'))
    for (const slot of [13, 14]) coverage.block(block(slot))
    expect(names(coverage, 11, 13)).toEqual(['a'])
    coverage.reconnect()
    for (const slot of [14, 15, 16]) coverage.block(block(slot))
    expect(names(coverage, 11, 13)).toBeUndefined()
    expect(names(coverage, 16, 16)).toBeUndefined()
  })

  test('returns a transaction of a complete slot immediately, with its time', () => {
    const coverage = new Coverage()
    for (const slot of [10, 11, 12]) coverage.block(block(slot))
    expect(coverage.add(11, transaction('late'))).toMatchObject([{ block: { slot: 11, time: 11 } }])
    expect(names(coverage, 11, 11)).toEqual(['late'])
  })

  test('excludes transactions of an abandoned fork', () => {
    const coverage = new Coverage()
    coverage.block(block(10))
    coverage.add(11, transaction('given up'))
    coverage.add(12, transaction('kept'))
    for (const next of [block(12, 10), block(13)]) coverage.block(next)
    expect(names(coverage, 11, 12)).toEqual(['kept'])
  })

  test('begins anew after blocks were reverted, also those before the reverted ones', () => {
    const coverage = new Coverage()
    for (const slot of [10, 11, 12, 13]) coverage.block(block(slot))
    coverage.add(12, transaction('reverted'))
    coverage.forget(12)
    expect([coverage.to, coverage.replayFrom, names(coverage, 11, 11)]).toEqual([null, null, undefined])
    for (const slot of [12, 13, 14]) coverage.block(block(slot))
    expect(coverage.to).toBe(13)
    expect(names(coverage, 12, 13)).toBeUndefined()
    expect(names(coverage, 13, 13)).toEqual([])
    // A replay delivers the transaction again.
    coverage.add(15, transaction('reverted'))
    for (const slot of [15, 16]) coverage.block(block(slot))
    expect(names(coverage, 13, 15)).toEqual(['reverted'])
  })

  test('keeps the last 160 slots, and takes new transactions after older ones went', () => {
    const coverage = new Coverage()
    const any = transaction('any')
    for (let slot = 10; slot <= 300; slot++) {
      coverage.add(slot, { ...any, signature: `of ${slot}` })
      coverage.block(block(slot))
    }
    expect(names(coverage, 138, 138)).toBeUndefined()
    expect(names(coverage, 139, 141, 0)).toEqual(expect.arrayContaining(['of 140', 'of 141']))
    expect(names(coverage, 139, 299, 0)?.at(0)).toBe('of 140')
  })
})
