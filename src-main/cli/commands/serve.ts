import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Logger } from '../../lib/logger.ts'
import { print, printJson, printToStderr } from '../output.ts'
import { RENDERER_DIR, RESOURCES_DIR, loadService, loadSettings, type CommonOptions } from '../session.ts'
import { collect, sourcesOption } from '../source-option.ts'

interface ServeOptions extends CommonOptions {
  readonly open: boolean
}

/** The process exits if stopping takes longer (docs/cli.md#commands). */
const STOP_LIMIT_MS = 5_000

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve the API and the page on localhost until stopped')
    .option('--port <n>', 'port; 0 picks a free one (default 4690)')
    .addOption(sourcesOption())
    .option('--service <name=url>', 'service outside the chains; repeat for more', collect)
    .option('--host <address>', 'address to listen on; on any address but loopback even the page needs a key')
    .option('--bus <url>', 'NATS servers that carry events between processes')
    .option('--role <role>', 'api answers clients, worker reads chains, all does both (default all)')
    .option('--no-open', 'do not open the browser')
    .action(async (_local, command: Command) => serve(command.optsWithGlobals()))
}

async function serve(options: ServeOptions): Promise<void> {
  // Without --json, the output is one line with the link. With it, the log goes to stderr.
  const { config, logger } = await loadSettings(options, options.json !== true)
  const { startService, startWorker, VERSION } = await loadService()
  const rendererDir = existsSync(RENDERER_DIR) ? RENDERER_DIR : null
  if (config.role === 'worker') {
    closeOnSignal(await startWorker(config, { logger, resourcesDir: RESOURCES_DIR }), logger)
    if (options.json) printJson({ event: 'ready', role: config.role, data_dir: config.dataDir, version: VERSION })
    else print(`Holderscope ${VERSION} is ready to read for the processes that share its store. Press Ctrl-C to stop.`)
    return
  }
  const service = await startService(config, { logger, resourcesDir: RESOURCES_DIR, rendererDir })
  closeOnSignal(service, logger)

  if (options.json) {
    printJson({ event: 'ready', url: service.origin, ws: service.wsUrl, key: service.key, data_dir: config.dataDir, version: VERSION })
  } else {
    print(`Holderscope ${VERSION} is ready: ${service.origin}/#key=${service.pageKey}`)
    printToStderr(`Data folder: ${config.dataDir}. Press Ctrl-C to stop.`)
  }
  if (options.open && !options.json) openBrowser(service.server.pageLink(service.firstPage))
}

function closeOnSignal(service: { close(): Promise<void> }, logger: Logger): void {
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  // The terminal was closed.
  process.on('SIGHUP', () => stop('SIGHUP'))
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
}

/** Opens the browser if there is one. Other users of the machine can read the link, so its code works only once. */
function openBrowser(link: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? []
  const headless = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']
  if (command === undefined || headless) return
  spawn(command, [...args, link], { stdio: 'ignore', detached: true })
    .on('error', () => printToStderr('Open the link above in a browser.'))
    .unref()
}
