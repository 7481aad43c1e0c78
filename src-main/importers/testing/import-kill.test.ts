import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { openReading } from '../../store/connection/database.ts'
import { read } from '../../store/dispatch.ts'
import { tempStore, wallet, type TempStore } from '../../store/testing/samples.ts'

const CHILD = scriptPath('import-child')
const isFull = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all'
const ROUNDS = isFull ? 25 : 5
const [HOLDERS, LINKS] = isFull ? [35_905, 60_000] : [3_000, 6_000]
const MS_PER_ROUND = 20_000
const TOKEN: TokenKey = { network: 'eth', address: trustedAddress('0x00000000000000000000000000000000000000ff') }

let temp: TempStore
let file: string
beforeAll(() => {
  temp = tempStore()
  file = join(temp.folder, 'map.json')
  const nodes = Array.from({ length: HOLDERS }, (_, i) => ({ address: wallet(i + 1_000), amount: HOLDERS * 2 - i, percentage: 50 / HOLDERS }))
  // All pairs are different, and none links a holder to itself.
  const target = (i: number): number => (i + 1 + ((i * 7) % (HOLDERS - 1))) % HOLDERS
  const links = Array.from({ length: LINKS }, (_, i) => ({ source: i % HOLDERS, target: target(i), forward: 1, backward: 0 }))
  writeFileSync(file, JSON.stringify({ chain: 'eth', token_address: TOKEN.address, dt_update: 1_743_986_234, nodes, links }))
})
afterAll(() => temp.remove())

/** Kills the import this long after it began, or never if null. Returns how long it took, and whether it ended before the kill. */
async function importUntil(path: string, killAfterMs: number | null): Promise<{ ms: number; isEnded: boolean }> {
  const child = spawn(process.execPath, [CHILD, path, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let begun = 0
  child.stdout.once('data', () => {
    begun = performance.now()
    if (killAfterMs !== null) void setTimeout(killAfterMs).then(() => child.kill('SIGKILL'))
  })
  const signal = await new Promise((resolve) => child.once('close', (_, by) => resolve(by)))
  return { ms: performance.now() - begun, isEnded: signal === null }
}

/** Stored balances and links, and 1 for the token; zeros if nothing is stored. */
function counts(path: string): number[] {
  const { db, close } = openReading(path)
  const found = [read(db, 'balances', TOKEN).length, read(db, 'recordedLinks', TOKEN).length, read(db, 'token', TOKEN) === null ? 0 : 1]
  close()
  return found
}

it('an import that is killed at any moment leaves all of its rows or none', { timeout: (ROUNDS + 1) * MS_PER_ROUND }, async () => {
  const { ms } = await importUntil(temp.path, null)
  const whole = counts(temp.path)
  expect(whole).toEqual([HOLDERS, LINKS, 1])
  for (let round = 0; round < ROUNDS; round++) {
    const path = `${temp.path}-${round}`
    // Storing is the later part of an import.
    const { isEnded } = await importUntil(path, ms * (0.3 + (0.7 * (round + 0.5)) / ROUNDS))
    const found = counts(path).join(' ')
    expect(['0 0 0', whole.join(' ')]).toContain(found)
    if (isEnded) expect(found).toBe(whole.join(' '))
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  }
})
