import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { REPLAY_SPEED } from '../../../src-shared/contract/records/replay.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import { isNetworkId } from '../../../src-shared/networks.ts'
import { UserFault } from '../../lib/app-error.ts'
import type { Service } from '../../service.ts'
import { importFile } from '../../importers/import-file.ts'
import { EXIT, print, printJson, printToStderr } from '../output.ts'
import { RESOURCES_DIR, loadService, loadSettings, type CommonOptions } from '../session.ts'
import { tokenArgument } from '../token-argument.ts'

interface ReplayOptions extends CommonOptions {
  readonly speed: string
}

const POLL_MS = 50

export function addReplay(program: Command): void {
  program
    .command('replay')
    .description('replay recorded trades and snapshots through the real streams, starting with the first subscription')
    .argument('<file-or-network>', 'recorded file, or network of a stored token')
    .argument('[address]', 'address of the stored token; for a file with several tokens, the one to replay')
    .option('--speed <n>', `recorded seconds per second, ${REPLAY_SPEED.min} to ${REPLAY_SPEED.max}`, '1')
    .option('--port <n>', 'port; 0 picks a free one (default 4690)')
    .action(async (what: string, address: string | undefined, _local, command: Command) => replay(what, address, command.optsWithGlobals()))
}

async function replay(what: string, address: string | undefined, options: ReplayOptions): Promise<void> {
  const speed = Number(options.speed)
  if (!(speed >= REPLAY_SPEED.min && speed <= REPLAY_SPEED.max)) {
    throw new UserFault(`--speed must be a number from ${REPLAY_SPEED.min} to ${REPLAY_SPEED.max}.`, EXIT.usage)
  }
  if (isNetworkId(what) && address === undefined)
    throw new UserFault('The address of the token is missing: holderscope replay NET ADDRESS', EXIT.usage)
  if (isNetworkId(what) && address !== undefined) {
    const token = tokenArgument(what, address)
    return play(options, { sampleCase: true }, async () => token, speed)
  }
  // A file is replayed from a temporary data folder, so that it does not mix with stored data.
  const ownFolder = await mkdtemp(join(tmpdir(), 'holderscope-replay-'))
  try {
    await play({ ...options, dataDir: ownFolder }, { sampleCase: false }, (service) => importedToken(service, what, address), speed)
  } finally {
    await rm(ownFolder, { recursive: true, force: true })
  }
}

async function play(
  options: ReplayOptions,
  { sampleCase }: { readonly sampleCase: boolean },
  tokenOf: (service: Service) => Promise<TokenKey>,
  speed: number,
): Promise<void> {
  const { config, logger } = await loadSettings(options, true)
  const { startService, VERSION } = await loadService()
  const service = await startService(config, { logger, resourcesDir: RESOURCES_DIR, rendererDir: null, sampleCase })
  const stopped = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.abort())
  try {
    const token = await tokenOf(service)
    if (options.json)
      printJson({ event: 'ready', url: service.origin, ws: service.wsUrl, key: service.key, data_dir: config.dataDir, version: VERSION })
    else
      print(
        `Ready to replay ${token.network} ${token.address} at ${service.wsUrl} with key ${service.key}. The replay starts with the first subscription.`,
      )
    while (service.server.subscriptions() === 0 && !stopped.signal.aborted) await wait(POLL_MS)
    if (stopped.signal.aborted) return
    await service.server.replays.start(token, speed)
    stopped.signal.addEventListener('abort', () => void service.server.replays.stop(token), { once: true })
    await service.server.replays.ended(token)
    const { sent, total } = service.server.replays.state(token)
    if (options.json) printJson({ event: 'replayed', sent, total })
    else printToStderr(`Sent ${sent} of ${total} events.`)
  } finally {
    await service.close()
  }
}

/** Imports the file and returns its token: the named one, else the one with the most trades. */
async function importedToken(service: Service, file: string, address: string | undefined): Promise<TokenKey> {
  const { tokens } = await importFile(service.context, file, null)
  for (const { network, token_address } of tokens) {
    const token = parseTokenAddress(network, token_address)
    if (token.ok && (address === undefined || address === token.address)) return { network, address: token.address }
  }
  throw new UserFault(address === undefined ? `${file} contains nothing to replay.` : `${file} does not contain the token ${address}.`, EXIT.failed)
}
