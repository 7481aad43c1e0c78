import type { Keypair, TransactionInstruction } from '@solana/web3.js'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import {
  accountOf,
  createMint,
  mintTo,
  openAccount,
  paySol,
  send,
  transferChecked,
  wallet,
  wrapSol,
  type Mint,
} from '../../../fixtures/surfpool/client.ts'
import { cpmmSwap, openCpmmPool, type CpmmPool } from '../../../fixtures/surfpool/cpmm.ts'
import { spawnSurfpool, type Surfpool } from '../../../fixtures/surfpool/surfpool.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import type { Script } from '../script.ts'
import type { Stage } from './stage.ts'
import { actorOf, pursesOf, stepsOf, type Deed, type DeedOf, type Purse } from './steps.ts'

/**
 * Plays scripts on a real Solana node, slot by slot: real system and token programs, and a pool of Raydium's CPMM program that
 * the puppet plays. Prices are a constant product kept here.
 */

const FIRST_SLOT = 1_000
const FEE_SOL = 0.05
const TOKEN_DECIMALS = 6
const SUPPLY = 1_000_000_000n * 10n ** BigInt(TOKEN_DECIMALS)
/** One of the block builder's accounts for tips. */
const TIP_ACCOUNT = new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5')
const TIP_LAMPORTS = 1_000_000
const rawTokens = (units: number): bigint => BigInt(Math.round(units * 10 ** TOKEN_DECIMALS))
const lamports = (units: number): number => Math.round(units * 10 ** NETWORKS.sol.native.decimals)
const key = (name: string): Keypair => wallet(`scripted ${name}`)
const at = (name: string): PublicKey => key(name).publicKey

export const stageOnSurfpool: Stage = async (script) => {
  const node = await spawnSurfpool()
  try {
    const play = new Play(node, pursesOf(script, FEE_SOL))
    await play.run(script)
    const token = trustedAddress(play.mint.address.toBase58())
    return { endpoints: [node.url], token, at: (name) => trustedAddress(at(name).toBase58()), stop: node.stop }
  } catch (error) {
    await node.stop()
    throw error
  }
}

class Play {
  readonly #node: Surfpool
  readonly #purse: Purse
  readonly #tokens = new Map<string, bigint>()
  readonly #filled = new Set<string>()
  #slot = FIRST_SLOT
  #bystanders = 0
  #mint: Mint | null = null
  #pool: { readonly venue: CpmmPool; tokens: bigint; coins: bigint } | null = null

  constructor(node: Surfpool, purse: Purse) {
    this.#node = node
    this.#purse = purse
  }

