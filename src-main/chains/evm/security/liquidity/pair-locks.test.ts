import { describe, expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { ContractCall } from '../../rpc/multicall.ts'
import type { Node } from '../../rpc/node.ts'
import { locksOfPair } from './pair-locks.ts'

/** Lockers of Ethereum (resources/scan/evm-lockers.json). */
const UNCX = trustedAddress('0x663a5c229c09b049e36dcc11a9b0d4a8eb9db214')
const PINK = trustedAddress('0x71b5759d73262fbb223956913ecf4ecc51057641')
const DEAD = trustedAddress('0x000000000000000000000000000000000000dead')
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

describe('the locks of a pair', () => {
  it('are the parts at UNCX that have not expired', async () => {
    const locks = [uncxLock(1_000n, 1_001n), uncxLock(3_000n, 2_000n), uncxLock(2_000n, 1_000n)]
    expect(await read([[UNCX, 6_000n]], { getNumLocksForToken: 3n, tokenLocks: locks })).toMatchObject({
      lockedPct: 40,
      locks: [
        { percentage: 30, type: 'UNCX V2', unlockAt: 2_000 },
        { percentage: 10, type: 'UNCX V2', unlockAt: 1_001 },
      ],
      largestFreePct: 0,
      largestFreeOwner: null,
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
    expect(await read([[UNCX, 500n]], answers)).toMatchObject({ lockedPct: 5, locks: [{ percentage: 5, unlockAt: 2 ** 40 - 1 }] })
  })

  it('are what is left of a lock at PinkLock', async () => {
    const rows = [
      { amount: 5_000n, unlockedAmount: 1_000n, tgeDate: 1_500n },
      { amount: 1_000n, unlockedAmount: 0n, tgeDate: 900n },
    ]
    expect(await read([[PINK, 5_000n]], { getLocksForToken: rows })).toMatchObject({
      lockedPct: 40,
      locks: [{ percentage: 40, type: 'PinkLock', unlockAt: 1_500 }],
      asked: [['getLocksForToken', PAIR, 0n, 20n]],
    })
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
    const owners = [[DEAD, 7_000n] as const, [FREE, 1_000n] as const, [FREER, 2_000n] as const, [PAIR, 0n] as const]
    expect(await read(owners)).toMatchObject({
      lockedPct: 70,
      locks: [{ percentage: 70, type: 'burn', unlockAt: null }],
      largestFreePct: 20,
      largestFreeOwner: FREER,
      asked: [],
    })
  })
})
