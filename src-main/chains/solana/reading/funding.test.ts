import {
  Authorized,
  Keypair,
  PublicKey,
  StakeProgram,
  SystemProgram,
  VoteInit,
  VoteProgram,
  type Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMint, openAccount, paySol, send, wallet, type Mint } from '../../../../e2e/fixtures/surfpool/client.ts'
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
})
