import { expect, it } from 'vitest'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { findOrigin } from '../../../src-main/detectors/insiders/origin.ts'
import { BRIDGE_TRAPS } from '../accuracy/bridge-scenarios.ts'
import { THROUGH_MIXER } from '../accuracy/contract-scenarios.ts'
import { loadShippedRules } from '../accuracy/report.ts'
import { seeded } from '../accuracy/script.ts'
import { simulate } from '../accuracy/simulate.ts'

it.each([{ kind: 'mixer', scenario: THROUGH_MIXER }, ...BRIDGE_TRAPS.map((scenario) => ({ kind: 'bridge', scenario }))])(
  '$scenario.name: a $kind is named with a hint and ties nobody to the creator',
  ({ kind, scenario }) => {
    const { facts, at } = simulate(scenario.build(seeded(1)), 'eth')
    const { index, insiders } = detectAll(facts, loadShippedRules())
    const origin = findOrigin(index, at('wallet 1'))
    expect(origin).toMatchObject({ address: at(`${kind} of a list`), kind })
    expect(origin?.secondsAfterCreator).toBeGreaterThan(0)
    expect(insiders).toEqual([])
    expect(findOrigin(index, at('dev'))).toMatchObject({ kind: 'exchange', secondsAfterCreator: null })
  },
)
