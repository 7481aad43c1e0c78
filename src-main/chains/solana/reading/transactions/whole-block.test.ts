import { expect, test } from 'vitest'
import type { CallOptions } from '../../../rpc/endpoint.ts'
import { decodeBlock } from '../../decode/decode-block.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { isJsonObject, unwrapEnvelope } from '../../encoding/json.ts'
import { RECORDED } from '../../decode/testing/recorded.ts'
import { readWholeBlock } from './whole-block.ts'

const transactions = RECORDED.flatMap(({ text }) => {
  const bare = unwrapEnvelope(JSON.parse(text))
  return (Array.isArray(bare) ? bare.map(unwrapEnvelope) : [bare]).filter((one) => isJsonObject(one) && 'meta' in one && !('transactions' in one))
}).map((one) => {
  const { slot: _slot, blockTime: _time, ...rest } = one as Record<string, unknown>
  return rest
})
const block = { blockhash: 'b', previousBlockhash: 'a', parentSlot: 6, blockTime: 1_700_000_000, transactions }

test('a block that the worker thread decodes is the one that this thread decodes', async () => {
  const body = new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id: 1, result: block }))
  const rpc = {
    hosts: 'fake',
    call: async (_method: string, _params: unknown, signal: AbortSignal, { reader }: CallOptions) =>
      ((await reader?.(body, signal)) as { result: unknown }).result,
  }
  const read = await readWholeBlock({ rpc } as unknown as SolanaNode, 7, new AbortController().signal)
  expect(read).toEqual(decodeBlock(7, block))
  expect(read?.trades.length).toBeGreaterThan(20)
  expect(new Set(read?.trades.map(({ position }) => position.block))).toEqual(new Set([7]))
})
