import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing } from '../../fixtures/anvil/anvil.ts'
import { POWER_CASES, POWER_FLAG_IDS } from './power-cases.ts'
import { openPowerScans, type PowerScans } from './powers.ts'

const missing = anvilMissing()
/** A scan without the simulated trades and powers takes about 15 calls. */
const MAX_CALLS = 110

describe.skipIf(missing !== null)(`powers by their effect${missing === null ? '' : ` (${missing})`}`, () => {
  let scans: PowerScans
  beforeAll(async () => {
    scans = await openPowerScans()
  }, 60_000)
  afterAll(() => scans.close())

  it.each(POWER_CASES)('$purpose: $name', { timeout: 60_000 }, async (one) => {
    const { facts, is, unknown, calls } = await scans.scan(one)
    expect(is).toEqual(POWER_FLAG_IDS.filter((id) => one.is.includes(id)))
    expect(unknown).toEqual(one.unknown ?? [])
    for (const id of unknown) expect(facts.flags[id]?.evidence).toEqual(one.untried)
    expect(facts.taxes.settablePct).toBe(one.settablePct ?? null)
    expect(facts.partial).toEqual([])
    expect(calls).toBeLessThan(MAX_CALLS)
  })
})
