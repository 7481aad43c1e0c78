import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Client, Session } from '../../../src-client/client.ts'
import { APP_KEY_FILE, keyFile, readKeyFile } from '../../config/secrets.ts'
import { readServiceAddress } from '../../config/service-address.ts'
import { UserFault } from '../../lib/app-error.ts'
import { createToolClient } from '../../mcp/tool-client.ts'
import { FolderInUse } from '../../store/connection/data-lock.ts'
import { EXIT } from '../output.ts'
import { RESOURCES_DIR, loadService, loadSettings, type CommonOptions } from '../session.ts'

interface McpCommandOptions extends CommonOptions {
  readonly url?: string
  readonly key?: string
  readonly manage?: boolean
}

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('serve tools for agents on stdin and stdout (Model Context Protocol)')
    .option('--url <url>', 'a running service to ask (default: the one on this data folder, started if needed)')
    .option('--key <key>', 'its API key (default: HOLDERSCOPE_KEY, or the key file in the data folder)')
    .option('--manage', 'also offer the tools that read tokens, take snapshots, and write notes and findings')
    .action(async (_local, command: Command) => {
      const options: McpCommandOptions = command.optsWithGlobals()
      const service = await openService(options)
      // Loaded here because no other command needs the protocol.
      const { serveOnStdio } = await import('../../mcp/stdio.ts')
      try {
        await serveOnStdio({ client: service.client, version: packageJson.version, manage: options.manage === true })
      } finally {
        await service.close()
      }
    })
}

interface OpenedService {
  readonly client: Client
  close(): Promise<void>
}

/** The named service, else one on this data folder: the one that is running, or one that lives as long as this command. */
async function openService(options: McpCommandOptions): Promise<OpenedService> {
  const { config, logger } = await loadSettings(options, true)
  const key = options.key ?? process.env['HOLDERSCOPE_KEY'] ?? (await readKeyFile(keyFile(config.dataDir, APP_KEY_FILE))) ?? ''
  if (options.url !== undefined) return joinRunning({ origin: originOf(options.url), key })
  try {
    const { startService } = await loadService()
    const service = await startService({ ...config, host: '127.0.0.1', port: 0 }, { logger, resourcesDir: RESOURCES_DIR, rendererDir: null })
    return { client: createToolClient({ origin: service.origin, key: service.key }), close: () => service.close() }
  } catch (error) {
    const running = error instanceof FolderInUse ? await readServiceAddress(config.dataDir) : null
    if (running === null) throw error
    return joinRunning({ origin: running.url, key })
  }
}

/** @throws UserFault if no service answers there, or if it refuses the key */
async function joinRunning(session: Session): Promise<OpenedService> {
  const client = createToolClient(session)
  await client.call('status', {}).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserFault(`${session.origin}: ${reason} Name the service with --url and its key with --key.`, EXIT.failed, { cause: error })
  })
  return { client, close: () => Promise.resolve() }
}

function originOf(text: string): string {
  if (!URL.canParse(text)) throw new UserFault('--url must be the address of a service, such as http://127.0.0.1:4690.', EXIT.usage)
  return new URL(text).origin
}
