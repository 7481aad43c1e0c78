import { defineConfig } from 'playwright/test'
import { launchOptions } from './fixtures/chromium.ts'
import { isolateTemporaryFiles } from './fixtures/temporary-files.ts'

isolateTemporaryFiles()

/** One spec per investigation, in a real Chromium against the real service. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // e2e/full.config.ts runs these.
  testIgnore: '**/{help-examples,team-jobs}.spec.ts',
  outputDir: '../test-results',
  globalSetup: './fixtures/global-setup.ts',
  fullyParallel: false,
  // More than the cores of a small machine, because many specs wait for a service or a node.
  workers: 3,
  timeout: 60_000,
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
