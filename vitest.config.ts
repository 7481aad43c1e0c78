import { defineConfig } from 'vitest/config'

/** Tests with as many rounds as there is time for. `--mode full` runs all rounds of them and nothing else. */
const WITH_ROUNDS = ['src-main/store/testing/kill.test.ts', 'src-main/server/**/connects.test.ts', 'e2e/checks/conformance/fuzz.test.ts']

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'full' ? WITH_ROUNDS : ['src-*/**/*.test.{ts,tsx}', 'e2e/checks/**/*.test.ts'],
    env: { HOLDERSCOPE_TEST_ROUNDS: mode === 'full' ? 'all' : 'few' },
    pool: 'forks',
    maxWorkers: 2,
    // Files share the modules of their worker: a fresh process for each file takes a third of the whole run.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
}))
