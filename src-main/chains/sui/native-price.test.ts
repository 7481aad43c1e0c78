import { afterAll, beforeAll, expect, it } from 'vitest'
import { idOf } from '../../../e2e/fixtures/sui/ids.ts'
import { startSuiNode, type SuiTestNode } from '../../../e2e/fixtures/sui/node.ts'
import { OWNERS, SafetyCoins } from '../../../e2e/fixtures/sui/tokens.ts'
import { createSuiAdapter } from './adapter.ts'

/** A Cetus pool object at the address of the real one, on the test ledger through the real client. No Move runs there. */

const POOL = '0xb8d7d9e66a60c239e7a60110efcf8de6c705580ed924d0dde141f4a0e2c90105'
const USDC = '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC'
const CETUS = '0x1eabed72c53feb3805120a081dc15963c204dc8d091542592abaf7a35689b2fb'
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

/** The first coin is USDC: the root is of raw MIST for one raw USDC unit. */
function setPool(usd: number, dollars: number): void {
  const root = BigInt(Math.round(Math.sqrt(1_000 / usd) * 2 ** 40)) << 24n
  ledger.execute({ sender: idOf('person maker') }, (tx) => {
    tx.write({
      id: POOL,
      type: `${CETUS}::pool::Pool<${USDC},0x2::sui::SUI>`,
      owner: OWNERS.everybody,
      json: {
        id: POOL,
        coin_a: { value: String(dollars * 1_000_000) },
        coin_b: { value: '1000000000000' },
        current_sqrt_price: String(root),
      },
    })
  })
  ledger.seal()
}

it('the price of SUI is unknown without a pool and with an empty one, and else what the pool says', async () => {
  expect(await priceNow()).toBeNull()
  setPool(3.5, 9_000)
  expect(await priceNow()).toBeNull()
  setPool(3.5, 900_000)
  expect(await priceNow()).toBeCloseTo(3.5, 6)
})
