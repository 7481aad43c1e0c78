import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parseEther } from 'viem'
import { describe, test } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { anvilMissing, spawnAnvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../fixtures/anvil/chain.ts'
import { tokenArtifact } from '../../fixtures/anvil/tokens/tokens.ts'
import { buy, seedPool, sell } from '../../fixtures/anvil/uniswap.ts'
import { deployVenues, planV4, seedV3, seedV4, swapV3, swapV4, type Venues } from '../../fixtures/anvil/venues.ts'
import { FollowedService } from './followed-service.ts'

/** A token that was followed while its chain lived and is then read again is stored like one that was only read. */

const missing = anvilMissing()
const RUNS = 6
const ETHER = parseEther('1')
const SUPPLY = 1_000_000n * ETHER
const WALLETS = 5
const creator = account('following creator')
const trader = (n: number): ReturnType<typeof account> => account(`following trader ${n}`)

const who = fc.nat({ max: WALLETS - 1 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('buy', 'sell'), who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send'), who, to: who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('buy in v3', 'buy in v4', 'sell in v4'), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('fund and buy', 'mint'), who: fc.nat({ max: 1_000 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reorg'), blocks: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('empty', 'away'), blocks: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('open v4', 'catch up', 'restart', 'renounce', 'crowd') }) },
)
interface Step {
  readonly kind: string
  readonly who?: number
  readonly to?: number
  readonly blocks?: number
}

class Story {
  readonly chain: DevChain
  readonly venues: Venues
  readonly token: Contract
  readonly service: FollowedService
  #first = 0

  constructor(chain: DevChain, venues: Venues, token: Contract, service: FollowedService) {
    this.chain = chain
    this.venues = venues
    this.token = token
    this.service = service
  }

  head = async (): Promise<number> => Number(await this.chain.rpc('eth_blockNumber', []))

  caughtUp = async (): Promise<void> => this.service.until(await this.head())

  async begin(): Promise<void> {
    this.#first = await this.head()
    await this.service.start()
    await this.service.read()
    await this.service.follow()
    await this.caughtUp()
  }

  /** A transaction may fail, for example because a reorganisation reverted a pool. Its block stays. */
  async take(step: Step): Promise<void> {
    await this.#play(step).catch((error: unknown) => {
      if (!(error instanceof Error) || !/^Transaction .* failed$/.test(error.message)) throw error
    })
  }

  async #play({ kind, who = 0, to = 0, blocks = 1 }: Step): Promise<void> {
    const { chain, venues, token } = this
    const { v2 } = venues
    const from = trader(who)
    const held = (await chain.read(token, 'balanceOf', [from.address])) as bigint
    if (kind === 'buy') await buy(chain, v2, from, token, ETHER)
    if (kind === 'sell' && held > 0n) await sell(chain, v2, from, token, held / 2n)
    if (kind === 'send' && held > 0n) await chain.call(from, token, 'transfer', [trader(to).address, held])
    if (kind === 'buy in v3') await this.#buyInV3(from)
    if (kind === 'open v4') await seedV4(chain, venues, creator, token, 1_000n * ETHER, ETHER)
    if (kind === 'buy in v4') await swapV4(chain, venues, from, planV4(token, 1n, 1n).key, token, false, ETHER)
    if (kind === 'sell in v4' && held > 1_000n) await swapV4(chain, venues, from, planV4(token, 1n, 1n).key, token, true, 1_000n)
    if (kind === 'fund and buy') {
      await chain.send(creator, addressOf(trader(1_000 + who)), { value: 2n * ETHER })
      await buy(chain, v2, trader(1_000 + who), token, ETHER)
    }
    if (kind === 'mint' && (await this.#isOwned())) await chain.call(creator, token, 'mint', [trader(2_000 + who).address, ETHER])
    if (kind === 'renounce' && (await this.#isOwned())) await chain.call(creator, token, 'renounceOwnership', [])
    if (kind === 'reorg') await this.#reorganise(blocks)
    if (kind === 'empty') await chain.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
    if (kind === 'catch up') await this.caughtUp()
    if (kind === 'crowd') await this.#crowd()
    if (kind === 'restart') await this.#whileStopped(() => Promise.resolve())
    if (kind === 'away') await this.#whileStopped(() => this.#play({ kind: 'empty', blocks }))
  }

  /** Trades before and after the work are missed too. */
  async #whileStopped(work: () => Promise<void>): Promise<void> {
    await this.service.stop()
    try {
      await this.#play({ kind: 'buy', who: 0 })
      await work()
      await this.#play({ kind: 'send', who: 0, to: 1 })
    } finally {
      await this.service.start()
    }
  }

  /** Every trader buys and sends in one block. */
  async #crowd(): Promise<void> {
    const { chain } = this
    await chain.rpc('evm_setAutomine', [false])
    const sent = Array.from({ length: WALLETS }, (_, who) => [
      this.#play({ kind: 'buy', who }),
      this.#play({ kind: 'send', who, to: who + 1 }),
    ]).flat()
    // Each waits for its block.
    const timer = setInterval(() => void chain.rpc('evm_mine', []), 300)
    await Promise.allSettled(sent)
    clearInterval(timer)
    await chain.rpc('evm_setAutomine', [true])
  }

  /** Only blocks that were mined while the token was followed. */
  async #reorganise(blocks: number): Promise<void> {
    const depth = Math.min(blocks, (await this.head()) - this.#first)
    if (depth > 0) await this.chain.rpc('anvil_reorg', [depth, []])
    this.chain.wait(3_600)
  }

  async #buyInV3(from: ReturnType<typeof account>): Promise<void> {
    const { chain, venues, token } = this
    const { weth } = venues.v2
    const pool = (await chain.read(venues.v3.factory, 'getPool', [token.address, weth.address, 3_000])) as string
    if (BigInt(pool) === 0n) await seedV3(chain, venues, creator, { token, amount: 1_000n * ETHER, other: weth, otherAmount: ETHER })
    await chain.call(from, weth, 'deposit', [], ETHER)
    await swapV3(chain, venues, from, [weth, token], ETHER)
  }

  async #isOwned(): Promise<boolean> {
    return BigInt((await this.chain.read(this.token, 'owner', [])) as string) !== 0n
  }
}

