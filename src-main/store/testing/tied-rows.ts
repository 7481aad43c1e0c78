import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import type { WalletRole } from '../../../src-shared/contract/records/wallets.ts'
import type { WatchRule } from '../../../src-shared/contract/records/watch.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Funding } from '../../../src-shared/domain/token.ts'
import type { Pool } from '../../../src-shared/domain/events.ts'
import type { StoreReads, StoreWrites } from '../interface.ts'
import { OTHER_TOKEN, POOL, sampleNativeTransfer, sampleToken, sampleTrade, sampleTransfer, snapshotJson, TOKEN, txHash, wallet } from './samples.ts'

/** Rows of which many are equal, and questions that sort, filter and cut them. */

type Step = { [K in keyof StoreWrites]: readonly [name: K, ...args: Parameters<StoreWrites[K]>] }[keyof StoreWrites]
type Question = { [K in keyof StoreReads]: readonly [name: K, ...args: Parameters<StoreReads[K]>] }[keyof StoreReads]

const network = 'eth' as const
/** The same address on another network. */
const TWIN: TokenKey = { network: 'base', address: TOKEN.address }
const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
/** Numbers up to `count` in an order that is not theirs. */
const mixed = (count: number): number[] => range(count).map((n) => (n * 7919 + 13) % count)
const at = (n: number) => ({ block: 100 + (n % 3), tx: n % 2, event: 0 })

const transfers = (count: number) =>
  mixed(count).map((n) =>
    sampleTransfer({
      position: at(n),
      time: n % 5 === 0 ? null : 1_000,
      tx: txHash(n % 9),
      from: wallet(1 + (n % 11)),
      to: wallet(20 + (n % 13)),
      raw: 5n,
    }),
  )
const natives = (count: number) =>
  mixed(count).map((n) =>
    sampleNativeTransfer({ position: at(n), tx: txHash(900 + (n % 5)), from: wallet(40 + (n % 4)), to: wallet(1 + (n % 3)), raw: 7n }),
  )
const trades = (count: number) =>
  mixed(count).map((n) => {
    const [sold, bought] = n % 2 === 0 ? [OTHER_TOKEN.address, TOKEN.address] : [TOKEN.address, OTHER_TOKEN.address]
    const usd = n % 3 === 0 ? null : 10 * (n % 4)
    return sampleTrade({
      ...{ position: at(n), leg: n % 2, tx: txHash(n % 7), time: n % 6 === 0 ? null : 1_000 + (n % 3), signer: wallet(1 + (n % 5)), feeUsd: null },
      tokenIn: { token: sold, raw: 1n, decimals: 18, usd },
      tokenOut: { token: bought, raw: BigInt(1 + n), decimals: 18, usd: null },
    })
  })

const job = (n: number): JobRecord => ({
  ...{
    id: `job ${n}`,
    kind: 'read',
    network,
    token_address: wallet(n),
    state: n % 2 === 0 ? 'interrupted' : 'done',
    stages: [],
    created_at: 1,
    updated_at: 1,
  },
  ...{ seconds_left: null, error: null, options: { depth: 1, since_block: null } },
})
const trace = (n: number) => ({ id: `trace ${n}`, network, state: n % 2 === 0 ? 'interrupted' : 'done', created_at: 1 }) as unknown as TraceRecord
const rule = (n: number): WatchRule => ({
  ...{
    id: `rule ${n}`,
    name: 'Sales',
    enabled: true,
    subject: { kind: 'token', network, token_address: TOKEN.address },
    condition: { kind: 'holder_sells', over: 1 },
  },
  ...{ quiet_seconds: 1, notice: false, webhook_url: 'https://example.com/hook', secret: 's', created_at: 1, changed_at: 1 },
})
const pool = (n: number): Pool => ({
  ...{
    kind: 'pool',
    network,
    address: wallet(0xc0 + n),
    dex: 'uniswap',
    dexVersion: '2',
    token0: TOKEN.address,
    token1: OTHER_TOKEN.address,
  },
  ...{ createdBlock: n % 3 === 0 ? null : 100, createdTx: null },
})
const role = (n: number) => ({
  ...{
    address: wallet(n),
    roles: [(['sniper', 'bundler', 'insider'] as const)[n % 3] ?? 'sniper'] satisfies WalletRole[],
    cluster: n % 4 === 0 ? null : 1,
  },
  ...{ isService: false, firstTrade: 1, lastTrade: n % 2 === 0 ? null : 2, figures: null },
})
const label = (n: number) => ({ address: wallet(1 + (n % 20)), name: 'A', tags: [], category: null, linkPolicy: 'own' as const, source: 'list' })
const funding = (n: number): Funding => ({
  ...{ wallet: wallet(1 + n), funder: wallet(60 + (n % 2)), raw: 5n, tx: txHash(n), block: n % 4 === 0 ? null : 9, time: 9, reason: null },
  ...{ means: 'old state', proof: 'birth' },
})

