import { expect, test } from 'vitest'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import type { Node } from '../../rpc/node.ts'
import { newRangeState } from '../../rpc/limits/ranges.ts'
import { readLogs } from './read-logs.ts'

const TOKEN = trustedAddress(`0x${'ab'.repeat(20)}`)
const BLOCKS = 300
const PER_BLOCK = 7
const { signal } = new AbortController()

const hex = (value: number): string => `0x${value.toString(16)}`
const hash = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const logs = Array.from({ length: BLOCKS * PER_BLOCK }, (_, i) => {
  const block = Math.floor(i / PER_BLOCK)
  const place = { blockNumber: hex(block), blockHash: hash(block), logIndex: hex(i % PER_BLOCK), transactionIndex: '0x0', transactionHash: hash(i) }
  return { ...place, address: TOKEN, topics: [hash(1)], data: '0x', removed: false }
})

/** A node that ends every answer after `most` logs and does not say so. */
function cutting(most: number): Pick<Node, 'rpc' | 'blocks'> {
  const call = (_method: string, [query]: readonly [{ fromBlock: string; toBlock: string }]): Promise<unknown> => {
    const [from, to] = [Number(query.fromBlock), Number(query.toBlock)]
    return Promise.resolve(logs.filter(({ blockNumber }) => Number(blockNumber) >= from && Number(blockNumber) <= to).slice(0, most))
  }
  return { rpc: { hosts: 'node', call, isNew: () => false } } as unknown as Node
}

test.each([1_000, 2_000])('an answer that an endpoint cuts at %i logs without an error is read in smaller ranges', async (most) => {
  const read: string[] = []
  const filters = [{ addresses: [TOKEN], topics: [] }]
  for await (const page of readLogs({ node: cutting(most), filters, from: 0, to: BLOCKS - 1, ranges: newRangeState(), signal })) {
    read.push(...page.logs.map(({ transactionHash }) => transactionHash))
  }
  expect(read).toEqual(logs.map(({ transactionHash }) => transactionHash))
})
