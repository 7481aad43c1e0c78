import {
  Authorized,
  Keypair,
  PublicKey,
  StakeProgram,
  SystemProgram,
  VoteInit,
  VoteProgram,
  TransactionInstruction,
  type Transaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  createMint,
  mintTo,
  NATIVE_MINT,
  openAccount,
  paySol,
  send,
  TOKEN_PROGRAM,
  transferChecked,
  wallet,
  wrapSol,
  type Mint,
} from '../../../../e2e/fixtures/surfpool/client.ts'
import { cpmmSwap, openCpmmPool } from '../../../../e2e/fixtures/surfpool/cpmm.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { ChainAdapter } from '../../adapter.ts'
import { createSolanaAdapter } from '../adapter.ts'

/** Whose SOL a new wallet got, by the real system, stake, vote and token programs. */
const missing = surfpoolMissing()
const signal = new AbortController().signal

const SOL = 1_000_000_000
const key = (who: string): Keypair => wallet(`funding ${who}`)
const [ada, relay, other] = ['ada', 'relay', 'other'].map(key) as [Keypair, Keypair, Keypair]
const me = ada.publicKey

describe.skipIf(missing !== null)(`the first funder on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let adapter: ChainAdapter
  let mint: Mint
  let slot = 100

  beforeAll(async () => {
    node = await spawnSurfpool()
    await node.toSlot(slot)
    const root = Keypair.fromSecretKey(node.payer)
    for (const { publicKey } of [ada, relay, other]) await send(node, [paySol(root.publicKey, publicKey, 50 * SOL)], [root])
    mint = (await createMint(node, { name: 'funding', authority: relay, decimals: 6, token2022: false })).mint
    adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
  })
  afterAll(async () => {
    await adapter.close()
    await node.stop()
  })

  async function expectFunder(address: PublicKey, { publicKey }: Keypair, lamports: number): Promise<void> {
    await node.toSlot((slot += 50))
    const { funding, transfer } = await adapter.firstFunding(trustedAddress(address.toBase58()), await adapter.head(signal), signal)
    const [funder, raw] = [publicKey.toBase58(), BigInt(lamports)]
    expect(funding).toMatchObject({ funder, raw, reason: null })
    expect(transfer).toMatchObject({ from: funder, to: address.toBase58(), raw })
  }

  type Instructions = Pick<Transaction, 'instructions'>
  /** Creates an account of a native program that Ada controls, and has it pay a wallet. */
  interface Withdrawn {
    readonly create: (account: PublicKey) => Instructions
    readonly pay: (account: PublicKey, to: PublicKey) => Instructions | TransactionInstruction
  }
  const accounts: Readonly<Record<string, Withdrawn>> = {
    'a nonce account': {
      create: (noncePubkey) => SystemProgram.createNonceAccount({ fromPubkey: me, noncePubkey, authorizedPubkey: me, lamports: 2 * SOL }),
      pay: (noncePubkey, toPubkey) => SystemProgram.nonceWithdraw({ noncePubkey, authorizedPubkey: me, toPubkey, lamports: SOL }),
    },
    'a stake account': {
      create: (stakePubkey) => StakeProgram.createAccount({ fromPubkey: me, stakePubkey, authorized: new Authorized(me, me), lamports: 2 * SOL }),
      pay: (stakePubkey, toPubkey) => StakeProgram.withdraw({ stakePubkey, authorizedPubkey: me, toPubkey, lamports: SOL }),
    },
    'a vote account': {
      create: (votePubkey) =>
        VoteProgram.createAccount({ fromPubkey: me, votePubkey, voteInit: new VoteInit(relay.publicKey, me, me, 0), lamports: 2 * SOL }),
      pay: (votePubkey, toPubkey) => VoteProgram.withdraw({ votePubkey, authorizedWithdrawerPubkey: me, toPubkey, lamports: SOL }),
    },
  }
  const partsOf = (made: Instructions | TransactionInstruction): TransactionInstruction[] => ('instructions' in made ? made.instructions : [made])

  test.each(Object.entries(accounts))('is who withdrew from %s, whoever paid the fee', async (name, { create, pay }) => {
    const account = key(name)
    const payee = key(`paid by ${name}`).publicKey
    await send(node, partsOf(create(account.publicKey)), name === 'a vote account' ? [ada, account, relay] : [ada, account])
    await send(node, partsOf(pay(account.publicKey, payee)), [relay, ada])
    await expectFunder(payee, ada, SOL)
  })

  test('is who signed for an address that is derived from its own by a seed', async () => {
    const seed = { seed: 'savings', programId: SystemProgram.programId }
    const from = await PublicKey.createWithSeed(me, seed.seed, seed.programId)
    const payee = key('paid by seed').publicKey
    await send(node, [paySol(me, from, 2 * SOL)], [ada])
    await expectFunder(from, ada, 2 * SOL)
    await send(node, [SystemProgram.transfer({ fromPubkey: from, basePubkey: me, toPubkey: payee, lamports: SOL, ...seed })], [relay, ada])
    await expectFunder(payee, ada, SOL)
  })

  test('is who created it with a seed', async () => {
    const seed = { seed: 'created', programId: SystemProgram.programId }
    const made = await PublicKey.createWithSeed(me, seed.seed, seed.programId)
    const account = { fromPubkey: me, basePubkey: me, newAccountPubkey: made, lamports: SOL, space: 0, ...seed }
    await send(node, [SystemProgram.createAccountWithSeed(account)], [relay, ada])
    await expectFunder(made, ada, SOL)
  })

  test('is not who paid the rent of its token account, in the same transaction or before', async () => {
    const [same, later] = [key('same').publicKey, key('later').publicKey]
    await send(node, [openAccount(mint, same, relay.publicKey), paySol(me, same, 1_000_000)], [relay, ada])
    await expectFunder(same, ada, 1_000_000)
    await send(node, [openAccount(mint, later, relay.publicKey)], [relay])
    await send(node, [paySol(me, later, 1_000_000)], [ada])
    await expectFunder(later, ada, 1_000_000)
  })

  test('is not who only passed it on', async () => {
    const payee = key('passed on').publicKey
    const passed = [paySol(me, other.publicKey, SOL), paySol(other.publicKey, payee, SOL), paySol(other.publicKey, relay.publicKey, 5_000)]
    await send(node, passed, [relay, ada, other])
    await expectFunder(payee, ada, SOL)
  })

  describe('where a relay pays', () => {
    const seller = key('seller')
    let sell: () => Promise<TransactionInstruction[]>
    const unwrap = ({ publicKey }: Keypair): TransactionInstruction =>
      new TransactionInstruction({
        programId: TOKEN_PROGRAM,
        keys: [accountOf(NATIVE_MINT, publicKey), publicKey, publicKey].map((pubkey, i) => ({ pubkey, isSigner: i === 2, isWritable: i < 2 })),
        data: Buffer.from([9]),
      })
    const tip = () => paySol(relay.publicKey, other.publicKey, 10_000)

    beforeAll(async () => {
      const [from, to] = [relay, seller].map(({ publicKey }) => accountOf(mint, publicKey)) as [PublicKey, PublicKey]
      await send(node, [openAccount(mint, relay.publicKey, relay.publicKey), ...wrapSol(relay.publicKey, 5 * SOL)], [relay])
      await send(node, [mintTo(mint, from, relay.publicKey, 1_000_000n)], [relay])
      const { pool } = await openCpmmPool(node, { name: 'funding', token: mint, creator: relay, tokenRaw: 500_000n, quoteRaw: BigInt(4 * SOL) })
      await send(node, [openAccount(mint, seller.publicKey, relay.publicKey), transferChecked(mint, from, to, relay.publicKey, 2_000n)], [relay])
      sell = async () => [
        openAccount(NATIVE_MINT, seller.publicKey, relay.publicKey),
        await cpmmSwap(node, pool, seller.publicKey, { buys: false, paid: 1_000n, got: BigInt(SOL) }),
        unwrap(seller),
        tip(),
      ]
    })
    async function expectUnknown({ publicKey }: Keypair, reason: string): Promise<void> {
      await node.toSlot((slot += 50))
      const { funding, transfer } = await adapter.firstFunding(trustedAddress(publicKey.toBase58()), await adapter.head(signal), signal)
      expect([funding.funder, funding.raw, funding.reason, transfer]).toEqual([null, null, reason, null])
    }

    test('is nobody for the price of its tokens', async () => {
      await send(node, await sell(), [relay, seller])
      await expectUnknown(seller, 'Its first coins came from no signer: a program paid them out.')
    })

    test('is who sold and paid it in one transaction', async () => {
      const payee = key('paid by seller').publicKey
      await send(node, [...(await sell()), paySol(seller.publicKey, payee, SOL / 2)], [relay, seller])
      await expectFunder(payee, seller, SOL / 2)
    })

    test('is nobody for its own wrapped SOL', async () => {
      const holder = key('holder')
      const give = transferChecked(NATIVE_MINT, accountOf(NATIVE_MINT, me), accountOf(NATIVE_MINT, holder.publicKey), me, BigInt(SOL))
      await send(node, [...wrapSol(me, 2 * SOL), openAccount(NATIVE_MINT, holder.publicKey, me), give], [ada])
      await send(node, [unwrap(holder), tip()], [relay, holder])
      await expectUnknown(holder, 'Its first coins came out of its own token account.')
    })
  })
})
