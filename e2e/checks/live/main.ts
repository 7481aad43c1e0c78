import type { ArchiveAccess } from '../../../src-main/chains/archive/request.ts'
import { loadConfig, redactEndpoint } from '../../../src-main/config/config.ts'
import { probeEndpoint } from '../../../src-main/ingest/sources/probe.ts'
import { ARCHIVE_NETWORKS, type ArchiveNetwork } from '../../../src-shared/services.ts'
import { NETWORKS, type NetworkFamily, type NetworkId } from '../../../src-shared/networks.ts'
import { checkEvm } from './evm.ts'
import { checkPortal } from './portal.ts'
import { rawCallTo, type RawCall } from './raw-call.ts'
import { checkSolana } from './solana.ts'

/**
 * `npm run live`: queries the endpoints and the archive in this machine's settings for facts that no offline test can know, and prints the
 * answers. It reads nothing into the store. The exit code is 1 if one does not answer.
 */

const CHECKS: Readonly<Record<NetworkFamily, (call: RawCall) => Promise<string[]>>> = {
  evm: checkEvm,
  solana: checkSolana,
  sui: () => Promise.resolve([]),
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

async function checkEndpoint(network: NetworkId, url: string): Promise<boolean> {
  print(`\n${NETWORKS[network].name}, ${redactEndpoint(url)}`)
  const { found, fault } = await probeEndpoint(network, url)
  if (found === null) {
    print(`  ✗ ${fault ?? 'It does not answer.'}`)
    return false
  }
  const more = await CHECKS[NETWORKS[network].family](rawCallTo(url)).catch((error: unknown) => [`A check failed: ${String(error)}.`])
  for (const sentence of [...found.sentences, ...more]) print(`  ${sentence}`)
  return true
}

async function checkArchive(network: ArchiveNetwork, access: ArchiveAccess): Promise<boolean> {
  print(`\n${NETWORKS[network].name}, data set ${access.dataset} of ${new URL(access.url).host}`)
  try {
    for (const sentence of await checkPortal(network, access)) print(`  ${sentence}`)
    return true
  } catch (error) {
    print(`  ✗ ${String(error)}`)
    return false
  }
}

const { sources, services, archive } = await loadConfig({}, process.env)
const endpoints = Object.entries(sources).flatMap(([network, urls]) => urls.map((url) => [network as NetworkId, url] as const))
if (endpoints.length === 0)
  print('SKIPPED: no endpoint is set. Set HOLDERSCOPE_SOURCE_ETH=URL (or SOL, BASE, BSC, SUI), or sources in the settings file, and run it again.')
const portal = services.archive
if (portal === undefined) print('SKIPPED: no archive is set. Set HOLDERSCOPE_SERVICE_ARCHIVE=URL, or services.archive in the settings file.')
for (const [network, url] of endpoints) if (!(await checkEndpoint(network, url))) process.exitCode = 1
for (const network of portal === undefined ? [] : ARCHIVE_NETWORKS) {
  const access = { protocol: 'portal', dataset: archive.datasets[network], ...portal } as ArchiveAccess
  if (!(await checkArchive(network, access))) process.exitCode = 1
}
