import { ByteReader } from '../../encoding/byte-reader.ts'
import { MINT_SUPPLY, readAccounts, type ChainAccount, type Slice } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import type { LpPool } from './liquidity.ts'

/**
 * Pools of Meteora DAMM v1. They keep each token in a vault that they share with other pools, and have shares of it. Layouts:
 * https://github.com/MeteoraAg/damm-v1-sdk/blob/main/programs/dynamic-amm/src/state.rs,
 * https://github.com/MeteoraAg/damm-v1-sdk/blob/main/programs/dynamic-vault/src/state.rs
 */

export const DAMM_V1 = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'

/** Offset of the first key of a pool: its liquidity token, then both mints, both vaults and the accounts with its shares of both. */
const KEYS_AT = 8

/** Offsets in `Vault`. */
const TOTAL_AT = 11
const TOKEN_VAULT_AT = 19
const SHARE_MINT_AT = 115
const PROFIT_AT = 1_203
const VAULT = { offset: 0, length: PROFIT_AT + 3 * 8 }
const PROFIT_UNIT = 1_000_000_000_000n

/** Offset of the pool in `LockEscrow`, whose address owns liquidity tokens that it never returns, only the fees they earn. */
export const ESCROW_POOL_AT = 8

interface Keys {
  readonly pool: string
  readonly lpMint: string
  readonly quote: string
  readonly quoteVault: string
  readonly ownVault: string
  readonly shares: string
}

/** Pools of other kinds, and those whose vaults cannot be read, are left out. @param now Unix seconds */
export async function readDammV1Pools(
  node: SolanaNode,
  pools: readonly ChainAccount[],
  { token, now }: { readonly token: string; readonly now: number },
  signal: AbortSignal,
): Promise<LpPool[]> {
  const known = pools.filter(({ program }) => program === DAMM_V1).flatMap((pool) => readKeys(pool, token) ?? [])
  const vaults = await readAll(
    node,
    known.flatMap(({ quoteVault, ownVault }) => [quoteVault, ownVault]),
    VAULT,
    signal,
  )
  const shareMints = known.flatMap(({ quoteVault }) => keyAt(vaults.get(quoteVault), SHARE_MINT_AT) ?? [])
  const supplies = await readAll(node, shareMints, MINT_SUPPLY, signal)
  return known.flatMap(({ pool, lpMint, quote, quoteVault, ownVault, shares }) => {
    const [vault, shareMint, tokenVault] = [
      vaults.get(quoteVault),
      keyAt(vaults.get(quoteVault), SHARE_MINT_AT),
      keyAt(vaults.get(ownVault), TOKEN_VAULT_AT),
    ]
    const supply = shareMint === null ? undefined : supplies.get(shareMint)
    const raw = supply === undefined ? null : new ByteReader(supply).u64()
    if (vault === undefined || raw === null || tokenVault === null) return []
    return [{ pool, lpMint, recorded: 0n, quote, quoteVault: shares, tokenVault, shares: { raw, worth: unlockedIn(vault, BigInt(now)) } }]
  })
}

function readKeys({ address: pool, data }: ChainAccount, token: string): Keys | null {
  const reader = new ByteReader(data, KEYS_AT)
  const [lpMint, mintA, mintB, vaultA, vaultB, sharesA, sharesB] = Array.from({ length: 7 }, () => reader.pubkey())
  if (!lpMint || !mintA || !mintB || !vaultA || !vaultB || !sharesA || !sharesB) return null
  if (mintA === token) return { pool, lpMint, quote: mintB, quoteVault: vaultB, ownVault: vaultA, shares: sharesB }
  return mintB === token ? { pool, lpMint, quote: mintA, quoteVault: vaultA, ownVault: vaultB, shares: sharesA } : null
}

const keyAt = (data: Uint8Array | undefined, at: number): string | null => (data === undefined ? null : new ByteReader(data, at).pubkey())

async function readAll(node: SolanaNode, addresses: readonly string[], slice: Slice, signal: AbortSignal): Promise<ReadonlyMap<string, Uint8Array>> {
  const accounts = await readAccounts(node, [...new Set(addresses)], signal, slice)
  return new Map(accounts.flatMap((account) => (account === null ? [] : [[account.address, account.data] as const])))
}

/** What the shares of a vault are worth together. A profit is released over time. */
function unlockedIn(vault: Uint8Array, now: bigint): bigint {
  const total = new ByteReader(vault, TOTAL_AT).u64() ?? 0n
  const reader = new ByteReader(vault, PROFIT_AT)
  const [profit, since, rate] = [reader.u64() ?? 0n, reader.u64() ?? 0n, reader.u64() ?? 0n]
  const released = now > since ? (now - since) * rate : 0n
  const locked = released > PROFIT_UNIT ? 0n : (profit * (PROFIT_UNIT - released)) / PROFIT_UNIT
  return total > locked ? total - locked : 0n
}
