import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import type { BlockRef } from '../../adapter.ts'
import { UNKNOWN_OWNERS, type OwnerShares, type PoolLiquidity } from '../../security/facts.ts'
import { ByteReader } from '../encoding/byte-reader.ts'
import { amountIn, readAccounts, type ChainAccount } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { compareDepths } from './deepest-pools.ts'
import { LOCKED_CURVE } from './lp-tokens/liquidity.ts'
import { DAMM_V2 } from './positions/damm-v2.ts'
import { DLMM } from './positions/dlmm-accounts.ts'
import { openSearchBudget } from './positions/nft-owners.ts'
import { CLMM_PROGRAMS } from './positions/raydium-clmm.ts'
import { readPositionOwners } from './positions/share-out.ts'
import { POSITION_VENUES } from './positions/venues.ts'
import { WHIRLPOOLS } from './positions/whirlpools.ts'

/**
 * Pools whose liquidity is not a fungible token: what their quote vault holds, and who owns the liquidity of those with positions (positions/) and of
 * bonding curves, which pay out only by their own rules. The owners of the others are not read.
 */

interface VaultLayout {
  readonly program: string
  /** Byte offsets of both vaults in the pool account, from the IDLs that ../programs cites. */
  readonly vaults: readonly [number, number]
  readonly isCurve?: true
}
const WHIRLPOOL: VaultLayout = { program: WHIRLPOOLS, vaults: [133, 213] }
const BINS: VaultLayout = { program: DLMM, vaults: [152, 184] }
const DAMM: VaultLayout = { program: DAMM_V2, vaults: [232, 264] }
const DBC: VaultLayout = { program: 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN', vaults: [168, 200], isCurve: true }
const LAUNCHLAB: VaultLayout = { program: 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj', vaults: [269, 301], isCurve: true }
const clmm = (program: string): VaultLayout => ({ program, vaults: [137, 169] })
const tokenSwap = (program: string): VaultLayout => ({ program, vaults: [35, 67] })

const LAYOUTS: ReadonlyMap<string, VaultLayout> = new Map(
  [
    ...[WHIRLPOOL, BINS, DAMM, DBC, LAUNCHLAB],
    ...CLMM_PROGRAMS.map(clmm),
    ...['9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP', 'FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X'].map(tokenSwap),
  ].map((layout) => [layout.program, layout]),
)

/** Whether the owners of the liquidity of pools of a program are known or read. */
export const readsOwners = (program: string): boolean => POSITION_VENUES.has(program) || LAYOUTS.get(program)?.isCurve === true

/** Mint, owner and amount of a token account. */
const VAULT_SLICE = { offset: 0, length: 72 }

/** Limit on the pools whose positions are listed, deepest first. */
const MAX_LISTED_POOLS = 12

/** The pools of known layouts. Their vaults name the quote token. A pool whose vaults hold none of the token is left out. */
export async function readDepths(
  node: SolanaNode,
  pools: readonly ChainAccount[],
  { token, at, partial }: { readonly token: string; readonly at: BlockRef; readonly partial: string[] },
  signal: AbortSignal,
): Promise<PoolLiquidity[]> {
  const known = pools.flatMap((pool) => {
    const layout = LAYOUTS.get(pool.program)
    const [a, b] = layout?.vaults.map((vault) => new ByteReader(pool.data, vault).pubkey()) ?? []
    return layout === undefined || !a || !b ? [] : [{ pool, vaults: [a, b], isCurve: layout.isCurve === true }]
  })
  const addresses = known.flatMap(({ vaults }) => vaults)
  const read = await readAccounts(node, addresses, signal, VAULT_SLICE)
  const accounts = new Map(addresses.map((address, i) => [address, read[i] ?? null]))
  const deep = known.flatMap(({ pool, vaults, isCurve }) => {
    const sides = vaults.map((vault) => {
      const account = accounts.get(vault) ?? null
      return { mint: account === null ? null : new ByteReader(account.data).pubkey(), raw: amountIn(account) }
    })
    const quote = sides.find(({ mint }) => mint !== token)
    if (quote?.mint == null || !sides.some(({ mint }) => mint === token)) return []
    const depth = { pool: trustedAddress(pool.address), quote: trustedAddress(quote.mint), quoteRaw: quote.raw, quoteUsd: null }
    return [{ pool, depth, isCurve }]
  })
  const listed = deep
    .flatMap(({ pool, depth }) => {
      const venue = POSITION_VENUES.get(pool.program)
      return venue === undefined ? [] : [{ pool, depth, venue }]
    })
    .sort((a, b) => compareDepths(a.depth, b.depth))
  if (listed.length > MAX_LISTED_POOLS)
    partial.push(`Of ${listed.length} pools with positions, only the owners of the ${MAX_LISTED_POOLS} deepest were read.`)
  const budget = openSearchBudget()
  const owners = await mapLimited(listed.slice(0, MAX_LISTED_POOLS), 1, async ({ pool, depth: { quoteRaw }, venue }) => {
    const { owned, note } = await readPositionOwners(node, { venue, pool, quoteRaw, at, budget }, signal)
    if (note !== null) partial.push(note)
    return [pool.address, owned] as const
  })
  const ownersOf = new Map<string, OwnerShares>(owners)
  return deep.map(({ pool, depth, isCurve }) => ({ ...depth, ...(isCurve ? LOCKED_CURVE : (ownersOf.get(pool.address) ?? UNKNOWN_OWNERS)) }))
}
