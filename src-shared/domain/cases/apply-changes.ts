import type { CaseRecord, ChangedCase } from '../../contract/records/cases.ts'
import type { CaseChange } from './case.ts'
import { changedGraphs } from './apply-graph-changes.ts'
import { compareBytes } from './byte-order.ts'

/** Applies changes to the record of a case. The result equals reading the whole case again. */
export function withChanges(record: CaseRecord, { changes, ...state }: ChangedCase & { readonly changes: CaseChange[] }): CaseRecord {
  const of = <P extends CaseChange['part']>(part: P) => changes.filter((change): change is Extract<CaseChange, { part: P }> => change.part === part)
  return {
    ...record,
    ...state,
    items: changedList(record.items, of('item'), ({ kind, network, address }) => `${kind} ${network} ${address}`, [
      ({ added_at }) => added_at,
      ({ kind }) => kind,
      ({ network }) => network,
      ({ address }) => address,
    ]),
    notes: changedList(record.notes, of('note'), ({ id }) => id, [({ id }) => Number(id)]),
    findings: changedFindings(record.findings, changes),
    tags: changedList(record.tags, of('tag'), ({ network, address, name }) => JSON.stringify([network, address, name]), [
      ({ network }) => network,
      ({ address }) => address,
      ({ name }) => name,
    ]),
    entities: changedList(record.entities, of('entity'), ({ id }) => id, [({ id }) => Number(id)]),
    graphs: changedGraphs(record.graphs, changes),
    thresholds: of('thresholds').at(-1)?.after ?? record.thresholds,
    views: changedList(record.views, of('view'), ({ id }) => id, [({ id }) => Number(id)]),
  }
}

interface Values<T> {
  readonly before: T | null
  readonly after: T | null
}

/** `order` lists the sort keys of the list, which is ascending. A list without changes stays the same object. */
function changedList<T>(list: T[], changes: readonly Values<T>[], keyOf: (each: T) => string, order: readonly ((each: T) => number | string)[]): T[] {
  if (changes.length === 0) return list
  const byKey = new Map(list.map((each) => [keyOf(each), each]))
  for (const { before, after } of changes) {
    if (after !== null) byKey.set(keyOf(after), after)
    else if (before !== null) byKey.delete(keyOf(before))
  }
  return [...byKey.values()].sort((a, b) => order.reduce((found, valueOf) => found || compare(valueOf(a), valueOf(b)), 0))
}

/** The place of a finding changes alone, or in the same step as the finding, in either order. */
function changedFindings(findings: CaseRecord['findings'], changes: readonly CaseChange[]): CaseRecord['findings'] {
  const now = new Map(findings.map((finding) => [finding.id, finding]))
  const values = changes.flatMap((change): Values<CaseRecord['findings'][number]>[] => {
    if (change.part !== 'finding' && change.part !== 'finding_place') return []
    const id = change.part === 'finding' ? (change.after ?? change.before)?.id : change.id
    const before = id === undefined ? undefined : now.get(id)
    const after = change.part === 'finding' ? change.after : before === undefined ? null : { ...before, place: change.after }
    if (after !== null) now.set(after.id, after)
    return [{ before: before ?? null, after }]
  })
  return changedList(findings, values, ({ id }) => id, [({ place }) => place, ({ id }) => Number(id)])
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : compareBytes(a, b)
}
