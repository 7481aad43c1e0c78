import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CHECKPOINTS_BETWEEN_LISTS } from '../../../src-main/chains/sui/following/holder-lists.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { idOf, SUI } from '../../fixtures/sui/ids.ts'
import { emptyPool } from '../../fixtures/sui/liquidity.ts'
import { startSuiNode, type SuiTestNode } from '../../fixtures/sui/node.ts'
import { playLaunch, type SuiScenario } from '../../fixtures/sui/scenario.ts'
import { openPool, swap, type PoolState } from '../../fixtures/sui/venues.ts'
import { FollowedService, withoutNumbers } from './followed-service.ts'

/**
 * A token that was followed while its ledger lived and is then read again is stored like one that was only read. The ledger is the test's own
 * (e2e/fixtures/sui/README.md): this proves that both paths agree on its lists and subscriptions, and not how a real node orders, delays or limits them.
 */

const WHOLE = 1_000_000_000n
/** All holders are among the accounts whose transfers are read, because those of others are only in the next list of holders. */
const SMALL_HOLDERS = 5
const newcomer = (n: number): string => idOf(`newcomer ${n}`)

interface World {
  readonly node: SuiTestNode
  readonly launch: SuiScenario
  readonly service: FollowedService
  /** Swaps, and ends the checkpoint. */
  trade(sender: string, coinIn: string, raw: bigint, more?: { readonly pool?: PoolState; readonly sponsor?: string }): void
  give(from: string, to: string, raw: bigint): void
  caughtUp(): Promise<void>
}

function first<T>(list: readonly T[], at = 0): T {
  const found = list[at]
  if (found === undefined) throw new Error('the launch has too few of these')
  return found
}

const STORIES: readonly (readonly [string, (world: World) => Promise<void> | void])[] = [
  [
    'with trades, sponsored trades, failures and gifts to new wallets',
    ({ launch: { ledger, coin, strangers, snipers, sponsor, exchange }, trade, give }) => {
      trade(first(strangers), SUI, 3n * WHOLE)
      trade(first(snipers, 1), coin, 1_000n * WHOLE, { sponsor })
      ledger.execute({ sender: first(strangers, 2), fails: true })
      for (const n of [1, 2]) {
        ledger.execute({ sender: exchange }, (tx) => {
          tx.move(exchange, newcomer(n), SUI, 10n * WHOLE)
        })
        give(first(strangers, n), newcomer(n), 500n * WHOLE)
      }
      trade(newcomer(1), SUI, WHOLE)
    },
  ],
  [
    'with a second pool, opened by a new wallet',
    async ({ launch: { ledger, coin, exchange, strangers }, trade, give, caughtUp }) => {
      ledger.execute({ sender: exchange }, (tx) => {
        tx.move(exchange, newcomer(1), SUI, 10_000n * WHOLE)
      })
      give(first(strangers), newcomer(1), 2_000n * WHOLE)
      const pool = openPool(ledger, newcomer(1), 'bluefin', coin, SUI, 1_000n * WHOLE, 5n * WHOLE)
      trade(first(strangers, 1), SUI, WHOLE, { pool })
      await caughtUp()
      trade(first(strangers, 2), coin, 10n * WHOLE, { pool })
    },
  ],
  [
    'whose supply and pool change',
    ({ launch: { ledger, coin, creator, strangers, pools }, trade }) => {
      ledger.execute({ sender: creator }, (tx) => {
        tx.mint(coin, newcomer(3), 5_000n * WHOLE)
      })
      ledger.seal()
      ledger.execute({ sender: first(strangers) }, (tx) => {
        tx.burn(coin, first(strangers), 10n * WHOLE)
      })
      ledger.execute({ sender: creator }, (tx) => {
        tx.take(creator, coin, 3n * WHOLE)
        tx.addressBalance(newcomer(4), coin, 3n * WHOLE)
      })
      ledger.seal()
      emptyPool(ledger, creator, first(pools, 1))
      ledger.seal()
      trade(first(strangers, 1), SUI, WHOLE)
    },
  ],
  [
    'with coins that move into and out of objects',
    ({ launch: { ledger, coin, creator, vault, strangers } }) => {
      const locked = ledger.objects().find(({ type, owner }) => type.includes('::vault::Slot') && owner.kind === 'object')
      if (locked === undefined) throw new Error('the vault is empty')
      const inVault = { kind: 'object', address: locked.id } as const
      ledger.execute({ sender: creator }, (tx) => {
        tx.take(creator, coin, 7n * WHOLE)
        tx.give(inVault, coin, 7n * WHOLE)
      })
      ledger.seal()
      ledger.execute({ sender: first(strangers) }, (tx) => {
        tx.move(first(strangers), vault, coin, 11n * WHOLE)
      })
      ledger.seal()
    },
  ],
  [
    'while the service is stopped for some checkpoints, and its subscriptions break',
    async ({ node, launch: { ledger, coin, strangers, snipers }, service, trade, give, caughtUp }) => {
      trade(first(strangers), SUI, WHOLE)
      await caughtUp()
      await service.stop()
      trade(first(snipers, 1), coin, 100n * WHOLE)
      give(first(strangers, 1), newcomer(5), WHOLE)
      ledger.seal(150)
      node.grpc.faults.indexTrails = 3
      await service.start()
      trade(first(strangers, 3), SUI, WHOLE)
      await caughtUp()
      node.grpc.cutSubscriptions()
      trade(first(strangers, 4), SUI, WHOLE)
      trade(first(strangers, 5), SUI, WHOLE)
    },
  ],
]

