import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { packLists, ROWS_PER_PART, unpackLists } from './long-lists.ts'

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ address: `a${n}`, raw: BigInt(n) }))

/** What another thread receives. */
function posted(value: unknown): unknown {
  const { port1, port2 } = new MessageChannel()
  const packed = packLists(value)
  port1.postMessage(packed.value, packed.ports)
  const received = receiveMessageOnPort(port2) as { readonly message: unknown }
  port1.close()
  return received.message
}

it.each([
  ['a long list', rowsOf(3 * ROWS_PER_PART + 1)],
  [
    'members with long lists',
    { name: 'n', rows: rowsOf(2 * ROWS_PER_PART), others: rowsOf(ROWS_PER_PART + 1), few: rowsOf(2), bytes: new Uint8Array(3) },
  ],
])('%s comes whole, with other work between its parts', async (_, value) => {
  const count = Math.max(...(Array.isArray(value) ? [value] : [value.rows, value.others]).map(({ length }) => length))
  const received = posted(value)
  let turns = 0
  let next: NodeJS.Immediate
  const countTurns = (): void => {
    turns += 1
    next = setImmediate(countTurns)
  }
  next = setImmediate(countTurns)
  expect(await unpackLists(received)).toEqual(value)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(Math.ceil(count / ROWS_PER_PART) - 1)
})

it.each([
  ['a short list', rowsOf(ROWS_PER_PART)],
  ['null', null],
  ['text', 'text'],
  ['nothing', undefined],
  ['an object', { rows: rowsOf(3) }],
])('%s is posted as it is', async (_, value) => {
  expect(packLists(value)).toEqual({ value, ports: [] })
  expect(await unpackLists(posted(value))).toEqual(value)
})
