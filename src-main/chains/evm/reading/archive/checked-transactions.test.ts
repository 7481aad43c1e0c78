import { expect, it } from 'vitest'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { RawReceipt } from '../../transaction/raw.ts'
import { checkTransactions } from './checked-transactions.ts'
import type { ArchivedTransaction } from './page.ts'

const WALLET = trustedAddress(`0x${'a'.repeat(40)}`)
const hash = (n: number): `0x${string}` => `0x${n.toString(16).padStart(64, '0')}`

const logOf = (transaction: number, logIndex: number): RawLog => ({
  ...{ address: WALLET, topics: [], data: '0x', blockNumber: 7, blockHash: hash(7), transactionHash: hash(transaction) },
  ...{ transactionIndex: transaction, logIndex, removed: false, blockTimestamp: 100 },
})
const archived = (n: number, logs: readonly number[]): ArchivedTransaction => ({
  ...{ block: 7, time: 100, transactionIndex: n, hash: hash(n), from: WALLET, to: null, input: '0x01' },
  logs: logs.map((index) => logOf(n, index)),
})

/** A node whose receipts have two logs. */
function nodeOf(asked: string[]): Parameters<typeof checkTransactions>[2] {
  return {
    receipts: (_block, hashes) => {
      asked.push(...hashes)
      const receipts = hashes.map((one) => {
        const n = Number(one)
        return { transactionHash: one, transactionIndex: n, from: WALLET, to: WALLET, logs: [logOf(n, 10 * n), logOf(n, 10 * n + 1)] }
      })
      return Promise.resolve(receipts as unknown as RawReceipt[])
    },
    inputs: (_block, receipts) => Promise.resolve(new Map(receipts.map(({ transactionHash }) => [transactionHash, '0x02']))),
  }
}

it('reads transactions with a gap, without logs or without an explanation from the node, and counts those that were wrong', async () => {
  const asked: string[] = []
  const transactions = [archived(4, [40, 41]), archived(3, []), archived(2, [20, 22]), archived(1, [10, 11])]
  const checked = await checkTransactions(transactions, ({ hash: one }) => one !== hash(4), nodeOf(asked))
  expect(asked.toSorted()).toEqual([hash(2), hash(3), hash(4)])
  expect(checked.repaired).toBe(2)
  expect(checked.transactions.map(({ transactionIndex, input, time, logs }) => [transactionIndex, input, time, logs.length])).toEqual([
    [1, '0x01', 100, 2],
    [2, '0x02', 100, 2],
    [3, '0x02', 100, 2],
    [4, '0x02', 100, 2],
  ])
})
