import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { FlagId, SecurityFacts } from '../../security/facts.ts'
import type { Capability, CapabilityStatus } from './capability.ts'
import { toSecurityFacts, type SimulatedTransfer, type SuiSecurityReading } from './facts.ts'

/** What follows from the objects of a coin (docs/scan.md#sui). */

const [ANN, BOB, PACKAGE] = [trustedAddress('ann'), trustedAddress('bob'), trustedAddress('0xown')]
const capability = (id: string, status: CapabilityStatus): Capability => ({ objectId: trustedAddress(id), version: '1', status })
const held = (by = ANN): CapabilityStatus => ({ state: 'held', holder: { address: by, kind: 'wallet' } })
const inside = (type: string | null): CapabilityStatus => ({ state: 'inside', container: null, type })
const GONE: CapabilityStatus = { state: 'destroyed', tx: 'tx' }
const UNKNOWN: CapabilityStatus = { state: 'unknown', why: 'Not read.' }
const OWN = '0xown::vault::Vault'

const clean: SuiSecurityReading = {
  ...{ checkpoint: 9, time: 1, packageId: PACKAGE, published: true, supply: null, regulated: null, globalPause: null, deny: [] },
  ...{ treasury: capability('cap', GONE), upgrade: null, metadata: null, metadataCap: null },
  ...{ launchpads: new Set(['0xpad']), moves: null, liquidity: null, unreadPools: 0, partial: [] },
}
const facts = (change: Partial<SuiSecurityReading>): SecurityFacts => toSecurityFacts({ ...clean, ...change })
const flag = (id: FlagId, change: Partial<SuiSecurityReading>) => {
  const { value = null, holder = null } = facts(change).flags[id] ?? {}
  return holder === null ? value : [value, holder.address]
}

it.each<[string, Partial<SuiSecurityReading>, unknown]>([
  ['held', { treasury: capability('cap', held()) }, [true, ANN]],
  ['held, with a fixed supply', { treasury: capability('cap', held()), supply: 'fixed' }, false],
  ['held, of a coin that can only be burned', { treasury: capability('cap', held()), supply: 'burn only' }, false],
  ['at the zero address', { treasury: capability('cap', { state: 'unreachable' }) }, false],
  ['shared', { treasury: capability('cap', { state: 'shared' }) }, true],
  ['frozen', { treasury: capability('cap', { state: 'immutable' }) }, false],
  ['destroyed', {}, false],
  ['destroyed, its supply inside an own object', { treasury: capability('cap', { ...GONE, supplyIn: { container: null, type: OWN } }) }, null],
  [
    'destroyed, its supply inside a launchpad',
    { treasury: capability('cap', { ...GONE, supplyIn: { container: null, type: '0xpad::c::Curve' } }) },
    false,
  ],
  ['inside an own object', { treasury: capability('cap', inside(OWN)) }, null],
  ['inside a launchpad', { treasury: capability('cap', inside('0xpad::c::Curve')) }, false],
  ['inside something unknown', { treasury: capability('cap', inside(null)) }, null],
  ['unread', { treasury: capability('cap', UNKNOWN) }, null],
  ['not found', { treasury: null }, null],
])('minting with the TreasuryCap %s', (_name, change, value) => expect(flag('mintable', change)).toEqual(value))

describe('the deny list', () => {
  it.each<[string, Partial<SuiSecurityReading>, unknown, unknown]>([
    ['a DenyCap that is held', { deny: [capability('deny', held())] }, [true, ANN], null],
    ['one that may pause', { deny: [capability('deny', held())], globalPause: true }, [true, ANN], [true, ANN]],
    ['one that may not', { deny: [capability('deny', held())], globalPause: false }, [true, ANN], false],
    ['two, of which one is held', { deny: [capability('old', GONE), capability('new', held(BOB))], globalPause: true }, [true, BOB], [true, BOB]],
    ['two, of which one is unread', { deny: [capability('old', GONE), capability('new', UNKNOWN)] }, null, null],
    ['two that are gone', { deny: [capability('old', GONE), capability('new', GONE)] }, false, false],
    ['none, as the registry says', { regulated: false, published: false }, false, false],
    ['none in the publication', {}, false, false],
    ['none found, and no publication', { published: false }, null, null],
    ['none found of a regulated coin', { regulated: true }, null, null],
  ])('%s', (_name, change, blacklist, pausable) => {
    expect([flag('blacklist', change), flag('pausable', change)]).toEqual([blacklist, pausable])
  })
})

describe('transfers of real holders', () => {
  const moves = (text: string): SimulatedTransfer[] =>
    [...text].map((one, i) => ({ owner: trustedAddress(`h${i}`), outcome: one === '+' ? 'passed' : one === 'p' ? 'paused' : 'denied' }))
  it.each<[string, Partial<SuiSecurityReading>, unknown, number | null, unknown]>([
    ['all pass', { moves: moves('+++') }, false, 0, false],
    ['one is denied', { moves: moves('+-+') }, false, 65, false],
    ['seven are denied', { moves: moves('+-------') }, false, 90, false],
    ['all are denied', { moves: moves('--') }, true, 100, false],
    ['all are paused', { moves: moves('pp') }, true, 100, true],
    ['none was simulated', {}, false, 0, false],
    ['none was simulated, of a regulated coin', { regulated: true }, null, null, null],
  ])('%s', (_name, change, honeypot, score, paused) => {
    const { exit } = facts(change)
    expect([flag('honeypot', change), exit.score, flag('transfers_paused', change)]).toEqual([honeypot, score, paused])
  })
})

