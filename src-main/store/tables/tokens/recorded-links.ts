import type { RecordedDegree, RecordedLink } from '../../../../src-shared/domain/token.ts'
import { addressId } from '../../connection/handle.ts'
import { bumpToken } from './revisions.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

/** In storage order. */
export const recordedLinks: Read<'recordedLinks'> = (db, token) =>
  db.all<RecordedLink>(sql`
    SELECT source, target, of_token AS "token", forward, backward FROM recorded_link WHERE token = ${addressId(db, token)} ORDER BY place`)

/** By address. */
export const recordedDegrees: Read<'recordedDegrees'> = (db, token) =>
  db.all<RecordedDegree>(sql`SELECT address, counterparties FROM recorded_degree WHERE token = ${addressId(db, token)} ORDER BY address`)

export const saveRecordedLinks: Write<'saveRecordedLinks'> = (db, { token, rows, degrees = [] }) => {
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