const STORIES: readonly (readonly Step[])[] = [
  [
    ...[0, 1, 2].map((n) => ({ kind: 'fund and buy', who: n })),
    { kind: 'buy', who: 0 },
    { kind: 'sell', who: 0 },
    { kind: 'send', who: 0, to: 1 },
    { kind: 'open v4' },
    { kind: 'buy in v3', who: 2 },
    { kind: 'buy in v4', who: 3 },
    { kind: 'sell in v4', who: 3 },
    { kind: 'mint', who: 0 },
    { kind: 'renounce' },
  ],
  [
    { kind: 'buy in v3', who: 0 },
    { kind: 'catch up' },
    { kind: 'reorg', blocks: 6 },
    { kind: 'buy', who: 1 },
    { kind: 'restart' },
    { kind: 'reorg', blocks: 2 },
    { kind: 'buy in v3', who: 0 },
    { kind: 'empty', blocks: 40 },
  ],
  // The supply of a mint that was reverted while the service was stopped.
  [{ kind: 'mint', who: 0 }, { kind: 'catch up' }, { kind: 'reorg', blocks: 1 }, { kind: 'away', blocks: 10 }],
  [{ kind: 'crowd' }, { kind: 'away', blocks: 300 }, { kind: 'sell', who: 1 }],
]

describe.skipIf(missing !== null)(`a followed token ${missing ?? ''}`, () => {
  async function isLikeRead(steps: readonly Step[]): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'following-'))
    const node = await spawnAnvil()
    const chain = await openDevChain(node.url)
    for (const one of [creator, ...Array.from({ length: WALLETS }, (_, n) => trader(n))]) await chain.setBalance(one.address, 10_000n * ETHER)
    const venues = await deployVenues(chain, creator, 1)
    await chain.call(creator, venues.v2.weth, 'deposit', [], 100n * ETHER)
    const token = await chain.deploy(creator, tokenArtifact('MintableToken'), [SUPPLY])
    await seedPool(chain, venues.v2, creator, token, SUPPLY / 10n, 100n * ETHER)
    await buy(chain, venues.v2, trader(0), token, ETHER)
    const service = new FollowedService({ network: 'eth', address: trustedAddress(token.address) }, folder, [node.url])
    const story = new Story(chain, venues, token, service)
    try {
      await story.begin()
      for (const one of steps) await story.take(one)
      // A reorganisation is noticed once the chain is longer than before.
      await chain.rpc('anvil_mine', ['0xa'])
      await story.caughtUp()
      const next = (): Promise<unknown> => chain.rpc('anvil_mine', ['0x1'])
      await service.expectLikeRead(await service.fresh(), { next, caughtUp: story.caughtUp })
    } finally {
      await service.stop()
      await node.stop()
      rmSync(folder, { recursive: true })
    }
  }

  test('is stored like one that was only read', { timeout: 900_000 }, async () => {
    const examples = STORIES.map((steps): [Step[]] => [[...steps]])
    await fc.assert(
      fc.asyncProperty(fc.array(step as fc.Arbitrary<Step>, { minLength: 5, maxLength: 20 }), (steps) => isLikeRead(steps)),
      { numRuns: RUNS + examples.length, examples, endOnFailure: true },
    )
  })
})
