import type { FactIndex } from '../fact-index.ts'
import { atLeastShare } from '../math/exact.ts'

/** Who paid a wallet its first coin. */
export interface Origin {
  readonly address: string
  readonly kind: 'mixer' | 'bridge' | 'exchange' | 'service' | 'contract' | 'wallet'
  readonly raw: bigint | null
  readonly tx: string | null
  /**
   * Seconds since the creator last paid the same mixer or bridge about as much. Others use it at the same time with the same amounts, so this is a
   * hint that no rule counts.
   */
  readonly secondsAfterCreator: number | null
}

/** A relayer keeps less than this share of a mixer's payout. Denominations of mixers differ tenfold. */
const KEPT_BY_RELAYER = 0.1

/** Null if the first funder is unknown. */
export function findOrigin(index: FactIndex, wallet: string): Origin | null {
  const { funder = null, raw = null, tx = null, time = null } = index.funding.get(wallet) ?? {}
  if (funder === null) return null
  const kind = kindOf(index, funder)
  return {
    address: funder,
    kind,
    raw,
    tx,
    secondsAfterCreator: kind === 'mixer' || kind === 'bridge' ? afterCreator(index, funder, { raw, time }) : null,
  }
}

function kindOf({ facts, labels }: FactIndex, address: string): Origin['kind'] {
  const category = facts.labels.get(address)?.category
  if (category === 'mixer' || category === 'bridge') return category
  if (labels.tags(address).includes('exchange')) return 'exchange'
  if (labels.policy(address) === 'hub') return 'service'
  return labels.kind(address) === 'contract' ? 'contract' : 'wallet'
}

function afterCreator(
  { creator, paymentsFrom }: FactIndex,
  service: string,
  paid: { readonly raw: bigint | null; readonly time: number | null },
): number | null {
  const { raw, time } = paid
  if (creator === null || raw === null || time === null) return null
  const before = (paymentsFrom.get(creator) ?? []).flatMap((payment) => {
    const isAlike = payment.raw >= raw && atLeastShare(raw, payment.raw, 1 - KEPT_BY_RELAYER)
    return payment.to === service && isAlike && payment.time !== null && payment.time <= time ? [time - payment.time] : []
  })
  return before.length === 0 ? null : Math.min(...before)
}
