import { Keypair, SystemProgram, TransactionInstruction, type PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  createMint,
  feeOf,
  giveAccount,
  mintTo,
  openAccount,
  paySol,
  RENT_LAMPORTS,
  send,
  transferChecked,
  wallet,
  type Mint,
} from '../../../../e2e/fixtures/surfpool/client.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { ChainEvent, Transfer } from '../../../../src-shared/domain/events.ts'
import { createSolanaAdapter } from '../adapter.ts'
import { decodeSolanaAnswer } from '../decode/answers.ts'

/** Token-2022 withholds a transfer fee in the receiving account. The fee is paid out from there, or from the mint after a harvest. */
const missing = surfpoolMissing()
const signal = new AbortController().signal

const SUPPLY = 1_000_000_000n
const PAID = 40_000_000n
const SPENT = 5_000n
const key = (role: string): Keypair => wallet(`collected fees ${role}`)
const [owner, first, second, collector] = [key('owner'), key('first'), key('second'), key('collector')] as const
const addressOf = ({ publicKey }: Keypair): string => publicKey.toBase58()

/** `TransferFeeInstruction` numbers, as in `transaction/operations.ts`; a harvest changes no owner's balance. */
const WITHDRAW_FROM_MINT = 2
const WITHDRAW_FROM_ACCOUNTS = 3
const HARVEST_TO_MINT = 4

const writable = (pubkey: PublicKey) => ({ pubkey, isWritable: true, isSigner: false })
const authority = { pubkey: owner.publicKey, isWritable: false, isSigner: true }

describe.skipIf(missing !== null)(`collected transfer fees on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let mint: Mint
  const account = (holder: Keypair): PublicKey => accountOf(mint, holder.publicKey)
  const feeInstruction = (number: number, keys: TransactionInstruction['keys'], rest: readonly number[] = []): TransactionInstruction =>
    new TransactionInstruction({ programId: mint.program, keys, data: Buffer.from([26, number, ...rest]) })
  const pay = (from: Keypair, to: Keypair, raw: bigint): TransactionInstruction =>
    transferChecked(mint, account(from), account(to), from.publicKey, raw)
  const collected: Record<'mint' | 'accounts', string> = { mint: '', accounts: '' }

  beforeAll(async () => {
    node = await spawnSurfpool()
    await node.toSlot(100)
    await send(node, [paySol(Keypair.fromSecretKey(node.payer).publicKey, owner.publicKey, 20_000_000_000)], [Keypair.fromSecretKey(node.payer)])
    mint = (await createMint(node, { name: 'collected fees', authority: owner, decimals: 6, token2022: true, feeBasisPoints: 250 })).mint
    for (const holder of [owner, first, second, collector]) await send(node, [openAccount(mint, holder.publicKey, owner.publicKey)], [owner])
    await send(node, [mintTo(mint, account(owner), owner.publicKey, SUPPLY)], [owner])
    await send(node, [pay(owner, first, PAID)], [owner])
    await send(node, [pay(owner, second, PAID)], [owner])
    await send(node, [feeInstruction(HARVEST_TO_MINT, [writable(mint.address), writable(account(first))])], [owner])
    const keys = [writable(mint.address), writable(account(collector)), authority]
    await send(node, [pay(owner, collector, PAID)], [owner])
    // A payment in the same transaction is not a fee.
    collected.mint = await send(node, [pay(collector, first, SPENT), feeInstruction(WITHDRAW_FROM_MINT, keys)], [owner, collector])
    collected.accounts = await send(node, [feeInstruction(WITHDRAW_FROM_ACCOUNTS, [...keys, writable(account(second))], [1])], [owner])
  })
  afterAll(() => node.stop())

  /** The collector's payouts in a transaction, as the token program reports them in an encoding. */
  async function payouts(tx: string, encoding: 'json' | 'jsonParsed'): Promise<readonly Transfer[]> {
    const answer = await node.call('getTransaction', [tx, { encoding, maxSupportedTransactionVersion: 0, commitment: 'confirmed' }])
    const { events } = decodeSolanaAnswer(answer)
    return events.filter((event: ChainEvent): event is Transfer => event.kind === 'transfer' && event.from === mint.address.toBase58())
  }

  test.each(['json', 'jsonParsed'] as const)('are transfers from the mint to the collector, in the encoding %s', async (encoding) => {
    const payout = { from: mint.address.toBase58(), to: addressOf(collector), token: mint.address.toBase58(), raw: feeOf(mint, PAID) }
    expect(await payouts(collected.accounts, encoding)).toMatchObject([payout])
    expect(await payouts(collected.mint, encoding)).toMatchObject([payout])
  })

  test('make transfers add up to every balance', async () => {
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    const token = trustedAddress(mint.address.toBase58())
    await node.toSlot(150)
    const head = await adapter.head(signal)
    const sums = new Map<string, bigint>()
    for await (const page of adapter.transfers(token, 0, head.number, signal)) {
      for (const { from, to, raw } of page.rows) {
        sums.set(from, (sums.get(from) ?? 0n) - raw)
        sums.set(to, (sums.get(to) ?? 0n) + raw)
      }
    }
    const { holdings } = await adapter.listHolders(token, head, signal)
    expect(holdings).toHaveLength(4)
    for (const { address, raw } of holdings) expect([address, sums.get(address)]).toEqual([address, raw])
    // Not collected: the fees withheld when the collector and, after the harvest, the first holder received tokens.
    expect(sums.get(token)).toBe(feeOf(mint, PAID) + feeOf(mint, SPENT))
  })

  test('that are paid out to an account after it was given away are the next owner’s', async () => {
    const given = wallet('collected fees given')
    // Room for the amount that an account withholds. An associated account cannot be given away.
    const space = 178
    const create = { fromPubkey: owner.publicKey, newAccountPubkey: given.publicKey, lamports: RENT_LAMPORTS, space, programId: mint.program }
    const keys = [writable(given.publicKey), { ...writable(mint.address), isWritable: false }]
    const data = Buffer.concat([Buffer.from([18]), first.publicKey.toBytes()])
    const open = new TransactionInstruction({ programId: mint.program, keys, data })
    const fill = transferChecked(mint, account(owner), given.publicKey, owner.publicKey, PAID)
    await send(node, [SystemProgram.createAccount(create), open, fill, pay(owner, second, PAID)], [owner, given])
    const give = giveAccount(mint, given.publicKey, first.publicKey, second.publicKey)
    const from = [writable(mint.address), writable(given.publicKey), authority, writable(account(second))]
    const tx = await send(node, [give, feeInstruction(WITHDRAW_FROM_ACCOUNTS, from, [1])], [owner, first])
    const answer = await node.call('getTransaction', [tx, { encoding: 'json', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }])
    const transfers = decodeSolanaAnswer(answer).events.filter((event) => event.kind === 'transfer')
    expect(transfers.map(({ from: payer, to, raw }) => [payer, to, raw])).toEqual([
      [addressOf(first), addressOf(second), PAID - feeOf(mint, PAID)],
      [mint.address.toBase58(), addressOf(second), feeOf(mint, PAID)],
    ])
  })
})
