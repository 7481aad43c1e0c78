import { fileURLToPath } from 'node:url'
import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountOf,
  createMint,
  mintTo,
  openAccount,
  paySol,
  RENT_LAMPORTS,
  send,
  transferChecked,
  wallet,
} from '../../../e2e/fixtures/surfpool/client.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { seedLabels } from '../../importers/labels/label-lists.ts'
import { withOwnReads } from '../testing/own-reads.ts'

/** Tokens that programs hold on a real Solana node. No program of a locker runs: its lock is an account that it owns. */

const missing = surfpoolMissing()
const RESOURCES = fileURLToPath(new URL('../../../resources', import.meta.url))
const JUPITER_LOCK = 'LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn'
const RAW = 1_000_000n

describe.skipIf(missing !== null)(`holders that programs own on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let token: TokenKey
  const maker = wallet('locks maker')
  const derived = (program: string): PublicKey => PublicKey.findProgramAddressSync([Buffer.from('escrow')], new PublicKey(program))[0]
  const stranger = wallet('a program').publicKey.toBase58()
  const [lock, other] = [derived(JUPITER_LOCK), derived(stranger)]

  beforeAll(async () => {
    node = await spawnSurfpool()
    await node.toSlot(100)
    const payer = Keypair.fromSecretKey(node.payer)
    await send(node, [paySol(payer.publicKey, maker.publicKey, 20_000_000_000)], [payer])
    const { mint } = await createMint(node, { name: 'locks', authority: maker, decimals: 6, token2022: false })
    const own = accountOf(mint, maker.publicKey)
    await send(node, [openAccount(mint, maker.publicKey, maker.publicKey), mintTo(mint, own, maker.publicKey, 10n * RAW)], [maker])
    for (const [owner, program] of [[lock, JUPITER_LOCK] as const, [other, stranger] as const]) {
      await node.setAccount(owner.toBase58(), { lamports: RENT_LAMPORTS, data: Buffer.alloc(100, 1), owner: program })
      const given = [openAccount(mint, owner, maker.publicKey), transferChecked(mint, own, accountOf(mint, owner), maker.publicKey, RAW)]
      await send(node, given, [maker])
    }
    await node.toSlot(110)
    token = { network: 'sol', address: trustedAddress(mint.address.toBase58()) }
  })
  afterAll(() => node.stop())

  it('have the label of a listed locker, and none of another program', async () => {
    await withOwnReads('sol', async ({ store, jobsOn }) => {
      await seedLabels(store, RESOURCES)
      const jobs = jobsOn(node.url)
      const job = await jobs.ended((await jobs.start(token, { depth: 20, sinceBlock: null })).id)
      expect(job).toMatchObject({ state: 'done', error: null })
      const addresses = [lock, other, maker.publicKey].map((key) => trustedAddress(key.toBase58()))
      const labels = await store.read.labels({ network: 'sol', addresses })
      expect(labels).toMatchObject([{ address: lock.toBase58(), name: 'Jupiter Lock', tags: ['vesting'], linkPolicy: 'hub' }])
    })
  })
})
