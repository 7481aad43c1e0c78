import { ByteReader } from '../../encoding/byte-reader.ts'
import { SYSTEM_PROGRAM, WRAPPED_SOL } from '../../encoding/addresses.ts'

/**
 * Byte offsets of the two mints in the venues' pool accounts, from the IDLs that ../../programs cites. `size` is given if all pool
 * accounts of a program have the same size, which speeds up a node's search.
 */
interface PoolLayout {
  readonly program: string
  readonly size: number | null
  readonly mints: readonly [number, number]
}

const anchorClmm = (program: string): PoolLayout => ({ program, size: 1_544, mints: [73, 105] })
const tokenSwap = (program: string): PoolLayout => ({ program, size: 324, mints: [131, 163] })

const POOL_LAYOUTS: readonly PoolLayout[] = [
  { program: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', size: 752, mints: [400, 432] },
  { program: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', size: 637, mints: [168, 200] },
  { program: 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj', size: 429, mints: [205, 237] },
  { program: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', size: null, mints: [43, 75] },
  { program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', size: 653, mints: [101, 181] },
  { program: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', size: 904, mints: [88, 120] },
  { program: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', size: 1_112, mints: [168, 200] },
  { program: 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', size: null, mints: [40, 72] },
  anchorClmm('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'),
  anchorClmm('HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq'),
  anchorClmm('REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2'),
  tokenSwap('9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP'),
  tokenSwap('FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X'),
]

/** pump.fun derives the curve's address from the mint, so no search is necessary. */
export const PUMP_CURVE = { program: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', seed: 'bonding-curve' }

/** One search for accounts of a program with the mint at an offset. */
interface PoolSearch {
  readonly program: string
  readonly offset: number
  readonly size: number | null
}

/** All searches for the pools of a mint. Pools of other venues are found through swaps in their vaults. */
export const POOL_SEARCHES: readonly PoolSearch[] = POOL_LAYOUTS.flatMap(({ program, size, mints }) =>
  mints.map((offset) => ({ program, offset, size })),
)

/** The two mints of a pool account; null for other accounts. */
export function readPoolMints(program: string, data: Uint8Array): readonly [string, string] | null {
  const layout = POOL_LAYOUTS.find((row) => row.program === program && (row.size === null || row.size === data.length))
  if (layout === undefined) return null
  const [first, second] = layout.mints.map((offset) => new ByteReader(data, offset).pubkey())
  return first === undefined || second === undefined || first === null || second === null || first === SYSTEM_PROGRAM ? null : [first, second]
}

/** Size of `BondingCurve`, which ends with `quote_mint` (IDL: https://github.com/pump-fun/pump-public-docs/blob/main/idl/pump.json). */
export const CURVE_BYTES = 115
const CURVE_QUOTE_AT = 83

/** The quote token of a curve. Curves in SOL name none, and accounts of earlier versions end before. */
export function readCurveQuote(data: Uint8Array): string {
  const named = new ByteReader(data, CURVE_QUOTE_AT).pubkey()
  return named === null || named === SYSTEM_PROGRAM ? WRAPPED_SOL : named
}
