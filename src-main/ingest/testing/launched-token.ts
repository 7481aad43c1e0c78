import { afterAll, beforeAll, test as base, type TestAPI } from 'vitest'
import { spawnAnvil, type Anvil } from '../../../e2e/fixtures/anvil/anvil.ts'
import { launchScenario, type Scenario } from '../../../e2e/fixtures/anvil/scenario.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Jobs } from '../jobs/interface.ts'
import { withOwnReads, type OwnReads } from './own-reads.ts'

/** How a whole read is started: nothing of the scenario is older or deeper. */
export const WHOLE = { depth: 500, sinceBlock: null }

/** A token with its whole history on a node of these tests. Available once the hooks of the suite have run. */
export interface LaunchedToken {
  readonly test: TestAPI<{ reads: OwnReads }>
  readonly url: string
  readonly truth: Scenario
  readonly token: TokenKey
  /** Reads the token with these jobs, to the end of the read. */
  readOn(jobs: Jobs): Promise<JobRecord>
}

/** Called in a suite: starts a node and launches the token before its tests, and stops the node after them. */
export function useLaunchedToken(): LaunchedToken {
  let anvil: Anvil | undefined
  let scenario: Scenario | undefined
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The hooks of the suite have not run')
    return value
  }
  beforeAll(async () => {
    anvil = await spawnAnvil()
    scenario = await launchScenario(anvil.url)
  })
  afterAll(() => anvil?.stop())

  const launched: LaunchedToken = {
    test: base.extend<{ reads: OwnReads }>({ reads: ({}, run) => withOwnReads('eth', run) }),
    get url() {
      return started(anvil).url
    },
    get truth() {
      return started(scenario)
    },
    get token(): TokenKey {
      return { network: 'eth', address: trustedAddress(started(scenario).token) }
    },
    readOn: async (jobs) => jobs.ended((await jobs.start(launched.token, WHOLE)).id),
  }
  return launched
}
