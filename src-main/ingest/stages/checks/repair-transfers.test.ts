import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { ChainAdapter } from '../../../chains/adapter.ts'
import type { CrossChecks } from '../../../chains/cross-checks.ts'
import type { Store } from '../../../store/interface.ts'
import { sampleToken, sampleTransfer, tempStore, TOKEN, txHash, wallet, type TempStore } from '../../../store/testing/samples.ts'
import { openTestStore } from '../../../store/testing/test-store.ts'
import type { StageContext } from '../stage.ts'
import { repairTransfers, type Repair } from './repair-transfers.ts'

const [ZERO, MAKER, TAKER] = [wallet(0), wallet(1), wallet(2)]
const [CREATED, HEAD] = [100, 164]
const rowAt = (block: number, from: Address, to: Address, raw: bigint): Transfer =>
  sampleTransfer({ position: { block, tx: 0, event: 0 }, tx: txHash(block), time: block, from, to, raw })
/** The supply of 1,000 is created at once, and 10 of it move in every second block. Balances are compared every few blocks. */
const TRUTH = [rowAt(CREATED, ZERO, MAKER, 1_000n), ...Array.from({ length: 32 }, (_, i) => rowAt(CREATED + 2 * (i + 1), MAKER, TAKER, 10n))]
const without = (...blocks: number[]): Transfer[] => TRUTH.filter(({ position }) => !blocks.includes(position.block))

interface Chain {
  /** The endpoint's answer to a query for events. */
  readonly events?: readonly Transfer[]
  /** A block in which the token doubles what the taker holds without an event. */
  readonly rebase?: number
  /** Whether there is a second endpoint, which returns all events. */
  readonly hasOther?: boolean
  readonly isProven?: boolean
}

