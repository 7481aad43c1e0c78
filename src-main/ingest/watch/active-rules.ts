import type { WatchRule } from '../../../src-shared/contract/records/watch.ts'
import { holdsOn } from '../../../src-shared/domain/cases/claims.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { ConditionKind } from '../../../src-shared/domain/watch.ts'
import type { ActiveRule } from '../../../src-shared/domain/watch-moment.ts'
import type { Store } from '../../store/interface.ts'

/** Which rules concern a token, and which of its wallets they name. */

const OF_SCANS: ReadonlySet<ConditionKind> = new Set(['score_falls', 'finding_appears', 'liquidity_falls', 'lock_ends'])

export const isOfScans = ({ condition }: Pick<WatchRule, 'condition'>): boolean => OF_SCANS.has(condition.kind)

/** @param isKept whether the owner follows the token */
export function concerns({ subject, enabled }: WatchRule, token: TokenKey, isKept: boolean): boolean {
  if (!enabled) return false
  switch (subject.kind) {
    case 'token':
    case 'cluster':
      return subject.network === token.network && subject.token_address === token.address
    case 'followed':
      return isKept
    case 'wallet':
    case 'tag':
    case 'entity':
      return true
    case 'creator':
      return false
  }
}

/** The rules in the form in which the evaluation of a token on this network reads them. */
export async function activeRules(store: Pick<Store, 'read'>, rules: readonly WatchRule[], network: TokenKey['network']): Promise<ActiveRule[]> {
  return Promise.all(
    rules.map(async ({ id, subject, condition, changed_at }): Promise<ActiveRule> => {
      const wallets = await store.read.watchedWallets(subject)
      return {
        id,
        condition,
        cluster: subject.kind === 'cluster' ? subject.cluster : null,
        wallets: wallets?.filter((wallet) => holdsOn(wallet, network)).map(({ address }) => address) ?? null,
        changedAt: changed_at,
      }
    }),
  )
}
