import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sampleFolder } from '../../fixtures/service.ts'

const LAUNCH = fileURLToPath(new URL('../../../src-main/launch.ts', import.meta.url))

export interface App {
  readonly url: string
  readonly key: string
  stop(): Promise<void>
  /** Ends it and starts it again on the same data directory. */
  restart(): Promise<App>
}

/**
 * Starts the built app on a temporary data directory with the sample case. `stop` ends it and deletes the directory.
 *
 * @param sources `NETWORK=URL`
 */
export async function startApp(sources: readonly string[] = []): Promise<App> {
  return startOn(await sampleFolder(), sources)
}

async function startOn(dataDir: string, sources: readonly string[]): Promise<App> {
  const options = sources.flatMap((source) => ['--source', source])
  const child = spawn(process.execPath, [LAUNCH, 'serve', '--json', '--no-open', '--port', '0', '--data-dir', dataDir, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOLDERSCOPE_LOG_LEVEL: 'error' },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  const stop = async (): Promise<void> => {
    await end()
    await rm(dataDir, { recursive: true, force: true })
  }
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then(() => null),
  ])
  if (line === null) {
    await stop()
    throw new Error('The app exited before it was ready')
  }
  const { url, key } = JSON.parse(line) as { url: string; key: string }
  const restart = async (): Promise<App> => {
    await end()
    return startOn(dataDir, sources)
  }
  return { url, key, stop, restart }
}
