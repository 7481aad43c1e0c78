import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { CaseRequest } from '../../../src-shared/contract/records/cases.ts'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { loadConfig } from '../../../src-main/config/config.ts'
import type { Context } from '../../../src-main/context.ts'
import { resolveCommand } from '../../../src-main/engine/finding-evidence.ts'
import { exportCase } from '../../../src-main/importers/cases/case-files.ts'
import { unixSeconds } from '../../../src-main/lib/clock.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { openContext } from '../../../src-main/open-context.ts'
import { playOnAnvil } from '../accuracy/nodes/anvil-player.ts'
import type { PlayedScript, ScriptPlayer } from '../accuracy/nodes/script-player.ts'
import { playOnSurfpool } from '../accuracy/nodes/surfpool-player.ts'
import { demonstrationScript } from './launch-script.ts'

/**
 * Plays the demonstration launch on a test node of each network, reads it with the app, and writes it as a case file into
 * resources/demonstration: `node e2e/checks/demonstration/make.ts [NETWORK]`. Run it after a change in the app's findings.
 */

const RESOURCES = fileURLToPath(new URL('../../../resources', import.meta.url))
const PLAYERS = { eth: playOnAnvil, sol: playOnSurfpool } as const satisfies Readonly<Record<string, ScriptPlayer>>
type Network = keyof typeof PLAYERS
/** The same id in every run, so the app recognises the file and replaces no case of the user. */
const CASE_ID: Readonly<Record<Network, string>> = {
  eth: 'd3300000-0000-4000-8000-000000000001',
  sol: 'd3300000-0000-4000-8000-000000000002',
}
const DEPTH = 500

const [, , asked] = process.argv
for (const network of (['eth', 'sol'] as const).filter((one) => asked === undefined || one === asked)) {
  const bytes = await make(network)
  process.stdout.write(`${network}: ${bytes} bytes\n`)
}

async function make(network: Network): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'demonstration-'))
  const opened: { context: Context | null } = { context: null }
  const script = demonstrationScript(network === 'eth')
  const readNow = async (played: Omit<PlayedScript, 'stop'>): Promise<TokenKey> => {
    opened.context ??= await openNode(folder, network, played)
    const token = { network, address: played.token }
    await read(opened.context, token)
    return token
  }
  const played = await PLAYERS[network](script, async (state) => {
    await readNow(state)
  })
  try {
    const token = await readNow(played)
    const { context } = opened
    if (context === null) throw new Error('The script has no pause')
    await writeCase(context, network, token)
    const target = join(folder, `${network}.holderscope`)
    const { store, engine, clock, logger } = context
    await exportCase({ store, engine, clock, logger, dataDir: folder }, { id: CASE_ID[network], target, seal: false })
    const packed = gzipSync(await readFile(target), { level: 9 })
    await writeFile(join(RESOURCES, 'demonstration', `${network}.holderscope.gz`), packed)
    return packed.length
  } finally {
    await opened.context?.close()
    await played.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function openNode(folder: string, network: Network, played: Omit<PlayedScript, 'stop'>): Promise<Context> {
  const config = await loadConfig({ dataDir: folder, port: '0', source: played.endpoints.map((url) => `${network}=${url}`) }, {})
  const context = await openContext(config, { logger: silentLogger, resourcesDir: RESOURCES })
  const rows = demonstrationScript(false).exchanges.map((name) => ({
    address: played.at(name),
    name: `Demonstration ${name}`,
    tags: ['exchange' as const],
    category: null,
    linkPolicy: 'hub' as const,
    source: 'demonstration',
  }))
  await context.store.write.saveLabels({ network, source: 'demonstration', rows })
  return context
}

/** Reads the token, scans it, and keeps a snapshot. */
async function read({ jobs, scanner, engine }: Context, token: TokenKey): Promise<void> {
  const job = await jobs.ended((await jobs.start(token, { depth: DEPTH, sinceBlock: null })).id)
  if (job.state !== 'done') throw new Error(`The read ended as ${job.state}: ${job.error ?? 'no reason given'}`)
  await scanner.scan(token)
  await engine.takeSnapshot(token)
}

async function writeCase({ store, engine, clock }: Context, network: Network, token: TokenKey): Promise<void> {
  const early = (await engine.query(token, 'early', {}))?.value
  if (early === undefined) throw new Error('The engine has no early buyers of the token')
  const at = unixSeconds(clock)
  const id = CASE_ID[network]
  let { revision } = await store.write.createCase({
    id,
    name: `Demonstration launch on ${NETWORKS[network].name} (played on a test node)`,
    at,
  })
  for (const request of commandsOf(token, early)) {
    const command = await resolveCommand({ store, engine }, id, request)
    revision = (await store.write.changeCase({ id, revision, command, at })).revision
  }
}

function commandsOf(token: TokenKey, { snipers, bundlers, insiders, groups }: EarlyRecord): CaseRequest[] {
  const { network, address } = token
  const key = { network, token_address: address }
  const [first] = groups
  return [
    { op: 'add_item', kind: 'token', ...token },
    {
      op: 'add_note',
      target: { kind: 'case' },
      text: `A launch that was played on a test node by a script, to show what the app finds. This token does not exist on ${NETWORKS[network].name}: no address here belongs to anybody, and block explorers know none of its transactions.\n\nThe creator gave two friends tokens before the launch and funded a third wallet. A backer paid a ring of five wallets in one transaction, and they bought right behind the liquidity.${network === 'eth' ? ' Three new wallets with coins from exchanges bought a little later with the same odd gas settings.' : ''} The others are independent.`,
    },
    {
      op: 'add_finding',
      text: `${countOf(snipers.length, 'wallet')} bought in the first blocks, and ${bundlers.length} of these bought together.`,
      evidence: [
        { kind: 'snapshot', ...key, timestamp: null },
        ...(first?.tx ?? []).slice(0, 3).map((transaction) => ({ kind: 'transaction' as const, network, transaction })),
      ],
    },
    {
      op: 'add_finding',
      text: `${countOf(insiders.length, 'wallet is', 'wallets are')} tied to the creator: given tokens before the launch, funded by it, or in its cluster.`,
      evidence: [{ kind: 'cluster', ...key, cluster: 0 }],
    },
    { op: 'add_finding', text: 'The scan shows what the token’s code and its liquidity allow.', evidence: [{ kind: 'scan', ...key }] },
  ]
}
