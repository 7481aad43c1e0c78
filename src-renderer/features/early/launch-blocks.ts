import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { shortAddress } from '../../format/address.ts'
import { formatAmount } from '../../format/number.ts'

type Buy = EarlyRecord['buys'][number]

/** What is known about the buyer and the payer, for one line. */
export function rolesOf(
  { creator, bundlers, insiders }: Pick<EarlyRecord, 'creator' | 'bundlers' | 'insiders'>,
  buy: Pick<Buy, 'address' | 'signer' | 'nonce'>,
): string[] {
  const is = (rows: readonly { readonly address: string }[]): boolean => rows.some(({ address }) => address === buy.address)
  return [
    ...(creator?.address === buy.address ? ['creator'] : []),
    ...(is(insiders) ? ['insider'] : []),
    ...(is(bundlers) ? ['bundler'] : []),
    ...(buy.signer === null || buy.signer === buy.address ? [] : [`sent by ${shortAddress(buy.signer)}`]),
    ...(buy.nonce === 0 ? [buy.signer === buy.address ? 'first transaction' : 'first transaction of its sender'] : []),
  ]
}

/** A fee per unit of gas this many times that of the block is far above it. */
const FAR_ABOVE = 5

/** What the buy paid the builder for its place in the block: tips, and fees that are far above the block's. Null if neither is known. */
export function builderText({ tip, tipped, priority_fee: fee, times_usual_fee: times }: BuilderFees, symbol: string): string | null {
  const isHigh = times !== null && times >= FAR_ABOVE
  const parts = [
    ...(tipped === true ? [tip === null || tip === 0 ? 'tipped' : `tip ${formatAmount(tip)} ${symbol}`] : []),
    ...(isHigh ? [`fee ${fee === null ? '' : `${formatAmount(fee)} ${symbol}, `}${formatAmount(Math.round(times))}× the block’s`] : []),
  ]
  if (parts.length > 0) return parts.join(', ')
  return tipped === null && times === null ? null : ''
}

type BuilderFees = Pick<Buy, 'tip' | 'tipped' | 'priority_fee' | 'times_usual_fee'>

export const spentText = (spent: number | null, symbol: string): string => (spent === null ? '–' : `${formatAmount(spent)} ${symbol}`)
