import config, { ONLY_FULL } from './playwright.config.ts'

// Read by the specs that have more rounds or larger populations when there is time for them.
process.env['HOLDERSCOPE_TEST_ROUNDS'] = 'all'

/** The specs that only `npm run test:full` runs, and the views, which it runs again with more sizes. */
export default { ...config, testMatch: [ONLY_FULL, '**/views.spec.ts'], testIgnore: [] }
