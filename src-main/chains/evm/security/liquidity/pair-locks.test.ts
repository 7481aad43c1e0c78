import { describe, expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { LAST_SECOND } from '../../../../../src-shared/domain/unix-time.ts'
import type { ContractCall } from '../../rpc/multicall.ts'
import type { Node } from '../../rpc/node.ts'
import { locksOfPair } from './pair-locks.ts'

/** Lockers of Ethereum (resources/scan/evm-lockers.json). */
const UNCX = trustedAddress('0x663a5c229c09b049e36dcc11a9b0d4a8eb9db214')
const PINK = trustedAddress('0x71b5759d73262fbb223956913ecf4ecc51057641')
const DEAD = trustedAddress('0x000000000000000000000000000000000000dead')
const PRECOMPILE = trustedAddress('0x0000000000000000000000000000000000000001')
const address = (digits: string): Address => trustedAddress(`0x${digits.repeat(20)}`)
const [PAIR, FREE, FREER] = [address('a1'), address('b2'), address('c3')]
const at = { number: 9, hash: '0x', time: 1_000 }

type Answers = Readonly<Record<string, unknown>>

function read(balances: readonly (readonly [Address, bigint])[], answers: Answers = {}) {
  const asked: [string, ...unknown[]][] = []
  const multicall = {
    read(calls: readonly ContractCall[], block: number): Promise<unknown[]> {
      expect(block).toBe(9)
      return Promise.resolve(
        calls.map(({ name, args = [] }) => {
          asked.push([name, ...args])
          const answer = answers[name] ?? null
          return Array.isArray(answer) && name === 'tokenLocks' ? answer[Number(args[1])] : answer
        }),
      )
    },
  }
  const owners = { supply: 10_000n, balances: new Map(balances) }
  const scan = { node: { multicall } as unknown as Node, network: 'eth', at, signal: new AbortController().signal } as const
  const found = locksOfPair(scan, PAIR, owners)
  return found.then((locks) => ({ ...locks, asked }))
}
/** lockDate, amount, initialAmount, unlockDate, lockId, owner. */
const uncxLock = (raw: bigint, unlockDate: bigint): readonly unknown[] => [500n, raw, 2n * raw, unlockDate, 1n, FREE]

const ONE_RELEASE = { tgeBps: 0n, cycle: 0n, cycleBps: 0n }

describe('the locks of a pair', () => {
  it('are the parts at UNCX that have not expired; who locked the others may withdraw them', async () => {
    const locks = [uncxLock(1_000n, 1_001n), uncxLock(3_000n, 2_000n), uncxLock(2_000n, 1_000n)]
    expect(await read([[UNCX, 6_000n]], { getNumLocksForToken: 3n, tokenLocks: locks })).toMatchObject({
      lockedPct: 40,
      locks: [
        { percentage: 30, type: 'UNCX V2', unlockAt: 2_000 },
        { percentage: 10, type: 'UNCX V2', unlockAt: 1_001 },
      ],
      largestFreePct: 20,
      largestFreeOwner: FREE,
      asked: [
        ['getNumLocksForToken', PAIR],
        ['tokenLocks', PAIR, 0n],
        ['tokenLocks', PAIR, 1n],
        ['tokenLocks', PAIR, 2n],
      ],
    })
  })

  it('never exceed what the locker holds', async () => {
    const answers = { getNumLocksForToken: 1n, tokenLocks: [uncxLock(9_000n, 2n ** 100n)] }
    expect(await read([[UNCX, 500n]], answers)).toMatchObject({ lockedPct: 5, locks: [{ percentage: 5, unlockAt: LAST_SECOND }] })
  })

  it('are what is left of a lock at PinkLock', async () => {
    const rows = [
      { ...ONE_RELEASE, owner: FREER, amount: 5_000n, unlockedAmount: 1_000n, tgeDate: 1_500n },
      { ...ONE_RELEASE, owner: FREE, amount: 1_000n, unlockedAmount: 0n, tgeDate: 900n },
    ]
    expect(await read([[PINK, 5_000n]], { getLocksForToken: rows })).toMatchObject({
      lockedPct: 40,
      locks: [{ percentage: 40, type: 'PinkLock', unlockAt: 1_500 }],
      largestFreePct: 10,
      largestFreeOwner: FREE,
      asked: [['getLocksForToken', PAIR, 0n, 20n]],
    })
  })

  it('are the later releases of a lock at PinkLock that opens step by step', async () => {
    // 20 % at 800, then 30 % every 150 seconds: 50 % are open at 1,000, of which 25 % were taken out.
    const steps = { owner: FREER, amount: 4_000n, unlockedAmount: 1_000n, tgeDate: 800n, tgeBps: 2_000n, cycle: 150n, cycleBps: 3_000n }
    expect(await read([[PINK, 3_000n]], { getLocksForToken: [steps] })).toMatchObject({
      lockedPct: 20,
      locks: [
        { percentage: 12, type: 'PinkLock', unlockAt: 1_100 },
        { percentage: 8, type: 'PinkLock', unlockAt: 1_250 },
      ],
      largestFreePct: 10,
      largestFreeOwner: FREER,
    })
  })

  it('have no date where there are more than are read', async () => {
    const many = { ...ONE_RELEASE, owner: FREE, amount: 100n, unlockedAmount: 0n, tgeDate: 900n }
    const answers = { getNumLocksForToken: 21n, getLocksForToken: Array(21).fill(many) }
    for (const locker of [UNCX, PINK])
      expect(await read([[locker, 2_000n]], answers)).toMatchObject({ lockedPct: 20, locks: [{ unlockAt: null }], largestFreePct: 0 })
  })

  it('add up for an owner who holds a part and may withdraw an expired lock', async () => {
    const answers = { getNumLocksForToken: 1n, tokenLocks: [uncxLock(3_000n, 900n)] }
    expect(
      await read(
        [
          [UNCX, 3_000n],
          [FREE, 2_000n],
          [FREER, 4_000n],
        ],
        answers,
      ),
    ).toMatchObject({ lockedPct: 0, largestFreePct: 50, largestFreeOwner: FREE })
  })

  it('have no date where the locker does not answer', async () => {
    for (const [locker, type] of [
      [UNCX, 'UNCX V2'],
      [PINK, 'PinkLock'],
    ] as const) {
      expect(await read([[locker, 2_000n]])).toMatchObject({ lockedPct: 20, locks: [{ percentage: 20, type, unlockAt: null }] })
    }
  })

  it('include what is burned, beside the largest owner who may withdraw', async () => {
    const owners = [[DEAD, 6_000n] as const, [PRECOMPILE, 1_000n] as const, [FREE, 1_000n] as const, [FREER, 2_000n] as const, [PAIR, 0n] as const]
    expect(await read(owners)).toMatchObject({
      lockedPct: 70,
      locks: [
        { percentage: 60, type: 'burn', unlockAt: null },
        { percentage: 10, type: 'burn', unlockAt: null },
      ],
      largestFreePct: 20,
      largestFreeOwner: FREER,
      asked: [],
    })
  })
})
