import type { PublicKey } from '@solana/web3.js'
import { RENT_LAMPORTS, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, u64, wallet } from '../../../../../../e2e/fixtures/surfpool/client.ts'
import { openSolanaProxy, type SolanaProxyOptions } from '../../../../../../e2e/fixtures/surfpool/proxy.ts'
import { gap, key, SOL } from '../../../../../../e2e/fixtures/surfpool/reference-pool.ts'
import { spawnSurfpool, type Surfpool } from '../../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { SafetyMints } from '../../../../../../e2e/fixtures/surfpool/tokens.ts'
import { trustedAddress } from '../../../../../../src-shared/domain/address.ts'
import type { PoolLiquidity } from '../../../../security/facts.ts'
import { createSolanaAdapter } from '../../../adapter.ts'

/**
 * Pools and positions on a real Solana node. Tests lay out the accounts of an exchange field by field as its program publishes them. The program does not
 * run, so they do not prove that it writes them so.
 */

export const INCINERATOR = '1nc1nerator11111111111111111111111111111111'

export const u128 = (value: bigint): Buffer => Buffer.concat([u64(value & (2n ** 64n - 1n)), u64(value >> 64n)])
export const i32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

/** Lamports in the quote vault of each pool. */
export const QUOTE = 7_000_000_000n

export interface PoolSides {
  readonly token: string
  readonly vaults: readonly [token: string, quote: string]
}

export interface PoolToScan {
  readonly program: string
  readonly layout: (sides: PoolSides) => readonly Buffer[]
  /** Sets accounts that name the vaults. */
  readonly before?: (sides: PoolSides) => Promise<void>
  readonly proxied?: SolanaProxyOptions
}

export interface Scanned {
  readonly pool?: PoolLiquidity
  readonly partial: readonly string[]
  /** Calls of the scan by method. */
  readonly calls: ReadonlyMap<string, number>
}

export class PoolsWithPositions {
  readonly node: Surfpool
  /** Unix seconds of the node's head. */
  readonly now: number
  readonly #mints: SafetyMints

  private constructor(node: Surfpool, mints: SafetyMints, now: number) {
    this.node = node
    this.#mints = mints
    this.now = now
  }

  static async open(): Promise<PoolsWithPositions> {
    const node = await spawnSurfpool()
    const mints = new SafetyMints(node)
    await mints.fund()
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    const { time } = await adapter.head(new AbortController().signal)
    await adapter.close()
    return new PoolsWithPositions(node, mints, time ?? 0)
  }

  async set(address: string, owner: string, data: readonly Buffer[]): Promise<void> {
    await this.node.setAccount(address, { lamports: RENT_LAMPORTS, data: Buffer.concat(data), owner })
  }

  async setTokenAccount(address: string, program: PublicKey, mint: string, owner: string, raw: bigint): Promise<void> {
    await this.set(address, program.toBase58(), [key(mint), key(owner), u64(raw), gap(36), Buffer.from([1]), gap(56)])
  }

  /** Makes the NFT of a position. */
  async setNft(nft: string, { owner, account, isBurned = false }: { owner: string; account: string; isBurned?: boolean }): Promise<void> {
    const raw = isBurned ? 0n : 1n
    await this.set(nft, TOKEN_2022_PROGRAM.toBase58(), [gap(36), u64(raw), Buffer.from([0, 1]), gap(36)])
    await this.setTokenAccount(account, TOKEN_2022_PROGRAM, nft, owner, raw)
  }

  /** The pool as the scan reads it, and its remarks. */
  async scan(name: string, { program, layout, before, proxied }: PoolToScan): Promise<Scanned> {
    const token = await this.#mints.launch({ name })
    const pool = poolOf(name)
    const vaults = ['own vault', 'quote vault'].map((one) => wallet(`${one} ${name}`).publicKey.toBase58()) as [string, string]
    await this.setTokenAccount(vaults[0], TOKEN_PROGRAM, token.address, pool, 1_000n)
    await this.setTokenAccount(vaults[1], TOKEN_PROGRAM, SOL, pool, QUOTE)
    await before?.({ token: token.address, vaults })
    await this.set(pool, program, layout({ token: token.address, vaults }))
    const proxy = await openSolanaProxy(this.node, proxied)
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [proxy.url] })
    const row = { kind: 'pool' as const, network: 'sol' as const, address: trustedAddress(pool), dex: 'an exchange', dexVersion: '' }
    const pools = [{ ...row, token0: trustedAddress(token.address), token1: trustedAddress(SOL), createdBlock: null, createdTx: null }]
    const query = { token: trustedAddress(token.address), pools, holders: [], creator: null, createdBlock: null }
    const { signal } = new AbortController()
    const facts = await adapter.security?.(query, await adapter.head(signal), signal)
    await adapter.close()
    await proxy.close()
    const [found] = facts?.liquidity ?? []
    return { ...(found === undefined ? {} : { pool: found }), partial: facts?.partial ?? [], calls: proxy.calls }
  }
}

export const poolOf = (name: string): string => wallet(`pool ${name}`).publicKey.toBase58()
export const addressOf = (name: string): string => wallet(name).publicKey.toBase58()
