import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf, RENT_LAMPORTS, send, TOKEN_PROGRAM, transferChecked, wallet } from '../../../../e2e/fixtures/surfpool/client.ts'
import { openSolanaProxy } from '../../../../e2e/fixtures/surfpool/proxy.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { SafetyMints, type MintOptions, type SafetyToken } from '../../../../e2e/fixtures/surfpool/tokens.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { PoolLiquidity, SecurityFacts } from '../../security/facts.ts'
import { createSolanaAdapter } from '../adapter.ts'

/**
 * LP tokens of the real token program, burned, given away and held on a real node, behind pool accounts laid out field by field as Raydium
 * v4 and PumpSwap publish them. No pool program runs, so this does not prove that real accounts keep these layouts.
 */

const missing = surfpoolMissing()
const signal = new AbortController().signal
const NATIVE = 'So11111111111111111111111111111111111111112'
const BURN_AND_EARN = new PublicKey('3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH')
const INCINERATOR = new PublicKey('1nc1nerator11111111111111111111111111111111')
/** The LP token count that the fixture's pools record. */
const RECORDED = 1_000_000_000n

const gap = (bytes: number): Buffer => Buffer.alloc(bytes)
const key = (address: PublicKey | string): Buffer => Buffer.from(new PublicKey(address).toBytes())
function count(raw: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(raw)
  return bytes
}

const POOLS = {
  'Raydium v4': {
    program: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    // 32 counters, four sums of 16 bytes and two fees before the vaults. Seven accounts between the LP mint and its count.
    bytes: ({ address, pool, lpMint }: SafetyToken) => [
      gap(32 * 8 + 4 * 16 + 2 * 8),
      ...[key(pool.vaults.token), key(pool.vaults.quote), key(address), key(NATIVE), key(lpMint.address)],
      gap(7 * 32),
      count(RECORDED),
      gap(24),
    ],
  },
  PumpSwap: {
    program: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
    bytes: ({ address, pool, lpMint }: SafetyToken) => [
      gap(8 + 1 + 2 + 32),
      ...[key(address), key(NATIVE), key(lpMint.address), key(pool.vaults.token), key(pool.vaults.quote)],
      count(RECORDED),
      gap(100),
    ],
  },
} as const