  get mint(): Mint {
    if (this.#mint === null) throw new Error('the script makes no token')
    return this.#mint
  }

  async run(script: Script): Promise<void> {
    await this.#node.toSlot(this.#slot)
    for (const [name, coins] of this.#purse.before) await this.#hold(name, lamports(coins))
    for (const step of stepsOf(script, NETWORKS.sol.blockSeconds)) {
      if (step.do === 'pass') await this.#pass(step.blocks)
      else if (step.do === 'others') for (let i = 0; i < step.transactions; i++) await this.#bystander()
      else await this.#act(step.deeds)
    }
    await this.#pass(2)
  }

  async #pass(slots: number): Promise<void> {
    this.#slot += slots
    await this.#node.toSlot(this.#slot)
  }

  async #act(deeds: readonly Deed[]): Promise<void> {
    const [first] = deeds
    if (first === undefined) return
    // Mint, supply and pool are transactions of their own, one behind the other in one slot.
    if (first.do === 'create') await this.#create(first.by)
    else if (first.do === 'pool') await this.#open(first)
    else {
      const instructions: TransactionInstruction[] = []
      for (const deed of deeds) instructions.push(...(await this.#instructions(deed)))
      const signers = [...new Set(deeds.map(actorOf))]
      if (instructions.length > 0) await send(this.#node, instructions, signers.map(key))
      for (const deed of deeds) if (deed.do === 'pay') await this.#fill(deed.to)
      return
    }
    await this.#act(deeds.slice(1))
  }

  async #create(by: string): Promise<void> {
    const maker = key(by)
    const { mint } = await createMint(this.#node, { name: 'scripted', authority: maker, decimals: TOKEN_DECIMALS, token2022: false })
    const account = accountOf(mint, maker.publicKey)
    await send(this.#node, [openAccount(mint, maker.publicKey, maker.publicKey), mintTo(mint, account, maker.publicKey, SUPPLY)], [maker])
    this.#mint = mint
    this.#tokens.set(by, SUPPLY)
  }

  async #open({ by, tokens, coins }: DeedOf<'pool'>): Promise<void> {
    const creator = key(by)
    await send(this.#node, wrapSol(creator.publicKey, lamports(coins)), [creator])
    const [tokenRaw, quoteRaw] = [rawTokens(tokens), BigInt(lamports(coins))]
    const { pool } = await openCpmmPool(this.#node, { name: 'scripted', token: this.mint, creator, tokenRaw, quoteRaw })
    this.#tokens.set(by, (this.#tokens.get(by) ?? 0n) - tokenRaw)
    this.#pool = { venue: pool, tokens: tokenRaw, coins: quoteRaw }
  }

  async #instructions(deed: Deed): Promise<TransactionInstruction[]> {
    if (deed.do === 'pay') return [paySol(at(deed.from), at(deed.to), lamports(deed.coins))]
    if (deed.do === 'send') return this.#sends(deed)
    if (deed.do === 'buy') return this.#buys(deed)
    return deed.do === 'sell' ? this.#sells(deed) : []
  }

  #sends({ from, to, tokens }: DeedOf<'send'>): TransactionInstruction[] {
    const raw = rawTokens(tokens)
    this.#give(from, -raw)
    this.#give(to, raw)
    const accounts = [accountOf(this.mint, at(from)), accountOf(this.mint, at(to))] as const
    return [openAccount(this.mint, at(to), at(from)), transferChecked(this.mint, ...accounts, at(from), raw)]
  }

  async #buys(deed: DeedOf<'buy'>): Promise<TransactionInstruction[]> {
    const pool = this.#market()
    const payer = at(actorOf(deed))
    const paid = BigInt(lamports(deed.coins))
    const got = pool.tokens - (pool.tokens * pool.coins) / (pool.coins + paid) - 1n
    pool.coins += paid
    pool.tokens -= got
    this.#give(deed.wallet, got)
    const swap = await cpmmSwap(this.#node, pool.venue, payer, { buys: true, paid, got }, at(deed.wallet))
    const tip = deed.tip === true ? [paySol(payer, TIP_ACCOUNT, TIP_LAMPORTS)] : []
    return [...wrapSol(payer, Number(paid)), openAccount(this.mint, at(deed.wallet), payer), swap, ...tip]
  }

  async #sells({ wallet: name, share }: DeedOf<'sell'>): Promise<TransactionInstruction[]> {
    const pool = this.#market()
    const held = this.#tokens.get(name) ?? 0n
    const paid = share >= 1 ? held : (held * BigInt(Math.round(share * 1e6))) / 1_000_000n
    if (paid === 0n) return []
    const got = pool.coins - (pool.coins * pool.tokens) / (pool.tokens + paid) - 1n
    pool.tokens += paid
    pool.coins -= got
    this.#give(name, -paid)
    return [...wrapSol(at(name), 1), await cpmmSwap(this.#node, pool.venue, at(name), { buys: false, paid, got })]
  }

  #market(): { readonly venue: CpmmPool; tokens: bigint; coins: bigint } {
    if (this.#pool === null) throw new Error('a swap needs a pool')
    return this.#pool
  }

  #give(name: string, raw: bigint): void {
    this.#tokens.set(name, (this.#tokens.get(name) ?? 0n) + raw)
  }

  async #bystander(): Promise<void> {
    const name = `bystander ${this.#bystanders++ % 8}`
    if (!this.#filled.has(name)) {
      this.#filled.add(name)
      await this.#hold(name, lamports(10))
    }
    // The same payment twice in a slot would be the same transaction.
    await send(this.#node, [paySol(at(name), at(name), this.#bystanders)], [key(name)])
  }

  /** Coins that come by no transaction, after a wallet's first payment. */
  async #fill(name: string): Promise<void> {
    const more = this.#purse.later.get(name)
    if (more === undefined || this.#filled.has(name)) return
    this.#filled.add(name)
    const { value } = await this.#node.call<{ value: number }>('getBalance', [at(name).toBase58(), { commitment: 'processed' }])
    await this.#hold(name, value + lamports(more))
  }

  async #hold(name: string, amount: number): Promise<void> {
    await this.#node.setAccount(at(name).toBase58(), { lamports: amount, data: new Uint8Array(), owner: SystemProgram.programId.toBase58() })
  }
}
