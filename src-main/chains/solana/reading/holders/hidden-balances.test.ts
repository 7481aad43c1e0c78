import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mintTo, paySol, RENT_LAMPORTS, send, TOKEN_2022_PROGRAM, u64, wallet, type Mint } from '../../../../../e2e/fixtures/surfpool/client.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { confidentialTransfer } from '../../../../../e2e/fixtures/surfpool/tokens.ts'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import type { ChainAdapter, ListedHolders } from '../../../adapter.ts'
import { createSolanaAdapter } from '../../adapter.ts'

/** Confidential balances on a real node, whose program verifies the proof of the key that hides them. */
const missing = surfpoolMissing()
const signal = new AbortController().signal
const ada = wallet('hidden balances ada')
const INSTRUCTIONS = new PublicKey('Sysvar1nstructions1111111111111111111111111')
const PROOFS = new PublicKey('ZkE1Gama1Proof11111111111111111111111111111')
/** A key pair's public key with the proof that it is valid, and zero encrypted, made with https://www.npmjs.com/package/@solana/zk-sdk. */
const VALID_KEY =
  '5433c63ba6682ecd5f31b14ee0d6676303b7a4557fb99cc3c1affae2f344866c5a056aa975e98769dbdc34116891cf665d1a20384574b7be3f869c317a31eb7e76dc5e5e6d266c10593321610aded2630d4e4239394256f5b93db65bad4c6b01'
const ZERO = 'c1862aad1619ff4056c125f2acfd49d1ea7c3eebb2158973f945441e8af41bf3db7935fe'
const MOST_CREDITS = 65_536n
/** Sizes without, and of `ConfidentialTransferAccount` and `ConfidentialMintBurn`. */
const [BARE_BYTES, ACCOUNT_BYTES, MINT_BURN_BYTES] = [166, 4 + 295, 4 + 196]

const byProgram = (data: readonly (string | Uint8Array)[], ...keys: readonly [PublicKey, ('writable' | 'signer')?][]): TransactionInstruction =>
  new TransactionInstruction({
    programId: TOKEN_2022_PROGRAM,
    keys: keys.map(([pubkey, role]) => ({ pubkey, isWritable: role === 'writable', isSigner: role === 'signer' })),
    data: Buffer.concat(data.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part))),
  })

describe.skipIf(missing !== null)(`balances that holders can hide, on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let adapter: ChainAdapter
  let slot = 100
  beforeAll(async () => {
    node = await spawnSurfpool()
    await node.toSlot(slot)
    const payer = Keypair.fromSecretKey(node.payer)
    await send(node, [paySol(payer.publicKey, ada.publicKey, 1_000_000_000)], [payer])
    adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
  })
  afterAll(async () => {
    await adapter.close()
    await node.stop()
  })

  async function make(name: string, ...extensions: readonly { bytes: number; data: Buffer }[]): Promise<Mint> {
    const key = wallet(`hidden balances ${name}`)
    const space = BARE_BYTES + extensions.reduce((sum, { bytes }) => sum + 4 + bytes, 0)
    const create = { fromPubkey: ada.publicKey, newAccountPubkey: key.publicKey, lamports: RENT_LAMPORTS, space, programId: TOKEN_2022_PROGRAM }
    const steps = [...extensions.map(({ data }) => data), Buffer.concat([Buffer.from([20, 6]), ada.publicKey.toBytes(), Buffer.from([0])])]
    await send(node, [SystemProgram.createAccount(create), ...steps.map((data) => byProgram([data], [key.publicKey, 'writable']))], [ada, key])
    return { address: key.publicKey, program: TOKEN_2022_PROGRAM, decimals: 6, feeBasisPoints: 0 }
  }
  async function list({ address }: Mint): Promise<ListedHolders> {
    await node.toSlot((slot += 2))
    return adapter.listHolders(trustedAddress(address.toBase58()), await adapter.head(signal), signal)
  }

  test('are not all that a holder has once it hid a part', async () => {
    const mint = await make('hideable', confidentialTransfer(ada.publicKey))
    const account = wallet('hidden balances account')
    const create = { fromPubkey: ada.publicKey, newAccountPubkey: account.publicKey, lamports: RENT_LAMPORTS, programId: mint.program }
    const own = [account.publicKey, 'writable'] as const
    await send(
      node,
      [
        SystemProgram.createAccount({ ...create, space: BARE_BYTES + ACCOUNT_BYTES }),
        byProgram(['12', ada.publicKey.toBytes()], [...own], [mint.address]),
        mintTo(mint, account.publicKey, ada.publicKey, 1_000n),
        byProgram(['1b02', ZERO, u64(MOST_CREDITS), '01'], [...own], [mint.address], [INSTRUCTIONS], [ada.publicKey, 'signer']),
        new TransactionInstruction({ programId: PROOFS, keys: [], data: Buffer.from(`04${VALID_KEY}`, 'hex') }),
      ],
      [ada, account],
    )
    expect(await list(mint)).toMatchObject({ complete: true, hidden: false, holdings: [{ raw: 1_000n }], notes: [] })
    await send(node, [byProgram(['1b05', u64(400n), '06'], [...own], [mint.address], [ada.publicKey, 'signer'])], [ada])
    expect(await list(mint)).toMatchObject({
      ...{ complete: false, hidden: true, holdings: [{ raw: 600n }] },
      notes: [expect.stringContaining('Shares of the supply are unknown.')],
    })
  })

  test('are never known of a mint that issues them hidden', async () => {
    const issues = { bytes: MINT_BURN_BYTES - 4, data: Buffer.concat([Buffer.from([42, 0]), Buffer.alloc(32), Buffer.from(ZERO, 'hex')]) }
    const mint = await make('issued hidden', confidentialTransfer(ada.publicKey), issues)
    expect(await list(mint)).toMatchObject({ complete: false, hidden: true, holdings: [] })
    const token = await adapter.token(trustedAddress(mint.address.toBase58()), await adapter.head(signal), signal)
    expect(token?.notes).toContain('The mint issues hidden balances. Its supply is what it issued openly.')
  })
})
