import { keccak256, stringToHex, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { Multicall } from '../../rpc/multicall.ts'
import type { Node } from '../../rpc/node.ts'
import { readProxy, type ProxyFacts } from './proxy.ts'

const signal = new AbortController().signal
const at = { number: 9, hash: '0x', time: 0 }
const address = (digits: string): Address => trustedAddress(`0x${digits.repeat(20)}`)
const [TOKEN, LOGIC, ADMIN, BEACON] = [address('a1'), address('b2'), address('c3'), address('d4')]

/** Slots by the formulas of the standards: ERC-1967, ERC-1822 and ZeppelinOS, which hashes plain names. */
const minusOne = (name: string): string => `0x${(BigInt(keccak256(stringToHex(name))) - 1n).toString(16)}`
const SLOT = {
  implementation: minusOne('eip1967.proxy.implementation'),
  admin: minusOne('eip1967.proxy.admin'),
  beacon: minusOne('eip1967.proxy.beacon'),
  proxiable: keccak256(stringToHex('PROXIABLE')),
  zeppelin: keccak256(stringToHex('org.zeppelinos.proxy.implementation')),
  zeppelinAdmin: keccak256(stringToHex('org.zeppelinos.proxy.admin')),
}
const word = (of: Address): string => `0x${of.slice(2).padStart(64, '0')}`

/** Code that compares selectors: PUSH4 and EQ for each, then STOP. */
const comparing = (...functions: readonly string[]): string => `0x${functions.map((one) => `63${toFunctionSelector(one).slice(2)}14`).join('')}00`
const PLAIN = '0x00'
/** PUSH1 0 PUSH1 0 SSTORE STOP. */
const WRITES = '0x600060005500'
const UPGRADEABLE = comparing('function upgradeToAndCall(address,bytes)')

interface Chain {
  readonly code?: string
  readonly logic?: string
  readonly slots?: Readonly<Record<string, Address>>
  /** Answers of the beacon to implementation() and owner(). */
  readonly beacon?: readonly [unknown, unknown]
  /** What the admin answers to owner(). */
  readonly adminOwner?: unknown
}

async function read({ code = PLAIN, logic = PLAIN, slots = {}, beacon = [null, null], adminOwner = null }: Chain): Promise<Partial<ProxyFacts>> {
  const call = (method: string, [of, block]: readonly unknown[]): Promise<unknown> => {
    expect([method, block]).toEqual(['eth_getCode', '0x9'])
    return Promise.resolve(of === TOKEN ? code : of === LOGIC ? logic : '0x')
  }
  const multicall: Multicall = {
    read(calls) {
      if (calls[0]?.to === ADMIN) {
        expect(calls.map(({ to, name }) => [to, name])).toEqual([[ADMIN, 'owner']])
        return Promise.resolve([adminOwner])
      }
      expect(calls.map(({ to, name }) => [to, name])).toEqual([
        [BEACON, 'implementation'],
        [BEACON, 'owner'],
      ])
      return Promise.resolve([...beacon])
    },
  }
  const node = { rpc: { hosts: 'node', call }, multicall } as unknown as Node
  const readSlots = (names: readonly string[]): Promise<string[]> =>
    Promise.resolve(names.map((name) => (slots[name] === undefined ? '0x0' : word(slots[name]))))
  const { kind, implementation, upgradeable, admin, codes } = await readProxy({ node, network: 'eth', at, signal }, TOKEN, readSlots)
  expect(codes).toEqual(implementation === null ? [code] : [code, logic])
  return { kind, implementation, upgradeable, admin }
}

describe('a proxy', () => {
  it.each<[string, Chain, Pick<ProxyFacts, 'kind' | 'upgradeable' | 'admin'>]>([
    [
      'with the code of ERC-1167 never changes',
      { code: `0x363d3d373d3d3d363d73${LOGIC.slice(2)}5af43d82803e903d91602b57fd5bf3` },
      { kind: 'minimal', upgradeable: false, admin: null },
    ],
    [
      'that is a wallet of EIP-7702 is changed by its key',
      { code: `0xef0100${LOGIC.slice(2)}` },
      { kind: 'delegated_wallet', upgradeable: true, admin: TOKEN },
    ],
    [
      'of ERC-1967 with an admin',
      { slots: { [SLOT.implementation]: LOGIC, [SLOT.admin]: ADMIN } },
      { kind: 'eip1967', upgradeable: true, admin: ADMIN },
    ],
    [
      'of ERC-1967 with an admin contract whose owner gave up',
      { slots: { [SLOT.implementation]: LOGIC, [SLOT.admin]: ADMIN }, code: UPGRADEABLE + WRITES.slice(2), adminOwner: address('00') },
      { kind: 'eip1967', upgradeable: false, admin: null },
    ],
    [
      'of ERC-1967 with such an admin, whose logic upgrades itself',
      { slots: { [SLOT.implementation]: LOGIC, [SLOT.admin]: ADMIN }, logic: UPGRADEABLE, adminOwner: `0x${'0'.repeat(36)}dEaD` },
      { kind: 'eip1967', upgradeable: true, admin: null },
    ],
    [
      'of ERC-1967 whose logic upgrades itself',
      { slots: { [SLOT.implementation]: LOGIC }, logic: UPGRADEABLE },
      { kind: 'eip1967', upgradeable: true, admin: null },
    ],
    ['of ERC-1967 that nothing upgrades', { slots: { [SLOT.implementation]: LOGIC } }, { kind: 'eip1967', upgradeable: false, admin: null }],
    [
      'of ERC-1967 with a beacon that has an owner',
      { slots: { [SLOT.beacon]: BEACON }, beacon: [`0x${LOGIC.slice(2).toUpperCase()}`, ADMIN] },
      { kind: 'beacon', upgradeable: true, admin: ADMIN },
    ],
    [
      'of ERC-1967 with a beacon whose owner gave up',
      { slots: { [SLOT.beacon]: BEACON }, beacon: [LOGIC, address('00')] },
      { kind: 'beacon', upgradeable: false, admin: null },
    ],
    [
      'of ERC-1967 with a beacon that reports no owner',
      { slots: { [SLOT.beacon]: BEACON }, beacon: [LOGIC, null] },
      { kind: 'beacon', upgradeable: null, admin: null },
    ],
    [
      'of ERC-1967 that writes storage itself',
      { slots: { [SLOT.implementation]: LOGIC }, code: WRITES },
      { kind: 'eip1967', upgradeable: null, admin: null },
    ],
    [
      'of ERC-1822 whose logic upgrades itself',
      { slots: { [SLOT.proxiable]: LOGIC }, logic: comparing('function upgradeTo(address)') },
      { kind: 'eip1822', upgradeable: true, admin: null },
    ],
    ['of ERC-1822 that nothing upgrades', { slots: { [SLOT.proxiable]: LOGIC } }, { kind: 'eip1822', upgradeable: false, admin: null }],
    [
      'of ZeppelinOS with an admin',
      { slots: { [SLOT.zeppelin]: LOGIC, [SLOT.zeppelinAdmin]: ADMIN } },
      { kind: 'zeppelin', upgradeable: true, admin: ADMIN },
    ],
    [
      'of ZeppelinOS with one whose owner gave up',
      { slots: { [SLOT.zeppelin]: LOGIC, [SLOT.zeppelinAdmin]: ADMIN }, adminOwner: address('00') },
      { kind: 'zeppelin', upgradeable: false, admin: null },
    ],
    ['of ZeppelinOS without one', { slots: { [SLOT.zeppelin]: LOGIC } }, { kind: 'zeppelin', upgradeable: false, admin: null }],
  ])('%s', async (_which, chain, facts) => {
    expect(await read(chain)).toEqual({ implementation: LOGIC, ...facts })
  })

  const CUT = 'function diamondCut((address,uint8,bytes4[])[],address,bytes)'
  const FACETS = 'function facets()'
  it.each<[string, Chain, Pick<ProxyFacts, 'kind' | 'upgradeable'>]>([
    ['a diamond of ERC-2535 that can be cut', { code: comparing(FACETS, CUT) }, { kind: 'diamond', upgradeable: true }],
    ['a diamond that cannot', { code: comparing(FACETS) }, { kind: 'diamond', upgradeable: false }],
    ['no proxy', { code: comparing(CUT) }, { kind: 'none', upgradeable: false }],
    ['no proxy where a beacon does not answer', { slots: { [SLOT.beacon]: BEACON } }, { kind: 'none', upgradeable: false }],
  ])('is not read behind %s', async (_which, chain, facts) => {
    expect(await read(chain)).toEqual({ implementation: null, admin: null, ...facts })
  })
})
