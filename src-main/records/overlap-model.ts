/**
 * How likely two tokens share wallets by chance, if the wallets of each were drawn at random from a population: the hypergeometric distribution
 * (docs/api/records.md#in-common).
 */

export interface Draws {
  /** Number of wallets of each token. */
  readonly sizes: readonly [number, number]
  /** Number of wallets that both are drawn from. */
  readonly population: number
}

/** Expected number of wallets in both. */
export const expectedShared = ({ sizes: [a, b], population }: Draws): number => (a * b) / population

/** The probability that at least `shared` wallets are in both. */
export function probabilityOfShared({ sizes: [a, b], population }: Draws, shared: number): number {
  const most = Math.min(a, b)
  const least = Math.max(0, a + b - population)
  if (shared <= least) return 1
  if (shared > most) return 0
  // Terms fall away from the mode, so summing the tail on its side of the mode is exact enough.
  const term = (k: number): number => Math.exp(logChoose(a, k) + logChoose(population - a, b - k) - logChoose(population, b))
  const mode = Math.floor(((a + 1) * (b + 1)) / (population + 2))
  return shared > mode ? sumTerms(term, shared, most, 1) : Math.max(0, 1 - sumTerms(term, shared - 1, least, -1))
}

/** Sums falling terms until they no longer change the sum. */
function sumTerms(term: (k: number) => number, from: number, to: number, step: 1 | -1): number {
  let sum = 0
  for (let k = from; step === 1 ? k <= to : k >= to; k += step) {
    const next = sum + term(k)
    if (next === sum) break
    sum = next
  }
  return sum
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

const EXACT = 256
const LOG_FACTORIALS = Array.from({ length: EXACT }, () => 0)
for (let n = 2; n < EXACT; n++) LOG_FACTORIALS[n] = (LOG_FACTORIALS[n - 1] ?? 0) + Math.log(n)

/** Uses Stirling's series beyond the table, where its error is below 1e-15. */
function logFactorial(n: number): number {
  const known = LOG_FACTORIALS[n]
  if (known !== undefined) return known
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5)
}
