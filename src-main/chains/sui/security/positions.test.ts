import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { idOf, SUI } from '../../../../e2e/fixtures/sui/ids.ts'
import type { Owner } from '../../../../e2e/fixtures/sui/ledger-records.ts'
import { addLiquidity } from '../../../../e2e/fixtures/sui/liquidity.ts'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import { addPosition, burnPosition, transferPosition, WIDE, writeNodes, type PositionState } from '../../../../e2e/fixtures/sui/positions.ts'
import { OWNERS, SafetyCoins, type SafetyCoin } from '../../../../e2e/fixtures/sui/tokens.ts'
import { openPool, swap, writePool } from '../../../../e2e/fixtures/sui/venues.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { ChainAdapter } from '../../adapter.ts'
import type { SecurityFacts } from '../../security/facts.ts'
import { createSuiAdapter } from '../adapter.ts'
import { OWNERS_TIMEOUT_MS } from './liquidity.ts'

/**
 * Positions of pools on the test ledger through the real client. No Move code runs there, and the layouts of table nodes and of the pool's
 * JSON are as published, not as recorded on mainnet: see the fixtures.
 */

const signal = new AbortController().signal
const coins = new SafetyCoins()
const { ledger, maker } = coins
const friend = coins.holders[0] ?? ''
const UNIMPLEMENTED = 12
let node: SuiTestNode
let adapter: ChainAdapter

beforeAll(async () => {
  node = await startSuiNode(ledger)
  adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
})
afterEach(() => {
  vi.restoreAllMocks()
  node.grpc.faults.fieldsAPage = 1_000
})
afterAll(async () => {
  await adapter.close()
  await node.stop()
})

/** @param meanwhile runs after the checkpoint of the scan was chosen */
async function scan({ coin }: Pick<SafetyCoin, 'coin'>, meanwhile: () => void = () => undefined): Promise<SecurityFacts> {
  ledger.seal(2)
  const at = await adapter.head(signal)
  const token = trustedAddress(coin)
  const pools = []
  for await (const page of adapter.pools(token, 0, at.number, signal)) pools.push(...page.rows)
  meanwhile()
  const facts = await adapter.security?.({ token, pools, holders: [], creator: null, createdBlock: null }, at, signal)
  if (facts === undefined) throw new Error('no security facts of Sui')
  return facts
}
const first = ({ pool }: SafetyCoin): PositionState => {
  const [position] = pool.positions
  if (position === undefined) throw new Error('the pool has no position')
  return position
}
function setOwner(made: SafetyCoin, owner: Owner): void {
  ledger.execute({ sender: maker }, (tx) => {
    transferPosition(tx, first(made), owner)
  })
}
const share = (made: SafetyCoin, part: number, owner = friend, range = WIDE): PositionState =>
  addLiquidity(ledger, maker, made.pool, { owner: OWNERS.to(owner), part, range })

