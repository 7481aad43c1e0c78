import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'

/** A command in a separate process. */
export interface CommandProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  /** The next line of stdout. */
  line(): Promise<string>
  stderr(): string
  /** The exit code, once the output has ended. */
  readonly ended: Promise<number | null>
}

const started: CommandProcess[] = []

export function startCommand(words: readonly string[], env: NodeJS.ProcessEnv = {}): CommandProcess {
  const child = spawn(process.execPath, [scriptPath('cli'), ...words], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const one: CommandProcess = {
    child,
    async line() {
      const next = await lines.next()
      if (next.done === true) throw new Error(`stdout has ended: ${stderr}`)
      return next.value
    },
    stderr: () => stderr,
    ended: once(child, 'close').then(([code]) => code as number | null),
  }
  started.push(one)
  return one
}

/** Kills the commands that are still running. */
export async function killCommands(): Promise<void> {
  const running = started.splice(0)
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
}
