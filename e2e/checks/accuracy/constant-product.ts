/** What a constant-product pool gives, raw units, its fee of 0.3 % taken from what is paid in. */

const FEE_PER_MILLE = 3n

/** @param gives what the pool holds of the side that is given @param takes and of the other @param paid into the pool */
export function swapped(gives: bigint, takes: bigint, paid: bigint): bigint {
  const inside = paid - (paid * FEE_PER_MILLE) / 1000n
  return gives - (gives * takes) / (takes + inside)
}
