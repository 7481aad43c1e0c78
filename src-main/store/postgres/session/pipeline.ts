import type { Connection, Submittable } from 'pg'
import type { Answers, ResultColumn, Step } from './messages.ts'
import { encodeParam } from './values.ts'

/** A statement that the server has parsed. */
export interface Prepared {
  readonly name: string
  readonly params: readonly number[]
  readonly columns: readonly ResultColumn[]
}

export interface PreparedStep extends Pick<Step, 'rows'> {
  readonly prepared: Prepared
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

/** Runs prepared steps one after the other and waits once for all of them. The first error ends it. `rows` grows while they run. */
export function pipeline(
  steps: readonly PreparedStep[],
  rows: readonly Buffer[],
  done: (error: Error | null, answers: Answers) => void,
): Submittable {
  const ends = steps.map(() => 0)
  const counts = steps.map(() => 0)
  const runs = steps.flatMap(({ rows }, step) => rows.map(() => step))
  let at = 0
  return {
    submit(connection: Connection) {
      const wire = connection as unknown as Wire
      wire.stream.cork()
      for (const { rows, prepared } of steps) {
        for (const row of rows) {
          wire.bind({ statement: prepared.name, binary: true, values: row.map((value, i) => encodeParam(value, prepared.params[i] ?? 0)) })
          wire.execute({})
        }
      }
      wire.sync()
      wire.stream.uncork()
    },
    ...ignored,
    handleCommandComplete({ text }: { text: string }) {
      const step = runs[at++] ?? 0
      ends[step] = rows.length
      counts[step] = (counts[step] ?? 0) + Number(/\d+$/.exec(text)?.[0] ?? 0)
    },
    handleError: (error: Error) => done(error, { rows: new Uint8Array(), ends, counts }),
    handleReadyForQuery: () => done(null, joined(rows, ends, counts)),
  } as unknown as Submittable
}

/** In memory of their own, which another thread can take over. */
function joined(parts: readonly Buffer[], ends: readonly number[], counts: readonly number[]): Answers {
  const places = [0]
  for (const part of parts) places.push((places.at(-1) ?? 0) + part.length)
  const rows = new Uint8Array(places.at(-1) ?? 0)
  parts.forEach((part, i) => rows.set(part, places[i]))
  let end = 0
  // A step without runs ends where the one before it does.
  return { rows, ends: ends.map((part) => (end = Math.max(end, places[part] ?? 0))), counts }
}

const nothing = (): void => undefined
const ignored = {
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
  bind(what: { statement: string; binary: boolean; values: readonly (string | Buffer | null)[] }): void
  execute(what: object): void
  sync(): void
}
