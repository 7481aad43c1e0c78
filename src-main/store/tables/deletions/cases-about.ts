import type { CaseReference } from '../../../../src-shared/contract/records/deletions.ts'
import { sql } from '../../connection/sql.ts'
import { isSeenBy } from '../cases/case-members.ts'
import type { Read } from '../calls.ts'

export const casesAbout: Read<'casesAbout'> = (db, { token: { network, address }, part, viewer }) => {
  const finding =
    part === null
      ? sql`value ->> 'token_address' = ${address}`
      : sql`value ->> 'token_address' = ${address} AND value ->> 'kind' = ${part.kind}
          AND coalesce(value ->> 'timestamp', value ->> 'generated_at') = ${part.at}`
  const items =
    part === null
      ? sql`
          UNION SELECT case_id FROM case_item WHERE kind = 'token' AND network = ${network} AND address = ${address}
          UNION SELECT case_id FROM case_note WHERE target ->> 'network' = ${network}
            AND coalesce(target ->> 'token_address', target ->> 'address') = ${address} AND target ->> 'kind' <> 'wallet'
          UNION SELECT case_id FROM case_view WHERE network = ${network} AND token_address = ${address}`
      : sql`
          UNION SELECT case_id FROM case_view WHERE network = ${network} AND token_address = ${address}
            AND instr(content ->> 'search' || '&', ${`snapshot=${part.at}&`}) > 0`
  const isSeen = viewer === undefined ? sql`1 = 1` : isSeenBy(viewer, sql`case_file.id`)
  const all = db.all<CaseReference & { seen: number }>(sql`
    SELECT id, name, ${isSeen} AS seen FROM case_file WHERE id NOT IN (SELECT id FROM deleted_case) AND id IN (
      SELECT case_id FROM case_finding, json_each(evidence) WHERE value ->> 'network' = ${network} AND ${finding} ${items})
    ORDER BY changed_at DESC, id`)
  const seen = all.flatMap(({ id, name, seen }) => (seen === 1 ? [{ id, name }] : []))
  return { seen, hidden: all.length - seen.length }
}
