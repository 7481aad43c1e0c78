import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { shortAddress } from '../../format/address.ts'
import { formatAmount } from '../../format/number.ts'

type Buy = EarlyRecord['buys'][number]

/** What is known of the buyer and of who paid, for one line. */
export function rolesOf(
  { creator, bundlers, insiders }: Pick<EarlyRecord, 'creator' | 'bundlers' | 'insiders'>,
  buy: Pick<Buy, 'address' | 'signer' | 'tipped'>,
): string[] {
  const is = (rows: readonly { readonly address: string }[]): boolean => rows.some(({ address }) => address === buy.address)
  return [
    ...(creator?.address === buy.address ? ['creator'] : []),
    ...(is(insiders) ? ['insider'] : []),
    ...(is(bundlers) ? ['bundler'] : []),
    ...(buy.tipped === true ? ['tipped'] : []),
    ...(buy.signer === null || buy.signer === buy.address ? [] : [`paid by ${shortAddress(buy.signer)}`]),
  ]
}

export const spentText = (spent: number | null, symbol: string): string => (spent === null ? '–' : `${formatAmount(spent)} ${symbol}`)
