import { NETWORK_CODE, networkOfCode } from '../../values/codes.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import type { SourceRow } from '../../interface.ts'
import { sql } from '../../connection/sql.ts'

export function setting(db: ReadDb, name: string): string | null {
  return db.get<{ value: string }>(sql`SELECT value FROM setting WHERE name = ${name}`)?.value ?? null
}

export function saveSetting(db: WriteDb, { name, value }: { name: string; value: string }): void {
  db.run(sql`INSERT OR REPLACE INTO setting (name, value) VALUES (${name}, ${value})`)
}

export function sources(db: ReadDb): SourceRow[] {
  return db
    .all<{ network: number; endpoint: string; capabilities: string; probed_at: number }>(
      sql`SELECT network, endpoint, capabilities, probed_at FROM source ORDER BY network, endpoint`,
    )
    .map((row) => ({
      network: networkOfCode(row.network),
      endpoint: row.endpoint,
      probedAt: row.probed_at,
      capabilities: JSON.parse(row.capabilities) as Record<string, unknown>,
    }))
}

export function saveSource(db: WriteDb, row: SourceRow): void {
  db.run(sql`
    INSERT OR REPLACE INTO source (network, endpoint, capabilities, probed_at)
    VALUES (${NETWORK_CODE[row.network]}, ${row.endpoint}, ${JSON.stringify(row.capabilities)}, ${row.probedAt})`)
}
