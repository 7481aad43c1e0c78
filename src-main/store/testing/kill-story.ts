import { read, write } from '../dispatch.ts'
import type { ReadDb, WriteDb } from '../connection/handle.ts'
import type { LiveBlocks } from '../interface.ts'
import { sampleToken, sampleTrade, sampleTransfer, snapshotJson, TOKEN, txHash, wallet } from './samples.ts'
import { sql } from '../connection/sql.ts'

/**
 * A story in which every block follows from its number: one coin moves from wallet 1 to a wallet of the block, and one trade is made. The last
 * block in a file therefore determines its expected content.
 */

export const FIRST_BLOCK = 1_000
const SUPPLY = 1_000_000_000n
const WALLETS = 7
/** After every fifth block, the chain reverts three blocks and makes them again. */
const REORGANISED_EVERY = 5
const REORGANISED_DEPTH = 3

/** The token as read at a block. */
export function madeUpTo(db: WriteDb, block: number): void {
  const covers = { from: 0, to: block }
  write(db, 'saveBalances', { token: TOKEN, rows: [{ address: wallet(1), raw: SUPPLY, verified: true }], replaceAll: true })
  write(db, 'saveTransfers', { token: TOKEN, rows: [], covers })
  write(db, 'saveTrades', { network: 'eth', rows: [], token: TOKEN, covers })
  write(db, 'saveToken', sampleToken({ asOfBlock: block, holderCount: 1, totalSupply: SUPPLY }))
}

const receiver = (block: number) => wallet(10 + (block % WALLETS))

export function followed(block: number): LiveBlocks {
  const at = { block, tx: 0 }
  return {
    from: block,
    to: block,
    time: block,
    supply: null,
    trades: [sampleTrade({ position: { ...at, event: 2 }, tx: txHash(block) })],
    transfers: [sampleTransfer({ position: { ...at, event: 1 }, tx: txHash(block), from: wallet(1), to: receiver(block), raw: 1n })],
    pools: [],
    balances: [],
  }
}

export const snapshotAfter = (block: number): Uint8Array => snapshotJson(block)

/** The first block that the chain reverts after this one. Null if it reverts none. */
export const reorganised = (block: number): number | null =>
  block % REORGANISED_EVERY === 0 ? Math.max(FIRST_BLOCK + 1, block - REORGANISED_DEPTH + 1) : null

/** Contradictions in a file of this story, as text; empty when everything agrees with the last block of the token. */
export function contradictions(db: ReadDb): string[] {
  const token = read(db, 'token', TOKEN)
  if (token === null) return []
  const last = token.asOfBlock ?? -1
  const blocks = Array.from({ length: last - FIRST_BLOCK }, (_, i) => FIRST_BLOCK + 1 + i)
  const held = new Map<string, bigint>([[wallet(1), SUPPLY - BigInt(blocks.length)]])
  for (const block of blocks) held.set(receiver(block), (held.get(receiver(block)) ?? 0n) + 1n)
  const found: Record<string, readonly [is: unknown, should: unknown]> = {
    soundness: [read(db, 'check'), ['ok']],
    transfers: [read(db, 'transfers', { token: TOKEN, limit: null }).map(({ position }) => position.block), blocks],
    trades: [read(db, 'tokenTrades', { token: TOKEN, limit: null }).map(({ position }) => position.block), blocks],
    counts: [
      [token.tradeCount, token.holdersKnown, token.holderCount],
      [blocks.length, held.size, held.size],
    ],
    balances: [
      sorted(read(db, 'holders', { token: TOKEN, limit: null }).map(({ address, raw }) => `${address} ${raw}`)),
      sorted([...held].map(([address, raw]) => `${address} ${raw}`)),
    ],
    covered: [(['transfers', 'trades'] as const).map((what) => read(db, 'covered', { token: TOKEN, what })), Array(2).fill([{ from: 0, to: last }])],
    names: [db.get(sql`SELECT count(*) AS n FROM trade WHERE tx NOT IN (SELECT id FROM tx) OR signer NOT IN (SELECT id FROM address)`), { n: 0 }],
  }
  return Object.entries(found).flatMap(([what, [is, should]]) =>
    JSON.stringify(is) === JSON.stringify(should) ? [] : [`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`],
  )
}

const sorted = (lines: string[]): string[] => lines.toSorted()
