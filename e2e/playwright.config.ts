import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { launchOptions } from './fixtures/chromium.ts'

// Node's own default folder. Each start of the built service and of the command line reads its compiled code from there.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')

/** One spec per investigation, in a real Chromium against the real service. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // e2e/full.config.ts runs these.
  testIgnore: '**/help-examples.spec.ts',
  outputDir: '../test-results',
  globalSetup: './fixtures/global-setup.ts',
  fullyParallel: false,
  // More than the cores of a small machine, because many specs wait for a service or a node.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: await launchOptions(),
    viewport: { width: 1280, height: 800 },
    actionTimeout: 20_000,
  },
})
