import { afterEach, describe, expect, it } from 'vitest'
import { evmDataset, type EvmBlock, type EvmLog } from '../../../../../e2e/fixtures/portal/evm-dataset.ts'
import { servePortal, type Portal } from '../../../../../e2e/fixtures/portal/server.ts'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import type { ArchiveAccess } from '../../../archive/request.ts'
import { openBlocks } from '../../rpc/blocks/blocks.ts'
import { openReceipts } from '../../rpc/blocks/receipts.ts'
import { newRangeState } from '../../rpc/limits/ranges.ts'
import type { Node } from '../../rpc/node.ts'
import type { Rpc } from '../../rpc/rpc.ts'
import { readSourced, type SourcedPage } from './read-archived.ts'

const text = (n: number, digits: number): `0x${string}` => `0x${n.toString(16).padStart(digits, '0')}`
const hash = (n: number): `0x${string}` => text(n, 64)
const address = (n: number) => trustedAddress(text(n, 40))
const [TOKEN, OTHER, WALLET] = [address(0xaa), address(0xbb), address(0xcc)]
const TOPIC = hash(0xf1)
const FILTERS = [{ addresses: [TOKEN], topics: [TOPIC] }]
const signal = new AbortController().signal

const LAST = 12
/** One transaction per block, with a log of the token and one of another contract. Block 3 has a second transaction. */
const BLOCKS: readonly EvmBlock[] = Array.from({ length: LAST }, (_, i) => {
  const number = i + 1
  const indices = number === 3 ? [0, 1] : [0]
  const log = (transactionIndex: number, logIndex: number, emitter: string): EvmLog => ({
    ...{ transactionIndex, logIndex, transactionHash: hash(100 * number + transactionIndex), address: emitter },
    ...{ topics: [TOPIC], data: text(number, 64) },
  })
  return {
    header: { number, hash: hash(number), parentHash: hash(number - 1), timestamp: 1_000 + number },
    transactions: indices.map((transactionIndex) => ({
      ...{ transactionIndex, hash: hash(100 * number + transactionIndex), from: WALLET, to: OTHER, input: '0x', value: '0x0', status: 1 },
    })),
    logs: indices.flatMap((index) => [log(index, 2 * index, TOKEN), log(index, 2 * index + 1, OTHER)]),
    traces: [],
  }
})

type Changes = Partial<Pick<EvmBlock, 'header' | 'logs' | 'transactions'>>
const changed = (number: number, change: (block: EvmBlock) => Changes): EvmBlock[] =>
  BLOCKS.map((block) => (block.header.number === number ? { ...block, ...change(block) } : block))

/** @param keepsFrom the endpoint reports no logs of older blocks, although it has their receipts */
function nodeOf(access: ArchiveAccess, rested: string[], keepsFrom: number): Node {
  const nodeLogs = ({ header, logs }: EvmBlock): object[] =>
    logs.map((log) => ({
      ...{ ...log, blockHash: header.hash, blockNumber: text(header.number, 1), blockTimestamp: text(header.timestamp, 1) },
      ...{ logIndex: text(log.logIndex, 1), transactionIndex: text(log.transactionIndex, 1) },
    }))
  const call = (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [first] = params
    if (method === 'eth_getLogs') {
      const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string }
      const inRange = BLOCKS.filter(({ header: { number } }) => number >= Math.max(Number(fromBlock), keepsFrom) && number <= Number(toBlock))
      return Promise.resolve(inRange.flatMap((block) => nodeLogs({ ...block, logs: block.logs.filter((log) => log.address === TOKEN) })))
    }
    const block = BLOCKS.find(({ header, transactions }) => header.number === Number(first) || transactions.some((one) => one.hash === first))
    if (block === undefined) throw new Error(`${method} of ${String(first)}`)
    const { header, transactions } = block
    if (method === 'eth_getBlockByNumber') return Promise.resolve({ ...header, number: text(header.number, 1), timestamp: text(header.timestamp, 1) })
    const { transactionIndex, from, to } = transactions.find((one) => one.hash === first) ?? {}
    const logs = nodeLogs({ ...block, logs: block.logs.filter((log) => log.transactionHash === first) })
    const place = { blockNumber: text(header.number, 1), blockHash: header.hash, transactionIndex: text(transactionIndex ?? 0, 1) }
    return Promise.resolve({ transactionHash: first, from, to, logs, ...place })
  }
  const rpc = { hosts: 'the node', call, isNew: () => false } as unknown as Rpc
  const archive: Node['archive'] = {
    open: (_use, except) => (except?.has(access.protocol) === true ? null : access),
    rest: (_access, reason) => void rested.push(reason),
  }
  return { rpc, archive, blocks: openBlocks(rpc), receipts: openReceipts(rpc), ranges: newRangeState() } as unknown as Node
}

