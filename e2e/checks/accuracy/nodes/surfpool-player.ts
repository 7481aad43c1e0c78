import type { Keypair, TransactionInstruction } from '@solana/web3.js'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import {
  accountOf,
  createMint,
  mintTo,
  openAccount,
  paySol,
  send,
  setMetadata,
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
import type { PlayedScript, ScriptPlayer } from './script-player.ts'
import { actorOf, computeFunds, toSteps, type ChainAction, type ActionOf, type Funds } from './steps.ts'

/**
 * Plays scripts on Surfpool, slot by slot, with the real system and token programs. A stub program emits the swaps of a
 * Raydium CPMM pool (e2e/fixtures/surfpool/README.md). Prices follow a constant product that is computed here.
 */

const FIRST_SLOT = 1_000
const FEE_SOL = 0.05
const TOKEN_DECIMALS = 6
const SUPPLY = 1_000_000_000n * 10n ** BigInt(TOKEN_DECIMALS)
/** A Jito tip account: https://docs.jito.wtf/lowlatencytxnsend/#get-tip-accounts. */
const TIP_ACCOUNT = new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5')
const TIP_LAMPORTS = 1_000_000
const rawTokens = (units: number): bigint => BigInt(Math.round(units * 10 ** TOKEN_DECIMALS))
const lamports = (units: number): number => Math.round(units * 10 ** NETWORKS.sol.native.decimals)
const key = (name: string): Keypair => wallet(`scripted ${name}`)
const at = (name: string): PublicKey => key(name).publicKey

export const playOnSurfpool: ScriptPlayer = async (script, pause) => {
  const node = await spawnSurfpool()
  try {
    const player = new Player(node, computeFunds(script, FEE_SOL))
    const played = (): Omit<PlayedScript, 'stop'> => ({
      endpoints: [node.url],
      token: trustedAddress(player.mint.address.toBase58()),
      at: (name) => trustedAddress(at(name).toBase58()),
    })
    await player.run(script, async () => pause?.(played()))
    return { ...played(), stop: node.stop }
  } catch (error) {
    await node.stop()
    throw error
  }
}

class Player {
  readonly #node: Surfpool
  readonly #funds: Funds
  readonly #tokens = new Map<string, bigint>()
  readonly #toppedUp = new Set<string>()
  #slot = FIRST_SLOT
  #bystanders = 0
  #mint: Mint | null = null
  #called: Exclude<Script['called'], undefined> | null = null
  #pool: { readonly venue: CpmmPool; tokens: bigint; coins: bigint } | null = null

  constructor(node: Surfpool, funds: Funds) {
    this.#node = node
    this.#funds = funds
  }

  get mint(): Mint {
    if (this.#mint === null) throw new Error('The script creates no token')
    return this.#mint
  }

  async run(script: Script, pause: () => Promise<void>): Promise<void> {
    this.#called = script.called ?? null
    await this.#node.toSlot(this.#slot)
    for (const [name, coins] of this.#funds.before) await this.#setBalance(name, lamports(coins))
    for (const step of toSteps(script, NETWORKS.sol.blockSeconds)) {
      if (step.do === 'pass') await this.#advance(step.blocks)
      else if (step.do === 'pause') {
        await this.#advance(2)
        await pause()
      } else if (step.do === 'others') for (let i = 0; i < step.transactions; i++) await this.#sendUnrelated()
      else await this.#play(step.actions)
    }
    await this.#advance(2)
  }

  async #advance(slots: number): Promise<void> {
    this.#slot += slots
    await this.#node.toSlot(this.#slot)
  }

  async #play(actions: readonly ChainAction[]): Promise<void> {
    const [first] = actions
    if (first === undefined) return
    // Mint, supply and pool are separate transactions, consecutive in one slot.
    if (first.do === 'create') await this.#create(first.by)
    else if (first.do === 'pool') await this.#openPool(first)
    else {
      const instructions: TransactionInstruction[] = []
      for (const action of actions) instructions.push(...(await this.#instructions(action)))
      const signers = [...new Set(actions.map(actorOf))]
      if (instructions.length > 0) await send(this.#node, instructions, signers.map(key))
      for (const action of actions) if (action.do === 'pay') await this.#topUp(action.to)
      return
    }
    await this.#play(actions.slice(1))
  }

  async #create(by: string): Promise<void> {
    const maker = key(by)
    const { mint } = await createMint(this.#node, { name: 'scripted', authority: maker, decimals: TOKEN_DECIMALS, token2022: false })
    const account = accountOf(mint, maker.publicKey)
    if (this.#called !== null) await setMetadata(this.#node, mint, maker.publicKey, { ...this.#called, uri: '' })
    await send(this.#node, [openAccount(mint, maker.publicKey, maker.publicKey), mintTo(mint, account, maker.publicKey, SUPPLY)], [maker])
    this.#mint = mint
    this.#tokens.set(by, SUPPLY)
  }

  async #openPool({ by, tokens, coins }: ActionOf<'pool'>): Promise<void> {
    const creator = key(by)
    await send(this.#node, wrapSol(creator.publicKey, lamports(coins)), [creator])
    const [tokenRaw, quoteRaw] = [rawTokens(tokens), BigInt(lamports(coins))]
    const { pool } = await openCpmmPool(this.#node, { name: 'scripted', token: this.mint, creator, tokenRaw, quoteRaw })
    this.#tokens.set(by, (this.#tokens.get(by) ?? 0n) - tokenRaw)
    this.#pool = { venue: pool, tokens: tokenRaw, coins: quoteRaw }
  }

  async #instructions(action: ChainAction): Promise<TransactionInstruction[]> {
    if (action.do === 'pay') return [paySol(at(action.from), at(action.to), lamports(action.coins))]
    if (action.do === 'send') return this.#transferInstructions(action)
    if (action.do === 'buy') return this.#buyInstructions(action)
    return action.do === 'sell' ? this.#sellInstructions(action) : []
  }

  #transferInstructions({ from, to, tokens }: ActionOf<'send'>): TransactionInstruction[] {
    const raw = rawTokens(tokens)
    this.#credit(from, -raw)
    this.#credit(to, raw)
    const accounts = [accountOf(this.mint, at(from)), accountOf(this.mint, at(to))] as const
    return [openAccount(this.mint, at(to), at(from)), transferChecked(this.mint, ...accounts, at(from), raw)]
  }

  async #buyInstructions(action: ActionOf<'buy'>): Promise<TransactionInstruction[]> {
    const pool = this.#requirePool()
    const payer = at(actorOf(action))
    const paid = BigInt(lamports(action.coins))
    const got = pool.tokens - (pool.tokens * pool.coins) / (pool.coins + paid) - 1n
    pool.coins += paid
    pool.tokens -= got
    this.#credit(action.wallet, got)
    const swap = await cpmmSwap(this.#node, pool.venue, payer, { buys: true, paid, got }, at(action.wallet))
    const tip = action.tip === true ? [paySol(payer, TIP_ACCOUNT, TIP_LAMPORTS)] : []
    return [...wrapSol(payer, Number(paid)), openAccount(this.mint, at(action.wallet), payer), swap, ...tip]
  }

  async #sellInstructions({ wallet: name, share }: ActionOf<'sell'>): Promise<TransactionInstruction[]> {
    const pool = this.#requirePool()
    const held = this.#tokens.get(name) ?? 0n
    const paid = share >= 1 ? held : (held * BigInt(Math.round(share * 1e6))) / 1_000_000n
    if (paid === 0n) return []
    const got = pool.coins - (pool.coins * pool.tokens) / (pool.tokens + paid) - 1n
    pool.tokens += paid
    pool.coins -= got
    this.#credit(name, -paid)
    return [...wrapSol(at(name), 1), await cpmmSwap(this.#node, pool.venue, at(name), { buys: false, paid, got })]
  }

  #requirePool(): { readonly venue: CpmmPool; tokens: bigint; coins: bigint } {
    if (this.#pool === null) throw new Error('A swap needs a pool')
    return this.#pool
  }

  #credit(name: string, raw: bigint): void {
    this.#tokens.set(name, (this.#tokens.get(name) ?? 0n) + raw)
  }

  async #sendUnrelated(): Promise<void> {
    const name = `bystander ${this.#bystanders++ % 8}`
    if (!this.#toppedUp.has(name)) {
      this.#toppedUp.add(name)
      await this.#setBalance(name, lamports(10))
    }
    // The amount differs each time, because two equal payments in one slot would be the same transaction.
    await send(this.#node, [paySol(at(name), at(name), this.#bystanders)], [key(name)])
  }

  /** Sets the balance that a wallet needs beyond its payments, after its first payment. */
  async #topUp(name: string): Promise<void> {
    const more = this.#funds.later.get(name)
    if (more === undefined || this.#toppedUp.has(name)) return
    this.#toppedUp.add(name)
    const { value } = await this.#node.call<{ value: number }>('getBalance', [at(name).toBase58(), { commitment: 'processed' }])
    await this.#setBalance(name, value + lamports(more))
  }

  async #setBalance(name: string, amount: number): Promise<void> {
    await this.#node.setAccount(at(name).toBase58(), { lamports: amount, data: new Uint8Array(), owner: SystemProgram.programId.toBase58() })
  }
}
