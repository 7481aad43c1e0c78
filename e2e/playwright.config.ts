import { defineConfig } from 'playwright/test'
import { launchOptions } from './fixtures/chromium.ts'

/** One spec per investigation, in a real Chromium against the real service. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions: await launchOptions(),
    viewport: { width: 1280, height: 800 },
    actionTimeout: 10_000,
  },
})
