import type { Study } from '../study.ts'

/**
 * The largest balance a wallet ever had, from its transfers; null when they do not begin at the token's birth, which
 * shows in a balance below zero.
 */
export function peaks(study: Study): (address: string) => bigint | null {
  const balance = new Map<string, bigint>()
  const peak = new Map<string, bigint>()
  const broken = new Set<string>()
  for (const { from, to, raw } of study.flows.transfers) {
    const left = (balance.get(from) ?? 0n) - raw
    balance.set(from, left)
    if (left < 0n) broken.add(from)
    const now = (balance.get(to) ?? 0n) + raw
    balance.set(to, now)
    if (now > (peak.get(to) ?? 0n)) peak.set(to, now)
  }
  return (address) => broken.has(address) ? null : peak.get(address) ?? null
}
