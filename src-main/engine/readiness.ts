import type { FactGroup } from '../../src-shared/domain/token.ts'
import type { StoredToken } from '../store/interface.ts'
import type { RecordName } from './interface.ts'

/** When a token's figures may be shown (docs/api/rest.md#first-read-of-a-token). */

/** Without the balances no share is known, and without the pools a pool counts as a wallet. */
export const BASIC_NEEDS: readonly FactGroup[] = ['holders', 'pools']

/** Facts without which a record would be made up. The overview lists its unknown fields instead. */
export const RECORD_NEEDS: Readonly<Record<RecordName, readonly FactGroup[]>> = {
  overview: BASIC_NEEDS,
  distribution: BASIC_NEEDS,
  clusters: [...BASIC_NEEDS, 'transfers'],
  snipers: [...BASIC_NEEDS, 'trades'],
  bundlers: [...BASIC_NEEDS, 'trades'],
  insiders: [...BASIC_NEEDS, 'transfers'],
  dexMetrics: BASIC_NEEDS,
  localClusters: [...BASIC_NEEDS, 'transfers'],
  localDistribution: BASIC_NEEDS,
  localOverlap: BASIC_NEEDS,
  localHolders: ['holders'],
}

/** Whether the first read has ended and brought what is needed. */
export function isReady({ firstRead }: Pick<StoredToken, 'firstRead'>, needs: readonly FactGroup[] = BASIC_NEEDS): boolean {
  return firstRead === null || (firstRead.ended && !needs.some((group) => firstRead.missing.includes(group)))
}
