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
import { createAdapters } from '../../../src-main/ingest/adapters.ts'
import { createJobs } from '../../../src-main/ingest/jobs/jobs.ts'
import { createScanner, type ScannerOptions } from '../../../src-main/ingest/scan/scanner.ts'
import { NO_SERVICES } from '../../../src-main/ingest/services/services.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { readScanWeights } from '../../../src-main/ingest/scan/read-weights.ts'
import { openTestStore } from '../../../src-main/store/testing/test-store.ts'
import { LAUNCHES } from './launches.ts'

/** Scans tokens on a node as the app does: adapter, read job, store, engine, rules and the app's own scanner. */

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
  /** Reads a token into the store. Throws when the job fails. */
  read(token: string): Promise<void>
  /** Scans a token, optionally with the clock advanced by some hours. */
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
  const store = await openTestStore(join(folder, 'store.db'))
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
      if (job.state !== 'done') throw new Error(`The read job ended as ${job.state}: ${job.error ?? 'no reason given'}`)
    },
    async scan(token, hoursLater = 0) {
      ahead = hoursLater * HOUR_MS
      const { detail } = await scanner.scan(key(token))
      ahead = 0
      // Findings also list points that a cap returns, which are not rules.
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
  /** Networks with the same rules. The tokens are on the first. */
  readonly networks: readonly NetworkId[]
  /** Rule → name of the token that trips it. */
  readonly shownBy: Readonly<Record<string, string>>
  /** Rule → why no token on this kind of node can trip it. */
  readonly notShown: Readonly<Record<string, string>>
  /** Deploys a token by its name in the table and scans it. Called once per token. */
  readonly tokens: Readonly<Record<string, () => Promise<ScanOutcome>>>
  /** The clean token, and the rules that are unknown for every token. */
  readonly plain: string
  readonly undecided: readonly string[]
}

/** Tests that the table covers every rule of its networks, that each token trips its rules, and that the clean one trips none. */
export function testRules({ networks, shownBy, notShown, tokens, plain, undecided }: RuleExamples): void {
  const outcomes = new Map<string, Promise<ScanOutcome>>()
  const scanOf = (name: string): Promise<ScanOutcome> => {
    const made = outcomes.get(name) ?? tokens[name]?.() ?? Promise.reject(new Error(`Unknown token: ${name}`))
    outcomes.set(name, made)
    return made
  }

  it.each(networks)('every rule of %s has a token that trips it, or a reason why none can', (network) => {
    const rules = weights.findings.filter(({ networks }) => networks.includes(network)).map(({ id }) => id)
    expect([...Object.keys(shownBy), ...Object.keys(notShown)].toSorted()).toEqual(rules.toSorted())
  })

  it(`${plain} trips no rule, and only undecidable rules are unknown`, { timeout: SCAN_LIMIT_MS }, async () => {
    expect(await scanOf(plain)).toEqual({ applies: [], unknown: undecided })
  })

  const { launches = [], others = [] } = Object.groupBy(Object.entries(shownBy), ([, name]) => (name in LAUNCHES ? 'launches' : 'others'))
  const expectTripped = async (rule: string, name: string): Promise<void> => expect((await scanOf(name)).applies).toContain(rule)
  it.each(others)('%s: %s', { timeout: SCAN_LIMIT_MS }, expectTripped)
  // In parallel: each launch has its own node, and its read mostly waits.
  it.concurrent.each(launches)('%s: %s', { timeout: SCAN_LIMIT_MS }, expectTripped)
}
