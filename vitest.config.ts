import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { isolateTemporaryFiles } from './e2e/fixtures/temporary-files.ts'

isolateTemporaryFiles()

const ALL = ['src-*/**/*.test.{ts,tsx}', 'e2e/checks/**/*.test.ts']
/** These replace modules for themselves, so each needs a process of its own. */
const ISOLATED = ['src-main/shell/**/*.test.ts']
/** The store's own tests again, on PostgreSQL: each opens connections of its own, which takes minutes. */
const ONLY_FULL = 'src-main/store/postgres/contract.test.ts'
/** Tests with as many rounds as there is time for. `--mode full` runs all rounds of them and nothing else. */
const WITH_ROUNDS = [
  'src-main/bus/**/*.test.ts',
  'src-main/store/testing/{case-kill,deletion-kill,fault-points,kill}.test.ts',
  'src-main/store/tables/cases/*.test.ts',
  ONLY_FULL,
  'src-main/importers/testing/*.test.ts',
  'src-main/ingest/jobs/jobs.test.ts',
  'src-main/ingest/watch/webhooks.test.ts',
  'src-main/server/**/connects.test.ts',
  'e2e/checks/conformance/fuzz.test.ts',
  'e2e/checks/first-read/{evm-calls,large-evm}.test.ts',
  'e2e/checks/detection/{exchange,recompute}.property.test.ts',
]

const fixture = (path: string): string => fileURLToPath(new URL(`e2e/fixtures/${path}`, import.meta.url))

export default defineConfig(({ mode }) => {
  const common = {
    globalSetup: 'e2e/fixtures/bundles/bundle.ts',
    alias: [
      { find: /^.*\/worker-url\.ts$/, replacement: fixture('bundles/worker-url.ts') },
      { find: /^.*\/time-limits\.ts$/, replacement: fixture('long-time-limits.ts') },
    ],
    // The second that is the default is short for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks' as const,
    // A busy machine takes ten times as long as a quiet one.
    testTimeout: mode === 'full' ? 600_000 : 180_000,
    hookTimeout: 180_000,
    // Real nodes drop an announcement now and then. The report marks a test that passed only the second time.
    retry: 1,
    env: { HOLDERSCOPE_TEST_ROUNDS: mode === 'full' ? 'all' : 'few' },
  }
  // Files share the modules of their worker: a fresh process for each file takes a third of the whole run.
  const shared = {
    test: {
      ...common,
      name: 'shared',
      isolate: false,
      include: mode === 'full' ? WITH_ROUNDS : ALL,
      exclude: mode === 'full' ? ISOLATED : [...ISOLATED, ONLY_FULL],
    },
  }
  const isolated = { test: { ...common, globalSetup: [], name: 'isolated', include: ISOLATED } }
  // More than the cores of a small machine, because many tests wait for a node.
  return { test: { maxWorkers: 4, projects: mode === 'full' ? [shared] : [shared, isolated] } }
})