describe('upgrades', () => {
  const upgrade = (status: CapabilityStatus, policy: number | null = null) => ({ upgrade: { ...capability('up', status), policy } })
  const how = (change: Partial<SuiSecurityReading>): string | undefined => facts(change).flags.upgradable?.how

  it('are those of the UpgradeCap, by its policy', () => {
    expect(flag('upgradable', upgrade(held()))).toEqual([true, ANN])
    expect(how(upgrade(held()))).toBe('ann holds the UpgradeCap and can upgrade the package.')
    expect(how(upgrade(held(), 128))).toBe('ann holds the UpgradeCap and can upgrade the package. Allowed: additions only.')
    expect(how(upgrade(held(), 7))).toMatch(/Allowed: policy 7\.$/)
    expect(how(upgrade({ state: 'immutable' }, 0))).toBe('The UpgradeCap is frozen.')
    expect([how({}), how({ published: false })]).toEqual([
      'No UpgradeCap was found in the publishing transaction.',
      'The endpoint no longer keeps the publishing transaction, which names the UpgradeCap.',
    ])
    expect(flag('upgradable', {})).toBeNull()
  })

  it.each<[string, Partial<SuiSecurityReading>, unknown]>([
    ['inside an own object', { treasury: capability('cap', inside(OWN)) }, [true, ANN]],
    [
      'destroyed, its supply inside an own object',
      { treasury: capability('cap', { ...GONE, supplyIn: { container: null, type: OWN } }) },
      [true, ANN],
    ],
    ['inside an own object, with a fixed supply', { treasury: capability('cap', inside(OWN)), supply: 'fixed' }, false],
    ['inside another object', { treasury: capability('cap', inside('0xpad::c::Curve')) }, false],
    ['inside an object of unknown type', { treasury: capability('cap', inside(null)) }, null],
    ['held', { treasury: capability('cap', held()) }, false],
    ['unread', { treasury: capability('cap', UNKNOWN) }, null],
    ['not found', { treasury: null }, null],
  ])('decide about minting if the TreasuryCap is %s', (_name, change, value) => {
    expect(flag('upgradable_with_treasury', { ...change, ...upgrade(held()) })).toEqual(value)
  })

  it('decide nothing if they are given up, and may if that is unknown', () => {
    const treasury = capability('cap', inside(OWN))
    expect(flag('upgradable_with_treasury', { treasury, ...upgrade({ state: 'immutable' }) })).toBe(false)
    expect(flag('upgradable_with_treasury', { treasury })).toBeNull()
  })
})

it.each<[string, Partial<SuiSecurityReading>, unknown]>([
  ['the MetadataCap was deleted', { metadataCap: { state: 'deleted', cap: null } }, false],
  ['the MetadataCap is held', { metadataCap: { state: 'claimed', cap: capability('meta', held(BOB)) } }, [true, BOB]],
  [
    'the MetadataCap is frozen, so that anyone can use it',
    { metadataCap: { state: 'claimed', cap: capability('meta', { state: 'immutable' }) } },
    true,
  ],
  ['the MetadataCap was not found', { metadataCap: { state: 'claimed', cap: null } }, null],
  ['it can be claimed with the TreasuryCap', { metadataCap: { state: 'unclaimed', cap: null }, treasury: capability('cap', held()) }, [true, ANN]],
  ['it could be claimed with a TreasuryCap that is gone', { metadataCap: { state: 'unclaimed', cap: null } }, false],
  ['it can be claimed with a TreasuryCap that was not found', { metadataCap: { state: 'unclaimed', cap: null }, treasury: null }, null],
  ...[null, capability('cap', UNKNOWN)].map((treasury): [string, Partial<SuiSecurityReading>, unknown] => [
    `it can be claimed with a TreasuryCap that the registry consumed (${treasury === null ? 'not found' : 'missing'})`,
    { metadataCap: { state: 'unclaimed', cap: null }, treasury, supply: 'burn only' },
    false,
  ]),
  [
    'it can be claimed with a frozen TreasuryCap, whose supply a node calls fixed',
    { metadataCap: { state: 'unclaimed', cap: null }, treasury: capability('cap', { state: 'immutable' }), supply: 'fixed' },
    true,
  ],
  ['nothing was found', {}, null],
  ...(['immutable', 'unreachable'] as const).map((state): [string, Partial<SuiSecurityReading>, unknown] => [
    `the metadata is ${state}`,
    { metadata: capability('data', { state }), treasury: capability('cap', held()) },
    false,
  ]),
  ['the metadata is gone', { metadata: capability('data', GONE), treasury: capability('cap', held()) }, false],
  ['the metadata is unread', { metadata: capability('data', UNKNOWN), treasury: capability('cap', held()) }, null],
  ['the metadata is inside an own object', { metadata: capability('data', inside(OWN)), treasury: capability('cap', held()) }, null],
  [
    'the metadata is shared and the TreasuryCap held',
    { metadata: capability('data', { state: 'shared' }), treasury: capability('cap', held()) },
    [true, ANN],
  ],
  ['the metadata is shared and the TreasuryCap gone', { metadata: capability('data', { state: 'shared' }) }, false],
  ['the metadata is shared and the TreasuryCap not found', { metadata: capability('data', { state: 'shared' }), treasury: null }, null],
  ['the metadata is held by another', { metadata: capability('data', held(BOB)), treasury: capability('cap', held()) }, [true, BOB]],
  [
    'the metadata is held and the TreasuryCap frozen',
    { metadata: capability('data', held(BOB)), treasury: capability('cap', { state: 'immutable' }) },
    [true, BOB],
  ],
])('name and image, if %s', (_name, change, value) => expect(flag('metadata_mutable', change)).toEqual(value))
