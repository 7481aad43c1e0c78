import { SystemProgram, Transaction, TransactionInstruction, type Keypair, type PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountOf,
  openAccount,
  RENT_LAMPORTS,
  send,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  transferChecked,
  u64,
  wallet,
  type Mint,
} from '../../../../e2e/fixtures/surfpool/client.ts'
import { openMintScans, type MintScans } from '../../../../e2e/fixtures/surfpool/mint-scans.ts'
import { surfpoolMissing } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import {
  closeAuthority,
  confidentialTransfer,
  interestBearing,
  metadataPointer,
  permanentDelegate,
  scaledAmount,
  type Extension,
  type MintOptions,
} from '../../../../e2e/fixtures/surfpool/tokens.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { SecurityFacts } from '../../security/facts.ts'

/** Mints and holders that are what they seem only at a second look, on a real node with the real token programs. */
const missing = surfpoolMissing()
const signal = new AbortController().signal
const NOTHING: Partial<MintOptions> = { mintAuthority: null, freezeAuthority: null }
const SUPPLY = 1_000_000_000_000n

describe.skipIf(missing !== null)(`unusual mints on a real Solana node ${missing ?? ''}`, () => {
  let scans: MintScans
  beforeAll(async () => {
    scans = await openMintScans()
  })
  afterAll(() => scans.stop())
  const maker = () => scans.mints.maker.publicKey

  it('metadata in an account that is not read is unknown, whatever the mint says itself', async () => {
    const elsewhere = wallet('metadata elsewhere').publicKey
    const { address } = await scans.mints.launch({
      name: 'Known Brand',
      ...NOTHING,
      extensions: [metadataPointer(null, elsewhere)],
      metadataAuthority: null,
    })
    const token = await scans.adapter.token(trustedAddress(address), await scans.adapter.head(signal), signal)
    expect([token?.name, token?.symbol, token?.notes]).toEqual([null, null, expect.arrayContaining([expect.stringContaining(elsewhere.toBase58())])])
    const { flags, details } = await scans.factsOf({ address })
    expect([flags.metadata_mutable?.value, details.family === 'solana' ? details.uri : '']).toEqual([null, null])
  })

  describe('what wallets show otherwise than here is said of a mint', () => {
    /** What the token program makes of an amount, by its own instruction (`AmountToUiAmount`). */
    async function shownBy({ address, program }: Mint, raw: bigint): Promise<string> {
      const { value: latest } = await scans.node.call<{ value: { blockhash: string } }>('getLatestBlockhash')
      const transaction = new Transaction({ feePayer: maker(), blockhash: latest.blockhash, lastValidBlockHeight: 10 ** 9 })
      const keys = [{ pubkey: address, isSigner: false, isWritable: false }]
      transaction.add(new TransactionInstruction({ programId: program, keys, data: Buffer.concat([Buffer.from([23]), u64(raw)]) }))
      transaction.sign(scans.mints.maker)
      const { value } = await scans.node.call<{ value: { returnData: { data: [string, string] } } }>('simulateTransaction', [
        transaction.serialize().toString('base64'),
        { encoding: 'base64' },
      ])
      return Buffer.from(value.returnData.data[0], 'base64').toString()
    }
    const noteOf = async (name: string, extension: Extension): Promise<[notes: readonly string[], shown: string]> => {
      const { address, mint } = await scans.mints.launch({ name, ...NOTHING, extensions: [extension] })
      const token = await scans.adapter.token(trustedAddress(address), await scans.adapter.head(signal), signal)
      expect(token?.totalSupply).toBe(SUPPLY)
      return [token?.notes ?? [], await shownBy(mint, SUPPLY)]
    }

    it('whose amounts are multiplied', async () => {
      const [notes, shown] = await noteOf('scaled', scaledAmount(maker(), 2.5))
      expect([notes, shown]).toEqual([
        expect.arrayContaining(['Wallets show amounts multiplied by 2.5. Amounts here are not multiplied.']),
        '2500000',
      ])
    })

    it('that bears interest', async () => {
      const [notes] = await noteOf('interest', interestBearing(maker(), 350))
      expect(notes).toContain('Wallets show amounts with 3.5 % interest a year. Amounts here are without it.')
    })

    it('whose tokens another may move', async () => {
      const [notes] = await noteOf('delegated', permanentDelegate(maker()))
      expect(notes.at(-1)).toMatch(new RegExp(`^${maker().toBase58()} can move the tokens of any holder\\.`))
    })

    it('whose holders can hide their balances', async () => {
      const [notes] = await noteOf('confidential', confidentialTransfer(maker()))
      expect(notes.at(-1)).toMatch(/^Holders can hide parts of their balances/)
    })
  })

  it('a mint that was closed and made again at its address is as old as it is now', async () => {
    const key = wallet('mint made again')
    const instruction = (data: Buffer, ...more: { pubkey: PublicKey; isWritable: boolean; isSigner: boolean }[]) =>
      new TransactionInstruction({
        programId: TOKEN_2022_PROGRAM,
        keys: [{ pubkey: key.publicKey, isWritable: true, isSigner: false }, ...more],
        data,
      })
    const make = (by: Keypair, space: number, decimals: number, ...extensions: Extension[]) =>
      send(
        scans.node,
        [
          SystemProgram.createAccount({
            ...{ fromPubkey: by.publicKey, newAccountPubkey: key.publicKey, lamports: RENT_LAMPORTS, space, programId: TOKEN_2022_PROGRAM },
          }),
          ...extensions.map(({ data }) => instruction(data)),
          instruction(Buffer.concat([Buffer.from([20, decimals]), by.publicKey.toBytes(), Buffer.from([0])])),
        ],
        [by, key],
      )
    const [ada] = scans.mints.holders
    if (ada === undefined) throw new Error('no holders')
    await make(scans.mints.maker, 166 + 4 + 32, 9, closeAuthority(maker()))
    await scans.mints.tick()
    const roles = [
      { pubkey: maker(), isWritable: true, isSigner: false },
      { pubkey: maker(), isWritable: false, isSigner: true },
    ]
    await send(scans.node, [instruction(Buffer.from([9]), ...roles)], [scans.mints.maker])
    await scans.mints.tick()
    const createdTx = await make(ada, 82, 6)
    await scans.mints.tick()
    const token = await scans.adapter.token(trustedAddress(key.publicKey.toBase58()), await scans.adapter.head(signal), signal)
    expect(token).toMatchObject({ decimals: 6, creator: ada.publicKey.toBase58(), createdTx })
  })

  it('a mint whose multisig lists one key twice is controlled by that key', async () => {
    const [multisig, key] = [wallet('a multisig of one'), scans.mints.holders[0]]
    if (key === undefined) throw new Error('no holders')
    const keys = [multisig, key, key].map(({ publicKey }, i) => ({ pubkey: publicKey, isWritable: i === 0, isSigner: false }))
    const create = { fromPubkey: maker(), newAccountPubkey: multisig.publicKey, lamports: RENT_LAMPORTS, space: 355, programId: TOKEN_PROGRAM }
    const initialise = new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data: Buffer.from([19, 2]) })
    await send(scans.node, [SystemProgram.createAccount(create), initialise], [scans.mints.maker, multisig])
    const token = await scans.mints.launch({ name: 'multisig of one', mintAuthority: multisig.publicKey, freezeAuthority: null })
    const roles = [token.mint.address, accountOf(token.mint, key.publicKey), multisig.publicKey, key.publicKey]
    const mintMore = new TransactionInstruction({
      programId: TOKEN_PROGRAM,
      keys: roles.map((pubkey, i) => ({ pubkey, isWritable: i < 2, isSigner: i === 3 })),
      data: Buffer.concat([Buffer.from([7]), u64(1n)]),
    })
    await send(scans.node, [mintMore], [key])
    expect((await scans.factsOf(token)).flags.mintable).toMatchObject({
      value: true,
      holder: { address: multisig.publicKey.toBase58(), kind: 'contract' },
    })
  })

  describe('holders whose transfer cannot be simulated are no sign of a trap:', () => {
    const closing = (mint: Mint, { publicKey }: Keypair) =>
      new TransactionInstruction({
        programId: mint.program,
        keys: [accountOf(mint, publicKey), maker(), publicKey].map((pubkey, i) => ({ pubkey, isWritable: i < 2, isSigner: i === 2 })),
        data: Buffer.from([9]),
      })
    /** All that is not in the pool goes to one owner. */
    async function heldBy(name: string, owner: PublicKey, isClosed: boolean): Promise<SecurityFacts> {
      const token = await scans.mints.launch({ name, ...NOTHING })
      const { mint } = token
      await send(scans.node, [openAccount(mint, owner, maker())], [scans.mints.maker])
      for (const holder of [scans.mints.maker, ...scans.mints.holders]) {
        const account = accountOf(mint, holder.publicKey)
        const { value } = await scans.node.call<{ value: { amount: string } }>('getTokenAccountBalance', [account.toBase58()])
        const moved = transferChecked(mint, account, accountOf(mint, owner), holder.publicKey, BigInt(value.amount))
        await send(scans.node, isClosed ? [moved, closing(mint, holder)] : [moved], [scans.mints.maker, holder])
      }
      await scans.mints.tick()
      return scans.factsOf(token)
    }

    it('a multisig, which pays no fees', async () => {
      const multisig = wallet('safety multisig')
      const keys = [multisig, ...scans.mints.holders].map(({ publicKey }, i) => ({ pubkey: publicKey, isWritable: i === 0, isSigner: false }))
      const create = { fromPubkey: maker(), newAccountPubkey: multisig.publicKey, lamports: RENT_LAMPORTS, space: 355, programId: TOKEN_PROGRAM }
      const initialise = new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data: Buffer.from([19, 2]) })
      await send(scans.node, [SystemProgram.createAccount(create), initialise], [scans.mints.maker, multisig])
      const { flags, exit } = await heldBy('multisig', multisig.publicKey, true)
      expect([flags.honeypot?.value, exit.score, flags.honeypot?.how]).toEqual([
        false,
        0,
        'Nothing in this mint can stop a transfer: no freeze authority, hook or pause.',
      ])
    })

    it('accounts that are empty', async () => {
      const { flags } = await heldBy('emptied', wallet('without SOL').publicKey, false)
      expect(flags.honeypot?.how).toBe('Nothing in this mint can stop a transfer: no freeze authority, hook or pause.')
    })
  })
})
