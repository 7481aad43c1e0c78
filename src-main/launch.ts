import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureBuilt } from './launch/build.ts'
import { findWindow } from './launch/window.ts'

/**
 * Runs the app or its command line from a checkout. Builds first when the sources are newer than the build. Node strips the types of this
 * file and of `launch/`, which import nothing else, so they run before anything is built.
 *
 *     node src-main/launch.ts start            the window, else the page in a browser
 *     node src-main/launch.ts desktop          the same, after another try to download Electron
 *     node src-main/launch.ts <command> …      the command line
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))

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
  const cli = join(ROOT, 'out', 'main', 'cli.js')
  process.argv = [process.execPath, cli, ...args]
  await import(pathToFileURL(cli).href)
}

const [command = '--help', ...rest] = process.argv.slice(2)
await ensureBuilt(ROOT)
if (command === 'start' || command === 'desktop') {
  const window = await findWindow(join(ROOT, 'node_modules', 'electron'), { retry: command === 'desktop' })
  if ('path' in window) runElectron(window.path, [ROOT, ...rest])
  else {
    process.stderr.write(`Holderscope opens in the browser, because ${window.reason}.\n`)
    await runCli(['serve', ...rest])
  }
} else if (command !== '--build-only') {
  await runCli([command, ...rest])
}
