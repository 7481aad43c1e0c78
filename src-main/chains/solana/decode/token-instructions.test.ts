import { Keypair, SystemProgram, TransactionInstruction, type PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  batch,
  createMint,
  feeOf,
  giveAccount,
  mintTo,
  NATIVE_MINT,
  openAccount,
  paySol,
  RENT_LAMPORTS,
  send,
  transferChecked,
  u64,
  wallet,
  wrapSol,
  type Mint,
} from '../../../../e2e/fixtures/surfpool/client.ts'
import { cpmmSwap, openCpmmPool } from '../../../../e2e/fixtures/surfpool/cpmm.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import { decodeSolanaAnswer } from './answers.ts'

/** What the real token programs do in one transaction, against the balances that the node records around it. */
const missing = surfpoolMissing()

interface Answer {
  readonly meta: Readonly<
    Record<'preTokenBalances' | 'postTokenBalances', readonly { mint: string; owner: string; uiTokenAmount: { amount: string } }[]>
  >
}

interface ClosingAnswer {
  readonly meta: { readonly postBalances: readonly number[]; readonly postTokenBalances: readonly { readonly accountIndex: number }[] }
}

interface ParsedAnswer {
  readonly transaction: { readonly message: { readonly instructions: readonly { readonly parsed: unknown }[] } }
}

const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map((name) => wallet(`token instructions ${name}`)) as [Keypair, Keypair, Keypair]
const nameOf = ({ publicKey }: Keypair): string => publicKey.toBase58()

