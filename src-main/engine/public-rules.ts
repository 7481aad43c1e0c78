import type { NetworkId } from '../../src-shared/networks.ts'
import type { ActiveRules } from '../detectors/rules/rule-set.ts'
import type { Store } from '../store/interface.ts'
import type { RuleSetStore } from './rule-set-store.ts'

/** Setting with the id of the case whose tags and entities count in public records. */
export const PUBLIC_CASE = 'public_case'

/** The rules of the public records and streams: the rules in force, with the claims of the public case if one is set. */
export async function publicRules(store: Pick<Store, 'read'>, rules: RuleSetStore, network: NetworkId): Promise<ActiveRules> {
  const id = await store.read.setting(PUBLIC_CASE)
  return id === null || id === '' ? rules.active : withClaims(store, rules.active, id, network)
}

/** The rules with a case's claims on a network; the rules alone if the case does not exist. */
export async function withClaims(store: Pick<Store, 'read'>, active: ActiveRules, id: string, network: NetworkId): Promise<ActiveRules> {
  const claims = await store.read.caseClaims({ id, network })
  return claims === null ? active : { ...active, claims }
}
