import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSuiNode, type SuiTestNode } from '../../../../../e2e/fixtures/sui/node.ts'
import { setReferencePool } from '../../../../../e2e/fixtures/sui/reference-pool.ts'
import { SafetyCoins } from '../../../../../e2e/fixtures/sui/tokens.ts'
import { createSuiAdapter } from '../../adapter.ts'

/** A Cetus pool object at the address of the real one, on the test ledger through the real client. No Move code runs there. */

const signal = new AbortController().signal
const { ledger } = new SafetyCoins()
let node: SuiTestNode

beforeAll(async () => {
  node = await startSuiNode(ledger)
})
afterAll(() => node.stop())

async function priceNow(): Promise<number | null | undefined> {
  const adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
  try {
    return await adapter.nativePrice?.(await adapter.head(signal), signal)
  } finally {
    await adapter.close()
  }
}

it('is unknown without a pool or with a shallow one, else the price in the pool', async () => {
  expect(await priceNow()).toBeNull()
  setReferencePool(ledger, 3.5, 9_000)
  expect(await priceNow()).toBeNull()
  setReferencePool(ledger, 3.5, 900_000)
  expect(await priceNow()).toBeCloseTo(3.5, 6)
})
