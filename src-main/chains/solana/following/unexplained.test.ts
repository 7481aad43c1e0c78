import { expect, test } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Mention } from '../reading/transactions/history.ts'
import type { ReadTransaction } from '../reading/transactions/read-transaction.ts'
import type { Transactions } from '../reading/transactions/transactions.ts'
import type { SolanaNode } from '../rpc/node.ts'
import type { AnnouncedState } from './changed-accounts.ts'
import { UnexplainedAccounts } from './unexplained.ts'

/** One transaction: its slot, and what each account holds before and after it. */
type Row = readonly [slot: number, holds: Readonly<Record<string, readonly [before: bigint, after: bigint]>>]

const token = trustedAddress('token')
const signal = new AbortController().signal
const RANGE = { from: 1, to: 100 }

/** A node whose transactions have their place in the list as signature. It lists each of them under its accounts. */
function chainOf(rows: readonly Row[]) {
  const searched: string[] = []
  const mention = ([slot]: Row, index: number): Mention => ({ signature: String(index), slot, failed: false, time: null, index })
  const call = (_method: string, [address, page]: [string, { before?: string }]): Promise<unknown> => {
    searched.push(address)
    const listed = page.before !== undefined ? [] : rows.map(mention).filter((_, i) => rows[i]?.[1][address] !== undefined)
    return Promise.resolve(listed.reverse().map(({ signature, slot }) => ({ signature, slot, err: null, blockTime: null })))
  }
  const read = (mentions: readonly Mention[]): Promise<ReadTransaction[]> => {
    const wanted = new Set(mentions.map(({ signature }) => signature))
    const transactions = rows.map(([slot, holds], index) => ({
      ...{ signature: String(index), slot, index },
      tokens: Object.entries(holds).map(([account, [before, after]]) => ({ account, mint: token, owner: null, formerOwner: null, before, after })),
    }))
    return Promise.resolve(transactions.filter(({ signature }) => wanted.has(signature)) as unknown as ReadTransaction[])
  }
  const sources = {
    node: { rpc: { hosts: 'fake', call } } as unknown as SolanaNode,
    transactions: { read } as unknown as Transactions,
    token,
    signal,
  }
  return { sources, searched, mentions: rows.map(mention) }
}

const announced = (states: Readonly<Record<string, readonly AnnouncedState[]>>): ReadonlyMap<string, readonly AnnouncedState[]> =>
  new Map(Object.entries(states))

/** The places of the transactions that are found only in the accounts' histories. */
async function foundOn(rows: readonly Row[], known: readonly number[], states: Readonly<Record<string, readonly AnnouncedState[]>>) {
  const { sources, searched, mentions } = chainOf(rows)
  const changed = new UnexplainedAccounts()
  changed.add(announced(states), RANGE.to)
  const { found, explained } = await changed.explain(
    sources,
    mentions.filter((_, place) => known.includes(place)),
    RANGE,
  )
  changed.settle(explained, 0)
  return { found: found.map(({ signature }) => Number(signature)).filter((place) => !known.includes(place)), searched, open: changed.size }
}

test('a known transaction explains what it leaves in an account, without a search', async () => {
  const rows: Row[] = [[7, { ada: [0n, 10n] }]]
  expect(await foundOn(rows, [0], { ada: [{ slot: 7, raw: 10n }] })).toEqual({ found: [], searched: [], open: 0 })
})

test('a plain transfer after purchases of both wallets in the same slot is found', async () => {
  const rows: Row[] = [
    [7, { ada: [0n, 10n] }],
    [7, { ben: [0n, 10n] }],
    [7, { ada: [10n, 7n], ben: [10n, 13n] }],
  ]
  expect(await foundOn(rows, [0, 1], { ada: [{ slot: 7, raw: 7n }], ben: [{ slot: 7, raw: 13n }] })).toMatchObject({ found: [2], open: 0 })
})

test('a plain transfer between two purchases in the same slot is found by the balances around it', async () => {
  const rows: Row[] = [
    [7, { ada: [0n, 10n] }],
    [7, { ada: [10n, 7n], ben: [0n, 3n] }],
    [7, { ada: [7n, 17n], ben: [3n, 13n] }],
  ]
  expect(await foundOn(rows, [0, 2], { ada: [{ slot: 7, raw: 17n }], ben: [{ slot: 7, raw: 13n }] })).toMatchObject({ found: [1], open: 0 })
})

test('a plain transfer is found although known transactions of the next slot change the same accounts', async () => {
  const rows: Row[] = [
    [7, { ada: [10n, 7n], ben: [0n, 3n] }],
    [8, { ada: [7n, 5n], ben: [3n, 5n] }],
  ]
  const states = (first: bigint) => [
    { slot: 7, raw: first },
    { slot: 8, raw: 5n },
  ]
  expect(await foundOn(rows, [1], { ada: states(7n), ben: states(3n) })).toMatchObject({ found: [0], open: 0 })
})

test('a state that no transaction leaves stays open, and a later known one of the account does not', async () => {
  const rows: Row[] = [[8, { ada: [7n, 5n] }]]
  const result = await foundOn(rows, [0], {
    ada: [
      { slot: 7, raw: 7n },
      { slot: 8, raw: 5n },
    ],
  })
  expect(result).toMatchObject({ found: [], searched: ['ada', 'ada'], open: 1 })
})
