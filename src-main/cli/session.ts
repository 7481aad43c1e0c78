import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { loadConfig, type Config, type Flags } from '../config/config.ts'
import type { Context } from '../context.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import { openContext } from '../open-context.ts'
import type * as Service from '../service.ts'

/** The checkout or app folder, two levels up from this file's folder, both when built and when run from source. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const RESOURCES_DIR = join(ROOT, 'resources')
export const RENDERER_DIR = join(ROOT, 'out', 'renderer')

/** The server and its libraries take a fifth of the start, so only the commands that listen load them. */
export const loadService = (): Promise<typeof Service> => import('../service.ts')

/** Options of every command. */
export interface CommonOptions extends Flags {
  readonly json?: boolean
}

/** Commands that end on their own print their errors, so they log only errors unless --log-level says otherwise. */
const QUIET = 'error'

export async function loadSettings(options: CommonOptions, quiet: boolean): Promise<{ config: Config; logger: Logger }> {
  const config = await loadConfig(
    quiet && options.logLevel === undefined ? { ...options, logLevel: process.env['HOLDERSCOPE_LOG_LEVEL'] ?? QUIET } : options,
    process.env,
  )
  return { config, logger: createLogger(config.logLevel) }
}

/** Opens the data folder for one command, and always closes it afterwards. */
export async function withContext<T>(options: CommonOptions, act: (context: Context) => Promise<T>): Promise<T> {
  const { config, logger } = await loadSettings(options, true)
  const context = await openContext(config, { logger, resourcesDir: RESOURCES_DIR })
  try {
    return await act(context)
  } finally {
    await context.close()
  }
}
