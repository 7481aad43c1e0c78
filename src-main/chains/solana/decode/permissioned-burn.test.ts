import { Keypair, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  mintTo,
  openAccount,
  paySol,
  RENT_LAMPORTS,
  send,
  TOKEN_2022_PROGRAM,
  u64,
  wallet,
  type Mint,
} from '../../../../e2e/fixtures/surfpool/client.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { decodeSolanaAnswer } from './answers.ts'

/** Burns of a mint whose issuer must sign them too: instructions of an extension, not `Burn` and `BurnChecked`. */
const missing = surfpoolMissing()
const [ada, issuer] = [wallet('permissioned burn ada'), wallet('permissioned burn issuer')]
const key = wallet('permissioned burn mint')
const mint: Mint = { address: key.publicKey, program: TOKEN_2022_PROGRAM, decimals: 6, feeBasisPoints: 0 }
const account = accountOf(mint, ada.publicKey)
const MINT_BYTES = 166 + 4 + 32

const byProgram = (data: Buffer, ...keys: TransactionInstruction['keys']): TransactionInstruction =>
  new TransactionInstruction({ programId: mint.program, keys, data })

describe.skipIf(missing !== null)(`a burn that needs the issuer’s signature, on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  beforeAll(async () => {
    node = await spawnSurfpool()
    await node.toSlot(100)
    const payer = Keypair.fromSecretKey(node.payer)
    await send(node, [paySol(payer.publicKey, ada.publicKey, 1_000_000_000)], [payer])
    const [me, own] = [ada.publicKey, { pubkey: mint.address, isWritable: true, isSigner: false }]
    const create = { fromPubkey: me, newAccountPubkey: mint.address, lamports: RENT_LAMPORTS, space: MINT_BYTES, programId: mint.program }
    await send(
      node,
      [
        SystemProgram.createAccount(create),
        byProgram(Buffer.concat([Buffer.from([46, 0]), issuer.publicKey.toBytes()]), own),
        byProgram(Buffer.concat([Buffer.from([20, mint.decimals]), me.toBytes(), Buffer.from([0])]), own),
        openAccount(mint, me, me),
        mintTo(mint, account, me, 1_000n),
      ],
      [ada, key],
    )
  })
  afterAll(() => node.stop())

  const burn = (data: Buffer): TransactionInstruction =>
    byProgram(data, ...[account, mint.address, issuer.publicKey, ada.publicKey].map((pubkey, i) => ({ pubkey, isWritable: i < 2, isSigner: i >= 2 })))

  test.each([
    ['Burn', Buffer.concat([Buffer.from([46, 1]), u64(300n)]), 300n],
    ['BurnChecked', Buffer.concat([Buffer.from([46, 2]), u64(200n), Buffer.from([mint.decimals])]), 200n],
  ])('is a transfer to nobody: %s', async (name, data, raw) => {
    const tx = await send(node, [burn(data)], [ada, issuer])
    const answer = await node.call<Parsable>('getTransaction', [tx, { encoding: 'jsonParsed', commitment: 'confirmed' }])
    // Nodes of later versions than this one parse the instruction.
    const amount = name === 'Burn' ? { amount: `${raw}` } : { tokenAmount: { amount: `${raw}`, decimals: mint.decimals } }
    const parsed = { type: `permissioned${name}`, info: { account: account.toBase58(), mint: mint.address.toBase58(), ...amount } }
    const [called] = answer.transaction.message.instructions
    const later = { ...answer.transaction.message, instructions: [{ ...called, data: undefined, parsed }] }
    for (const form of [answer, { ...answer, transaction: { ...answer.transaction, message: later } }]) {
      const moved = decodeSolanaAnswer(form).events.filter((event) => event.kind === 'transfer')
      expect(moved).toMatchObject([{ token: mint.address.toBase58(), from: ada.publicKey.toBase58(), to: SystemProgram.programId.toBase58(), raw }])
    }
  })
})

interface Parsable {
  readonly transaction: { readonly message: { readonly instructions: readonly object[] } }
}
