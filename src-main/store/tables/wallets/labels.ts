import type { Address } from '../../../../src-shared/domain/address.ts'
import type { AddressLabel, Label } from '../../../../src-shared/domain/labels.ts'
import { NETWORKS, type NetworkId } from '../../../../src-shared/networks.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { saveSetting, setting } from '../service/settings.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

/** Incremented with every change of labels, which may concern the records of all tokens. */
export const LABELS_REVISION = 'labels_revision'

/** In the order of the given addresses; rows of the network before rows that hold on every EVM chain. */
export const labels: Read<'labels'> = (db, { network, addresses }) =>
  db
    .all<Omit<AddressLabel, 'tags'> & { tags: string }>(labelsQuery(network, addresses))
    .map((row) => ({ ...row, tags: JSON.parse(row.tags) as Label[] }))

export function labelsQuery(network: NetworkId, addresses: readonly Address[]): Query {
  const codes = NETWORKS[network].family === 'evm' ? [NETWORK_CODE[network], NETWORK_CODE.evm] : [NETWORK_CODE[network]]
  return sql`
    SELECT label.address, name, tags, category, link_policy AS "linkPolicy", source
    FROM json_each(${JSON.stringify([...new Set(addresses)])}) AS requested CROSS JOIN json_each(${JSON.stringify(codes)}) AS code
    CROSS JOIN label ON label.network = CAST(code.value AS INTEGER) AND label.address = requested.value
    ORDER BY requested.key, label.network, label.list`
}

export const saveLabels: Write<'saveLabels'> = (db, { network, source, rows }) => {
  const insert = `
    INSERT OR REPLACE INTO label (network, address, list, name, tags, category, link_policy, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
  db.runAll(insert, rows, (row) => [
    NETWORK_CODE[network],
    row.address,
    source,
    row.name,
    JSON.stringify(row.tags),
    row.category,
    row.linkPolicy,
    row.source,
  ])
  if (rows.length > 0) labelsChanged(db)
}

export const labelsChanged = (db: WriteDb): void =>
  saveSetting(db, { name: LABELS_REVISION, value: String(Number(setting(db, LABELS_REVISION) ?? 0) + 1) })
