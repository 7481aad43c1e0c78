import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Service } from '../../../src-main/service.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { anvilMissing, spawnAnvil } from '../../fixtures/anvil/anvil.ts'
import { account, openDevChain, type Contract, type DevChain } from '../../fixtures/anvil/chain.ts'
import { tokenArtifact } from '../../fixtures/anvil/tokens/tokens.ts'
import { buy, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { deployVenues, seedV3, swapV3, type Venues } from '../../fixtures/anvil/venues.ts'
import { openOwnService } from '../../fixtures/own-service.ts'
import { readWith, rowsOf } from './followed-service.ts'

/** Two followed tokens that are traded for each other share the rows of these trades, and each rolls back what the chain reverts. */

const missing = anvilMissing()
const RUNS = 3
const ETHER = parseEther('1')
const creator = account('two tokens creator')
const trader = account('two tokens trader')

/** What happens: a swap from one of the tokens to the other, a purchase of one, or blocks without either. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('swap'), from: fc.nat({ max: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('buy'), from: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('empty'), from: fc.integer({ min: 1, max: 12 }) }) },
)
type Step = { readonly kind: string; readonly from: number }

interface Story {
  readonly before: readonly Step[]
  /** The token that is not followed for the second half of the steps. Null if both are followed. */
  readonly left: number | null
  /** Whether that token is followed again in the end. */
  readonly returns: boolean
  readonly reverted: number
  readonly after: readonly Step[]
}
const story: fc.Arbitrary<Story> = fc.record({
  before: fc.array(step, { minLength: 3, maxLength: 12 }),
  left: fc.option(fc.nat({ max: 1 })),
  returns: fc.boolean(),
  reverted: fc.integer({ min: 1, max: 12 }),
  after: fc.array(step, { maxLength: 8 }),
})

const swap = (from: number): Step => ({ kind: 'swap', from })
const EXAMPLES: readonly Story[] = [
  { before: [0, 1, 0, 1, 0].map(swap), left: null, returns: true, reverted: 4, after: [1, 0].map(swap) },
  { before: [0, 1, 0, 1, 0, 1].map(swap), left: 1, returns: true, reverted: 6, after: [0].map(swap) },
  { before: [0, 1, 0, 1, 0, 1].map(swap), left: 0, returns: false, reverted: 4, after: [swap(1)] },
]

describe.skipIf(missing !== null)(`two followed tokens ${missing ?? ''}`, () => {
  async function play(chain: DevChain, venues: Venues, tokens: readonly Contract[], { kind, from }: Step): Promise<void> {
    const [sold, bought] = [tokens[from], tokens[1 - from]]
    if (kind === 'empty') return void (await chain.rpc('anvil_mine', [`0x${from.toString(16)}`]))
    if (sold === undefined || bought === undefined) throw new Error('there are two tokens')
    if (kind === 'buy') await buy(chain, venues.v2, trader, sold, ETHER / 10n)
    else await swapV3(chain, venues, trader, [sold, bought], ETHER)
  }

  async function areLikeRead({ before, left, returns, reverted, after }: Story): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'two-tokens-'))
    const node = await spawnAnvil()
    const chain = await openDevChain(node.url)
    for (const one of [creator, trader]) await chain.setBalance(one.address, 100_000n * ETHER)
    const venues = await deployVenues(chain, creator, 1)
    const tokens: Contract[] = []
    for (let n = 0; n < 2; n++) {
      const token = await chain.deploy(creator, tokenArtifact('MintableToken'), [1_000_000n * ETHER])
      await seedPool(chain, venues.v2, creator, token, 100_000n * ETHER, 100n * ETHER)
      await chain.call(creator, token, 'transfer', [trader.address, 1_000n * ETHER])
      tokens.push(token)
    }
    const [one, other] = tokens
    if (one === undefined || other === undefined) throw new Error('there are two tokens')
    await seedV3(chain, venues, creator, { token: one, amount: 10_000n * ETHER, other, otherAmount: 10_000n * ETHER })
    const keys = tokens.map(({ address }): TokenKey => ({ network: 'eth', address: trustedAddress(address) }))
    const open = (name: string): Promise<Service> => openOwnService(join(folder, name), 'eth', [node.url])
    const caughtUp = async ({ context: { store, follow } }: Service, of = keys): Promise<void> => {
      const head = Number(await chain.rpc('eth_blockNumber', []))
      const isLive = async (key: TokenKey): Promise<boolean> =>
        ((await store.read.token(key))?.asOfBlock ?? 0) >= head && follow.state(key).state === 'live'
      for (const key of of) await expect.poll(() => isLive(key), { timeout: 60_000, interval: 20 }).toBe(true)
    }
    const always = keys.filter((_, n) => n !== left)
    const compared = returns ? keys : always
    const rows = (service: Service) => Promise.all(compared.map((key) => rowsOf(service, key)))
    let service = await open('followed')
    try {
      for (const key of keys) await readWith(service, key)
      for (const key of keys) await service.context.follow.set(key, true)
      const half = Math.ceil(before.length / 2)
      for (const each of before.slice(0, half)) await play(chain, venues, tokens, each)
      await caughtUp(service)
      const unfollowed = keys.filter((_, n) => n === left)
      for (const key of unfollowed) await service.context.follow.set(key, false)
      for (const each of before.slice(half)) await play(chain, venues, tokens, each)
      await caughtUp(service, always)
      await service.close()
      await chain.rpc('anvil_reorg', [Math.min(reverted, before.length), []])
      for (const each of after) await play(chain, venues, tokens, each)
      await chain.rpc('anvil_mine', ['0xa'])
      service = await open('followed')
      if (returns) for (const key of unfollowed) await service.context.follow.set(key, true)
      await caughtUp(service, compared)
      const fresh = await open('fresh')
      for (const key of keys) await readWith(fresh, key)
      const [followed, read] = [await rows(service), await rows(fresh)]
      await fresh.close()
      expect(followed).toEqual(read)
      expect(read[0]?.trades.length).toBeGreaterThan(0)
    } finally {
      await service.close()
      await node.stop()
      rmSync(folder, { recursive: true })
    }
  }

  test('are stored as when both are read anew after a reorganisation that the service missed', { timeout: 900_000 }, async () => {
    const examples = EXAMPLES.map((each): [Story] => [each])
    await fc.assert(fc.asyncProperty(story, areLikeRead), { numRuns: RUNS + examples.length, examples, endOnFailure: true })
  })
})
