import { trustedAddress, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { RecordedDegree, RecordedLink } from '../../../../src-shared/domain/token.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { bumpToken } from './revisions.ts'
import { sql } from '../../connection/sql.ts'

interface LinkRow {
  source: string
  target: string
  of_token: string
  forward: number
  backward: number
}

/** In storage order. */
export function recordedLinks(db: ReadDb, token: TokenKey): RecordedLink[] {
  const id = addressId(db, token.network, token.address)
  if (id === null) return []
  return db
    .all<LinkRow>(sql`SELECT source, target, of_token, forward, backward FROM recorded_link WHERE token = ${id} ORDER BY place`)
    .map((row) => ({
      source: trustedAddress(row.source),
      target: trustedAddress(row.target),
      token: trustedAddress(row.of_token),
      forward: row.forward,
      backward: row.backward,
    }))
}

/** By address. */
export function recordedDegrees(db: ReadDb, token: TokenKey): RecordedDegree[] {
  const id = addressId(db, token.network, token.address)
  if (id === null) return []
  return db
    .all<{ address: string; counterparties: number }>(sql`SELECT address, counterparties FROM recorded_degree WHERE token = ${id} ORDER BY address`)
    .map(({ address, counterparties }) => ({ address: trustedAddress(address), counterparties }))
}

interface RecordedMap {
  readonly token: TokenKey
  readonly rows: readonly RecordedLink[]
  readonly degrees?: readonly RecordedDegree[]
}

export function saveRecordedLinks(db: WriteDb, { token, rows, degrees = [] }: RecordedMap): void {
  const id = db.intern.address(token.network, token.address)
  db.run(sql`DELETE FROM recorded_link WHERE token = ${id}`)
  db.run(sql`DELETE FROM recorded_degree WHERE token = ${id}`)
  rows.forEach((row, place) =>
    db.run(sql`
    INSERT INTO recorded_link (token, place, source, target, of_token, forward, backward)
    VALUES (${id}, ${place}, ${row.source}, ${row.target}, ${row.token}, ${row.forward}, ${row.backward})`),
  )
  for (const { address, counterparties } of degrees)
    db.run(sql`
      INSERT INTO recorded_degree (token, address, counterparties) VALUES (${id}, ${address}, ${counterparties})
      ON CONFLICT DO UPDATE SET counterparties = max(recorded_degree.counterparties, excluded.counterparties)`)
  bumpToken(db, id)
}