test.each(STORIES)('a followed Sui token %s is stored like one that was only read', async (_, play) => {
  const folder = mkdtempSync(join(tmpdir(), 'following-'))
  const launch = playLaunch(SMALL_HOLDERS)
  const { ledger, coin } = launch
  const node = await startSuiNode(ledger)
  const service = new FollowedService({ network: 'sui', address: trustedAddress(coin) }, folder, node.endpoints)
  /** Checkpoints without a transaction of a followed account are emitted twenty at a time. */
  const seal = (): void => {
    ledger.execute({ sender: launch.creator })
    ledger.seal()
  }
  const world: World = {
    node,
    launch,
    service,
    trade(sender, coinIn, raw, { pool = first(launch.pools), sponsor } = {}) {
      swap(ledger, { sender, route: [pool], coinIn, raw, ...(sponsor === undefined ? {} : { sponsor }) })
      ledger.seal()
    },
    give(from, to, raw) {
      ledger.execute({ sender: from }, (tx) => {
        tx.move(from, to, coin, raw)
      })
      ledger.seal()
    },
    async caughtUp() {
      seal()
      await service.until(ledger.head)
    },
  }
  try {
    await service.start()
    await service.read()
    await service.follow()
    await world.caughtUp()
    await play(world)
    await world.caughtUp()
    await service.expectLikeRead(await service.fresh(), { next: async () => Promise.resolve(seal()), caughtUp: world.caughtUp }, withoutNumbers)
  } finally {
    await service.stop()
    await node.stop()
    rmSync(folder, { recursive: true })
  }
})

test('the balances of accounts that nobody watches are stored with the next list of holders', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'following-'))
  const { ledger, coin, creator } = playLaunch(40)
  const node = await startSuiNode(ledger)
  const service = new FollowedService({ network: 'sui', address: trustedAddress(coin) }, folder, node.endpoints)
  const seal = (): void => {
    ledger.execute({ sender: creator })
    ledger.seal()
  }
  const give = (from: number, to: string, raw: bigint): void => {
    const small = idOf(`person small ${from}`)
    ledger.execute({ sender: small }, (tx) => tx.move(small, to, coin, raw))
    ledger.seal()
  }
  try {
    await service.start()
    await service.read()
    await service.follow()
    seal()
    await service.until(ledger.head)
    give(0, newcomer(1), 400n * WHOLE)
    give(1, newcomer(2), ledger.balance(idOf('person small 1'), coin).coins)
    ledger.seal(CHECKPOINTS_BETWEEN_LISTS)
    seal()
    await service.until(ledger.head)
    const { rows } = await service.fresh()
    expect(rows.holders.map(({ address }) => address)).toEqual(expect.arrayContaining([newcomer(1), newcomer(2)]))
    const stored = async () => {
      seal()
      const { holders, token } = await service.rows()
      return { holders, count: token.holderCount }
    }
    await expect.poll(stored).toEqual({ holders: rows.holders, count: rows.token.holderCount })
  } finally {
    await service.stop()
    await node.stop()
    rmSync(folder, { recursive: true })
  }
})
