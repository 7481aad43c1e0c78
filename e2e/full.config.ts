import config, { ONLY_FULL } from './playwright.config.ts'

/** The specs that only `npm run test:full` runs. */
export default { ...config, testMatch: ONLY_FULL, testIgnore: [] }