describe('positions of a pool that lists them', () => {
  it('are free for their owners to withdraw, by value, also after trades', async () => {
    const made = coins.launch('kept')
    expect((await scan(made)).liquidity).toMatchObject([{ lockedPct: 0, locks: [], largestFreePct: 100, largestFreeOwner: maker }])
    share(made, 1 / 3)
    swap(ledger, { sender: friend, route: [made.pool], coinIn: SUI, raw: 10n ** 11n })
    const { liquidity, partial } = await scan(made)
    expect(liquidity).toMatchObject([{ pool: made.pool.id, quoteRaw: made.pool.reserveB, largestFreeOwner: maker }])
    expect(liquidity?.[0]?.largestFreePct).toBeCloseTo(75, 3)
    expect(partial.join(' ')).not.toContain('liquidity')
  })

  it.each([
    ['burned at the zero address', OWNERS.zero, 'burn'],
    ['burned at the dead address', OWNERS.to(`0x${'0'.repeat(60)}dead`), 'burn'],
    ['frozen', OWNERS.immutable, 'burn'],
  ] as const)('%s count as burned', async (how, owner, type) => {
    const made = coins.launch(`gone_${idOf(how).slice(2, 8)}`)
    setOwner(made, owner)
    expect((await scan(made)).liquidity).toMatchObject([{ lockedPct: 100, locks: [{ type, unlockAt: null }], largestFreePct: 0 }])
  })

  it('wrapped into burn proofs are locked forever, regardless of who owns the proof', async () => {
    const made = coins.launch('proof')
    share(made, 1 / 3)
    ledger.execute({ sender: maker }, (tx) => {
      burnPosition(tx, made.pool.id, first(made), OWNERS.to(maker))
    })
    const [read] = (await scan(made)).liquidity ?? []
    expect(read).toMatchObject({ locks: [{ type: 'Cetus LP burn', unlockAt: null }], largestFreeOwner: friend })
    expect([read?.lockedPct, read?.largestFreePct]).toEqual([expect.closeTo(75, 3), expect.closeTo(25, 3)])
  })

  it('shared are free and stand for their own owner', async () => {
    const made = coins.launch('everybodys')
    setOwner(made, OWNERS.everybody)
    expect((await scan(made)).liquidity).toMatchObject([{ lockedPct: 0, largestFreePct: 100, largestFreeOwner: first(made).id }])
  })

  it('far from the price count by what they hold, not by their liquidity', async () => {
    const made = coins.launch('far')
    share(made, 1, friend, [0, 60])
    const [read] = (await scan(made)).liquidity ?? []
    expect(read?.largestFreeOwner).toBe(maker)
    expect(read?.largestFreePct).toBeGreaterThan(90)
  })

  it('are read over several pages, without empty ones', async () => {
    const made = coins.launch('many')
    for (let i = 0; i < 9; i++) share(made, 0.1, idOf(`person provider ${i}`))
    ledger.execute({ sender: maker }, (tx) => {
      const empty = made.pool.positions.slice(1, 3)
      for (const position of empty) position.liquidity = 0n
      writeNodes(tx, made.pool, empty)
    })
    share(made, 0.1)
    node.grpc.faults.fieldsAPage = 2
    const before = node.grpc.faults.calls.get('ListDynamicFields') ?? 0
    const [read] = (await scan(made)).liquidity ?? []
    expect((node.grpc.faults.calls.get('ListDynamicFields') ?? 0) - before).toBe(6)
    expect(read).toMatchObject({ lockedPct: 0, largestFreeOwner: maker })
    const [own = 0n, ...others] = made.pool.positions.map(({ liquidity }) => liquidity)
    const all = others.reduce((sum, liquidity) => sum + liquidity, own)
    expect(read?.largestFreePct).toBeCloseTo((Number(own) * 100) / Number(all), 6)
  })

  it('of a pool that changes under the scan are read as they are after the change', async () => {
    const made = coins.launch('moving')
    const held = made.pool.reserveB
    const { liquidity } = await scan(made, () => {
      share(made, 1 / 3)
      ledger.seal(2)
    })
    expect(liquidity).toMatchObject([{ quoteRaw: held, largestFreeOwner: maker }])
    expect(liquidity?.[0]?.largestFreePct).toBeCloseTo(75, 3)
  })
})