describe.skipIf(missing !== null)(`token instructions on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let plain: Mint
  let charged: Mint

  beforeAll(async () => {
    node = await spawnSurfpool()
    await node.toSlot(100)
    const payer = Keypair.fromSecretKey(node.payer)
    await send(node, [paySol(payer.publicKey, ada.publicKey, 20_000_000_000)], [payer])
    plain = await launch('plain', 0)
    charged = await launch('charged', 250)
  })
  afterAll(() => node.stop())

  /** A mint of which Ada has a million raw units; Ben and Cleo have empty accounts. */
  async function launch(name: string, feeBasisPoints: number): Promise<Mint> {
    const { mint } = await createMint(node, {
      name: `token instructions ${name}`,
      authority: ada,
      decimals: 6,
      token2022: feeBasisPoints > 0,
      feeBasisPoints,
    })
    const open = [ada, ben, cleo].map(({ publicKey }) => openAccount(mint, publicKey, ada.publicKey))
    await send(node, [...open, mintTo(mint, accountOf(mint, ada.publicKey), ada.publicKey, 1_000_000n)], [ada])
    return mint
  }
  const account = (mint: Mint, { publicKey }: Keypair): PublicKey => accountOf(mint, publicKey)
  const pay = (mint: Mint, from: Keypair, to: Keypair, raw: bigint) =>
    transferChecked(mint, account(mint, from), account(mint, to), from.publicKey, raw)

  const read = <T = unknown>(tx: string, encoding: 'json' | 'jsonParsed'): Promise<T> =>
    node.call<T>('getTransaction', [tx, { encoding, maxSupportedTransactionVersion: 0, commitment: 'confirmed' }])

  /** The transfers of a token in a transaction, after a check that they change every owner's balance by what the node recorded. */
  async function transfersIn(tx: string, mint: Mint, encoding: 'json' | 'jsonParsed'): Promise<Transfer[]> {
    const answer = await read<Answer>(tx, encoding)
    const token = mint.address.toBase58()
    const transfers = decodeSolanaAnswer(answer).events.filter((event): event is Transfer => event.kind === 'transfer' && event.token === token)
    const recorded = new Map<string, bigint>()
    const stated = new Map<string, bigint>()
    const add = (sums: Map<string, bigint>, owner: string, raw: bigint): void => void sums.set(owner, (sums.get(owner) ?? 0n) + raw)
    for (const { owner, uiTokenAmount } of answer.meta.preTokenBalances.filter((row) => row.mint === token))
      add(recorded, owner, -BigInt(uiTokenAmount.amount))
    for (const { owner, uiTokenAmount } of answer.meta.postTokenBalances.filter((row) => row.mint === token))
      add(recorded, owner, BigInt(uiTokenAmount.amount))
    for (const { from, to, raw } of transfers) {
      add(stated, from, -raw)
      add(stated, to, raw)
    }
    // What the program withholds is nobody's balance: it goes to the mint.
    const withheld = [...recorded.values()].reduce((sum, raw) => sum - raw, 0n)
    if (withheld > 0n) add(recorded, token, withheld)
    const changed = (sums: Map<string, bigint>) => [...sums].filter(([, raw]) => raw !== 0n).sort(([a], [b]) => (a < b ? -1 : 1))
    expect(changed(stated)).toEqual(changed(recorded))
    return transfers
  }
  const shown = (transfers: readonly Transfer[]) => transfers.map(({ from, to, raw }) => [from, to, raw])

  test('several charged transfers into one account withhold the sum of their fees', async () => {
    const [first, second] = [10_001n, 20_003n]
    const tx = await send(node, [pay(charged, ada, ben, first), pay(charged, ada, ben, second), pay(charged, ada, cleo, first)], [ada])
    const [from, to, token] = [nameOf(ada), nameOf(ben), charged.address.toBase58()]
    for (const encoding of ['json', 'jsonParsed'] as const) {
      expect(shown(await transfersIn(tx, charged, encoding))).toEqual([
        [from, to, first],
        [from, to, second],
        [to, token, feeOf(charged, first) + feeOf(charged, second)],
        [from, nameOf(cleo), first],
        [nameOf(cleo), token, feeOf(charged, first)],
      ])
    }
  })

  test('a fee of all that is transferred leaves nothing', async () => {
    const everything = await launch('everything', 10_000)
    const tx = await send(node, [pay(everything, ada, ben, 5_000n)], [ada])
    expect(shown(await transfersIn(tx, everything, 'json'))).toEqual([
      [nameOf(ada), nameOf(ben), 5_000n],
      [nameOf(ben), everything.address.toBase58(), 5_000n],
    ])
  })

  test('a transfer from an account to itself is free, although its instruction states a fee', async () => {
    const raw = 1_463n
    const own = account(charged, ada)
    const keys = [own, charged.address, own].map((pubkey, i) => ({ pubkey, isWritable: i !== 1, isSigner: false }))
    const toItself = new TransactionInstruction({
      programId: charged.program,
      keys: [...keys, { pubkey: ada.publicKey, isWritable: false, isSigner: true }],
      // `TransferCheckedWithFee`: the amount, the decimals and the fee.
      data: Buffer.concat([Buffer.from([26, 1]), u64(raw), Buffer.from([charged.decimals]), u64(feeOf(charged, raw))]),
    })
    const tx = await send(node, [toItself], [ada])
    for (const encoding of ['json', 'jsonParsed'] as const) {
      expect(shown(await transfersIn(tx, charged, encoding))).toEqual([[nameOf(ada), nameOf(ada), raw]])
    }
  })

  describe('a batch', () => {
    test.each(['json', 'jsonParsed'] as const)('of a wallet is all of its transfers, also equal ones, in the encoding %s', async (encoding) => {
      const raw = encoding === 'json' ? 100n : 200n
      const tx = await send(node, [batch(plain, [pay(plain, ada, ben, raw), pay(plain, ada, ben, raw)]), pay(plain, ada, cleo, raw)], [ada])
      const transfers = await transfersIn(tx, plain, encoding)
      expect(shown(transfers)).toEqual([ben, ben, cleo].map((to) => [nameOf(ada), nameOf(to), raw]))
      expect(new Set(transfers.map(({ position }) => position.event)).size).toBe(3)
    })

    test('that the node writes as parsed instructions is the same', async () => {
      const tx = await send(node, [pay(plain, ada, ben, 300n), pay(plain, ada, cleo, 301n)], [ada])
      const answer = await read<ParsedAnswer>(tx, 'jsonParsed')
      const { message } = answer.transaction
      const [first] = message.instructions
      const folded = { ...first, parsed: { type: 'batch', info: { instructions: message.instructions.map(({ parsed }) => parsed) } } }
      const { events } = decodeSolanaAnswer({ ...answer, transaction: { ...answer.transaction, message: { ...message, instructions: [folded] } } })
      expect(shown(events.filter((event) => event.kind === 'transfer'))).toEqual([
        [nameOf(ada), nameOf(ben), 300n],
        [nameOf(ada), nameOf(cleo), 301n],
      ])
    })

    test('of a venue is its swap, which its event confirms', async () => {
      await send(node, wrapSol(ada.publicKey, 3_000_000_000), [ada])
      const { pool } = await openCpmmPool(node, {
        name: 'token instructions',
        token: plain,
        creator: ada,
        tokenRaw: 500_000n,
        quoteRaw: 1_000_000_000n,
      })
      const swap = await cpmmSwap(node, pool, ada.publicKey, { buys: true, paid: 7_000_000n, got: 3_000n }, undefined, true)
      const tx = await send(node, [swap, pay(plain, ada, ben, 11n)], [ada])
      expect(shown(await transfersIn(tx, plain, 'json'))).toEqual([
        [pool.authority.toBase58(), nameOf(ada), 3_000n],
        [nameOf(ada), nameOf(ben), 11n],
      ])
      const { events } = decodeSolanaAnswer(await read(tx, 'json'))
      expect(events.filter(({ kind }) => kind === 'decode_warning')).toEqual([])
      expect(events.filter(({ kind }) => kind === 'trade')).toMatchObject([
        {
          ...{ dex: 'raydium', pool: pool.address.toBase58(), signer: nameOf(ada), receiver: nameOf(ada), source: 'event', confidence: 'sure' },
          ...{ tokenIn: { raw: 7_000_000n }, tokenOut: { token: plain.address.toBase58(), raw: 3_000n } },
        },
      ])
    })
  })

  describe('an account that is given to another owner', () => {
    let given: Mint
    beforeAll(async () => {
      given = await launch('given', 0)
      await send(node, [pay(given, ada, ben, 5_000n)], [ada])
    })
    const give = (from: Keypair, to: Keypair) => giveAccount(given, account(given, ben), from.publicKey, to.publicKey)
    const from = (owner: Keypair, raw: bigint) => transferChecked(given, account(given, ben), account(given, ada), owner.publicKey, raw)

    test.each(['json', 'jsonParsed'] as const)('takes what it holds along, in the encoding %s', async (encoding) => {
      const [owner, next] = encoding === 'json' ? [ben, cleo] : [cleo, ben]
      const tx = await send(node, [give(owner, next)], [ada, owner])
      expect(shown(await transfersIn(tx, given, encoding))).toEqual([[nameOf(owner), nameOf(next), 5_000n]])
    })

    test('is that of the owner whose transfers come before, and of the other for those after', async () => {
      const parts = [pay(given, ada, ben, 700n), from(ben, 200n), give(ben, cleo), from(cleo, 30n), pay(given, ada, ben, 4n)]
      const tx = await send(node, [...parts], [ada, ben, cleo])
      expect(shown(await transfersIn(tx, given, 'json'))).toEqual([
        [nameOf(ada), nameOf(ben), 700n],
        [nameOf(ben), nameOf(ada), 200n],
        [nameOf(ben), nameOf(cleo), 5_500n],
        [nameOf(cleo), nameOf(ada), 30n],
        [nameOf(ada), nameOf(cleo), 4n],
      ])
    })

    test('and holds nothing is no transfer', async () => {
      await send(node, [from(cleo, 5_474n)], [ada, cleo])
      const tx = await send(node, [give(cleo, ada)], [ada, cleo])
      expect(await transfersIn(tx, given, 'json')).toEqual([])
    })
  })

  describe('an account that is given away twice in one transaction', () => {
    let handed: Mint
    beforeAll(async () => {
      handed = await launch('handed', 0)
      await send(node, [pay(handed, ada, ben, 5_000n)], [ada])
    })
    const give = (from: Keypair, to: Keypair) => giveAccount(handed, account(handed, ben), from.publicKey, to.publicKey)
    const takeOut = (owner: Keypair, raw: bigint) => transferChecked(handed, account(handed, ben), account(handed, ada), owner.publicKey, raw)
    const putIn = (raw: bigint) => pay(handed, ada, ben, raw)

    test('is that of each owner in turn, also of the first again', async () => {
      const parts = [putIn(10n), give(ben, cleo), putIn(20n), takeOut(cleo, 7n), give(cleo, ben), takeOut(ben, 23n)]
      const tx = await send(node, parts, [ada, ben, cleo])
      for (const encoding of ['json', 'jsonParsed'] as const) {
        expect(shown(await transfersIn(tx, handed, encoding))).toEqual([
          [nameOf(ada), nameOf(ben), 10n],
          [nameOf(ben), nameOf(cleo), 5_010n],
          [nameOf(ada), nameOf(cleo), 20n],
          [nameOf(cleo), nameOf(ada), 7n],
          [nameOf(cleo), nameOf(ben), 5_023n],
          [nameOf(ben), nameOf(ada), 23n],
        ])
      }
    })

    test('is that of a third at the end', async () => {
      const tx = await send(node, [give(ben, cleo), takeOut(cleo, 1_000n), give(cleo, ada)], [ada, ben, cleo])
      expect(shown(await transfersIn(tx, handed, 'json'))).toEqual([
        [nameOf(ben), nameOf(cleo), 5_000n],
        [nameOf(cleo), nameOf(ada), 1_000n],
        [nameOf(cleo), nameOf(ada), 4_000n],
      ])
    })
  })

  describe('an account that the transaction opens and gives away', () => {
    test('is first that of who bought into it', async () => {
      const opened = await launch('opened', 0)
      const buyer = wallet('token instructions buyer')
      const { pool } = await openCpmmPool(node, {
        name: 'token instructions opened',
        token: opened,
        creator: ada,
        tokenRaw: 500_000n,
        quoteRaw: 1_000_000_000n,
      })
      await send(node, [paySol(ada.publicKey, buyer.publicKey, 2_000_000_000)], [ada])
      await send(node, wrapSol(buyer.publicKey, 1_000_000_000), [buyer])
      const buy = [
        openAccount(opened, buyer.publicKey, buyer.publicKey),
        await cpmmSwap(node, pool, buyer.publicKey, { buys: true, paid: 7_000_000n, got: 3_000n }),
        giveAccount(opened, account(opened, buyer), buyer.publicKey, cleo.publicKey),
      ]
      const tx = await send(node, buy, [buyer])
      expect(shown(await transfersIn(tx, opened, 'json'))).toEqual([
        [pool.authority.toBase58(), nameOf(buyer), 3_000n],
        [nameOf(buyer), nameOf(cleo), 3_000n],
      ])
      for (const hints of [{}, { only: 'trades' }] as const) {
        const { events } = decodeSolanaAnswer(await read(tx, 'json'), hints)
        expect(events.filter(({ kind }) => kind === 'trade')).toMatchObject([{ signer: nameOf(buyer), receiver: nameOf(buyer) }])
      }
    })
  })

  test('an account that the transaction closes, opens for another owner and closes again is the other’s in between', async () => {
    const token = await launch('reopened', 0)
    await send(node, wrapSol(ada.publicKey, 2_000_000_000), [ada])
    const { pool } = await openCpmmPool(node, {
      ...{ name: 'token instructions reopened', token, creator: ada, tokenRaw: 500_000n, quoteRaw: 1_000_000_000n },
      ownQuoteVault: true,
    })
    const at = account(token, ben)
    const close = (owner: Keypair): TransactionInstruction => {
      const keys = [at, ada.publicKey, owner.publicKey].map((pubkey, i) => ({ pubkey, isWritable: i < 2, isSigner: i === 2 }))
      return new TransactionInstruction({ programId: token.program, keys, data: Buffer.from([9]) })
    }
    await send(node, [giveAccount(token, at, ben.publicKey, cleo.publicKey)], [ada, ben])
    const parts = [
      close(cleo),
      openAccount(token, ben.publicKey, ada.publicKey),
      await cpmmSwap(node, pool, ada.publicKey, { buys: true, paid: 7_000_000n, got: 3_000n }, ben.publicKey),
      pay(token, ben, ada, 3_000n),
      close(ben),
    ]
    const tx = await send(node, parts, [ada, ben, cleo])
    for (const encoding of ['json', 'jsonParsed'] as const) {
      const { meta, ...answer } = await read<ClosingAnswer>(tx, encoding)
      // This node lists the closed account with its first owner. A cluster lists accounts that exist.
      const open = { ...meta, postTokenBalances: meta.postTokenBalances.filter(({ accountIndex }) => meta.postBalances[accountIndex] !== 0) }
      const every = decodeSolanaAnswer({ ...answer, meta: open }).events
      expect(shown(every.filter((event) => event.kind === 'transfer' && event.token === token.address.toBase58()) as Transfer[])).toEqual([
        [pool.authority.toBase58(), nameOf(ben), 3_000n],
        [nameOf(ben), nameOf(ada), 3_000n],
      ])
      for (const events of [every, decodeSolanaAnswer({ ...answer, meta: open }, { only: 'trades' }).events]) {
        expect(events.filter(({ kind }) => kind === 'trade')).toMatchObject([{ signer: nameOf(ada), receiver: nameOf(ben) }])
      }
    }
  })

  describe('a charged transfer into an account that is given to another owner', () => {
    let token: Mint
    // An associated account of Token-2022 cannot be given away.
    const given = wallet('token instructions charged gift')
    beforeAll(async () => {
      token = await launch('charged gift', 250)
      const create = { fromPubkey: ada.publicKey, newAccountPubkey: given.publicKey, lamports: RENT_LAMPORTS, space: 178, programId: token.program }
      const keys = [given.publicKey, token.address].map((pubkey, i) => ({ pubkey, isSigner: false, isWritable: i === 0 }))
      const data = Buffer.concat([Buffer.from([18]), ben.publicKey.toBytes()])
      const initialise = new TransactionInstruction({ programId: token.program, keys, data })
      await send(node, [SystemProgram.createAccount(create), initialise, put(10_000n)], [ada, given])
    })
    const put = (raw: bigint) => transferChecked(token, account(token, ada), given.publicKey, ada.publicKey, raw)
    const give = (from: Keypair, to: Keypair) => giveAccount(token, given.publicKey, from.publicKey, to.publicKey)

    test('after it is the next owner’s', async () => {
      const tx = await send(node, [give(ben, cleo), put(1_000n), give(cleo, ben)], [ada, ben, cleo])
      expect(shown(await transfersIn(tx, token, 'json'))).toEqual([
        [nameOf(ben), nameOf(cleo), 9_750n],
        [nameOf(ada), nameOf(cleo), 1_000n],
        [nameOf(cleo), token.address.toBase58(), 25n],
        [nameOf(cleo), nameOf(ben), 10_725n],
      ])
    })

    test('and another one before leave each owner the sum of its transfers', async () => {
      const tx = await send(node, [put(1_000n), give(ben, cleo), put(3_000n)], [ada, ben])
      expect(shown(await transfersIn(tx, token, 'json'))).toEqual([
        [nameOf(ada), nameOf(ben), 1_000n],
        [nameOf(ben), nameOf(cleo), 11_725n],
        [nameOf(ada), nameOf(cleo), 3_000n],
        [nameOf(cleo), token.address.toBase58(), 100n],
      ])
    })
  })

  test.each(['new', 'used'])('wrapped SOL in a %s account that is given away in the same transaction is paid once', async (age) => {
    const giver = wallet(`token instructions giver of the ${age}`)
    await send(node, [paySol(ada.publicKey, giver.publicKey, 2_000_000_000)], [ada])
    if (age === 'used') await send(node, wrapSol(giver.publicKey, 5_000_000), [giver])
    const parts = [...wrapSol(giver.publicKey, 1_000_000_000), giveAccount(NATIVE_MINT, account(NATIVE_MINT, giver), giver.publicKey, cleo.publicKey)]
    const tx = await send(node, parts, [giver])
    const transfers = decodeSolanaAnswer(await read(tx, 'json')).events.filter((event) => event.kind === 'transfer')
    const paid = age === 'used' ? 1_005_000_000n : 1_000_000_000n
    expect(shown(transfers.filter(({ to }) => to === nameOf(cleo)))).toEqual([[nameOf(giver), nameOf(cleo), paid]])
  })
})
