import { NO_LIMIT, sql } from '../../connection/sql.ts'
import { NETWORK_CODE, networkOfCode } from '../../values/codes.ts'
import type { EndpointLimitsRow } from '../../interface.ts'
import type { Read, Write } from '../calls.ts'

/** Limits kept. Endpoints with former keys leave rows behind, so the oldest are deleted. */
const MAX_ENDPOINTS = 200

export const endpointLimits: Read<'endpointLimits'> = (db) =>
  db
    .all<Omit<EndpointLimitsRow, 'network'> & { network: number; limits: string }>(
      sql`SELECT network, endpoint, limits, learnt_at AS "learntAt" FROM endpoint_limit ORDER BY network, endpoint`,
    )
    .map((row) => ({ ...row, network: networkOfCode(row.network), limits: JSON.parse(row.limits) as unknown }))

export const saveEndpointLimits: Write<'saveEndpointLimits'> = (db, row) => {
  db.run(sql`
    INSERT OR REPLACE INTO endpoint_limit (network, endpoint, limits, learnt_at)
    VALUES (${NETWORK_CODE[row.network]}, ${row.endpoint}, ${JSON.stringify(row.limits)}, ${row.learntAt})`)
  db.run(sql`
    DELETE FROM endpoint_limit WHERE (network, endpoint) IN
      (SELECT network, endpoint FROM endpoint_limit ORDER BY learnt_at DESC LIMIT ${NO_LIMIT} OFFSET ${MAX_ENDPOINTS})`)
}
