import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import type { RpcClient } from '../../../rpc/request.ts'
import { findCreationBlock } from './creation.ts'

const contract = trustedAddress('0x7070000000000000000000000000000000000001')
const { signal } = new AbortController()

/** Code of a contract created in a block, and how often it was read. */
function chainWith(created: number): { readonly rpc: RpcClient; reads: number } {
  const chain = {
    reads: 0,
    rpc: {
      hosts: 'a node',
      call: (_method: string, [, block]: readonly unknown[]) => {
        chain.reads += 1
        return Promise.resolve(Number(block) >= created ? '0x6001' : '0x')
      },
    },
  }
  return chain
}

test('finds the first block with code wherever it is expected', async () => {
  const blocks = fc.integer({ min: 0, max: 5_000_000 })
  await fc.assert(
    fc.asyncProperty(blocks, blocks, fc.option(blocks), async (one, other, near) => {
      const [created, at] = [Math.min(one, other), Math.max(one, other)]
      expect(await findCreationBlock(chainWith(created).rpc, contract, { at, near }, signal)).toBe(created)
    }),
  )
})

test('takes few reads where the contract was created near the expected block', async () => {
  const readsAt = async (created: number): Promise<number> => {
    const chain = chainWith(created)
    expect(await findCreationBlock(chain.rpc, contract, { at: 20_000_000, near: 10_000_000 }, signal)).toBe(created)
    return chain.reads
  }
  expect(await readsAt(10_000_000)).toBe(3)
  expect(await readsAt(10_000_001)).toBe(3)
  expect(await readsAt(10_000_100)).toBeLessThan(16)
  expect(await readsAt(9_999_900)).toBeLessThan(16)
  expect(await readsAt(19_000_000)).toBeLessThan(36)
})

test('returns null where there is no code', async () => {
  expect(await findCreationBlock(chainWith(100).rpc, contract, { at: 99, near: 50 }, signal)).toBeNull()
})