const NAMES = ['Straße', 'STRASSE', 'äpfel', 'ÄPFEL', '100 %', 'a_b', 'İstanbul', 'ﬁne', '']

/** Writes of rows that are equal in all that a question sorts by. */
export const STEPS: readonly Step[] = [
  ...[TOKEN, OTHER_TOKEN, TWIN].map((token): Step => ['saveToken', sampleToken(token)]),
  ...NAMES.map((name, n): Step => ['saveToken', sampleToken({ address: wallet(0x500 + n), name, symbol: name.toUpperCase(), asOf: 5 })]),
  [
    'saveBalances',
    { token: TOKEN, rows: mixed(900).map((n) => ({ address: wallet(1 + n), raw: BigInt(1 + (n % 3)), verified: n % 2 === 0 })), replaceAll: true },
  ],
  ['saveBalances', { token: OTHER_TOKEN, rows: mixed(60).map((n) => ({ address: wallet(1 + n), raw: 1n, verified: true })), replaceAll: true }],
  ['saveTransfers', { token: TOKEN, rows: transfers(240), covers: { from: 90, to: 110 } }],
  ['saveNativeTransfers', { network, rows: natives(80) }],
  ['savePools', { token: TOKEN, rows: mixed(9).map(pool), covers: null }],
  ['saveTrades', { network, rows: trades(300), token: TOKEN, covers: { from: 90, to: 110 } }],
  ['saveFunding', { network, rows: mixed(40).map(funding) }],
  [
    'saveAccounts',
    { network, rows: mixed(30).map((n) => ({ address: wallet(n), kind: n % 2 === 0 ? ('contract' as const) : ('wallet' as const) })) },
  ],
  ['saveActivity', { network, rows: mixed(30).map((n) => ({ address: wallet(n), transactions: 4, atLeast: false, seconds: 60 })) }],
  ['saveNativeBalances', { network, rows: mixed(30).map((n) => ({ address: wallet(n), raw: 7n })) }],
  ...(['eth', 'evm'] as const).map((on): Step => ['saveLabels', { network: on, source: 'list', rows: mixed(20).map(label) }]),
  [
    'saveRecordedLinks',
    {
      token: OTHER_TOKEN,
      rows: mixed(20).map((n) => ({ source: wallet(n), target: wallet(n + 1), token: OTHER_TOKEN.address, forward: 1, backward: 0 })),
      degrees: mixed(9).map((n) => ({ address: wallet(n), counterparties: 2 })),
    },
  ],
  ...[TOKEN, OTHER_TOKEN].map((token): Step => [
    'saveTokenRoles',
    {
      token,
      roles: {
        asOf: 1,
        block: 1,
        rules: 'r',
        unknown: [],
        wallets: mixed(40).map(role),
        deposits: mixed(12).map((n) => ({ deposit: wallet(200 + (n % 3)), sender: wallet(n) })),
      },
    },
  ]),
  ...mixed(9).map((n): Step => ['saveJob', job(n)]),
  ...mixed(9).map((n): Step => ['startTrace', trace(n)]),
  ...mixed(9).map((n): Step => [
    'saveKey',
    { id: `key ${n}`, name: 'k', hash: `h${n}`, prefix: 'hs_', permissions: ['read'], created_at: 1, owner: null, quotas: null },
  ]),
  ...mixed(9).map((n): Step => ['createCase', { id: `case ${n}`, name: n % 4 === 3 ? null : `${NAMES[n] ?? ''} a_b 100 %`, at: 1 }]),
  ...mixed(9).map((n): Step => [
    'changeCase',
    {
      id: `case ${n}`,
      revision: 0,
      command: { op: 'add_item', kind: 'token', network: n % 2 === 0 ? 'eth' : 'base', address: TOKEN.address },
      at: 1,
    },
  ]),
  ...mixed(9).map((n): Step => [
    'changeCase',
    { id: `case ${n}`, revision: 1, command: { op: 'add_note', target: { kind: 'case' }, text: `Note ﬁne ${NAMES[(n * 2) % 9] ?? ''}` }, at: 1 },
  ]),
  ...mixed(9).map((n): Step => ['saveWatchRule', rule(n)]),
  [
    'recordWatch',
    {
      token: TOKEN,
      tokenName: 'T',
      moment: null,
      snapshot: null,
      now: 1,
      matches: mixed(9).map((n) => ({ key: `k${n}`, reason: 'r', at: 1, block: 1, wallets: [], evidence: [], rule: rule(n) })),
    },
  ],
  ...[3, 1, 2].map((n): Step => ['saveSnapshot', { token: TOKEN, json: snapshotJson(n), takenAt: 1 }]),
  ['saveResolvedPools', { network, rows: [] }],
]

