import { holdsOn, type ClaimedWallet } from '../../../../src-shared/domain/cases/claims.ts'
import { sql } from '../../connection/sql.ts'
import type { Read } from '../calls.ts'
import { partsOf } from './case-parts.ts'

/** The claims of a case about addresses of a network, from its tags and entities. */
export const caseClaims: Read<'caseClaims'> = (db, { id, network }) => {
  if (db.get(sql`SELECT 1 FROM case_file WHERE id = ${id} AND id NOT IN (SELECT id FROM deleted_case)`) === undefined) return null
  const holds = (claim: ClaimedWallet): boolean => holdsOn(claim, network)
  const hubs = partsOf(db, 'tag', id).filter((each) => each.effect === 'hub' && holds(each))
  const entities = partsOf(db, 'entity', id).map(({ rule, name, wallets }) => ({
    rule,
    name,
    wallets: [...new Set(wallets.filter(holds).map(({ address }) => address))],
  }))
  return { hubs: hubs.map(({ address, name }) => ({ address, name })), entities: entities.filter(({ wallets }) => wallets.length > 1) }
}
