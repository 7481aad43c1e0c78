import { describe, expect, it } from 'vitest'
import type { CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { openWriter } from '../connection/database.ts'
import { read, write } from '../dispatch.ts'
import { seeded } from './bench-trades.ts'
import { runUntilKilled } from './run-until-killed.ts'
import { tempStore } from './samples.ts'

const ROUNDS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 200 : 6
const LONGEST_MS = 80
const KILLS_PER_FILE = 5

/** Edits until it is killed, and returns the last acknowledged state of the case. */
async function editUntilKilled(path: string, ms: number): Promise<{ revision: number } | null> {
  const last = await runUntilKilled(scriptPath('case-kill-child'), [path], ms)
  return last === null ? null : (JSON.parse(last.slice(last.indexOf(' '))) as { revision: number })
}

const contentsOf = ({ name, items, notes, findings, tags, entities, graphs, thresholds, views }: CaseRecord) => ({
  name,
  items,
  notes,
  findings,
  tags,
  entities,
  graphs,
  thresholds,
  views,
})
const EMPTY = { name: null, items: [], notes: [], findings: [], tags: [], entities: [], graphs: [], thresholds: {}, views: [] }

describe('a process killed while a case is edited', () => {
  it(
    `loses at most the action in hand, ${ROUNDS} times`,
    async () => {
      const random = seeded(7)
      let temp = tempStore()
      let edits = 0
      // On a busy machine some processes are killed before their first edit.
      for (let kills = 1; kills <= ROUNDS || edits === 0; kills++) {
        const acknowledged = await editUntilKilled(temp.path, random() * LONGEST_MS)
        const { db, close } = openWriter(temp.path)
        const stored = read(db, 'caseRecord', 'c')
        if (acknowledged !== null) {
          edits += 1
          expect([acknowledged.revision, acknowledged.revision + 1]).toContain(stored?.revision)
          if (stored?.revision === acknowledged.revision) expect(stored).toEqual(acknowledged)
        }
        if (stored !== null) {
          // The history leads to the start and back to the same state.
          const go = (revision: number, to: number): CaseRecord => {
            write(db, 'moveCase', { id: 'c', revision, to, at: 1 })
            return read(db, 'caseRecord', 'c') as CaseRecord
          }
          const start = go(stored.revision, 0)
          expect(contentsOf(start)).toEqual(EMPTY)
          expect(start.undo).toBeNull()
          const back = go(start.revision, stored.step)
          expect(contentsOf(back)).toEqual(contentsOf(stored))
          expect(back.step).toBe(stored.step)
        }
        close()
        if (kills % KILLS_PER_FILE === 0) {
          temp.remove()
          temp = tempStore()
        }
      }
      temp.remove()
    },
    ROUNDS * 6_000,
  )
})
