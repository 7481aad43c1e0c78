import { expect, it } from 'vitest'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { findOrigin } from '../../../src-main/detectors/insiders/origin.ts'
import { THROUGH_MIXER } from '../accuracy/contract-scenarios.ts'
import { loadShippedRules } from '../accuracy/report.ts'
import { seeded } from '../accuracy/script.ts'
import { simulate } from '../accuracy/simulate.ts'

it('coin that a mixer paid after the creator paid in is named so, and ties nobody to the creator', () => {
  const { facts, at } = simulate(THROUGH_MIXER.build(seeded(1)), 'eth')
  const { index, insiders } = detectAll(facts, loadShippedRules())
  const origin = findOrigin(index, at('wallet 1'))
  expect(origin).toMatchObject({ address: at('mixer of a list'), kind: 'mixer' })
  expect(origin?.secondsAfterCreator).toBeGreaterThan(0)
  expect(insiders).toEqual([])
  expect(findOrigin(index, at('dev'))).toMatchObject({ kind: 'exchange', secondsAfterCreator: null })
})
