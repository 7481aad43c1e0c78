/** Output of a swap in a constant-product pool, in raw units, with the 0.3 % fee of Uniswap v2 taken from the input. */

const FEE_PER_MILLE = 3n

/**
 * @param gives reserve of the token that the pool pays out
 * @param takes reserve of the token that the pool receives
 * @param paid input amount
 */
export function computeSwapOutput(gives: bigint, takes: bigint, paid: bigint): bigint {
  const inside = paid - (paid * FEE_PER_MILLE) / 1000n
  return gives - (gives * takes) / (takes + inside)
}
