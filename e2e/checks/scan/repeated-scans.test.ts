import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock, type Clock } from '../../../src-main/lib/clock.ts'
import { cleanInput } from './inputs.ts'
import { openStatedScanner } from './stated-scanner.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holderscope-repeated-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const started = Date.now()
test.each<{ name: string; clock: Clock }>([
  { name: 'the system clock', clock: systemClock },
  { name: 'a clock slower than the timers', clock: { now: () => started + Math.floor((Date.now() - started) * 0.9) } },
])('scans that follow each other at once have seconds of their own, and all are kept: $name', async ({ clock }) => {
  const { token, facts } = cleanInput('sol')
  const { scanner, store, close } = await openStatedScanner(dataDir, token, facts, { clock })
  try {
    const made: number[] = []
    for (let n = 0; n < 3; n++) made.push((await scanner.scan(token)).report.results.generated_at)
    expect((await store.read.scans(token)).map(({ generatedAt }) => generatedAt)).toEqual(made.toReversed())
    expect(new Set(made).size).toBe(3)
  } finally {
    await close()
  }
})
