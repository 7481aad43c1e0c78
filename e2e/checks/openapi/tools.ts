import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The programs of `tools/package.json`, which have their own lock file. */

const LISTED = fileURLToPath(new URL('tools', import.meta.url))
/** Not below `e2e`, where their own tests would be taken for ours. */
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/openapi-tools', import.meta.url))

export interface Ended {
  readonly code: number | null
  /** stdout and stderr. */
  readonly output: string
}

export async function installTools(): Promise<void> {
  const isInstalled = existsSync(join(FOLDER, 'node_modules')) && readLock(FOLDER) === readLock(LISTED)
  if (isInstalled) return
  await cp(LISTED, FOLDER, { recursive: true })
  // Without their install scripts: one of them reports installations to its authors.
  const { code, output } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], FOLDER)
  if (code !== 0) throw new Error(`npm ci in ${FOLDER} failed: ${output}`)
}

const readLock = (folder: string): string => readFileSync(join(folder, 'package-lock.json'), 'utf8')

const pathOf = (name: string): string => join(FOLDER, 'node_modules', '.bin', name)

export const runTool = (name: string, args: readonly string[], cwd: string): Promise<Ended> => run(pathOf(name), args, cwd)

/** Starts a program that runs until `stop`. Resolves when its output contains a string. */
export async function startTool(name: string, args: readonly string[], cwd: string, ready: string): Promise<{ stop(): void }> {
  const child = spawn(pathOf(name), args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: QUIET })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
      if (output.includes(ready)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)))
  })
  return { stop: () => void child.kill() }
}

/** Disables update checks and telemetry. */
const QUIET = { ...process.env, CI: '1', NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

function run(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: QUIET })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
