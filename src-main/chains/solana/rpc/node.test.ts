import { afterEach, expect, test } from 'vitest'
import { serveJson } from '../../../../e2e/fixtures/json-server.ts'
import { readAccounts } from './accounts.ts'
import { readSlot } from './blocks.ts'
import { COMMITMENT, openSolanaNode } from './node.ts'

const { signal } = new AbortController()
const HEAD = 100
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('the states of an address with several nodes are never older than the slot that was read', async () => {
  // Every account read goes first to a node that is behind, then to one that is not.
  let reads = 0
  const { url, close } = await serveJson((body) => {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: [unknown, { minContextSlot?: number }] }
    const slot = method === 'getMultipleAccounts' && reads++ % 2 === 0 ? HEAD - 3 : HEAD
    const account = { owner: 'a program', executable: false, lamports: slot, data: ['', 'base64'] }
    const outcome =
      method !== 'getMultipleAccounts'
        ? { result: method === 'getSlot' ? slot : 'a genesis hash' }
        : (params[1].minContextSlot ?? 0) > slot
          ? { error: { code: -32016, message: 'Minimum context slot has not been reached', data: { contextSlot: slot } } }
          : { result: { context: { slot }, value: [account] } }
    return Promise.resolve({ status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, ...outcome }) })
  })
  closing.push(close)
  const node = openSolanaNode({ network: 'sol', endpoints: [url] }, false)
  expect(await readSlot(node, COMMITMENT, signal)).toBe(HEAD)
  const read = async (): Promise<number | undefined> => (await readAccounts(node, ['one'], signal))[0]?.lamports
  expect([await read(), await read()]).toEqual([HEAD, HEAD])
})
