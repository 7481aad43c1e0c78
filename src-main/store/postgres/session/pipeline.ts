import type { Connection, Submittable } from 'pg'
import type { ResultColumn, Step, StepResult, StoredValue } from './messages.ts'
import { decodeField, encodeParam } from './values.ts'

/** A statement that the server has parsed. */
export interface Prepared {
  readonly name: string
  readonly params: readonly number[]
  readonly columns: readonly (ResultColumn & { readonly type: number })[]
}

interface Field {
  readonly name: string
  readonly tableID: number
  readonly columnID: number
  readonly dataTypeID: number
}

/** Parses a statement and learns the types of its values (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY). */
export function prepare(name: string, text: string, done: (error: Error | null, prepared: Prepared) => void): Submittable {
  let params: readonly number[] = []
  let columns: Prepared['columns'] = []
  return {
    submit(connection: Connection) {
      const wire = connection as unknown as Wire
      wire.once('parameterDescription', (message: { dataTypeIDs: number[] }) => (params = message.dataTypeIDs))
      wire.parse({ name, text })
      wire.describe({ type: 'S', name })
      wire.sync()
    },
    handleRowDescription({ fields }: { fields: readonly Field[] }) {
      columns = fields.map((field) => ({ name: field.name, table: field.tableID, place: field.columnID, type: field.dataTypeID }))
    },
    ...ignored,
    // The client lets go of a query with its error, and waits itself until the server is ready.
    handleError: (error: Error) => done(error, { name, params, columns }),
    handleReadyForQuery: () => done(null, { name, params, columns }),
  } as unknown as Submittable
}

/** Runs prepared steps one after the other and waits once for all of them. The first error ends it. */
export function pipeline(
  steps: readonly (Step & { readonly prepared: Prepared })[],
  done: (error: Error | null, results: StepResult[]) => void,
): Submittable {
  const results = steps.map(({ prepared }) => ({ columns: prepared.columns, rows: [] as StoredValue[][], count: 0 }))
  const runs = steps.flatMap(({ rows }, step) => rows.map(() => step))
  let at = 0
  return {
    submit(connection: Connection) {
      const wire = connection as unknown as Wire
      wire.stream.cork()
      for (const { rows, prepared } of steps) {
        for (const row of rows) {
          wire.bind({ statement: prepared.name, values: row.map((value, i) => encodeParam(value, prepared.params[i] ?? 0)) })
          wire.execute({})
        }
      }
      wire.sync()
      wire.stream.uncork()
    },
    ...ignored,
    handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
      const result = results[runs[at] ?? 0]
      result?.rows.push(fields.map((field, i) => decodeField(field, result.columns[i]?.type ?? 0)))
    },
    handleCommandComplete({ text }: { text: string }) {
      const result = results[runs[at++] ?? 0]
      if (result !== undefined) result.count += Number(/\d+$/.exec(text)?.[0] ?? 0)
    },
    handleError: (error: Error) => done(error, results),
    handleReadyForQuery: () => done(null, results),
  } as unknown as Submittable
}

const nothing = (): void => undefined
const ignored = {
  handleDataRow: nothing,
  handleCommandComplete: nothing,
  handleEmptyQuery: nothing,
  handlePortalSuspended: nothing,
  handleCopyInResponse: nothing,
  handleCopyData: nothing,
}

/** The calls of pg's connection that a Submittable makes; its types leave most of them out. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  once(name: string, listener: (message: never) => void): void
  parse(query: { name: string; text: string }): void
  describe(what: { type: 'S'; name: string }): void
  bind(what: { statement: string; values: readonly (string | Buffer | null)[] }): void
  execute(what: object): void
  sync(): void
}
