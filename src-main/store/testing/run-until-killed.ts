import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/**
 * Runs a bundled script, which prints when it has begun and reports each step on descriptor 3 once it is acknowledged. Kills it `ms` after it began,
 * and returns its last complete report.
 */
export async function runUntilKilled(script: string, args: readonly string[], ms: number): Promise<string | null> {
  const [path = ''] = args
  const reports = `${path}.reports`
  const file = openSync(reports, 'w')
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit', file] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_, signal) => resolve(signal)))
  child.stdout?.once('data', () => void setTimeout(ms).then(() => child.kill('SIGKILL')))
  const signal = await ended
  closeSync(file)
  if (signal !== 'SIGKILL') throw new Error(`${script} ended by itself`)
  // A kill may cut the last line. That step then counts as not acknowledged.
  return readFileSync(reports, 'utf8').split('\n').at(-2) ?? null
}
