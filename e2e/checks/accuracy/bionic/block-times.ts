/** Blocks of Ethereum upgrades with their Unix times (https://ethereum.org/en/history/): Byzantium, Constantinople, Istanbul. */
const UPGRADES = [
  [4_370_000, 1_508_131_331],
  [7_280_000, 1_551_383_524],
  [9_069_000, 1_575_764_709],
] as const

/**
 * Unix time of an Ethereum block, accurate to a few days, for data without times. Durations are accurate to about a third, because
 * between two upgrades a block took 12 to 20 seconds.
 */
export function estimateBlockTime(block: number): number {
  const next = Math.max(
    1,
    UPGRADES.findIndex(([at], i) => at >= block || i === UPGRADES.length - 1),
  )
  const [[from, begun] = [0, 0], [to, ended] = [1, 1]] = UPGRADES.slice(next - 1, next + 1)
  return Math.round(begun + ((block - from) * (ended - begun)) / (to - from))
}
