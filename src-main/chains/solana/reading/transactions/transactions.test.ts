import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { openArchive } from '../../../archive/availability.ts'
import { ENDPOINT_LIMITS, openEndpoint } from '../../../rpc/endpoint.ts'
import { openFailover } from '../../../rpc/failover.ts'
import { classify } from '../../rpc/faults.ts'
import { RECORDED } from '../../decode/testing/recorded.ts'
import { rawAnswer, readTransaction } from './read-transaction.ts'
import { openTransactions, type Transactions } from './transactions.ts'

/**
 * Recorded answers, read as a node would send them. The endpoints are stubs: they show how we
 * handle such answers, not when a provider gives them.
 */
const INDEX = 7
const inJson = RECORDED.flatMap(({ name, text }) => {
  const { result } = JSON.parse(text) as { result?: unknown }
  const answer = rawAnswer.safeParse(result)
  return answer.success ? [{ name, result: answer.data }] : []
})
const envelope = (result: unknown, id = 1): string => JSON.stringify({ jsonrpc: '2.0', id, result })

describe('a transaction’s answer', () => {
  const good = inJson.filter(({ name }) => !name.startsWith('failed/'))
  const swap = good.find(({ name }) => name.startsWith('swaps-direct/'))?.result
  const listing = { signature: 'requested', index: INDEX }

  test.each(good)('gives the accounts, fee and signers of the answer: $name', ({ result }) => {
    const { transaction, meta } = result
    const read = readTransaction(result, listing)
    expect(read).toMatchObject({ ...listing, slot: result.slot, time: result.blockTime ?? null, fee: meta.fee })
    expect(read.accounts.map(({ before, after }) => [before, after])).toEqual(meta.preBalances.map((before, i) => [before, meta.postBalances[i]]))
    expect(read.signers).toEqual(transaction.message.accountKeys.slice(0, transaction.message.header.numRequiredSignatures))
    expect(read.feePayer).toBe(transaction.message.accountKeys[0])
    expect(new Set(read.tokens.map(({ mint }) => mint))).toEqual(
      new Set([...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])].map(({ mint }) => mint)),
    )
  })

  test('takes its index in the block from the listing, not from the answer', () => {
    expect(swap).toBeDefined()
    const read = swap === undefined ? null : readTransaction({ ...swap, transactionIndex: INDEX + 1 }, listing)
    expect(read?.events.flatMap((event) => ('position' in event ? event.position.tx : []))).toContain(INDEX)
  })

  test('rejects another encoding, and a missing fee, balance or slot', () => {
    const { fee: _fee, ...feeless } = swap?.meta ?? {}
    const { postBalances: _after, ...halved } = swap?.meta ?? {}
    const { slot: _slot, ...homeless } = swap ?? {}
    const others = [
      null,
      [swap],
      { blockhash: '1', parentSlot: 1, transactions: [swap] },
      { ...swap, meta: feeless },
      { ...swap, meta: halved },
      homeless,
      ...RECORDED.filter(({ name }) => /\.(?:jsonParsed|base64)$/.test(name)).map(({ text }) => (JSON.parse(text) as { result: unknown }).result),
    ]
    expect(rawAnswer.safeParse(swap).success).toBe(true)
    for (const other of others) expect(rawAnswer.safeParse(other).success).toBe(false)
  })
})

describe('reading transactions from endpoints that fail', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
  const [one] = inJson.filter(({ name }) => name.startsWith('swaps-direct/'))
  const signature = 'listed'
  const read = async (transactions: Transactions, slot = one?.result.slot ?? 0) =>
    transactions.read([{ signature, slot, failed: false, time: null }], new AbortController().signal)

  type Reply = { readonly status?: number; readonly body: string }
  const busy = { status: 429, body: '{"jsonrpc":"2.0","error":{"code":429,"message":"Too many requests"},"id":1}' }
  const good: Reply = { body: envelope(one?.result) }

  /** An endpoint that answers getTransaction with each reply in turn, repeating the last. */
  async function serve(requests: string[], ...replies: Reply[]): Promise<string> {
    let replied = 0
    const server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const { id, method } = JSON.parse(Buffer.concat(parts).toString()) as { id: number; method: string }
        if (method !== 'getTransaction') return void response.end(envelope({ signatures: [signature] }, id))
        requests.push(request.headers.host ?? '')
        const { status = 200, body } = replies[Math.min(replied, replies.length - 1)] ?? good
        replied += 1
        response.writeHead(status).end(body.replace('"id":1', `"id":${id}`))
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('no port')
    return `http://127.0.0.1:${bound.port}`
  }

  function over(...urls: string[]): Transactions {
    const limits = { ...ENDPOINT_LIMITS, firstDelayMs: 1 }
    const endpoints = urls.map((url) => openEndpoint({ url, random: () => 0.5, classify, control: 'getGenesisHash', limits }))
    const rpc = openFailover({ endpoints, networkName: 'Solana', check: () => Promise.resolve() })
    return openTransactions({
      rpc,
      isDevelopment: () => false,
      each: () => [],
      archives: rpc.each,
      preferArchive: () => undefined,
      archive: openArchive(),
    })
  }

  test('retries after 429, invalid JSON and an unknown transaction', async () => {
    const requests: string[] = []
    const [tx] = await read(over(await serve(requests, busy, { body: 'nonsense' }, { body: envelope(null) }, good)))
    expect(requests).toHaveLength(4)
    expect(tx).toEqual(one === undefined ? undefined : readTransaction(one.result, { signature, index: 0 }))
  })

  test('fails over to the next endpoint', async () => {
    const requests: string[] = []
    const [tx] = await read(over(await serve(requests, busy), await serve(requests, good)))
    expect(new Set(requests).size).toBe(2)
    expect(tx?.events.length).toBeGreaterThan(0)
  })

  test('reports what is wrong with an answer of another form or slot', async () => {
    await expect(read(over(await serve([], { body: envelope({ slot: 1 }) })))).rejects.toThrow(
      /getTransaction does not have the expected form at transaction/,
    )
    await expect(read(over(await serve([], good)), 1)).rejects.toThrow(/is listed in slot 1 and answered in slot/)
  })
})
