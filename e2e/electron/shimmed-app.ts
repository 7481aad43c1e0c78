import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '../fixtures/page.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The built app in front of the Electron shim, as a child process. */
export interface ShimmedApp {
  readonly child: ChildProcess
  readonly heard: Record<string, unknown>[]
  evaluate<T>(expression: string): Promise<T>
  send<T>(message: Readonly<Record<string, unknown>>): Promise<T>
  waitFor(name: string): Promise<unknown>
}

export function startShimmed(dataDir: string, env: Readonly<Record<string, string>> = {}): ShimmedApp {
  const child = fork(join(ROOT, 'out/main/main.js'), [], {
    execArgv: ['--import', new URL('./register.ts', import.meta.url).href],
    env: { ...process.env, HOLDERSCOPE_DATA_DIR: dataDir, HOLDERSCOPE_LOG_LEVEL: 'warn', ...env },
    serialization: 'advanced',
  })
  const heard: Record<string, unknown>[] = []
  child.on('message', (message) => heard.push(message as Record<string, unknown>))
  const until = async (match: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> => {
    let found: Record<string, unknown> | undefined
    await expect.poll(() => (found = heard.find(match)) !== undefined, { timeout: 60_000 }).toBe(true)
    return found as unknown as Record<string, unknown>
  }
  let nextId = 1
  async function send<T>(message: Readonly<Record<string, unknown>>): Promise<T> {
    const id = nextId++
    child.send({ id, ...message })
    const answer = await until((candidate) => candidate['id'] === id)
    if (answer['error'] !== undefined) throw new Error(String(answer['error']))
    return answer['value'] as T
  }
  return {
    child,
    heard,
    waitFor: async (name) => (await until((message) => name in message))[name],
    send,
    async evaluate<T>(expression: string): Promise<T> {
      for (;;) {
        try {
          return await send<T>({ expression })
        } catch (error) {
          // The page was just replaced by another one.
          if (!String(error).includes('Execution context was destroyed')) throw error
        }
      }
    },
  }
}
