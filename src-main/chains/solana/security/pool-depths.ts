import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { UNKNOWN_OWNERS, type PoolLiquidity } from '../../security/facts.ts'
import { ByteReader } from '../encoding/byte-reader.ts'
import { amountIn, readAccounts, type ChainAccount } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { LOCKED_CURVE } from './liquidity.ts'

/**
 * The depth of pools whose liquidity is not a fungible token: what their quote vault holds. Who owns their liquidity is not read, except that of bonding
 * curves, which pay out only by their own rules.
 */

interface VaultLayout {
  readonly program: string
  /** Byte offsets of both vaults in the pool account, from the IDLs that ../programs cites. */
  readonly vaults: readonly [number, number]
  readonly isCurve?: true
}
const WHIRLPOOL: VaultLayout = { program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', vaults: [133, 213] }
const DLMM: VaultLayout = { program: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', vaults: [152, 184] }
const DAMM_V2: VaultLayout = { program: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', vaults: [232, 264] }
const DBC: VaultLayout = { program: 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN', vaults: [168, 200], isCurve: true }
const LAUNCHLAB: VaultLayout = { program: 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj', vaults: [269, 301], isCurve: true }
const clmm = (program: string): VaultLayout => ({ program, vaults: [137, 169] })
const tokenSwap = (program: string): VaultLayout => ({ program, vaults: [35, 67] })

const LAYOUTS: ReadonlyMap<string, VaultLayout> = new Map(
  [
    ...[WHIRLPOOL, DLMM, DAMM_V2, DBC, LAUNCHLAB],
    ...['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq'].map(clmm),
    clmm('REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2'),
    ...['9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP', 'FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X'].map(tokenSwap),
  ].map((layout) => [layout.program, layout]),
)

/** Mint, owner and amount of a token account. */
const VAULT_SLICE = { offset: 0, length: 72 }

/** The pools of known layouts. Their vaults name the quote token. A pool whose vaults hold none of the token is left out. */
export async function readDepths(node: SolanaNode, pools: readonly ChainAccount[], token: string, signal: AbortSignal): Promise<PoolLiquidity[]> {
  const known = pools.flatMap((pool) => {
    const layout = LAYOUTS.get(pool.program)
    const [a, b] = layout?.vaults.map((at) => new ByteReader(pool.data, at).pubkey()) ?? []
    return layout === undefined || !a || !b ? [] : [{ pool: pool.address, vaults: [a, b], isCurve: layout.isCurve === true }]
  })
  const addresses = known.flatMap(({ vaults }) => vaults)
  const read = await readAccounts(node, addresses, signal, VAULT_SLICE)
  const accounts = new Map(addresses.map((address, i) => [address, read[i] ?? null]))
  return known.flatMap(({ pool, vaults, isCurve }): PoolLiquidity[] => {
    const sides = vaults.map((vault) => {
      const account = accounts.get(vault) ?? null
      return { mint: account === null ? null : new ByteReader(account.data).pubkey(), raw: amountIn(account) }
    })
    const quote = sides.find(({ mint }) => mint !== token)
    if (quote?.mint == null || !sides.some(({ mint }) => mint === token)) return []
    const owners = isCurve ? LOCKED_CURVE : UNKNOWN_OWNERS
    return [{ pool: trustedAddress(pool), quote: trustedAddress(quote.mint), quoteRaw: quote.raw, quoteUsd: null, ...owners }]
  })
}
