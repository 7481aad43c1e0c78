import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import { NATIVE, type Trade, type Transfer } from '../../../src-shared/domain/events.ts'
import type { TokenInfo } from '../../../src-shared/domain/token.ts'

/** Small made-up facts for tests and benches: the same number gives the same fact. */

/** An EVM address that ends in the number. */
export const wallet = (n: number): Address => trustedAddress(`0x${n.toString(16).padStart(40, '0')}`)

export const TOKEN: TokenKey = { network: 'eth', address: wallet(0xa0) }
export const OTHER_TOKEN: TokenKey = { network: 'eth', address: wallet(0xb0) }
export const POOL: Address = wallet(0xc0)

export const txHash = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`

export function sampleToken(changes: Partial<TokenInfo> = {}): TokenInfo {
  return {
    ...TOKEN,
    name: 'Sample',
    symbol: 'SMP',
    decimals: 18,
    totalSupply: 10n ** 27n,
    logo: null,
    creator: wallet(1),
    owner: null,
    createdAt: 1_700_000_000,
    createdBlock: 100,
    createdTx: txHash(1),
    origin: 'node',
    asOf: 1_700_100_000,
    asOfBlock: 900,
    holderCount: null,
    notes: [],
    ...changes,
  }
}

export function sampleTransfer(changes: Partial<Transfer> = {}): Transfer {
  return {
    kind: 'transfer',
    network: 'eth',
    position: { block: 100, tx: 0, event: 0 },
    time: 1_700_000_000,
    tx: txHash(1),
    token: TOKEN.address,
    from: wallet(1),
    to: wallet(2),
    raw: 10n ** 18n,
    ...changes,
  }
}

export const sampleNativeTransfer = (changes: Partial<Transfer> = {}): Transfer => sampleTransfer({ token: NATIVE, ...changes })

export function sampleTrade(changes: Partial<Trade> = {}): Trade {
  return {
    kind: 'trade',
    network: 'eth',
    position: { block: 200, tx: 3, event: 7 },
    time: 1_700_001_200,
    tx: txHash(2),
    dex: 'uniswap',
    dexVersion: '2',
    signer: wallet(5),
    receiver: wallet(6),
    pool: POOL,
    tokenIn: { token: OTHER_TOKEN.address, raw: 5n * 10n ** 17n, decimals: 18, usd: 1200.5 },
    tokenOut: { token: TOKEN.address, raw: 10n ** 24n, decimals: 18, usd: null },
    feeUsd: 3.6,
    leg: 0,
    source: 'event',
    confidence: 'sure',
    ...changes,
  }
}

export const sampleSnapshot = (timestamp: number, name = 'Sample'): SnapshotRecord => ({
  timestamp,
  network: 'eth',
  token_address: TOKEN.address,
  token_metadata: {
    address: TOKEN.address,
    name,
    symbol: 'SMP',
    logo: null,
    decimals: 18,
    total_supply: 1e9,
    holder_count: null,
    creator: null,
    created_at: null,
  },
  currency: { native: { symbol: 'ETH', price_usd: null }, token: { price_usd: null }, as_of: timestamp },
  nodes: [],
  links: [],
  token_links: [],
  categories: [],
})

/** A snapshot as it is stored. */
export const snapshotJson = (timestamp: number, name?: string): Uint8Array => Buffer.from(JSON.stringify(sampleSnapshot(timestamp, name)))
export interface TempStore {
  readonly folder: string
  readonly path: string
  remove(): void
}

/** A separate folder for one test, with the path for a store in it. */
export function tempStore(): TempStore {
  const folder = mkdtempSync(join(tmpdir(), 'holderscope-store-'))
  return { folder, path: join(folder, 'store.db'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
