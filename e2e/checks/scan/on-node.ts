import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { ScriptPlayer } from '../accuracy/nodes/script-player.ts'
import type { Script } from '../accuracy/script.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import { seedLabels } from '../../../src-main/importers/labels/label-lists.ts'
import { createAdapters } from '../../../src-main/ingest/sources/adapters.ts'
import { createJobs } from '../../../src-main/ingest/jobs/jobs.ts'
import { createScanner, type ScannerOptions } from '../../../src-main/ingest/scan/scanner.ts'
import { NO_SERVICES } from '../../../src-main/ingest/services/services.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { readScanWeights } from '../../../src-main/ingest/scan/read-weights.ts'
import { openStore } from '../../../src-main/store/client.ts'

/** Scans of tokens on a node as the app makes them: adapter, read job, store, engine and rules, joined by the app's own scanner. */

const RESOURCES = fileURLToPath(new URL('../../../resources', import.meta.url))
const DEPTH = 500
const HOUR_MS = 3_600_000
const SCAN_LIMIT_MS = 180_000
const weights = readScanWeights(RESOURCES)

/** Ids of rules, in the order of the published weights. */
export interface ScanOutcome {
  readonly applies: readonly string[]
  readonly unknown: readonly string[]
}

export interface Scans {
  /** Reads a token into the store. Throws Error when the job did not end well. */
  read(token: string): Promise<void>
  /** Scans a token, some hours from now where told so. */
  scan(token: string, hoursLater?: number): Promise<ScanOutcome>
  readAndScan(token: string): Promise<ScanOutcome>
  close(): Promise<void>
}

export async function openScans(
  network: NetworkId,
  endpoints: readonly string[],
  services: ScannerOptions['services'] = NO_SERVICES,
): Promise<Scans> {
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  const folder = await mkdtemp(join(tmpdir(), 'holderscope-rules-'))
  const store = await openStore({ path: join(folder, 'store.db'), logger: silentLogger })
  await seedLabels(store, RESOURCES)
  const engine = await createEngine({ store, clock, logger: silentLogger, resourcesDir: RESOURCES })
  const adapters = createAdapters({ sources: { [network]: endpoints } })
  const jobs = createJobs({ store, engine, adapters, clock, logger: silentLogger })
  const scanner = createScanner({ store, engine, adapters, weights, services, clock })
  const key = (token: string) => ({ network, address: trustedAddress(token) })
  const known = new Set(weights.findings.map(({ id }) => id))

  const scans: Scans = {
    async read(token) {
      const job = await jobs.ended((await jobs.start(key(token), { depth: DEPTH, sinceBlock: null })).id)
      if (job.state !== 'done') throw new Error(`the read ${job.state}: ${job.error ?? 'no reason given'}`)
    },
    async scan(token, hoursLater = 0) {
      ahead = hoursLater * HOUR_MS
      const { detail } = await scanner.scan(key(token))
      ahead = 0
      // What a cap gives back stands among the findings too, and is no rule.
      return { applies: detail.findings.flatMap(({ id }) => (known.has(id) ? [id] : [])), unknown: detail.unknowns.map(({ id }) => id) }
    },
    async readAndScan(token) {
      await scans.read(token)
      return scans.scan(token)
    },
    async close() {
      await scanner.close()
      await jobs.close()
      await adapters.close()
      await engine.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return scans
}

/** Plays a launch on a fresh node, reads it and scans its token. */
export async function scanLaunch(network: NetworkId, play: ScriptPlayer, script: Script): Promise<ScanOutcome> {
  const staged = await play(script)
  try {
    const scans = await openScans(network, staged.endpoints)
    try {
      return await scans.readAndScan(staged.token)
    } finally {
      await scans.close()
    }
  } finally {
    await staged.stop()
  }
}

export interface RuleExamples {
  /** Networks that the same rules hold for; the tokens are on the first. */
  readonly networks: readonly NetworkId[]
  /** Rule → name of the token that trips it. */
  readonly shownBy: Readonly<Record<string, string>>
  /** Rule → why no token on this kind of node can trip it. */
  readonly notShown: Readonly<Record<string, string>>
  /** Puts a token on the node, by its name in the table, and scans it. Each is asked for once. */
  readonly tokens: Readonly<Record<string, () => Promise<ScanOutcome>>>
  /** The token that nothing is wrong with, and the rules that stay undecided for every token. */
  readonly plain: string
  readonly undecided: readonly string[]
}

/** Tests that the table names every rule of its networks, that each token trips its rules, and that the plain one trips none. */
export function testRules({ networks, shownBy, notShown, tokens, plain, undecided }: RuleExamples): void {
  const asked = new Map<string, Promise<ScanOutcome>>()
  const scanOf = (name: string): Promise<ScanOutcome> => {
    const made = asked.get(name) ?? tokens[name]?.() ?? Promise.reject(new Error(`there is no token "${name}"`))
    asked.set(name, made)
    return made
  }

  it.each(networks)('every rule of %s has a token that trips it, or a reason why none can', (network) => {
    const rules = weights.findings.filter(({ networks }) => networks.includes(network)).map(({ id }) => id)
    expect([...Object.keys(shownBy), ...Object.keys(notShown)].toSorted()).toEqual(rules.toSorted())
  })

  it(`${plain} trips no rule, and only what nobody can know of it is left open`, { timeout: SCAN_LIMIT_MS }, async () => {
    expect(await scanOf(plain)).toEqual({ applies: [], unknown: undecided })
  })

  it.each(Object.entries(shownBy))('%s: %s', { timeout: SCAN_LIMIT_MS }, async (rule, name) => {
    expect((await scanOf(name)).applies).toContain(rule)
  })
}
