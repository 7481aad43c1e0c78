import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { isolateTemporaryFiles } from './e2e/fixtures/temporary-files.ts'

const ALL = ['src-*/**/*.test.{ts,tsx}', 'e2e/checks/**/*.test.ts']
/** These replace modules for themselves, so each needs a process of its own. */
const ISOLATED = ['src-main/shell/**/*.test.ts']
/** Whole reads, launches and scans on real nodes, which take as long as all others. Other tests read a little from the same nodes. */
const ON_NODES = [
  'e2e/checks/{accuracy/nodes,following,large-token,providers,wallets}/**/*.test.ts',
  'e2e/checks/first-read/{first-read,growing-balances,lying-token,preview,relayed-buys,reverted-blocks,unlisted-pool}.test.ts',
  'e2e/checks/scan/{access-on-anvil,bytecode-confusion,creator-services,powers-on-anvil,rules-on-*}.test.ts',
  'src-main/chains/{evm,solana}/security/tokens.test.ts',
  'src-main/chains/evm/security/{contract/upgraders,liquidity/fee-pair,powers/powers}.test.ts',
  'src-main/chains/evm/security/positions/{gauges,managed-positions,managed-trades,positions}.test.ts',
  'src-main/chains/solana/security/{lp-tokens,pool-depths,transfer-hooks,unusual-mints,lp-tokens/*,positions/*}.test.ts',
  'src-main/chains/sui/reading/holders/long-list.test.ts',
  'src-main/ingest/{follow/read-again-live,jobs/limited-endpoints,jobs/lying-node,jobs/solana,trace/traces,watch/watch}.test.ts',
  'src-main/ingest/stages/{checks/cross-check,preview/preview}.test.ts',
]
/** On servers of PostgreSQL and NATS, which processes of a team share. */
const ON_SERVERS = [
  'src-main/store/postgres/{contract,faults,fence,handle,same-answers}.test.ts',
  'src-main/bus/nats/nats-bus.test.ts',
  'src-main/ingest/jobs/job-store.test.ts',
  'src-main/ingest/leases/under-lease.test.ts',
  'src-main/ingest/watch/outages.test.ts',
  'src-main/server/auth/quotas-across.test.ts',
]
/** Processes of the command line; many or slow callers, full disks and damaged files; clients that are generated; fuzz, kills and large tokens. */
const ONLY_FULL = [
  'src-main/cli/commands/{decode,doctor-archive,listening-commands,replay,serve-worker}.test.ts',
  'src-main/server/http/slow-readers.test.ts',
  'src-main/server/live/connects.test.ts',
  'src-main/server/reference/validators.test.ts',
  'src-main/ingest/jobs/disk-full.test.ts',
  'src-main/store/repair/salvage.test.ts',
  'src-main/store/testing/deletion-kill.test.ts',
  'src-main/importers/testing/import-kill.test.ts',
  'src-renderer/api/fast-parse.property.test.ts',
  'e2e/checks/conformance/fuzz.test.ts',
  'e2e/checks/demonstration/demonstration.test.ts',
  'e2e/checks/first-read/{evm-calls,large-evm}.test.ts',
]
/** Tests with as many rounds as there is time for. `--mode full` runs all rounds of them. */
const WITH_ROUNDS = [
  'src-main/bus/bus.test.ts',
  'src-main/store/testing/{case-kill,fault-points,kill}.test.ts',
  'src-main/store/tables/cases/*.test.ts',
  'src-main/store/tables/{facts/live-blocks,facts/rolled-back-reads,trades/trade-pages,wallets/in-common}.test.ts',
  'src-main/importers/cases/case-files.test.ts',
  'src-main/store/case-file/import-store.test.ts',
  'src-main/chains/solana/{decode/untrusted,following/follow}.test.ts',
  'src-main/detectors/clusters/graph/spanning.property.test.ts',
  'src-main/ingest/jobs/jobs.test.ts',
  'src-main/ingest/watch/webhooks.test.ts',
  'src-main/server/**/encodings.test.ts',
  'e2e/checks/detection/{exchange,recompute}.property.test.ts',
]

interface ProjectOptions {
  readonly exclude?: string[]
  readonly rounds?: 'all' | 'few'
  readonly isolate?: boolean
}

const fixture = (path: string): string => fileURLToPath(new URL(`e2e/fixtures/${path}`, import.meta.url))

export default defineConfig(({ mode }) => {
  isolateTemporaryFiles({ inMemory: mode !== 'full' })
  const common = {
    alias: [
      { find: /^.*\/worker-url\.ts$/, replacement: fixture('bundles/worker-url.ts') },
      { find: /^.*\/time-limits\.ts$/, replacement: fixture('long-time-limits.ts') },
    ],
    // The second that is the default is short for a busy machine.
    expect: { poll: { timeout: 20_000 }, requireAssertions: true },
    pool: 'forks' as const,
    // A busy machine takes ten times as long as a quiet one.
    testTimeout: mode === 'full' ? 600_000 : 180_000,
    hookTimeout: 180_000,
    // Real nodes drop an announcement now and then. The report marks a test that passed only the second time.
    retry: 1,
  }
  // Files share the modules of their worker: a fresh process for each file takes a third of the whole run.
  const project = (name: string, include: string[], { exclude = [], rounds = 'few', isolate = false }: ProjectOptions = {}) => ({
    test: { ...common, name, include, exclude, isolate, env: { HOLDERSCOPE_TEST_ROUNDS: rounds } },
  })
  const projects =
    mode === 'full'
      ? [project('rounds', [...WITH_ROUNDS, ...ON_SERVERS, ...ONLY_FULL], { rounds: 'all' }), project('nodes', ON_NODES, { rounds: 'all' })]
      : [
          project('shared', ALL, { exclude: [...ISOLATED, ...ON_NODES, ...ON_SERVERS, ...ONLY_FULL] }),
          project('isolated', ISOLATED, { isolate: true }),
        ]
  // More than the cores of a small machine, because many tests wait for a node.
  return { test: { globalSetup: 'e2e/fixtures/bundles/bundle.ts', maxWorkers: 4, projects } }
})
