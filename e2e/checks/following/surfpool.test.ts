import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PublicKey, TransactionInstruction, type Keypair } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { accountOf, giveAccount, mintTo, paySol, send, wallet } from '../../fixtures/surfpool/client.ts'
import { cpmmSwap, openCpmmPool } from '../../fixtures/surfpool/cpmm.ts'
import { launchToken, type Launch } from '../../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../fixtures/surfpool/surfpool.ts'
import { FollowedService, withoutNumbers } from './followed-service.ts'

/** A token that was followed while its chain lived and is then read again is stored like one that was only read. */

const missing = surfpoolMissing()
/** https://docs.jito.wtf/lowlatencytxnsend/#tip-amount */
const TIP_ACCOUNT = new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5')
/** `SetAuthority` of the mint authority to none, and `CloseAccount` (https://github.com/solana-program/token). */
const GIVE_UP_MINTING = Buffer.from([6, 0, 0])
const CLOSE_ACCOUNT = Buffer.from([9])
const trader = (name: string): Keypair => wallet(`launch ${name}`)
const creator = wallet('launch creator')

interface World {
  readonly node: Surfpool
  readonly launch: Launch
  readonly service: FollowedService
  /** Ends the current slot. Returns the number of the next. */
  next(slots?: number): Promise<number>
  caughtUp(): Promise<void>
}

const key = (pubkey: PublicKey, isWritable: boolean, isSigner = false) => ({ pubkey, isWritable, isSigner })

const STORIES: readonly (readonly [string, (world: World) => Promise<void>])[] = [
  [
    'that was read during its launch',
    async ({ node, launch, next }) => {
      const { publicKey } = trader('latecomer')
      await next()
      const swap = await cpmmSwap(node, launch.pool, publicKey, { buys: true, paid: 500_000_000n, got: 1_000_000n })
      await send(node, [swap, paySol(publicKey, TIP_ACCOUNT, 10_000_000)], [trader('latecomer')])
    },
  ],
  [
    'with trades, gifts to new wallets and a second pool',
    async ({ node, launch, next }) => {
      await launch.buy('latecomer', await next())
      await launch.sell('sniper two', 1_000_000n, await next())
      for (const name of ['new one', 'new two'])
        await send(node, [paySol(trader('funder').publicKey, trader(name).publicKey, 10_000_000)], [trader('funder')])
      await launch.give('bundle one', 'new one', 1_000_000n, await next())
      await launch.give('bundle two', 'new two', 1_000_000n, await next())
      await next()
      const { pool } = await openCpmmPool(node, { name: 'second', token: launch.mint, creator, tokenRaw: 1_000_000n, quoteRaw: 1_000_000n })
      await next()
      const { publicKey } = trader('bundle three')
      await send(node, [await cpmmSwap(node, pool, publicKey, { buys: false, paid: 1_000n, got: 10n })], [trader('bundle three')])
    },
  ],
  [
    'with transfers that name only accounts, beside trades and gifts of the same wallets',
    async ({ launch, next }) => {
      await launch.give('bundle one', 'bundle two', 11n, await next(), 'plain')
      await launch.give('bundle one', 'bundle two', 12n, await next())
      await launch.give('bundle one', 'bundle two', 13n, await next(), 'plain')
      const slot = await next()
      for (const trader of ['bundle two', 'bundle three']) await launch.buy(trader, slot)
      await launch.give('bundle two', 'bundle three', 14n, slot, 'plain')
      await next()
    },
  ],
  [
    'whose accounts, supply and authority change',
    async ({ node, launch, next }) => {
      const { mint } = launch
      const [giver, closer] = [trader('bundle two'), trader('bundle three')]
      await next()
      await send(node, [giveAccount(mint, accountOf(mint, giver.publicKey), giver.publicKey, wallet('heir').publicKey)], [giver])
      await launch.give('bundle three', 'friend three', 12_345_678n, await next())
      const closed = [key(accountOf(mint, closer.publicKey), true), key(closer.publicKey, true), key(closer.publicKey, false, true)]
      await send(node, [new TransactionInstruction({ programId: mint.program, keys: closed, data: CLOSE_ACCOUNT })], [closer])
      await next()
      await send(node, [mintTo(mint, accountOf(mint, creator.publicKey), creator.publicKey, 5_000_000n)], [creator])
      await next()
      const minting = [key(mint.address, true), key(creator.publicKey, false, true)]
      await send(node, [new TransactionInstruction({ programId: mint.program, keys: minting, data: GIVE_UP_MINTING })], [creator])
    },
  ],
  [
    'while the service is stopped for some slots',
    async ({ launch, service, next, caughtUp }) => {
      await launch.buy('latecomer', await next())
      await caughtUp()
      await service.stop()
      await launch.sell('sniper two', 1_000_000n, await next())
      await launch.give('sniper one', 'friend two', 1_000_000n, await next())
      await next(40)
      await service.start()
      await launch.buy('bundle one', await next())
    },
  ],
]

describe.skipIf(missing !== null)(`a followed Solana token ${missing ?? ''}`, () => {
  test.each(STORIES)('%s is stored like one that was only read', async (_, play) => {
    const folder = mkdtempSync(join(tmpdir(), 'following-'))
    const node = await spawnSurfpool()
    const launch = await launchToken(node)
    const service = new FollowedService({ network: 'sol', address: trustedAddress(launch.token) }, folder, [node.url])
    let slot = launch.slots.bundle + 25
    const next = async (slots = 1): Promise<number> => {
      await node.toSlot((slot += slots))
      return slot
    }
    // A slot is confirmed when the next one begins.
    const caughtUp = async (): Promise<void> => service.until((await next(2)) - 2)
    try {
      await service.start()
      await service.read()
      await service.follow()
      await caughtUp()
      await play({ node, launch, service, next, caughtUp })
      await caughtUp()
      const fresh = await service.fresh()
      expect((await service.facts()).tips).toEqual(fresh.facts.tips)
      await service.expectLikeRead(fresh, { next, caughtUp }, withoutNumbers)
    } finally {
      await service.stop()
      await node.stop()
      rmSync(folder, { recursive: true })
    }
  })
})
