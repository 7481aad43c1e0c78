import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { seeded } from './bench-trades.ts'
import { read } from '../dispatch.ts'
import { openWriter } from '../connection/database.ts'
import { contradictions } from './kill-story.ts'
import { tempStore, TOKEN } from './samples.ts'

const CHILD = scriptPath('kill-child')
/** Kills of the writing process; `npm run test:full` runs all of them. */
const ROUNDS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 200 : 12
const LONGEST_MS = 120
/** Kills per file, which keeps files small. */
const KILLS_PER_FILE = 20
/** Processes run concurrently, because a process takes longer to start than to be killed. */
const AT_ONCE = 4
const MS_PER_ROUND = 6_000

/** Runs the child until it has started and `wait` has passed, kills it, and returns the steps that it reported as acknowledged. */
function reportedUntilKilled(path: string, wait: () => Promise<unknown>): Promise<string[]> {
  const reports = `${path}.reports`
  const file = openSync(reports, 'w')
  return new Promise<string[]>((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, path], { stdio: ['ignore', 'pipe', 'inherit', file] })
    child.stdout?.once('data', () => void wait().then(() => child.kill('SIGKILL')))
    child.on('error', reject)
    // A kill may cut the last line, and that step is not reported then.
    child.on('close', (_, signal) => {
      if (signal === 'SIGKILL') resolve(readFileSync(reports, 'utf8').split('\n').slice(0, -1))
      else reject(new Error('the writing process ended by itself'))
    })
  }).finally(() => closeSync(file))
}

/** Acknowledged steps that the file does not have, and steps in the file beyond the one that a kill may leave unreported. */
function missing(path: string, said: readonly string[]): string[] {
  const { db, close } = openWriter(path)
  try {
    const withdrawn = said.findLastIndex((line) => line.startsWith('withdrawing'))
    const asOf = read(db, 'token', TOKEN)?.asOfBlock ?? 0
    const isMissing = (line: string, place: number): boolean => {
      const [what = '', name = '', sha256] = line.split(' ')
      if (what === 'block') return place > withdrawn && Number(name) > asOf
      if (what === 'withdrawing') return asOf < Number(name) - 1
      if (what === 'setting') return read(db, 'setting', name) === null
      const kept = read(db, 'snapshot', { token: TOKEN, timestamp: Number(name) })
      return (
        kept?.sha256 !== sha256 ||
        createHash('sha256')
          .update(kept?.json ?? '')
          .digest('hex') !== sha256
      )
    }
    const last = Number(said.findLast((line) => line.startsWith('block'))?.split(' ')[1] ?? asOf)
    return [...said.filter(isMissing), ...(asOf > last + 1 ? [`reports after block ${last}`] : []), ...contradictions(db)]
  } finally {
    close()
  }
}

/** Blocks the event loop, as opening and checking files does. Meanwhile, more steps are acknowledged than a pipe can hold. */
function blockFor(ms: number): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end);
  return Promise.resolve()
}

describe('a process killed while it writes', () => {
  it('reports every acknowledged step to a parent that is busy for a second', async () => {
    const temp = tempStore()
    expect(missing(temp.path, await reportedUntilKilled(temp.path, () => blockFor(1_000)))).toEqual([])
    temp.remove()
  })

  it(
    `at any of ${ROUNDS} moments has lost nothing that it acknowledged, and left nothing half done`,
    async () => {
      let blocks = 0
      let killed = 0
      const oneFile = async (seed: number): Promise<void> => {
        const random = seeded(seed)
        let temp = tempStore()
        for (let kills = 0; killed < ROUNDS; kills++) {
          killed += 1
          if (kills % KILLS_PER_FILE === KILLS_PER_FILE - 1) {
            rmSync(temp.folder, { recursive: true })
            temp = tempStore()
          }
          const said = await reportedUntilKilled(temp.path, () => setTimeout(random() * LONGEST_MS))
          expect(missing(temp.path, said)).toEqual([])
          blocks += said.filter((line) => line.startsWith('block')).length
        }
        temp.remove()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => oneFile(20 + n)))
      expect(killed).toBe(ROUNDS)
      expect(blocks).toBeGreaterThanOrEqual(ROUNDS)
    },
    ROUNDS * MS_PER_ROUND,
  )
})
