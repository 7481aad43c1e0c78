import { SystemProgram, TransactionInstruction, Keypair, type PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  createMint,
  giveAccount,
  NATIVE_MINT,
  openAccount,
  paySol,
  RENT_LAMPORTS,
  send,
  TOKEN_PROGRAM,
  transferChecked,
  wallet,
  wrapSol,
} from '../../../../../e2e/fixtures/surfpool/client.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import type { ChainAdapter, CoinPayments } from '../../../adapter.ts'
import { createSolanaAdapter } from '../../adapter.ts'

/** SOL payments compared with the payments made: with wrapped SOL, rent, fees, closed accounts and several payers in a transaction. */
const missing = surfpoolMissing()
const signal = new AbortController().signal

const SOL = 1_000_000_000
const people = ['root', 'payee', 'second', 'other', 'closer', 'quiet', 'giver', 'taker'] as const
type Who = (typeof people)[number]
const key = (who: string): Keypair => wallet(`coin payments ${who}`)
const publicKey = (who: Who): PublicKey => key(who).publicKey
const addressOf = (who: Who) => trustedAddress(publicKey(who).toBase58())
const nameOf = (address: string): string => people.find((who) => addressOf(who) === address) ?? address
const wrappedOf = (who: Who): PublicKey => accountOf(NATIVE_MINT, publicKey(who))

/** `CloseAccount` of the token program, which sends its lamports to any account. */
const close = (account: PublicKey, owner: Who, to: PublicKey): TransactionInstruction =>
  new TransactionInstruction({
    programId: TOKEN_PROGRAM,
    keys: [
      { pubkey: account, isSigner: false, isWritable: true },
      { pubkey: to, isSigner: false, isWritable: true },
      { pubkey: publicKey(owner), isSigner: true, isWritable: false },
    ],
    data: Buffer.from([9]),
  })

