import { describe, expect, it } from 'vitest'
import { localScan, scanReport } from '../../../src-shared/contract/records/scan.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { NETWORK_IDS, type NetworkId } from '../../../src-shared/networks.ts'
import { readFlag, unknownFlag } from '../../../src-main/chains/security/facts.ts'
import { changesBetween } from '../../../src-main/scan/report/changes.ts'
import type { ScanInput } from '../../../src-main/scan/input.ts'
import { SELL_UNTESTED } from '../../../src-main/scan/evaluate.ts'
import { buildScan } from '../../../src-main/scan/report/report.ts'
import { hideFacts, cleanInput, weights } from './inputs.ts'
import { OWNER, power, raised, TAMPERED_INPUTS, withFacts, withFlag } from './tampered-inputs.ts'

describe.each(NETWORK_IDS)('on %s', (network: NetworkId) => {
  const here = weights.findings.filter(({ networks }) => networks.includes(network))

  it('a clean token scores 100 with no reasons, and its report matches the schema', () => {
    const { report, detail } = buildScan(weights, cleanInput(network))
    expect(report.results.simple).toEqual({ score: 100, message: 'OK', reasons: [] })
    expect(detail).toMatchObject({ findings: [], unknowns: [], score: 100 })
    expect(scanReport.safeParse(report).error).toBeUndefined()
    expect(localScan.safeParse({ report, ...detail, changes: null, previous_at: null }).error).toBeUndefined()
  })

  it.each(here)('$id is found and costs its points', ({ id, points, reason }) => {
    const { report, detail } = buildScan(weights, TAMPERED_INPUTS[id]?.(cleanInput(network)) ?? cleanInput(network))
    const found = detail.findings.find((finding) => finding.id === id)
    expect(found).toMatchObject({ points, sentence: reason, rule_version: weights.version })
    expect(found?.clears).not.toBe('')
    expect(report.results.simple.reasons).toContain(reason)
    expect(detail.findings.reduce((sum, finding) => sum + finding.points, 0) + detail.score).toBe(100)
  })

  it('unknown facts are listed and cost nothing, and an untested exit is the first reason', () => {
    const { report, detail } = buildScan(
      weights,
      hideFacts(cleanInput(network), () => true),
    )
    expect(detail.findings).toEqual([])
    expect(report.results.simple).toEqual({ score: 100, message: 'OK', reasons: [SELL_UNTESTED] })
    expect(detail.unknowns.map(({ id }) => id).toSorted()).toEqual(here.map(({ id }) => id).toSorted())
    for (const [field, value] of Object.entries(report.results.advanced)) expect([field, value]).not.toEqual([field, false])
  })
})

it('a power held by a multisig costs half and names the holder', () => {
  const input = withFlag(cleanInput('eth'), 'mintable', readFlag(true, 'mint(address,uint256) raised the supply.', 7, power('multisig')))
  expect(buildScan(weights, input).detail.findings).toMatchObject([{ id: 'mint_open_evm', points: 13, evidence: [OWNER] }])
})

it('a live owner without powers costs nothing, and is unknown when powers are untested', () => {
  const live = withFlag(cleanInput('eth'), 'renounced', readFlag(false, 'owner()', 7, power('wallet')))
  expect(buildScan(weights, live).detail.findings).toEqual([])
  const untested = buildScan(weights, withFlag(live, 'mintable', unknownFlag('No simulation.'))).detail
  expect(untested.unknowns.map(({ id }) => id)).toContain('owner_live')
})

it('a tax limited to 10 % is not a finding', () => {
  const input = raised('tax_modifiable')(cleanInput('eth'))
  expect(buildScan(weights, withFacts(input, { taxes: { ...input.facts.taxes, settablePct: 8 } })).detail.findings).toEqual([])
  expect(buildScan(weights, withFacts(input, { taxes: { ...input.facts.taxes, settablePct: 99 } })).detail.findings).toHaveLength(1)
})

it('top holders exclude pools, burns, lockers and exchanges', () => {
  const input: ScanInput = {
    ...cleanInput('sol'),
    holders: {
      count: 500,
      top: (['liquidity_pool', 'burn', 'vesting', 'exchange'] as const).map((tag, i) => ({
        address: trustedAddress(`h${i}`),
        raw: 200_000n,
        tags: [tag],
      })),
    },
  }
  expect(buildScan(weights, input).detail.findings).toEqual([])
})

it('changes between two scans include only safety-related facts', () => {
  const before = buildScan(weights, cleanInput('eth')).report
  const after = buildScan(weights, { ...raised('mintable')(cleanInput('eth')), holders: { top: [], count: 400 } }).report
  expect(changesBetween(null, after)).toBeNull()
  expect(changesBetween(before, after)).toEqual([
    { field: 'message', before: 'OK', after: 'Caution' },
    { field: 'mintable', before: false, after: true },
    { field: 'score', before: 100, after: 75 },
  ])
})
