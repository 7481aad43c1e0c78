import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Runs the app or its command line from a checkout. Builds first when the sources are newer than the build. Node strips the types of this
 * file itself; it imports no other module of the project, so it runs before anything is built.
 *
 *     node src-main/launch.ts start            the window, else the page in a browser
 *     node src-main/launch.ts <command> …      the command line
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUT = join(ROOT, 'out')
const STAMP = join(OUT, 'built')
const BUILDING = join(ROOT, 'node_modules', '.holderscope-building')
const BUILT_FROM = ['src-main', 'src-shared', 'src-client', 'src-renderer', 'electron.vite.config.ts', 'package.json', 'package-lock.json']
const BUILD_WAIT_MS = 200
const BUILD_LIMIT_MS = 180_000

function newestChange(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}

function isBuilt(): boolean {
  if (!existsSync(STAMP)) return false
  const builtAt = Number(readFileSync(STAMP, 'utf8'))
  return BUILT_FROM.every((name) => newestChange(join(ROOT, name)) <= builtAt)
}

/** One process builds, and others wait for it. */
async function ensureBuilt(): Promise<void> {
  const waitUntil = Date.now() + BUILD_LIMIT_MS
  while (!isBuilt()) {
    try {
      mkdirSync(BUILDING)
    } catch {
      if (Date.now() > waitUntil || buildLockIsStale()) rmSync(BUILDING, { recursive: true, force: true })
      await sleep(BUILD_WAIT_MS)
      continue
    }
    try {
      writeFileSync(join(BUILDING, 'pid'), String(process.pid))
      build()
    } finally {
      rmSync(BUILDING, { recursive: true, force: true })
    }
  }
}

function buildLockIsStale(): boolean {
  try {
    process.kill(Number(readFileSync(join(BUILDING, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function build(): void {
  process.stderr.write('Building Holderscope …\n')
  const startedAt = Date.now()
  const bin = join(ROOT, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  // The bundler's output goes to stderr, because stdout is for the command's own result.
  const result = spawnSync(process.execPath, [bin, 'build', '--logLevel', 'warn'], { cwd: ROOT, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) {
    process.stderr.write('The build failed; see the messages above.\n')
    process.exit(1)
  }
  writeFileSync(STAMP, String(startedAt))
}

/** Path of the Electron binary, or the reason why no window can open. */
function electronBinary(): { path: string } | { reason: string } {
  const folder = join(ROOT, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  const path = existsSync(pathFile) ? join(folder, 'dist', readFileSync(pathFile, 'utf8').trim()) : null
  if (path === null || !existsSync(path)) return { reason: 'no Electron binary is installed (npx install-electron fetches one)' }
  const headless = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']
  return headless ? { reason: 'there is no display' } : { path }
}

function runElectron(binary: string, args: readonly string[]): void {
  const child = spawn(binary, args, { stdio: 'inherit' })
  // Ctrl-C reaches the whole process group. A signal to this process alone is passed on, and the child decides when to exit.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`Electron could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
}

/** Runs in this process, so a signal to it reaches the service itself. */
async function runCli(args: readonly string[]): Promise<void> {
  const cli = join(OUT, 'main', 'cli.js')
  process.argv = [process.execPath, cli, ...args]
  await import(pathToFileURL(cli).href)
}

const [command = '--help', ...rest] = process.argv.slice(2)
await ensureBuilt()
if (command === 'start') {
  const electron = electronBinary()
  if ('path' in electron) runElectron(electron.path, [ROOT, ...rest])
  else {
    process.stderr.write(`Holderscope opens in the browser, because ${electron.reason}.\n`)
    await runCli(['serve', ...rest])
  }
} else if (command !== '--build-only') {
  await runCli([command, ...rest])
}