describe.skipIf(missing !== null)(`payments in SOL on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let adapter: ChainAdapter
  let rent: number
  let made: string
  const played: [from: string, to: string, lamports: bigint][] = []
  const pays = (from: string, to: string, lamports: number): void => void played.push([from, to, BigInt(lamports)])
  const lamportsOf = async (account: PublicKey): Promise<number> => (await node.call<{ value: number }>('getBalance', [account.toBase58()])).value

  beforeAll(async () => {
    node = await spawnSurfpool()
    await node.toSlot(100)
    const payer = Keypair.fromSecretKey(node.payer)
    for (const who of people) await send(node, [paySol(payer.publicKey, publicKey(who), 20 * SOL)], [payer])
    const root = key('root')
    const me = root.publicKey

    await send(node, [paySol(me, publicKey('payee'), 2 * SOL)], [root])
    pays('root', 'payee', 2 * SOL)
    await send(node, [paySol(me, me, SOL)], [root])
    // Wrapped SOL is still root's. Root pays for opening payee's account, and part of the wrapped SOL goes there.
    await send(node, wrapSol(me, 3 * SOL), [root])
    rent = (await lamportsOf(wrappedOf('root'))) - 3 * SOL
    await send(node, [openAccount(NATIVE_MINT, publicKey('payee'), me)], [root])
    pays('root', 'payee', rent)
    await send(node, [transferChecked(NATIVE_MINT, wrappedOf('root'), wrappedOf('payee'), me, BigInt(SOL))], [root])
    pays('root', 'payee', SOL)
    await send(node, [close(wrappedOf('root'), 'root', publicKey('second'))], [root])
    pays('root', 'second', 2 * SOL + rent)
    // The rent of root's own account is refunded.
    const { mint } = await createMint(node, { name: 'coin payments', authority: key('quiet'), decimals: 6, token2022: false })
    await send(node, [openAccount(mint, me, me)], [root])
    await send(node, [close(accountOf(mint, me), 'root', me)], [root])
    // Two payers, and a third that pays the fee.
    const both = [paySol(me, publicKey('second'), 0.5 * SOL), paySol(publicKey('other'), publicKey('payee'), 0.25 * SOL)]
    await send(node, both, [key('closer'), root, key('other')])
    pays('root', 'second', 0.5 * SOL)
    pays('other', 'payee', 0.25 * SOL)
    // Lamports for a new account appear in no transfer.
    const account = key('new account')
    const lamports = RENT_LAMPORTS
    made = account.publicKey.toBase58()
    await send(
      node,
      [SystemProgram.createAccount({ fromPubkey: me, newAccountPubkey: account.publicKey, lamports, space: 0, programId: SystemProgram.programId })],
      [root, account],
    )
    pays('root', made, RENT_LAMPORTS)
    // Unwrapped by its owner, after it arrived in a transaction that does not name the owner.
    await send(node, [close(wrappedOf('payee'), 'payee', publicKey('payee'))], [key('payee')])
    // Two accounts closed in favour of two others in one transaction.
    for (const who of ['closer', 'other'] as const) await send(node, wrapSol(publicKey(who), SOL), [key(who)])
    const closes = [close(wrappedOf('closer'), 'closer', publicKey('quiet')), close(wrappedOf('other'), 'other', publicKey('second'))]
    await send(node, closes, [key('closer'), key('other')])
    // Wrapped SOL goes to another owner in its account, which costs its rent.
    await send(node, wrapSol(publicKey('giver'), SOL), [key('giver')])
    await send(node, [giveAccount(NATIVE_MINT, wrappedOf('giver'), publicKey('giver'), publicKey('taker'))], [key('giver')])
    // The first SOL of a wallet comes out of an account of wrapped SOL, and another signer wraps more than that.
    await send(node, wrapSol(publicKey('taker'), SOL), [key('taker')])
    await send(
      node,
      [...wrapSol(publicKey('second'), 2 * SOL), close(wrappedOf('taker'), 'taker', key('born').publicKey)],
      [key('quiet'), key('taker'), key('second')],
    )
    await node.toSlot(200)
    adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
  }, 120_000)
  afterAll(async () => {
    await adapter.close()
    await node.stop()
  })

  async function read(who: Who, side: 'paid' | 'received', most = 300): Promise<CoinPayments & { named: [string, string, bigint][] }> {
    const head = await adapter.head(signal)
    const found = await adapter.coinPayments({ wallet: addressOf(who), coin: NATIVE, side, since: 0, until: head.time, most }, head, signal)
    return { ...found, named: found.rows.map(({ from, to, raw }) => [nameOf(from), nameOf(to), raw]) }
  }
  const sum = ({ rows }: CoinPayments): bigint => rows.reduce((all, { raw }) => all + raw, 0n)

  test('are all that were played', async () => {
    const paid = await read('root', 'paid')
    expect(paid.named.toSorted()).toEqual(played.filter(([from]) => from === 'root').toSorted())
    expect(paid).toMatchObject({ stopped: null, unlisted: null, unread: null })
    expect((await read('second', 'received')).named).toEqual(expect.arrayContaining(played.filter(([, to]) => to === 'second')))
  })

  test('take no call more where the same read knows the list of the wallet, and another read lists it again', async () => {
    const own = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    const calls = own.callsMade ?? (() => Number.NaN)
    const questions = async (): Promise<number[]> => {
      const head = await own.head(signal)
      const root = addressOf('root')
      const made: number[] = []
      const count = async (question: Promise<unknown>): Promise<void> => {
        const before = calls()
        await question
        made.push(calls() - before)
      }
      const query = { wallet: root, side: 'paid' as const, since: 0, until: head.time }
      await count(own.firstFunding(root, head, signal))
      await count(own.activity(root, head, signal))
      await count(own.coinPayments({ ...query, coin: NATIVE, most: 300 }, head, signal))
      await count(own.payments({ ...query, least: 1, most: 100 }, head, signal))
      return made
    }
    // A page, the empty page after it, and transactions, which stay cached after the read.
    expect(await questions()).toEqual([expect.toSatisfy((made: number) => made > 2), 0, 0, 0])
    expect(await questions()).toEqual([2, 0, 0, 0])
    await own.close()
  })

  test('are what an account holds that goes to another owner', async () => {
    const { named, unlisted } = await read('giver', 'paid')
    expect([named.reduce((sum, [, , raw]) => sum + raw, 0n), new Set(named.map(([, to]) => to)), unlisted]).toEqual([
      BigInt(SOL + rent),
      new Set(['taker']),
      null,
    ])
  })

  test('are the first funding of a wallet where they come out of an account that is closed', async () => {
    const born = trustedAddress(key('born').publicKey.toBase58())
    const { funding, transfer } = await adapter.firstFunding(born, await adapter.head(signal), signal)
    expect([funding.funder, funding.raw, funding.reason]).toEqual([addressOf('taker'), BigInt(SOL + rent), null])
    expect(transfer).toMatchObject({ from: addressOf('taker'), to: born, raw: BigInt(SOL + rent) })
  })

  test('differ from the balance by fees alone', async () => {
    const signatures = await node.call<{ signature: string; err: unknown }[]>('getSignaturesForAddress', [addressOf('root')])
    let fees = 0
    for (const { signature } of signatures) {
      const options = { maxSupportedTransactionVersion: 0 }
      const tx = await node.call<{ meta: { fee: number }; transaction: { message: { accountKeys: string[] } } }>('getTransaction', [
        signature,
        options,
      ])
      if (tx.transaction.message.accountKeys[0] === addressOf('root')) fees += tx.meta.fee
    }
    const left = sum(await read('root', 'received')) - sum(await read('root', 'paid')) - BigInt(fees)
    expect(BigInt(await lamportsOf(publicKey('root')))).toBe(left)
  })

  test('that are not listed under the wallet are said to be missing', async () => {
    const received = await read('payee', 'received')
    expect(received.named).not.toContainEqual(['root', 'payee', BigInt(SOL)])
    expect(received.unlisted).toMatch(/^Wrapped SOL came to/)
  })

  test('are left out and said to be where it is not known who paid whom', async () => {
    const found = await read('quiet', 'received')
    expect(found.named).toEqual([[expect.any(String), 'quiet', BigInt(20 * SOL)]])
    expect(found.unlisted).toMatch(/not known who paid whom/)
    expect((await read('closer', 'paid')).unlisted).toMatch(/not known who paid whom/)
  })

  test('are found behind many transactions without one, and end at the number wanted', async () => {
    const quiet = key('quiet')
    for (let i = 0; i < 120; i++) await send(node, [paySol(quiet.publicKey, quiet.publicKey, SOL + i)], [quiet])
    for (const lamports of [SOL, 2 * SOL, 3 * SOL]) await send(node, [paySol(quiet.publicKey, publicKey('second'), lamports)], [quiet])
    await node.toSlot(300)
    const lamports = [RENT_LAMPORTS, SOL, 2 * SOL, 3 * SOL].map(BigInt)
    expect(await read('quiet', 'paid', 4)).toMatchObject({ rows: lamports.map((raw) => ({ raw })), stopped: null })
    const cut = await read('quiet', 'paid', 2)
    expect(cut).toMatchObject({ rows: lamports.slice(0, 2).map((raw) => ({ raw })) })
    expect(cut.stopped).toMatch(/^The period has more than 2 payments, and was read up to \d{4}-/)
  })
})
