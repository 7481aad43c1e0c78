import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import { read, write } from '../../dispatch.ts'
import type { WriteDb } from '../../connection/handle.ts'
import type { LiveBlocks } from '../../interface.ts'
import { sampleToken, sampleTransfer, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { runsOf, withWriter } from '../../testing/test-engine.ts'
import { zeroAddress } from '../../values/zero-address.ts'

/**
 * A token is read at a block and followed from there, and then its chain reverts blocks from before the read. The test generates chains and sums
 * their balances, and compares the stored rows with these.
 */

const RUNS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 60 : 15
const FIRST = 100
const READ_AT = 140
const DEEPEST = 64
const WALLETS = [1, 2, 3, 4, 5]
const ZERO = zeroAddress('eth')

interface Move {
  readonly from: number
  readonly to: number
  readonly raw: bigint
}
/** Moves of each block, starting at FIRST. The receiver gets `fee` less than the transfer states, as with some tokens. */
interface Chain {
  readonly blocks: readonly (readonly Move[])[]
  readonly fee: bigint
}

/** The balance of each wallet after block `to`. Wallet 0 is the zero address. */
function truthAt({ blocks, fee }: Chain, to: number): Map<number, bigint> {
  const held = new Map<number, bigint>()
  const add = (n: number, raw: bigint) => held.set(n, (held.get(n) ?? 0n) + raw)
  for (const move of blocks.slice(0, to - FIRST + 1).flat()) {
    add(move.from, -move.raw)
    add(move.to, move.raw > fee ? move.raw - fee : 0n)
  }
  held.delete(0)
  return held
}

const holdings = (held: ReadonlyMap<number, bigint>, who: readonly number[]): Holding[] =>
  who.map((n) => ({ address: wallet(n), raw: held.get(n) ?? 0n, verified: true }))
const transfersOf = (moves: readonly Move[], block: number, branch: number) =>
  moves.map(({ from, to, raw }, event) =>
    sampleTransfer({
      position: { block, tx: branch, event },
      tx: txHash(block * 10 + branch),
      from: from === 0 ? ZERO : wallet(from),
      to: wallet(to),
      raw,
    }),
  )
const stored = (db: WriteDb) => new Map(read(db, 'holders', { token: TOKEN, limit: null }).map(({ address, raw }) => [address as string, raw]))
const expected = (held: ReadonlyMap<number, bigint>) => new Map([...held].filter(([, raw]) => raw > 0n).map(([n, raw]) => [wallet(n) as string, raw]))

/** Every wallet starts with a large balance, so that no sum falls below zero. */
const START_MOVES: readonly Move[] = WALLETS.map((to) => ({ from: 0, to, raw: 1_000_000n }))
interface Story {
  readonly before: readonly (readonly Move[])[]
  readonly followed: readonly (readonly Move[])[]
  readonly instead: readonly (readonly Move[])[]
  readonly depth: number
  /** How many of the wallets the read knew. Either all, or only the first ones. */
  readonly known: number
}

const moves = fc.array(
  fc
    .record({ from: fc.constantFrom(0, ...WALLETS), to: fc.constantFrom(...WALLETS), raw: fc.bigInt(1n, 5_000n) })
    .filter(({ from, to }) => from !== to),
  { maxLength: 3 },
)
const stories: fc.Arbitrary<Story> = fc.record({
  before: fc.array(moves, { minLength: READ_AT - FIRST, maxLength: READ_AT - FIRST }),
  followed: fc.array(moves, { maxLength: 6 }),
  instead: fc.array(moves, { minLength: 1, maxLength: 8 }),
  depth: fc.integer({ min: 1, max: DEEPEST }),
  known: fc.constantFrom(WALLETS.length, 2),
})

/** Stores the chain in the state after a read at READ_AT: transfers and their range, and balances as on the chain. */
function storeRead(db: WriteDb, chain: Chain, known: number): void {
  const rows = chain.blocks.slice(0, READ_AT - FIRST + 1).flatMap((block, i) => transfersOf(block, FIRST + i, 0))
  write(db, 'saveToken', sampleToken({ asOfBlock: READ_AT, createdBlock: FIRST, holderCount: known === WALLETS.length ? known : null }))
  write(db, 'saveTransfers', { token: TOKEN, rows, covers: { from: FIRST, to: READ_AT } })
  write(db, 'saveBalances', { token: TOKEN, rows: holdings(truthAt(chain, READ_AT), WALLETS.slice(0, known)), replaceAll: true })
}

/** One block as a follower reports it: its transfers, and the balances of all wallets that they or `repeated` name. */
function blockUpdate(chain: Chain, block: number, branch: number, repeated: ReadonlySet<number>): LiveBlocks {
  const here = chain.blocks[block - FIRST] ?? []
  const touched = new Set([...here.flatMap(({ from, to }) => [from, to]), ...repeated])
  touched.delete(0)
  const balances = holdings(truthAt(chain, block), [...touched])
  return { from: block, to: block, time: block, supply: null, trades: [], transfers: transfersOf(here, block, branch), pools: [], balances }
}

function play(fee: bigint, { before, followed, instead, depth, known }: Story, then: Steps): void {
  const old: Chain = { blocks: [START_MOVES, ...before, ...followed], fee }
  const top = READ_AT + followed.length
  const from = Math.max(FIRST + 1, Math.min(top, READ_AT) - depth + 1)
  const kept = old.blocks.slice(0, from - FIRST)
  const chain: Chain = { blocks: [...kept, ...instead], fee }
  withWriter((db) => {
    storeRead(db, old, known)
    for (let block = READ_AT + 1; block <= top; block++) write(db, 'saveBlocks', { token: TOKEN, blocks: blockUpdate(old, block, 0, new Set()) })
    write(db, 'rollBackBlocks', { token: TOKEN, from })
    expect(read(db, 'token', TOKEN)?.asOfBlock).toBe(from - 1)
    expect(read(db, 'covered', { token: TOKEN, what: 'transfers' })).toEqual([{ from: FIRST, to: from - 1 }])
    then.taken(stored(db), truthAt(old, from - 1), known < WALLETS.length)
    const lost = new Set(old.blocks.slice(from - FIRST).flatMap((block) => block.flatMap((move) => [move.from, move.to])))
    for (let block = from; block < from + instead.length; block++) {
      write(db, 'saveBlocks', { token: TOKEN, blocks: blockUpdate(chain, block, 1, block === from ? lost : new Set()) })
    }
    then.replaced(stored(db), truthAt(chain, from + instead.length - 1), known < WALLETS.length)
  })
}

interface Steps {
  taken(held: Map<string, bigint>, truth: Map<number, bigint>, partial: boolean): void
  replaced(held: Map<string, bigint>, truth: Map<number, bigint>, partial: boolean): void
}

/** Expects all holders if all are known, otherwise that every stored row is correct. */
function holdsTrue(held: Map<string, bigint>, truth: Map<number, bigint>, partial: boolean): void {
  const all = expected(truth)
  if (partial) for (const [address, raw] of held) expect([address, raw]).toEqual([address, all.get(address)])
  else expect(held).toEqual(all)
}

describe('blocks taken back from below the block of a read', () => {
  it('leave the balances of the last kept block, then those of the chain that came in place', () => {
    fc.assert(
      fc.property(stories, (one) => play(0n, one, { taken: holdsTrue, replaced: holdsTrue })),
      { numRuns: runsOf(RUNS) },
    )
  })

  it('of a token that gives receivers less than it reports become right with the repeated balances', () => {
    fc.assert(
      fc.property(stories, (one) => play(3n, one, { taken: () => undefined, replaced: holdsTrue })),
      { numRuns: runsOf(RUNS) },
    )
  })

  it('leave unknown what a wallet outside the known largest holds', () => {
    const only = { before: Array.from({ length: READ_AT - FIRST }, (_, i) => (i === READ_AT - FIRST - 1 ? [{ from: 5, to: 1, raw: 400n }] : [])) }
    play(
      0n,
      { ...only, followed: [], instead: [[]], depth: 1, known: 2 },
      {
        taken: (held) => expect([held.get(wallet(1)), held.get(wallet(5))]).toEqual([1_000_000n, undefined]),
        replaced: holdsTrue,
      },
    )
  })
})
