import type { EarlyRecord } from '../contract/records/evidence.ts'

type Group = Pick<EarlyRecord['groups'][number], 'id' | 'wallets'>

/** Bundle numbers by group id, from 1 in the order of the record, without single wallets, which are not a bundle. */
export const bundleNumbers = (groups: readonly Group[]): ReadonlyMap<number, number> =>
  new Map(groups.filter(({ wallets }) => wallets.length > 1).map(({ id }, i) => [id, i + 1]))
