import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSolanaProxy, type SolanaProxy, type SolanaProxyOptions } from '../../../e2e/fixtures/surfpool/proxy.ts'
import {
  accountOf,
  createMint,
  mintTo,
  openAccount,
  paySol,
  RENT_LAMPORTS,
  send,
  TOKEN_2022_PROGRAM,
  u16,
  u64,
  wallet as walletNamed,
} from '../../../e2e/fixtures/surfpool/client.ts'
import { launchToken, type Launch } from '../../../e2e/fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../../src-shared/domain/events.ts'
import type { ChainAdapter, Page } from '../adapter.ts'
import { createSolanaAdapter } from './adapter.ts'

/** Reads from a real node with the real token programs. The pool's program is a stub, so its prices prove nothing. */
const missing = surfpoolMissing()
const signal = new AbortController().signal

async function tokenActivity<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page.rows)
  return rows
}

describe.skipIf(missing !== null)(`reading a token from a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  const proxies: SolanaProxy[] = []
  beforeAll(async () => {
    node = await spawnSurfpool()
  })
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close()
    await node.stop()
  })
  async function over(options: SolanaProxyOptions): Promise<ChainAdapter> {
    const proxy = await openSolanaProxy(node, options)
    proxies.push(proxy)
    return createSolanaAdapter({ network: 'sol', endpoints: [proxy.url] })
  }

  describe.each([
    { kind: 'an SPL token', name: 'plain', token2022: false, feeBasisPoints: 0, at: 1_000 },
    { kind: 'a Token-2022 token with a transfer fee', name: 'charged', token2022: true, feeBasisPoints: 250, at: 2_000 },
  ])('$kind', ({ name, token2022, feeBasisPoints, at }) => {
    let launch: Launch
    let token: Address
    let adapter: ChainAdapter
    beforeAll(async () => {
      launch = await launchToken(node, { name, token2022, feeBasisPoints, at })
      token = trustedAddress(launch.token)
      adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    })
    const found = async (): Promise<Pool[]> => tokenActivity(adapter.pools(token, 0, at + 60, signal))

    test('name, supply, authority, creator and the transaction that made it', async () => {
      const head = await adapter.head(signal)
      expect(head.number).toBe(at + 59)
      expect(await adapter.token(token, head, signal)).toMatchObject({
        name: `Test ${name}`,
        symbol: 'TST',
        decimals: 6,
        totalSupply: launch.supply,
        logo: null,
        creator: launch.creator,
        owner: launch.creator,
        createdBlock: launch.slots.created,
        createdTx: launch.createdTx,
      })
    })

    test('every holder to the raw unit, with what fees withheld left out', async () => {
      const list = await adapter.listHolders(token, await adapter.head(signal), signal)
      expect(list.complete).toBe(true)
      expect(list.holdings).toEqual(launch.holders().map((holder) => ({ ...holder, verified: true })))
      const owners = launch.holders().map((holder) => trustedAddress(holder.address))
      expect(await adapter.balances(token, owners, list.at, signal)).toEqual(list.holdings)
    })

    test('without leave to list accounts: the twenty largest, and says so', async () => {
      const weak = await over({ without: ['getProgramAccounts'] })
      const list = await weak.listHolders(token, await weak.head(signal), signal)
      expect(list.complete).toBe(false)
      expect(list.notes).toEqual([expect.stringMatching(/only the \d+ largest/)])
      expect(list.holdings).toEqual(launch.holders().map((holder) => ({ ...holder, verified: true })))
    })

    test('balances of a list that the node contradicts, unless their accounts moved since', async () => {
      const { holdings, at: listed } = await adapter.listHolders(token, await adapter.head(signal), signal)
      const last = launch.swaps.at(-1)
      const wrong = holdings.map((holding) => (holding.address === last?.signer ? { ...holding, raw: holding.raw + 1n } : holding))
      const contradicted = async (list: typeof holdings, number = listed.number) =>
        (await adapter.listChecks?.contradicted(token, { holdings: list, at: { ...listed, number } }, signal))?.map((one) => one.holdings)
      expect(await contradicted(holdings)).toEqual([[]])
      expect(await contradicted(wrong)).toEqual([holdings.filter(({ address }) => address === last?.signer)])
      expect(await contradicted(wrong, last?.slot)).toEqual([[]])
      const gone = { address: trustedAddress(walletNamed('without an account').publicKey.toBase58()), raw: 5n, verified: true }
      expect(await contradicted([gone])).toEqual([[]])
    })

    test('its pool, by the venue’s accounts or by the swaps through its vault, with its birth', async () => {
      const pool = {
        address: launch.pool.address.toBase58(),
        dex: 'raydium',
        dexVersion: 'cpmm',
        createdBlock: launch.slots.pool,
      }
      expect(await found()).toMatchObject([pool])
      const weak = await over({ without: ['getProgramAccounts'] })
      expect(await tokenActivity(weak.pools(token, 0, at + 60, signal))).toEqual([])
      const holders = launch.holders().map((holder) => trustedAddress(holder.address))
      expect(await weak.poolsAmong({ token, candidates: holders }, await weak.head(signal), signal)).toMatchObject([pool])
    })

    test('every swap with exact amounts, in the order of the chain, a bundle’s by their place in the block', async () => {
      const trades: Trade[] = await tokenActivity(adapter.trades(await found(), 0, at + 60, signal))
      expect(trades.map(({ tx, position, signer, tokenIn, tokenOut }) => [tx, position.block, signer, tokenIn.raw, tokenOut.raw])).toEqual(
        launch.swaps.map((swap) => [swap.tx, swap.slot, swap.signer, swap.paid, swap.got]),
      )
      expect(trades.filter((trade) => trade.position.block === launch.slots.bundle).map((trade) => trade.position.tx)).toEqual([0, 1, 2])
    })

    test('reads only the swaps of the requested slots', async () => {
      const first = launch.slots.firstBuy
      const trades = await tokenActivity(adapter.trades(await found(), first + 1, first + 2, signal))
      expect(trades.map((trade) => trade.tx)).toEqual(launch.swaps.slice(1, 3).map((swap) => swap.tx))
    })

    test('transfers add up to the balances', async () => {
      const transfers: Transfer[] = await tokenActivity(adapter.transfers(token, 0, at + 60, signal))
      const sums = new Map<string, bigint>()
      for (const { from, to, raw } of transfers) {
        sums.set(from, (sums.get(from) ?? 0n) - raw)
        sums.set(to, (sums.get(to) ?? 0n) + raw)
      }
      expect(launch.holders().length).toBeGreaterThan(0)
      for (const { address, raw } of launch.holders()) expect(sums.get(address)).toBe(raw)
      const withheld = launch.supply - launch.holders().reduce((sum, { raw }) => sum + raw, 0n)
      expect(sums.get(launch.token) ?? 0n).toBe(withheld)
    })

    test('who paid each trader first; people and programs apart', async () => {
      const head = await adapter.head(signal)
      for (const { wallet, funder, lamports } of launch.funding) {
        const { funding, transfer } = await adapter.firstFunding(trustedAddress(wallet), head, signal)
        expect(funding).toMatchObject({ funder, raw: lamports, reason: null })
        expect(transfer).toMatchObject({ from: funder, to: wallet, raw: lamports, token: 'native' })
      }
      const wallets = launch.funding.map(({ wallet }) => trustedAddress(wallet))
      const { value } = await node.call<{ value: number }>('getBalance', [launch.funding[0]?.wallet, { commitment: 'confirmed' }])
      const nobody = trustedAddress(walletNamed('never paid').publicKey.toBase58())
      const balances = await adapter.nativeBalances([...wallets, nobody], head, signal)
      expect(balances.map(({ address }) => address)).toEqual([...wallets, nobody])
      expect([balances[0]?.raw, balances.at(-1)?.raw]).toEqual([BigInt(value), 0n])
      const [person, vault] = [trustedAddress(launch.creator), trustedAddress(launch.pool.authority.toBase58())]
      expect(await adapter.accountKinds([person, vault], head, signal)).toEqual(
        new Map([
          [person, 'wallet'],
          [vault, 'contract'],
        ]),
      )
    })
  })

  test('a transfer fee that changes is stated with the epoch from which it holds', async () => {
    const maker = walletNamed('fee maker')
    await send(node, [paySol(Keypair.fromSecretKey(node.payer).publicKey, maker.publicKey, 1_000_000_000)], [Keypair.fromSecretKey(node.payer)])
    const { mint } = await createMint(node, { name: 'changed fee', authority: maker, decimals: 6, token2022: true, feeBasisPoints: 100 })
    const keys = [
      { pubkey: mint.address, isSigner: false, isWritable: true },
      { pubkey: maker.publicKey, isSigner: true, isWritable: false },
    ]
    const data = Buffer.concat([Buffer.from([26, 5]), u16(9_000), u64(2n ** 63n)])
    await send(node, [new TransactionInstruction({ programId: mint.program, keys, data })], [maker])
    await node.toSlot(4_000)
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    const { epoch } = await node.call<{ epoch: number }>('getEpochInfo')
    const info = await adapter.token(trustedAddress(mint.address.toBase58()), await adapter.head(signal), signal)
    expect(info?.notes).toContain(
      `Transfers are charged 1 % before epoch ${epoch + 2} and 90 % from then on; fees that are withheld and not yet collected belong to no holder.`,
    )
  })

  test('a multisig whose bytes name the mint, an owner and an amount is no account of the token', async () => {
    const maker = walletNamed('multisig maker')
    await send(node, [paySol(Keypair.fromSecretKey(node.payer).publicKey, maker.publicKey, 1_000_000_000)], [Keypair.fromSecretKey(node.payer)])
    // With this seed the address begins with 3, 7 and 1: three of seven signers, initialised.
    const seed = '654393'
    const address = await PublicKey.createWithSeed(maker.publicKey, seed, TOKEN_2022_PROGRAM)
    const mint = { address, program: TOKEN_2022_PROGRAM, decimals: 6, feeBasisPoints: 0 }
    const account = { lamports: RENT_LAMPORTS, programId: TOKEN_2022_PROGRAM, fromPubkey: maker.publicKey }
    const initialise = { programId: mint.program, keys: [{ pubkey: address, isSigner: false, isWritable: true }] }
    const mintData = Buffer.concat([Buffer.from([20, 6]), maker.publicKey.toBytes(), Buffer.from([0])])
    const made = [
      SystemProgram.createAccountWithSeed({ ...account, newAccountPubkey: address, basePubkey: maker.publicKey, seed, space: 82 }),
      new TransactionInstruction({ ...initialise, data: mintData }),
      openAccount(mint, maker.publicKey, maker.publicKey),
      mintTo(mint, accountOf(mint, maker.publicKey), maker.publicKey, 1_000_000n),
    ]
    await send(node, made, [maker])
    const forged = Buffer.alloc(355)
    const incinerator = new PublicKey('1nc1nerator11111111111111111111111111111111')
    forged.set(Buffer.concat([address.toBytes(), incinerator.toBytes(), u64(400_000n)]))
    forged.set([2], 165)
    const multisig = walletNamed('forged account')
    const signers = Array.from({ length: 7 }, (_, i) => new PublicKey(forged.subarray(3 + 32 * i, 35 + 32 * i)))
    const keys = [multisig.publicKey, ...signers].map((pubkey, i) => ({ pubkey, isSigner: false, isWritable: i === 0 }))
    const forging = [
      SystemProgram.createAccount({ ...account, newAccountPubkey: multisig.publicKey, space: 355 }),
      new TransactionInstruction({ programId: mint.program, keys, data: Buffer.from([19, 3]) }),
    ]
    await send(node, forging, [maker, multisig])
    await node.toSlot(5_000)
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    const list = await adapter.listHolders(trustedAddress(address.toBase58()), await adapter.head(signal), signal)
    expect(list).toMatchObject({ holdings: [{ address: maker.publicKey.toBase58(), raw: 1_000_000n }], complete: true, notes: [] })
  })

  test('an address that is no mint is no token; an endpoint of another cluster is refused by name', async () => {
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    const head = await adapter.head(signal)
    expect(await adapter.token(trustedAddress('SysvarC1ock11111111111111111111111111111111'), head, signal)).toBeNull()
    const devnet = await over({
      after: ({ method }, result) => (method === 'getGenesisHash' ? 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' : result),
    })
    await expect(devnet.head(signal)).rejects.toThrow(/serves devnet/)
  })
})

test('reports that a stream needs a JSON-RPC endpoint as well, and that no endpoint is set', async () => {
  const alone = createSolanaAdapter({ network: 'sol', endpoints: ['grpc://127.0.0.1:10000'] })
  await expect(alone.head(signal)).rejects.toMatchObject({
    code: 'source_unavailable',
    message: expect.stringContaining('set a JSON-RPC endpoint as well'),
  })
  await expect(createSolanaAdapter({ network: 'sol', endpoints: [] }).head(signal)).rejects.toThrow(/No endpoint is set/)
})
