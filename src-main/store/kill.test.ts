import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { seeded } from './bench-trades.ts'
import { openWriter } from './database.ts'
import { read } from './calls.ts'
import { tempStore, TOKEN } from './samples.ts'

const CHILD = fileURLToPath(new URL('./kill-child.ts', import.meta.url))
const ROUNDS = 10
const LONGEST_MS = 120

/** Runs the child until it has acknowledged a row and some random time has passed, kills it, answers the last number it said. */
function writeUntilKilled(path: string, first: number, afterMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, path, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
      said += chunk.toString()
    })
    child.on('error', reject)
    // The last line may be cut in the middle, and then it was not heard.
    child.on('close', (_, signal) => {
      if (signal === 'SIGKILL') resolve(Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1)))
      else reject(new Error('the writing process ended by itself'))
    })
  })
}

describe('a process killed while it writes', () => {
  it('loses no row that was acknowledged, at any of ten moments', async () => {
    const temp = tempStore()
    const random = seeded(20)
    let next = 0
    for (let round = 0; round < ROUNDS; round++) {
      const last = await writeUntilKilled(temp.path, next, random() * LONGEST_MS)
      const writer = openWriter(temp.path)
      const blocks = new Set(read(writer.db, 'transfers', { token: TOKEN, limit: null }).map((row) => row.position.block))
      const missing = Array.from({ length: last + 1 }, (_, n) => n).filter((n) => !blocks.has(n) || read(writer.db, 'setting', `row ${n}`) === null)
      expect(missing).toEqual([])
      // Rows and the range they cover went in together.
      const covered = read(writer.db, 'covered', { token: TOKEN, what: 'transfers' })
      expect(covered).toEqual([{ from: 0, to: blocks.size - 1 }])
      expect(read(writer.db, 'check')).toEqual(['ok'])
      writer.close()
      // A row that was stored but not acknowledged is written again, and stored once.
      next = last + 1
    }
    expect(next).toBeGreaterThanOrEqual(ROUNDS)
    temp.remove()
  }, 60_000)
})