describe('who may withdraw is not known, and the scan says so,', () => {
  it('where a position is inside an object that is no burn proof', async () => {
    const made = coins.launch('kept_inside')
    ledger.execute({ sender: maker }, (tx) => {
      tx.write({ id: tx.newId(), type: `${idOf('a farm’s package')}::farm::Stake`, owner: OWNERS.to(maker) })
      tx.wrap(first(made).id)
    })
    const { liquidity, partial } = await scan(made)
    expect(liquidity).toMatchObject([{ quoteRaw: made.pool.reserveB, lockedPct: null, largestFreePct: null }])
    expect(partial.join(' ')).toContain('100.0 % of it is controlled by the code of other objects')
  })

  it.each([
    ['sent to an object', 'sent', (address: string): Owner => OWNERS.to(address)],
    ['a field of an object', 'field', (address: string): Owner => ({ kind: 'object', address })],
  ] as const)('where a position is %s', async (_how, module, owner) => {
    const made = coins.launch(`object_${module}`)
    setOwner(made, owner(made.pool.id))
    expect((await scan(made)).liquidity).toMatchObject([{ lockedPct: null, largestFreeOwner: null }])
  })

  it('except for a share too small to change a finding', async () => {
    const made = coins.launch('kept_dust')
    const dust = share(made, 0.005)
    setOwner(made, OWNERS.zero)
    ledger.execute({ sender: maker }, (tx) => {
      tx.wrap(dust.id)
    })
    const { liquidity, partial } = await scan(made)
    expect(liquidity?.[0]?.lockedPct).toBeCloseTo(100 / 1.005, 2)
    expect(partial.join(' ')).toContain('partly unknown: 0.50 %')
  })

  it.each([
    ['much of it', 1n, null],
    ['almost nothing', 1_000_000n, 0],
  ] as const)('where there are more positions than are read, and the rest is %s', async (how, divisor, lockedPct) => {
    const made = coins.launch(`crowd_${divisor}`)
    const { liquidity: whole } = first(made)
    ledger.execute({ sender: maker }, (tx) => {
      for (let i = 0; i < 600; i++) addPosition(tx, made.pool, OWNERS.to(idOf(`small owner ${i}`)), whole / divisor)
      writePool(tx, made.pool)
    })
    const { liquidity, partial } = await scan(made)
    expect(liquidity).toMatchObject([{ lockedPct }])
    expect(partial.join(' '), how).toContain(lockedPct === null ? 'are unknown: 16.8 %' : 'partly unknown: 0.01 %')
  })

  it('where the positions do not add up to the pool', async () => {
    const made = coins.launch('unsound')
    ledger.execute({ sender: maker }, (tx) => {
      first(made).liquidity += 1n
      writeNodes(tx, made.pool, [first(made)])
    })
    const { liquidity, partial } = await scan(made)
    expect(liquidity).toMatchObject([{ lockedPct: null }])
    expect(partial.join(' ')).toContain('do not add up')
  })

  it('where the exchange keeps no list of them', async () => {
    const made = coins.launch('unlisted')
    const turbos = openPool(ledger, maker, 'turbos', made.coin, SUI, 10n ** 12n, 10n ** 10n)
    const { liquidity, partial } = await scan(made)
    expect(liquidity?.find(({ pool }) => pool === turbos.id)).toMatchObject({ lockedPct: null })
    expect(liquidity?.find(({ pool }) => pool === made.pool.id)).toMatchObject({ lockedPct: 0 })
    expect(partial.join(' ')).toContain('a pool of turbos')
  })

  it('where the node does not list dynamic fields', async () => {
    const made = coins.launch('refused')
    node.grpc.faults.refuse('ListDynamicFields', UNIMPLEMENTED, 1)
    const { liquidity, partial } = await scan(made)
    expect(liquidity).toMatchObject([{ quoteRaw: made.pool.reserveB, lockedPct: null }])
    expect(partial.join(' ')).toContain(`The owners of the liquidity of ${made.pool.id} are unknown`)
  })

  it('where they are not read in time', async () => {
    const made = coins.launch('late')
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === OWNERS_TIMEOUT_MS ? AbortSignal.abort(new DOMException('The time is over.', 'TimeoutError')) : timeout(ms),
    )
    const { liquidity, partial } = await scan(made)
    expect(liquidity).toMatchObject([{ quoteRaw: made.pool.reserveB, lockedPct: null }])
    expect(partial.join(' ')).toContain('could not be read in time')
  })
})
