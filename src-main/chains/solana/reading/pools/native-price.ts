import { toUnits } from '../../../../../src-shared/domain/amount.ts'
import { agreedPrice, referencePools, usdAtRoot, type PoolPrice, type ReferencePool } from '../../../reference-pools.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { amountIn, readAccounts, type ChainAccount } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'

/** Byte offsets in a concentrated liquidity pool, from the IDLs that ../../programs/amms/orca.ts and ../../programs/raydium cite. */
interface Layout {
  readonly program: string
  readonly mints: readonly [number, number]
  readonly vaults: readonly [number, number]
  readonly root: number
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  whirlpool: { program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', mints: [101, 181], vaults: [133, 213], root: 65 },
  raydium_clmm: { program: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', mints: [73, 105], vaults: [137, 169], root: 253 },
}
const ROOT_BITS = 64

interface OpenPool {
  readonly usd: number
  readonly reference: ReferencePool
  readonly vault: string
}

/** USD per SOL from the current state of the reference pools; null if none of them exists on this node. */
export async function readNativePrice(node: SolanaNode, signal: AbortSignal): Promise<number | null> {
  const references = referencePools('sol')
  const accounts = await readAccounts(
    node,
    references.map(({ pool }) => pool),
    signal,
  )
  const open = references.flatMap((reference, i) => toPool(reference, accounts[i] ?? null) ?? [])
  if (open.length === 0) return null
  const vaults = await readAccounts(
    node,
    open.map(({ vault }) => vault),
    signal,
  )
  return agreedPrice(open.map(({ usd, reference }, i): PoolPrice => ({ usd, dollars: toUnits(amountIn(vaults[i]), reference.stable.decimals) })))
}

/** Null for an account that is not a pool of the two tokens. */
function toPool(reference: ReferencePool, account: ChainAccount | null): OpenPool | null {
  const layout = LAYOUTS[reference.kind]
  if (layout === undefined || account?.program !== layout.program) return null
  const key = (at: number): string | null => new ByteReader(account.data, at).pubkey()
  const nativeFirst = key(layout.mints[0]) === reference.native.address
  const stableSide = nativeFirst ? 1 : 0
  const nativeKey = key(layout.mints[nativeFirst ? 0 : 1])
  const [vault, root] = [key(layout.vaults[stableSide]), new ByteReader(account.data, layout.root).u128()]
  if (nativeKey !== reference.native.address || key(layout.mints[stableSide]) !== reference.stable.address) return null
  return vault === null || root === null || root === 0n ? null : { usd: usdAtRoot(root, ROOT_BITS, nativeFirst, reference), reference, vault }
}
