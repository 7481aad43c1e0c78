import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { loadConfig, type Config, type Flags } from '../config/config.ts'
import type { Context } from '../context.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import { openContext } from '../service.ts'

/** The checkout or app folder: two levels above this file's folder when built, and when run from source. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const RESOURCES_DIR = join(ROOT, 'resources')
export const RENDERER_DIR = join(ROOT, 'out', 'renderer')

/** Options every command takes. */
export interface CommonOptions extends Flags {
  readonly json?: boolean
}

/** Commands that end by themselves say in words what went wrong: of the log only defects, unless asked. */
const QUIET = 'error'

export async function settings(options: CommonOptions, quiet: boolean): Promise<{ config: Config; logger: Logger }> {
  const config = await loadConfig(
    quiet && options.logLevel === undefined ? { ...options, logLevel: process.env['HOLDERSCOPE_LOG_LEVEL'] ?? QUIET } : options,
    process.env,
  )
  return { config, logger: createLogger(config.logLevel) }
}

/** Opens the data folder for one command and closes it whatever happens. */
export async function withContext<T>(options: CommonOptions, act: (context: Context) => Promise<T>): Promise<T> {
  const { config, logger } = await settings(options, true)
  const context = await openContext(config, { logger, resourcesDir: RESOURCES_DIR })
  try {
    return await act(context)
  } finally {
    await context.close()
  }
}