describe('stored transfers that are checked', () => {
  let temp: TempStore
  let store: Store
  let asked: { from: number; to: number }[]

  beforeEach(async () => {
    temp = tempStore()
    store = await openTestStore(temp.path)
    asked = []
    await store.write.saveToken(sampleToken({ createdBlock: CREATED, createdTx: txHash(CREATED), totalSupply: 1_000n }))
  })
  afterEach(async () => {
    await store.close()
    temp.remove()
  })

  const inRange = (rows: readonly Transfer[], from: number, to: number): Transfer[] =>
    rows.filter(({ position: { block } }) => block >= from && block <= to)
  const sumFor = (rows: readonly Transfer[], who: Address): bigint =>
    rows.reduce((sum, { from, to, raw }) => sum + (to === who ? raw : 0n) - (from === who ? raw : 0n), 0n)

  function adapterOf({ events = TRUTH, rebase = Infinity, hasOther = false, isProven = true }: Chain): ChainAdapter {
    const balanceAt = (who: Address, block: number): bigint => {
      const grown = who === TAKER && block >= rebase ? sumFor(inRange(TRUTH, 0, rebase), who) : 0n
      return sumFor(inRange(TRUTH, 0, block), who) + grown
    }
    const crossChecks: CrossChecks = {
      mayHaveTransfers: (_token, block) => Promise.resolve(inRange(TRUTH, block, block).length > 0),
      transfersInTransaction: (_token, tx) => Promise.resolve(TRUTH.filter((row) => row.tx === tx)),
      transfersInReceipts: (_token, block) => Promise.resolve({ host: 'first', rows: inRange(TRUTH, block, block), isProven }),
      transfersByEndpoint: (_token, block) =>
        Promise.resolve([
          { host: 'first', rows: inRange(events, block, block) },
          ...(hasOther ? [{ host: 'other', rows: inRange(TRUTH, block, block) }] : []),
        ]),
    }
    return {
      holderSource: 'replayed',
      crossChecks,
      async *transfers(_token: Address, from: number, to: number) {
        asked.push({ from, to })
        await Promise.resolve()
        yield { from, to, rows: inRange(events, from, to) }
      },
      balances: (_token: Address, wallets: readonly Address[], at: { number: number }) =>
        Promise.resolve(wallets.map((address) => ({ address, raw: balanceAt(address, at.number) }))),
    } as unknown as ChainAdapter
  }

  async function repair(
    stored: readonly Transfer[],
    chain: Chain,
    differing: readonly Address[] = [],
    after: readonly Address[] = [],
  ): Promise<Repair> {
    await store.write.replaceTransfers({
      token: TOKEN,
      rows: stored,
      covers: { from: CREATED, to: 131, source: 'archive:portal.example' },
      whole: true,
    })
    await store.write.replaceTransfers({ token: TOKEN, rows: inRange(stored, 132, HEAD), covers: { from: 132, to: HEAD }, whole: true })
    const context = {
      ...{ store, adapter: adapterOf(chain), token: TOKEN, head: { number: HEAD, hash: '', time: 0 }, signal: new AbortController().signal },
      ...{ options: { depth: 1, sinceBlock: null }, progress: () => undefined },
    } as unknown as StageContext
    return repairTransfers(context, differing, () => Promise.resolve(after))
  }
  const stored = () => store.read.transfers({ token: TOKEN, limit: null })
  const covered = () => store.read.covered({ token: TOKEN, what: 'transfers' })

  it('stay where receipts and balances agree with them', async () => {
    expect(await repair(TRUTH, {})).toMatchObject({ movesAlone: null, notes: [], isWrong: false })
    expect(asked).toEqual([])
  })

  it('are read from the node again where they were wrong, and the note names the archive they came from', async () => {
    const doubled = without(104, 106).map((row) => (row.position.block === 110 ? { ...row, raw: 20n } : row))
    const { notes, isWrong, movesAlone } = await repair(doubled, {}, [TAKER, MAKER])
    expect(notes).toEqual([
      'Stored transfers of blocks 103 to 110, which came from the archive portal.example, were wrong and have been replaced: 2 added, 0 removed, 1 changed.',
    ])
    expect({ isWrong, movesAlone }).toEqual({ isWrong: false, movesAlone: null })
    expect(await stored()).toEqual(TRUTH)
    expect(await covered()).toEqual([{ from: CREATED, to: HEAD }])
  })

  it('are replaced without a word about archives where none delivered them', async () => {
    const { notes } = await repair(without(150), {}, [TAKER])
    expect(notes).toEqual([
      expect.stringMatching(/^Stored transfers of blocks \d+ to \d+ were wrong and have been replaced: 1 added, 0 removed, 0 changed\.$/),
    ])
  })

  it('stay unread where the endpoint leaves them out once more', async () => {
    const events = without(104, 106, 150)
    const { notes, isWrong } = await repair(events, { events }, [TAKER], [TAKER])
    expect(notes).toEqual([
      expect.stringMatching(
        /^The endpoint leaves out or changes transfers of blocks 10\d to 15\d \(2 ranges\), as balances and receipts show; set another endpoint and read the token again\.$/,
      ),
    ])
    expect(isWrong).toBe(true)
    const left = await covered()
    for (const block of [104, 106, 150]) expect(left.some(({ from, to }) => block >= from && block <= to)).toBe(false)
    expect(left.length).toBeGreaterThan(1)
  })

  it('are not wrong because an endpoint no longer keeps their events, if receipts prove them', async () => {
    const { notes, isWrong } = await repair(TRUTH, { events: [], hasOther: true })
    expect(isWrong).toBe(false)
    expect(notes).toEqual([
      expect.stringMatching(/^first returns 0 transfers of block 1\d\d and other 1; the receipts of the block confirm other\.$/),
    ])
    expect(asked).toEqual([])
  })

  it('are read again where an endpoint returns others and no receipt proves the stored ones', async () => {
    const { isWrong } = await repair(TRUTH, { events: TRUTH.slice(0, 2), isProven: false }, [], [TAKER])
    expect(asked).toEqual([{ from: CREATED, to: HEAD }])
    expect(isWrong).toBe(true)
  })

  it.each([102, 131, 163])('are right where the token itself changes balances, which receipts of block %i prove', async (rebase) => {
    expect(await repair(TRUTH, { rebase }, [TAKER])).toMatchObject({ movesAlone: rebase, notes: [], isWrong: false })
    expect(asked).toEqual([])
  })
})
