import type { ResultColumn, StepResult, StoredValue } from './messages.ts'
import { HEADER_BYTES, MESSAGE } from './replies.ts'
import { decodeRow } from './values.ts'

/** The result of each step, which ran `runs` times, from the server's messages. */
export function readResults(reply: Uint8Array, steps: readonly { readonly columns: readonly ResultColumn[]; readonly runs: number }[]): StepResult[] {
  const view = new DataView(reply.buffer, reply.byteOffset, reply.byteLength)
  const buffer = Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength)
  let at = 0
  return steps.map(({ columns, runs }) => {
    const types = columns.map(({ type }) => type)
    const rows: StoredValue[][] = []
    let count = 0
    for (let left = runs; left > 0;) {
      const body = at + HEADER_BYTES
      const end = at + 1 + view.getInt32(at + 1)
      const name = view.getUint8(at)
      if (name === MESSAGE.row) rows.push(decodeRow(view, buffer, body, types))
      if (name === MESSAGE.complete) {
        // Its body is the name of the command, and the number of rows unless it has none.
        count += Number(/\d+\0$/.exec(buffer.toString('latin1', body, end))?.[0].slice(0, -1) ?? 0)
        left--
      }
      at = end
    }
    return { columns, rows, count }
  })
}
