import { Command } from 'commander'
import { vi } from 'vitest'
import { loadConfig, type Flags } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openContext } from '../../open-context.ts'
import { addServiceCommands } from '../service-commands.ts'
import * as session from '../session.ts'

export interface CommandLine {
  readonly context: Context
  /** Runs one command and returns what it printed. */
  run(...words: string[]): Promise<string>
  /** The same with `--json`, parsed. */
  json<T>(...words: string[]): Promise<T>
  /** What the last command wrote to stderr. */
  said(): string
  close(): Promise<void>
}

/** Runs one command in this process and returns what it printed. */
export async function runCommand(words: readonly string[], onOutput: (part: string) => void = () => undefined): Promise<string> {
  let text = ''
  const written = [
    vi.spyOn(process.stdout, 'write').mockImplementation((part) => Boolean((text += String(part)))),
    vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
      onOutput(String(part))
      return true
    }),
  ]
  try {
    const program = new Command('holderscope').option('--json').option('--data-dir <dir>').exitOverride()
    addServiceCommands(program)
    await program.parseAsync(words, { from: 'user' })
  } finally {
    for (const stream of written) stream.mockRestore()
  }
  return text
}

/** Runs commands in this process over one open data folder: a process, a store and an engine for each would take a second of processor time. */
export async function openCommandLine(dataDir: string, flags: Flags = {}): Promise<CommandLine> {
  const context = await openContext(await loadConfig({ ...flags, dataDir }, {}), { logger: silentLogger, resourcesDir: session.RESOURCES_DIR })
  const opened = vi.spyOn(session, 'withContext').mockImplementation((_options, act) => act(context))
  let said = ''
  const run = async (...words: string[]): Promise<string> => {
    said = ''
    return runCommand(words, (part) => (said += part))
  }
  return {
    context,
    run,
    said: () => said,
    json: async <T>(...words: string[]): Promise<T> => JSON.parse(await run('--json', ...words)) as T,
    async close() {
      opened.mockRestore()
      await context.close()
    },
  }
}
