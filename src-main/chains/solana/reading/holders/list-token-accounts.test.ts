import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveJson } from '../../../../../e2e/fixtures/json-server.ts'
import { fixedAddress, holdersOf } from '../../../../../e2e/fixtures/large-solana/addresses.ts'
import { GENESIS } from '../../../../../e2e/fixtures/large-solana/answers.ts'
import { PROGRAMS } from '../../../../../e2e/fixtures/large-solana/transactions.ts'
import { serveLargeSolana, type LargeSolanaServer } from '../../../../../e2e/fixtures/large-solana/server.ts'
import { openSolanaNode } from '../../rpc/node.ts'
import { listTokenAccounts } from './list-token-accounts.ts'

const { signal } = new AbortController()

/** The answer is about 1 MB, so a worker thread parses it. */
describe('a long list of token accounts', () => {
  const chain = { trades: 200, holders: 3_000 }
  let server: LargeSolanaServer
  beforeAll(async () => {
    server = await serveLargeSolana(chain, { indexes: false })
  })
  afterAll(() => server.close())
  const list = (url: string, until = signal) =>
    listTokenAccounts(openSolanaNode({ network: 'sol', endpoints: [url] }, false), PROGRAMS.token, fixedAddress('mint'), until)

  it('is summed by owner, with the account of each', async () => {
    const { owned, unreadable } = await list(server.url)
    expect(owned).toEqual(holdersOf(chain).map(({ address, account, raw }) => ({ owner: address, raw, accounts: [account] })))
    expect(unreadable).toBe(0)
  })

  it.concurrent.each([
    ['an error', { error: { code: -32602, message: 'x'.repeat(400_000) } }],
    ['something else', { result: { context: { slot: 1 }, value: 'x'.repeat(400_000) } }],
    [
      'not base64',
      { result: { context: { slot: 1 }, value: [{ pubkey: fixedAddress('mint'), account: { data: ['?'.repeat(400_000), 'base64'] } }] } },
    ],
  ])('that is %s is refused in the name of the endpoint', async (_what, answer) => {
    const { url, close } = await serveJson((body) => {
      const { id, method } = JSON.parse(body) as { id: number; method: string }
      const outcome = method === 'getProgramAccounts' ? answer : { result: GENESIS }
      return Promise.resolve({ status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, ...outcome }) })
    })
    await expect(list(url)).rejects.toThrow(new URL(url).host)
    await close()
  })

  it('that is cancelled while the worker parses it ends with the reason', async () => {
    const cancelled = new AbortController()
    process.once('worker', () => cancelled.abort(new Error('cancelled')))
    await expect(list(server.url, cancelled.signal)).rejects.toThrow('cancelled')
  })
})
