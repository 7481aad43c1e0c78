import { defineConfig } from 'playwright/test'
import { launchOptions } from './fixtures/chromium.ts'
import { isolateTemporaryFiles } from './fixtures/temporary-files.ts'

// Profiles of browsers and installed packages are large.
isolateTemporaryFiles({ inMemory: false })

/**
 * Run by e2e/full.config.ts only: every view against its reference screenshots, the command line, whole networks and nodes of other chains, what
 * is built for others (packages, clients, agents, the help's examples), the public API route by route, cases, snapshots, archives, imported files and
 * traces in detail, tokens in common, and what needs crashes, failing connections, several processes or very large graphs.
 */
const SPECS = [
  'api-view',
  'case-claims',
  'case-file',
  'case-views',
  'cli-package',
  'cli-package-files',
  'client-package',
  'client-package-files',
  'command-line',
  'connection',
  'crash-and-lock',
  'creator-on-evm',
  'demonstration',
  'desktop-package',
  'early-at-a-snapshot',
  'evm-markets',
  'evm-network',
  'file-import',
  'foreign-clients',
  'help-examples',
  'high-contrast',
  'in-common',
  'keyboard-case',
  'large-graph',
  'lost-service',
  'mcp',
  'rules-trial',
  'scan-solana',
  'scan-sui',
  'server-conformance',
  'settings-archive',
  'sharing',
  'small-window',
  'snapshot-steps',
  'solana-live',
  'solana-network',
  'store-faults',
  'sui-launch',
  'sui-network',
  'table-url',
  'team',
  'team-jobs',
  'trace',
  'trade-notes',
  'views',
]
export const ONLY_FULL = `**/{${SPECS.join()}}.spec.ts`

/** One spec per investigation, in a real Chromium against the real service. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: ONLY_FULL,
  outputDir: '../test-results',
  globalSetup: './fixtures/global-setup.ts',
  fullyParallel: false,
  // One for each core of a small machine: a third took more CPU time than it saved in waiting.
  workers: 2,
  timeout: 180_000,
  // The report marks a spec that passed only the second time as flaky.
  retries: 1,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: await launchOptions(),
    viewport: { width: 1280, height: 800 },
    actionTimeout: 20_000,
  },
})
