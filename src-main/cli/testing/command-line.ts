import { Command } from 'commander'
import { vi } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openContext } from '../../open-context.ts'
import { addServiceCommands } from '../service-commands.ts'
import * as session from '../session.ts'

export interface CommandLine {
  /** Runs one command and answers what it printed. */
  run(...words: string[]): Promise<string>
  /** The same with `--json`, parsed. */
  json<T>(...words: string[]): Promise<T>
  close(): Promise<void>
}

/** The commands in this process over one open data folder: a process, a store and an engine for each would take a second of the processor. */
export async function openCommandLine(dataDir: string): Promise<CommandLine> {
  const context = await openContext(await loadConfig({ dataDir }, {}), { logger: silentLogger, resourcesDir: session.RESOURCES_DIR })
  const opened = vi.spyOn(session, 'withContext').mockImplementation((_options, act) => act(context))
  const run = async (...words: string[]): Promise<string> => {
    let text = ''
    const written = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
      text += String(part)
      return true
    })
    try {
      const program = new Command('holderscope').option('--json').exitOverride()
      addServiceCommands(program)
      await program.parseAsync(words, { from: 'user' })
    } finally {
      written.mockRestore()
    }
    return text
  }
  return {
    run,
    json: async <T>(...words: string[]): Promise<T> => JSON.parse(await run('--json', ...words)) as T,
    async close() {
      opened.mockRestore()
      await context.close()
    },
  }
}
