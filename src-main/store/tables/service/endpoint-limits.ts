import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { NO_LIMIT, sql } from '../../connection/sql.ts'
import type { EndpointLimitsRow } from '../../stored.ts'
import { NETWORK_CODE, networkOfCode } from '../../values/codes.ts'

/** Limits kept. Endpoints with former keys leave rows behind, so the oldest are deleted. */
const MAX_ENDPOINTS = 200

export function endpointLimits(db: ReadDb): EndpointLimitsRow[] {
  return db
    .all<{ network: number; endpoint: string; limits: string; learnt_at: number }>(
      sql`SELECT network, endpoint, limits, learnt_at FROM endpoint_limit ORDER BY network, endpoint`,
    )
    .map((row) => ({
      network: networkOfCode(row.network),
      endpoint: row.endpoint,
      limits: JSON.parse(row.limits) as unknown,
      learntAt: row.learnt_at,
    }))
}

export function saveEndpointLimits(db: WriteDb, row: EndpointLimitsRow): void {
  db.run(sql`
    INSERT OR REPLACE INTO endpoint_limit (network, endpoint, limits, learnt_at)
    VALUES (${NETWORK_CODE[row.network]}, ${row.endpoint}, ${JSON.stringify(row.limits)}, ${row.learntAt})`)
  db.run(sql`
    DELETE FROM endpoint_limit WHERE (network, endpoint) IN
      (SELECT network, endpoint FROM endpoint_limit ORDER BY learnt_at DESC LIMIT ${NO_LIMIT} OFFSET ${MAX_ENDPOINTS})`)
}
