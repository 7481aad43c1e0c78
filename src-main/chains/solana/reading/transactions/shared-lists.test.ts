import { expect, it } from 'vitest'
import type { BlockRef } from '../../../adapter.ts'
import type { RpcClient } from '../../../rpc/request.ts'
import { SharedLists } from './shared-lists.ts'

const { signal } = new AbortController()
const head = (): BlockRef => ({ number: 9, hash: 'h', time: 9 })
const page = { limit: 1_000, before: null }

/** Returns one transaction, and counts the calls. */
function endpoint(answers = 1): RpcClient & { calls: number } {
  return {
    hosts: 'a host',
    calls: 0,
    call() {
      this.calls += 1
      if (this.calls > answers) throw new Error('busy')
      return Promise.resolve([{ signature: `s${this.calls}`, slot: 3, err: null, blockTime: 5 }])
    },
  }
}

it('lists a page of an address once in a read, however many ask at the same time', async () => {
  const rpc = endpoint()
  const list = new SharedLists().of(head())
  const [first, second] = await Promise.all([list(rpc, 'a', page, signal), list(rpc, 'a', page, signal)])
  expect(first).toEqual([{ signature: 's1', slot: 3, failed: false, time: 5 }])
  expect(second).toBe(first)
  expect(await list(rpc, 'a', page, signal)).toBe(first)
  expect(rpc.calls).toBe(1)
})

it('lists anew for another read, endpoint, address, size or place', async () => {
  const [rpc, other] = [endpoint(9), endpoint(9)]
  const lists = new SharedLists()
  const at = head()
  await lists.of(at)(rpc, 'a', page, signal)
  await lists.of(head())(rpc, 'a', page, signal)
  await lists.of(at)(rpc, 'b', page, signal)
  await lists.of(at)(rpc, 'a', { ...page, limit: 10 }, signal)
  await lists.of(at)(rpc, 'a', { ...page, before: 's1' }, signal)
  await lists.of(at)(other, 'a', page, signal)
  expect([rpc.calls, other.calls]).toEqual([5, 1])
})

it('asks again after a call that failed', async () => {
  const rpc = endpoint(0)
  const list = new SharedLists().of(head())
  await expect(list(rpc, 'a', page, signal)).rejects.toThrow('busy')
  await expect(list(rpc, 'a', page, signal)).rejects.toThrow('busy')
  expect(rpc.calls).toBe(2)
})