const few = range(60).map((n) => wallet(n))
export const QUESTIONS: readonly Question[] = [
  ...['', 'strasse', 'STRASSE', 'straße', 'äpfel', '%', '_', 'i', 'FI', wallet(0x50).slice(0, 8)].flatMap((q): Question[] => [
    ['tokens', { q, limit: 50 }],
    ['tokens', { q, limit: 3 }],
    ['searchCases', { q, id: null, limit: 50, viewer: undefined }],
    ['searchCases', { q, id: null, limit: 2, viewer: undefined }],
  ]),
  ...[TOKEN, OTHER_TOKEN, TWIN].flatMap((token): Question[] => [
    ['token', token],
    ['holders', { token, limit: 500 }],
    ['holders', { token, limit: null }],
    ['balances', token],
    ['factRows', token],
    ['transfers', { token, limit: 50 }],
    ['transfers', { token, limit: null, blocks: { from: 101, to: 102 } }],
    ['transferBlocks', { token, blocks: { from: 0, to: 200 }, limit: 2 }],
    ['transferOutline', { token, blocks: { from: 0, to: 200 }, wallets: [wallet(1)], overdrawn: 5, stretches: 3 }],
    ['tokenTrades', { token, limit: 50 }],
    ['pools', token],
    ['poolCandidates', { token, limit: 7 }],
    ['transferOwners', { token, limit: 7 }],
    ['recordedLinks', token],
    ['recordedDegrees', token],
    ['covered', { token, what: 'trades' }],
    ['snapshotMoments', token],
  ]),
  ['nativeTransfers', { network, wallets: few }],
  ['nativePayments', { network, wallets: few }],
  ['pairTrades', { network, between: [[TOKEN.address], [OTHER_TOKEN.address]], from: 0, to: 200 }],
  ...[0, 40, 290].map((after): Question => ['tradesAfter', { network, subject: { by: 'any', address: wallet(1) }, after, limit: 20 }]),
  ...[0, 40].map((after): Question => ['tradesAfter', { network, subject: null, after, limit: 20, from: 1_001 }]),
  ['poolTokens', { network, address: POOL }],
  ['accounts', { network, addresses: few }],
  ['funding', { network, wallets: few }],
  ['activity', { network, addresses: few }],
  ['nativeBalances', { network, addresses: few }],
  ['labels', { network, addresses: few }],
  ...range(6).flatMap((n): Question[] => [
    ['tokensOfWallet', { network, wallet: wallet(n) }],
    ['tradingHours', { network, wallet: wallet(n) }],
    ['fundedWallets', { network, wallet: wallet(58 + n), limit: 5 }],
  ]),
  ['countedTokens', { network }],
  ['inCommon', { network, tokens: [TOKEN.address, OTHER_TOKEN.address] }],
  ['walletsInTokens', { network, tokens: [TOKEN.address, OTHER_TOKEN.address], wallets: few }],
  ['earlyWallets', { network }],
  ['keys'],
  ['jobs', { limit: 4 }],
  ['openJobs'],
  ['traces', { limit: 4 }],
  ['openTraces'],
  ['cases'],
  ['watchRules'],
  ['watchAlerts', { unread: false, before: null, limit: 4 }],
  ['dueCalls', { now: 1_000_000, limit: 4 }],
  ['casesAbout', { token: TOKEN, part: null, viewer: undefined }],
]
