import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Builds the checkout when its sources are newer than the build. */

const BUILT_FROM = ['src-main', 'src-shared', 'src-client', 'src-renderer', 'electron.vite.config.ts', 'package.json', 'package-lock.json']
const BUILD_WAIT_MS = 200
const BUILD_LIMIT_MS = 180_000

/** One process builds, and others wait for it. */
export async function ensureBuilt(root: string): Promise<void> {
  const building = join(root, 'node_modules', '.holderscope-building')
  const waitUntil = performance.now() + BUILD_LIMIT_MS
  while (!isBuilt(root)) {
    try {
      mkdirSync(building)
    } catch {
      if (performance.now() > waitUntil || lockIsStale(building)) rmSync(building, { recursive: true, force: true })
      await sleep(BUILD_WAIT_MS)
      continue
    }
    try {
      writeFileSync(join(building, 'pid'), String(process.pid))
      build(root)
      // Sources from a clock that ran ahead stay newer than any build, so there is no second check.
      return
    } finally {
      rmSync(building, { recursive: true, force: true })
    }
  }
}

const stampOf = (root: string): string => join(root, 'out', 'built')

function isBuilt(root: string): boolean {
  if (!existsSync(stampOf(root))) return false
  const builtAt = Number(readFileSync(stampOf(root), 'utf8'))
  return BUILT_FROM.every((name) => newestChange(join(root, name)) <= builtAt)
}

function newestChange(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}

function lockIsStale(building: string): boolean {
  try {
    process.kill(Number(readFileSync(join(building, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function build(root: string): void {
  process.stderr.write('Building Holderscope …\n')
  const startedAt = Date.now()
  const bin = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  // The bundler's output goes to stderr, because stdout is for the command's own result.
  const result = spawnSync(process.execPath, [bin, 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) {
    process.stderr.write('The build failed; see the messages above.\n')
    process.exit(1)
  }
  writeFileSync(stampOf(root), String(startedAt))
}
