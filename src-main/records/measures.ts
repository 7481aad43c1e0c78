import { percentOf, toUnits } from '../../src-shared/domain/amount.ts'
import type { Label } from '../../src-shared/domain/labels.ts'
import { LABELS } from '../../src-shared/domain/labels.ts'
import type { Findings } from '../detectors/findings.ts'
import { compareText } from '../../src-shared/domain/compare.ts'

/** Converts raw units to token units and percent. All records use it. */

export interface HoldingRecord {
  readonly address: string
  readonly balance: number
  readonly percentage: number
}

export interface Measures {
  raw(address: string): bigint
  units(raw: bigint): number
  percent(raw: bigint): number
  /** Current balance and share of an address; zeros if it holds nothing. */
  holding(address: string): HoldingRecord
}

export function measures({ facts: { token }, index: { balances, state } }: Findings): Measures {
  const raw = (address: string): bigint => balances.get(address) ?? 0n
  const units = (amount: bigint): number => toUnits(amount, token.decimals)
  const percent = (amount: bigint): number => percentOf(amount, token.totalSupply)
  const holdings = state.memoizeByKey<HoldingRecord>('holdings', [token.decimals, token.totalSupply])
  const holding = (address: string): HoldingRecord => {
    const amount = raw(address)
    return holdings(address, [amount], () => ({ address, balance: units(amount), percentage: percent(amount) }))
  }
  return { raw, units, percent, holding }
}

type Share = Pick<HoldingRecord, 'address' | 'percentage'>

export function byPercentage(x: Share, y: Share): number {
  return y.percentage - x.percentage || byAddress(x, y)
}

export const byAddress = (x: { readonly address: string }, y: { readonly address: string }): number => compareText(x.address, y.address)

/** Every label of any member, in the order of LABELS. */
export function inherit(tags: Iterable<readonly Label[]>): Label[] {
  const present = new Set([...tags].flat())
  return LABELS.filter((label) => present.has(label))
}