describe('an archive whose first blocks are compared with the node', () => {
  let portal: Portal | null = null
  afterEach(() => portal?.close())

  async function read(archived: readonly EvmBlock[], { keepsFrom = 0, chunkBlocks = 10 } = {}) {
    portal = await servePortal(evmDataset(archived), chunkBlocks)
    const rested: string[] = []
    const access: ArchiveAccess = { protocol: 'portal', url: portal.url, dataset: 'eth', key: null }
    const pages: SourcedPage[] = []
    const node = nodeOf(access, rested, keepsFrom)
    for await (const page of readSourced(node, { filters: FILTERS, alsoFilters: [], from: 1, to: LAST, use: 'history', signal })) pages.push(page)
    const { host } = new URL(portal.url)
    return {
      rested,
      remarks: pages.flatMap(({ remarks = [] }) => remarks.map((remark) => remark.replace(host, 'HOST'))),
      revoked: pages.flatMap(({ revokes }) => (revokes === undefined ? [] : [revokes.from])),
      /** Each log's block, its amount, and whether it is the archive's. */
      logs: pages.flatMap(({ logs, archived: own }) => logs.map(({ blockNumber, data }) => [blockNumber, Number(data), own !== null])),
    }
  }
  const of = (isArchived: boolean) =>
    BLOCKS.flatMap(({ header: { number } }) => Array.from({ length: number === 3 ? 2 : 1 }, () => [number, number, isArchived]))

  it('is read where both agree', async () => {
    const remarks = ['Read blocks 1 to 12 from the archive HOST; 1 sample agrees with the node.']
    expect(await read(BLOCKS)).toEqual({ rested: [], remarks, revoked: [], logs: of(true) })
  })

  it.each([
    ['has another amount', changed(5, ({ logs }) => ({ logs: logs.map((log) => ({ ...log, data: text(9, 64) })) })), '2 logs'],
    ['lacks a log', changed(5, ({ logs }) => ({ logs: logs.slice(1) })), '1 log'],
    ['has a log more', changed(12, ({ logs }) => ({ logs: [...logs, ...logs.map((log) => ({ ...log, logIndex: log.logIndex + 2 }))] })), '1 log'],
    [
      'has another sender of the compared transaction',
      changed(3, ({ transactions }) => ({ transactions: transactions.map((one) => ({ ...one, from: OTHER })) })),
      'a transaction',
    ],
    [
      'lacks another log of the compared transaction',
      changed(3, ({ logs }) => ({ logs: logs.filter(({ logIndex }) => logIndex !== 1) })),
      'a transaction',
    ],
  ])('gives way to the node where it %s', async (_how, archived, what) => {
    const remarks = [`The archive HOST differs from the node in ${what} of blocks 1 to 12; the node’s are kept.`]
    expect(await read(archived)).toEqual({ rested: [], remarks, revoked: [], logs: of(false) })
  })

  it('is believed where the node leaves out events of old blocks that its receipts have', async () => {
    expect(await read(BLOCKS, { keepsFrom: 11 })).toMatchObject({ rested: [], revoked: [], logs: of(true) })
  })

  it('is not believed for a log that no receipt has, even if the node leaves out old ones', async () => {
    const archived = changed(1, ({ logs }) => ({ logs: logs.map((log) => ({ ...log, data: text(9, 64) })) }))
    const { logs, remarks } = await read(archived, { keepsFrom: 11 })
    expect(remarks).toEqual(['The archive HOST differs from the node in 11 logs of blocks 1 to 12; the node’s are kept.'])
    expect(logs).toEqual([11, 12].map((number) => [number, number, false]))
  })

  it.each([
    ['hash', { hash: hash(0xdead), parentHash: hash(2), timestamp: 1_003 }],
    ['time', { hash: hash(3), parentHash: hash(2), timestamp: 1_004 }],
  ])('of another chain, by the %s of a block, is left and all of it revoked', async (_which, header) => {
    const archived = changed(3, () => ({ header: { number: 3, ...header } })).map((block) =>
      block.header.number === 4 ? { ...block, header: { ...block.header, parentHash: header.hash } } : block,
    )
    const remarks = [`The archive HOST has another block 3 (${header.hash}) than the node (${hash(3)}); nothing of it was kept.`]
    expect(await read(archived)).toEqual({ rested: ['wrong'], remarks, revoked: [0], logs: of(false) })
  })

  it('is not read further after three samples that differ', async () => {
    const archived = BLOCKS.map((block) => ({ ...block, logs: block.logs.map((log) => ({ ...log, data: text(9, 64) })) }))
    const { rested, remarks, logs } = await read(archived, { chunkBlocks: 1 })
    expect(rested).toEqual(['wrong'])
    expect(remarks.at(-1)).toBe('The archive HOST differs from the node in 3 samples and was not read further.')
    expect(logs).toEqual(of(false))
  })
})
