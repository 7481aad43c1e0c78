import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { StoreWrites } from '../interface.ts'
import { OTHER_TOKEN, POOL, sampleNativeTransfer, sampleToken, sampleTrade, sampleTransfer, snapshotJson, TOKEN, txHash, wallet } from './samples.ts'

/** The writes of a read, an import, following and a snapshot, in this order. Each step is one call of the store. */

export type Step = { [K in keyof StoreWrites]: readonly [name: K, ...args: Parameters<StoreWrites[K]>] }[keyof StoreWrites]

const READ_UP_TO = 30
const FOLLOWED = 12
const REORGANISED = 4
const SOURCE = 'list'
const network = TOKEN.network

const transfer = (block: number, to = wallet(10 + (block % 7))) =>
  sampleTransfer({ position: { block, tx: 0, event: 1 }, tx: txHash(block), from: wallet(1), to, raw: 1n })
const trade = (block: number) => sampleTrade({ position: { block, tx: 0, event: 2 }, tx: txHash(block) })
const blocks = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

const job = (state: JobRecord['state']): JobRecord => ({
  id: 'job',
  kind: 'read',
  network,
  token_address: TOKEN.address,
  state,
  stages: [],
  created_at: 1,
  updated_at: 1,
  seconds_left: null,
  error: null,
  options: { depth: 100, since_block: null },
})

const read: readonly Step[] = [
  ['saveJob', job('running')],
  ['saveToken', sampleToken({ asOfBlock: READ_UP_TO, createdBlock: 1 })],
  ...[1, 11, 21].flatMap((from): Step[] => {
    const covers = { from, to: from + 9 }
    return [['saveTransfers', { token: TOKEN, rows: blocks(covers.from, covers.to).map((block) => transfer(block)), covers }]]
  }),
  ['replayBalances', { token: TOKEN, block: READ_UP_TO }],
  ['saveBalances', { token: TOKEN, rows: [{ address: wallet(1), raw: 10n ** 9n, verified: true }], replaceAll: false }],
  [
    'savePools',
    {
      token: TOKEN,
      rows: [
        {
          kind: 'pool',
          network,
          address: POOL,
          dex: 'uniswap',
          dexVersion: '2',
          token0: TOKEN.address,
          token1: OTHER_TOKEN.address,
          createdBlock: 2,
          createdTx: txHash(2),
        },
      ],
      covers: { from: 1, to: READ_UP_TO },
    },
  ],
  ['saveTrades', { network, rows: blocks(3, READ_UP_TO).map(trade), token: TOKEN, covers: { from: 1, to: READ_UP_TO } }],
  [
    'saveAccounts',
    { network, rows: blocks(1, 9).map((n) => ({ address: wallet(n), kind: n % 2 === 0 ? ('contract' as const) : ('wallet' as const) })) },
  ],
  [
    'saveFunding',
    {
      network,
      rows: [{ wallet: wallet(10), funder: wallet(2), raw: 5n, tx: txHash(9), block: 9, time: 9, reason: null, means: 'old state', proof: 'birth' }],
    },
  ],
  ['saveNativeTransfers', { network, rows: [sampleNativeTransfer({ position: { block: 4, tx: 1, event: 0 }, tx: txHash(90) })] }],
  ['saveActivity', { network, rows: [{ address: wallet(11), transactions: 4, atLeast: false, seconds: 60 }] }],
  ['saveNativeBalances', { network, rows: [{ address: wallet(11), raw: 7n }] }],
  ['saveFirstRead', { token: TOKEN, firstRead: { ended: true, missing: [] } }],
  ['saveSnapshot', { token: TOKEN, json: snapshotJson(1), takenAt: 1 }],
  ['saveJob', job('done')],
]

const follow: readonly Step[] = [
  ...blocks(READ_UP_TO + 1, READ_UP_TO + FOLLOWED),
  ...blocks(READ_UP_TO + FOLLOWED - REORGANISED + 1, READ_UP_TO + FOLLOWED),
].flatMap((block, n): Step[] => {
  const live = { from: block, to: block, hash: txHash(block), time: block, supply: null, pools: [], balances: [] }
  const save: Step = ['saveBlocks', { token: TOKEN, blocks: { ...live, transfers: [transfer(block)], trades: [trade(block)] } }]
  return n === FOLLOWED ? [['rollBackBlocks', { token: TOKEN, from: block }], save] : [save]
})

const importFile: readonly Step[] = [
  ['saveToken', sampleToken({ ...OTHER_TOKEN, origin: 'import', holderCount: 40 })],
  [
    'saveBalances',
    { token: OTHER_TOKEN, rows: blocks(1, 40).map((n) => ({ address: wallet(100 + n), raw: BigInt(n), verified: false })), replaceAll: true },
  ],
  [
    'saveRecordedLinks',
    {
      token: OTHER_TOKEN,
      rows: blocks(1, 20).map((n) => ({ source: wallet(100 + n), target: wallet(120 + n), token: OTHER_TOKEN.address, forward: n, backward: 0 })),
      degrees: [{ address: wallet(101), counterparties: 3 }],
    },
  ],
  [
    'saveLabels',
    { network: 'evm', source: SOURCE, rows: [{ address: wallet(101), name: 'A', tags: [], category: null, linkPolicy: 'own', source: SOURCE }] },
  ],
]

const readAgain: readonly Step[] = [
  ['replaceTransfers', { token: TOKEN, rows: blocks(5, 12).map((block) => transfer(block, wallet(60))), covers: { from: 5, to: 14 }, whole: true }],
  ['replaceTrades', { token: TOKEN, rows: blocks(5, 12).map(trade), covers: { from: 5, to: 14 }, whole: true, pools: [POOL] }],
  ['replayBalances', { token: TOKEN, block: READ_UP_TO + FOLLOWED }],
  ['saveSnapshot', { token: TOKEN, json: snapshotJson(2), takenAt: 2 }],
  ['deleteToken', OTHER_TOKEN],
]

export const STEPS: readonly Step[] = [...read, ...importFile, ...follow, ...readAgain]