describe.skipIf(missing !== null)(`liquidity tokens on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let mints: SafetyMints
  beforeAll(async () => {
    node = await spawnSurfpool()
    mints = new SafetyMints(node)
    await mints.fund()
  })
  afterAll(() => node.stop())

  async function factsOf(
    venue: keyof typeof POOLS,
    name: string,
    lp: NonNullable<MintOptions['lp']>,
    {
      url = node.url,
      before,
      decoys = 0,
    }: { readonly url?: string; readonly before?: (token: SafetyToken) => Promise<void>; readonly decoys?: number } = {},
  ): Promise<SecurityFacts | undefined> {
    const token = await mints.launch({ name: `${venue} ${name}`, lp })
    await before?.(token)
    const address = wallet(`${venue} pool ${name}`).publicKey.toBase58()
    const { program, bytes } = POOLS[venue]
    await node.setAccount(address, { lamports: RENT_LAMPORTS, data: Buffer.concat(bytes(token)), owner: program })
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [url] })
    const known = {
      dex: venue,
      dexVersion: '',
      token0: trustedAddress(token.address),
      token1: trustedAddress(NATIVE),
      createdBlock: null,
      createdTx: null,
    }
    const addresses = Array.from({ length: decoys }, (_, i) => wallet(`${venue} decoy ${name} ${i}`).publicKey.toBase58())
    const empty = { ...token, pool: { ...token.pool, vaults: { ...token.pool.vaults, quote: wallet('no vault').publicKey } } }
    for (const decoy of addresses) await node.setAccount(decoy, { lamports: RENT_LAMPORTS, data: Buffer.concat(bytes(empty)), owner: program })
    const pools = [...addresses, address].map((one) => ({ kind: 'pool' as const, network: 'sol' as const, address: trustedAddress(one), ...known }))
    const query = { token: trustedAddress(token.address), pools, holders: [], creator: null, createdBlock: null }
    const facts = await adapter.security?.(query, await adapter.head(signal), signal)
    await adapter.close()
    return facts
  }
  const liquidityOf = async (...args: Parameters<typeof factsOf>): Promise<PoolLiquidity | undefined> => (await factsOf(...args))?.liquidity?.[0]

  describe.each(Object.keys(POOLS) as (keyof typeof POOLS)[])('of %s', (venue) => {
    it.each([
      ['held', {}, 0, 100, []],
      ['burned in part', { burned: 600_000_000n }, 60, 40, ['burn']],
      ['all burned', { burned: 1_000_000_000n }, 100, 0, ['burn']],
      ['sent to the incinerator', { given: { to: INCINERATOR, raw: 250_000_000n } }, 25, 75, ['burn']],
      ['locked for ever', { given: { to: BURN_AND_EARN, raw: 700_000_000n } }, 70, 30, ['Raydium Burn & Earn']],
    ] as const)('%s', { timeout: 30_000 }, async (what, lp, lockedPct, largestFreePct, types) => {
      const read = await liquidityOf(venue, what, lp)
      expect(read).toMatchObject({ lockedPct, largestFreePct })
      // All pools of the fixture keep their SOL in one vault.
      expect((read?.quoteRaw ?? 0n) > 0n).toBe(true)
      expect(read?.locks.map(({ type }) => type)).toEqual(types)
    })
  })

  it('of the deepest pool are read, however many others were opened before it', async () => {
    const read = await factsOf('Raydium v4', 'behind others', {}, { decoys: 13 })
    expect(read?.liquidity).toHaveLength(12)
    expect(read?.liquidity?.[0]).toMatchObject({ pool: wallet('Raydium v4 pool behind others').publicKey.toBase58(), largestFreePct: 100 })
    expect(read?.partial).toEqual(['Of 14 pools with liquidity tokens, only the owners of the 12 deepest were read.'])
  })

  it('held by a program are free, with a note that its code decides', async () => {
    const [locker] = PublicKey.findProgramAddressSync([Buffer.from('escrow')], new PublicKey('strmRqUCoQUgGUan5YhzUZa6KqdzwX5L6FpUxfmKg5m'))
    const read = await factsOf('PumpSwap', 'in a locker', { given: { to: locker, raw: 900_000_000n } })
    expect(read?.liquidity?.[0]).toMatchObject({ lockedPct: 0, largestFreePct: 90, largestFreeOwner: locker.toBase58() })
    const pool = wallet('PumpSwap pool in a locker').publicKey.toBase58()
    const note = `90.0 % of the liquidity of ${pool} is held by the contract ${locker.toBase58()}, whose code decides who may withdraw it.`
    expect(read?.partial).toEqual([note])
  })

  describe('in UNCX', () => {
    const UNCX = { program: 'UNCX77nZrA3TdAxMEggqG18xxpgiNGT6iqyynPwpoxN', owner: new PublicKey('DAtFFs2mhQFvrgNLA29vEDeTLLN8vHknAaAhdLEc4SQH') }
    const [early, late] = [1_000n, 4_000_000_000n]
    const friend = wallet('owner of a lock').publicKey
    /** The discriminator, the bump, the pool, its liquidity token, a number, two times, a country, two amounts, the owner and what later versions add. */
    const lockOf = (name: string, i: number, { lpMint }: SafetyToken, unlockAt: bigint, raw: bigint) =>
      node.setAccount(wallet(`lock ${name} ${i}`).publicKey.toBase58(), {
        lamports: RENT_LAMPORTS,
        data: Buffer.concat([
          ...[gap(9), key(wallet(`Raydium v4 pool ${name}`).publicKey), key(lpMint.address), count(BigInt(i)), count(1n), count(unlockAt)],
          ...[gap(1), count(raw), count(raw), key(friend), gap(50)],
        ]),
        owner: UNCX.program,
      })
    const read = (name: string, locks: readonly (readonly [unlockAt: bigint, raw: bigint])[]) =>
      liquidityOf(
        'Raydium v4',
        name,
        { given: { to: UNCX.owner, raw: 900_000_000n } },
        {
          before: async (token) => {
            for (const [i, [unlockAt, raw]] of locks.entries()) await lockOf(name, i, token, unlockAt, raw)
          },
        },
      )

    it('are locked until their date, or free for the owner of the lock', async () => {
      const liquidity = await read('uncx', [
        [late, 300_000_000n],
        [early, 600_000_000n],
      ])
      expect(liquidity).toMatchObject({ lockedPct: 30, largestFreePct: 60, largestFreeOwner: friend.toBase58() })
      expect(liquidity?.locks).toEqual([{ percentage: 30, type: 'UNCX', unlockAt: Number(late) }])
    })

    it('are locked without a date where the locks are not those of all that it holds', async () => {
      const liquidity = await read('uncx unlisted', [[early, 300_000_000n]])
      expect(liquidity).toMatchObject({ lockedPct: 90, largestFreePct: 10, locks: [{ percentage: 90, type: 'UNCX', unlockAt: null }] })
    })
  })

  describe('of one owner in many accounts', () => {
    /** The maker gives nine tenths of its liquidity tokens to an owner, in equal parts to so many accounts. */
    const spread =
      (accounts: number, owner: PublicKey) =>
      async ({ lpMint }: SafetyToken): Promise<void> => {
        const { maker } = mints
        const raw = (RECORDED * 9n) / 10n / BigInt(accounts)
        for (let i = 0; i < accounts; i++) {
          const account = wallet(`liquidity account ${owner.toBase58()} ${i}`)
          const create = {
            fromPubkey: maker.publicKey,
            newAccountPubkey: account.publicKey,
            lamports: RENT_LAMPORTS,
            space: 165,
            programId: TOKEN_PROGRAM,
          }
          const keys = [account.publicKey, lpMint.address].map((pubkey, at) => ({ pubkey, isWritable: at === 0, isSigner: false }))
          const open = new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data: Buffer.concat([Buffer.from([18]), owner.toBytes()]) })
          const move = transferChecked(lpMint, accountOf(lpMint, maker.publicKey), account.publicKey, maker.publicKey, raw)
          await send(node, [SystemProgram.createAccount(create), open, move], [maker, account])
        }
        await mints.tick()
      }

    it('counts together', async () => {
      const owner = wallet('liquidity owner few').publicKey
      const read = await liquidityOf('Raydium v4', 'few', {}, { before: spread(10, owner) })
      expect(read).toMatchObject({ largestFreePct: 90, largestFreeOwner: owner.toBase58() })
    })

    it('counts together where they are more than a node lists as the largest, and is unknown where it lists no others', async () => {
      const owner = wallet('liquidity owner many').publicKey
      const read = await factsOf('Raydium v4', 'many', {}, { before: spread(45, owner) })
      expect(read).toMatchObject({ liquidity: [{ largestFreePct: 90, largestFreeOwner: owner.toBase58() }], partial: [] })
      const weak = await openSolanaProxy(node, { without: ['getProgramAccounts'] })
      const cut = await factsOf('Raydium v4', 'many again', {}, { url: weak.url, before: spread(45, wallet('liquidity owner cut').publicKey) })
      await weak.close()
      expect(cut).toMatchObject({ liquidity: [{ largestFreePct: null, largestFreeOwner: null }] })
      expect(cut?.partial).toContainEqual(expect.stringMatching(/^Only the largest accounts of the liquidity tokens/))
    })
  })
})
