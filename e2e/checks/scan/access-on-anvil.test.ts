import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing } from '../../fixtures/anvil/anvil.ts'
import { FLAG_IDS } from '../../../src-main/chains/security/facts.ts'
import { ACCESS_CASES } from './access-cases.ts'
import { openPowerScans, type PowerScans } from './powers.ts'

const missing = anvilMissing()
/** Without a source service, it is unknown whether a source is verified. */
const NEVER_READ = 'verified'

describe.skipIf(missing !== null)(`powers of callers and code that are hard to find${missing === null ? '' : ` (${missing})`}`, () => {
  let scans: PowerScans
  beforeAll(async () => {
    scans = await openPowerScans()
  }, 60_000)
  afterAll(() => scans.close())

  it.each(ACCESS_CASES)('$name', { timeout: 60_000 }, async ({ is, unknown, because = '', ...one }) => {
    const { facts } = await scans.scan({ ...one, purpose: 'catch', is: [] })
    const valued = (value: boolean | null) => FLAG_IDS.filter((id) => id !== NEVER_READ && id !== 'renounced' && facts.flags[id]?.value === value)
    expect({ is: valued(true), unknown: valued(null) }).toEqual({
      is: FLAG_IDS.filter((id) => id !== 'renounced' && is.includes(id)),
      unknown: FLAG_IDS.filter((id) => id !== 'renounced' && unknown.includes(id)),
    })
    for (const id of unknown) expect(facts.flags[id]?.how).toContain(because)
    // Nobody has given up a token in which an address has a power, or may have one.
    expect(facts.flags.renounced?.value).toBe(unknown.includes('renounced') ? null : is.includes('renounced'))
    expect(facts.partial).toEqual([])
  })
})
