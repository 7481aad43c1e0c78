import type { CaseView, GraphChange, CaseGraph, GraphKey, GraphSet, Pin, Thresholds } from '../../../../src-shared/domain/cases/graph.ts'
import type { GraphValues } from '../../../../src-shared/domain/cases/graph-commands.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'

/** Graphs, thresholds and saved views of a case. */

interface PinRow extends GraphKey {
  readonly node: string
  readonly x: number
  readonly y: number
  readonly from_x: number | null
  readonly from_y: number | null
}

interface ViewRow extends GraphKey {
  readonly id: string
  readonly name: string
  readonly content: string
  readonly saved_at: number
}

export function graphsOf(db: ReadDb, id: string): CaseGraph[] {
  const nodes = db.all<GraphKey & { member_of: GraphSet; node: string }>(sql`
    SELECT network, token_address, member_of, node FROM case_graph_node WHERE case_id = ${id} ORDER BY node`)
  const pins = db.all<PinRow>(sql`SELECT network, token_address, node, x, y, from_x, from_y FROM case_pin WHERE case_id = ${id} ORDER BY node`)
  const keys = db.all<{ network: NetworkId; token_address: string }>(sql`
    SELECT network, token_address FROM case_graph_node WHERE case_id = ${id}
    UNION SELECT network, token_address FROM case_pin WHERE case_id = ${id} ORDER BY 1, 2`)
  const graphs = new Map(keys.map((key) => [keyOf(key), { ...key, hidden: [] as string[], grouped: [] as string[], pinned: [] as Pin[] }]))
  for (const row of nodes) graphs.get(keyOf(row))?.[row.member_of].push(row.node)
  for (const row of pins) graphs.get(keyOf(row))?.pinned.push(toPin(row))
  return [...graphs.values()]
}

export const thresholdsOf = (db: ReadDb, id: string): Thresholds =>
  Object.fromEntries(db.arrays<[string, number]>(sql`SELECT rule, value FROM case_threshold WHERE case_id = ${id} ORDER BY rule`))

export const viewsOf = (db: ReadDb, id: string): CaseView[] => selectViews(db, sql`case_id = ${id} ORDER BY CAST(id AS INTEGER)`)

export const graphValuesOf = (db: ReadDb, id: string): GraphValues => ({
  inSet: (key, set) =>
    new Set(db.arrays<[string]>(sql`SELECT node FROM case_graph_node WHERE ${isGraph(id, key)} AND member_of = ${set}`).map(([node]) => node)),
  pins: (key) => {
    const rows = db.all<PinRow>(sql`SELECT network, token_address, node, x, y, from_x, from_y FROM case_pin WHERE ${isGraph(id, key)}`)
    return new Map(rows.map((row) => [row.node, toPin(row)]))
  },
  thresholds: () => thresholdsOf(db, id),
  view: (viewId) => selectViews(db, sql`case_id = ${id} AND id = ${viewId}`)[0] ?? null,
})

export function applyGraphChange(db: WriteDb, id: string, change: GraphChange): void {
  switch (change.part) {
    case 'graph_set':
      return applySet(db, id, change)
    case 'pins':
      return applyPins(db, id, change)
    case 'thresholds': {
      db.run(sql`DELETE FROM case_threshold WHERE case_id = ${id}`)
      for (const [rule, value] of Object.entries(change.after)) {
        db.run(sql`INSERT INTO case_threshold (case_id, rule, value) VALUES (${id}, ${rule}, ${value})`)
      }
      return
    }
    case 'view':
      return applyView(db, id, change)
  }
}

function applySet(db: WriteDb, id: string, change: Extract<GraphChange, { part: 'graph_set' }>): void {
  const { network, token_address, set, nodes, after } = change
  for (const node of nodes) {
    db.run(
      after
        ? sql`
            INSERT OR REPLACE INTO case_graph_node (case_id, network, token_address, member_of, node)
            VALUES (${id}, ${network}, ${token_address}, ${set}, ${node})`
        : sql`
            DELETE FROM case_graph_node WHERE ${isGraph(id, change)} AND member_of = ${set} AND node = ${node}`,
    )
  }
}

function applyPins(db: WriteDb, id: string, change: Extract<GraphChange, { part: 'pins' }>): void {
  const { network, token_address, before, after } = change
  for (const { node } of before) db.run(sql`DELETE FROM case_pin WHERE ${isGraph(id, change)} AND node = ${node}`)
  for (const { node, x, y, from } of after) {
    db.run(sql`
      INSERT OR REPLACE INTO case_pin (case_id, network, token_address, node, x, y, from_x, from_y)
      VALUES (${id}, ${network}, ${token_address}, ${node}, ${x}, ${y}, ${from?.x ?? null}, ${from?.y ?? null})`)
  }
}

function applyView(db: WriteDb, id: string, { before, after }: Extract<GraphChange, { part: 'view' }>): void {
  if (after !== null) {
    const { id: viewId, name, network, token_address, saved_at, ...content } = after
    db.run(sql`
      INSERT OR REPLACE INTO case_view (case_id, id, name, network, token_address, content, saved_at)
      VALUES (${id}, ${viewId}, ${name}, ${network}, ${token_address}, ${JSON.stringify(content)}, ${saved_at})`)
  } else if (before !== null) {
    db.run(sql`DELETE FROM case_view WHERE case_id = ${id} AND id = ${before.id}`)
  }
}

const keyOf = ({ network, token_address }: GraphKey): string => `${network} ${token_address}`

const toPin = ({ node, x, y, from_x, from_y }: PinRow): Pin => ({
  node,
  x,
  y,
  from: from_x === null || from_y === null ? null : { x: from_x, y: from_y },
})

const isGraph = (id: string, { network, token_address }: GraphKey): Query =>
  sql`case_id = ${id} AND network = ${network} AND token_address = ${token_address}`

const selectViews = (db: ReadDb, where: Query): CaseView[] =>
  db
    .all<ViewRow>(sql`SELECT id, name, network, token_address, content, saved_at FROM case_view WHERE ${where}`)
    .map(({ content, ...row }) => ({ ...(JSON.parse(content) as Omit<CaseView, keyof typeof row>), ...row }))
