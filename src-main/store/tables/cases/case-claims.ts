import type { CaseChange } from '../../../../src-shared/domain/cases/case.ts'
import { holdsOn, type CaseEntity, type CaseTag, type Claims, type ClaimedWallet } from '../../../../src-shared/domain/cases/claims.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'

/** Tags and entities of a case. */

type EntityRow = Omit<CaseEntity, 'wallets'> & { readonly wallets: string }

export const tagsOf = (db: ReadDb, id: string): CaseTag[] =>
  db.all<CaseTag>(sql`
    SELECT network, address, name, kind, effect, note, source, confidence FROM case_tag WHERE case_id = ${id} ORDER BY network, address, name`)

export const entitiesOf = (db: ReadDb, id: string): CaseEntity[] =>
  db.all<EntityRow>(sql`SELECT id, rule, name, wallets FROM case_entity WHERE case_id = ${id} ORDER BY CAST(id AS INTEGER)`).map(toEntity)

export const tag = (db: ReadDb, id: string, { network, address, name }: Pick<CaseTag, 'network' | 'address' | 'name'>): CaseTag | null =>
  db.get<CaseTag>(sql`
    SELECT network, address, name, kind, effect, note, source, confidence FROM case_tag
    WHERE case_id = ${id} AND network = ${network} AND address = ${address} AND name = ${name}`) ?? null

export function entity(db: ReadDb, id: string, entityId: string): CaseEntity | null {
  const row = db.get<EntityRow>(sql`SELECT id, rule, name, wallets FROM case_entity WHERE case_id = ${id} AND id = ${entityId}`)
  return row === undefined ? null : toEntity(row)
}

/** The claims of a case on one network. Null for an unknown case. */
export function caseClaims(db: ReadDb, { id, network }: { id: string; network: NetworkId }): Claims | null {
  if (db.get(sql`SELECT 1 FROM case_file WHERE id = ${id} AND id NOT IN (SELECT id FROM deleted_case)`) === undefined) return null
  const holds = (claim: ClaimedWallet): boolean => holdsOn(claim, network)
  const hubs = tagsOf(db, id).filter((each) => each.effect === 'hub' && holds(each))
  const entities = entitiesOf(db, id).map(({ rule, name, wallets }) => ({
    rule,
    name,
    wallets: [...new Set(wallets.filter(holds).map(({ address }) => address))],
  }))
  return { hubs: hubs.map(({ address, name }) => ({ address, name })), entities: entities.filter(({ wallets }) => wallets.length > 1) }
}

export function applyTag(db: WriteDb, id: string, { before, after }: Extract<CaseChange, { part: 'tag' }>): void {
  if (after !== null) {
    const { network, address, name, kind, effect, note, source, confidence } = after
    db.run(sql`
      INSERT OR REPLACE INTO case_tag (case_id, network, address, name, kind, effect, note, source, confidence)
      VALUES (${id}, ${network}, ${address}, ${name}, ${kind}, ${effect}, ${note}, ${source}, ${confidence})`)
  } else if (before !== null) {
    const { network, address, name } = before
    db.run(sql`DELETE FROM case_tag WHERE case_id = ${id} AND network = ${network} AND address = ${address} AND name = ${name}`)
  }
}

export function applyEntity(db: WriteDb, id: string, { before, after }: Extract<CaseChange, { part: 'entity' }>): void {
  if (after !== null) {
    db.run(sql`
      INSERT OR REPLACE INTO case_entity (case_id, id, rule, name, wallets)
      VALUES (${id}, ${after.id}, ${after.rule}, ${after.name}, ${JSON.stringify(after.wallets)})`)
  } else if (before !== null) {
    db.run(sql`DELETE FROM case_entity WHERE case_id = ${id} AND id = ${before.id}`)
  }
}

const toEntity = (row: EntityRow): CaseEntity => ({ ...row, wallets: JSON.parse(row.wallets) as ClaimedWallet[] })
