import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ensureBuilt } from './build.ts'

/** A checkout whose builder records its runs. */

/** Larger than the largest of Linux (https://man7.org/linux/man-pages/man5/proc_sys_kernel.5.html, pid_max). */
const NO_PID = 2 ** 22 + 1

let root: string
let lock: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holderscope-build-'))
  lock = join(root, 'node_modules', '.holderscope-building')
  mkdirSync(join(root, 'out'))
  mkdirSync(join(root, 'node_modules/electron-vite/bin'), { recursive: true })
  for (const folder of ['src-main/a', 'src-shared', 'src-client', 'src-renderer']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['src-main/a/b.ts', 'electron.vite.config.ts', 'package.json', 'package-lock.json']) writeFileSync(join(root, file), '')
  for (const path of globSync('**', { cwd: root })) utimesSync(join(root, path), 1, 1)
  // A builder that runs too often fails, so that the test ends.
  builder(`const fs = require('node:fs'); fs.appendFileSync('runs', process.argv[2]); if (fs.readFileSync('runs').length > 15) process.exit(1)`)
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${String(code)}`)
  })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

const builder = (script: string): void => writeFileSync(join(root, 'node_modules/electron-vite/bin/electron-vite.js'), script)
const runs = (): string => (existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8') : '')
const built = (): void => writeFileSync(join(root, 'out', 'built'), String(Date.now() + 120_000))

it('builds once, and again after a source of any depth changed, also for one from the future', async () => {
  await ensureBuilt(root)
  await ensureBuilt(root)
  expect(runs()).toBe('build')
  expect(existsSync(lock)).toBe(false)
  const future = Date.now() / 1_000 + 3_600
  utimesSync(join(root, 'src-main/a/b.ts'), future, future)
  await ensureBuilt(root)
  expect(runs()).toBe('buildbuild')
})

it('waits for a process that builds, and takes over from one that was killed', async () => {
  mkdirSync(lock)
  writeFileSync(join(lock, 'pid'), String(process.pid))
  const waiting = ensureBuilt(root)
  built()
  await waiting
  expect([runs(), existsSync(lock)]).toEqual(['', true])
  rmSync(join(root, 'out', 'built'))
  writeFileSync(join(lock, 'pid'), String(NO_PID))
  await ensureBuilt(root)
  expect([runs(), existsSync(lock)]).toEqual(['build', false])
})

it('ends with the failure of the builder, and leaves nothing in the way of the next try', async () => {
  builder('process.exit(3)')
  await expect(ensureBuilt(root)).rejects.toThrow('exit 1')
  expect([existsSync(lock), existsSync(join(root, 'out', 'built'))]).toEqual([false, false])
})
