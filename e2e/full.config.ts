import config from './playwright.config.ts'

// Read by the specs that have more rounds or larger populations where there is time for them.
process.env['HOLDERSCOPE_TEST_ROUNDS'] = 'all'

/** The specs that `npm run test:full` runs at full size, and those that only it runs. */
export default { ...config, testMatch: '**/{desktop-package,evm-markets,help-examples,solana-live,team,team-jobs,views}.spec.ts', testIgnore: [] }
