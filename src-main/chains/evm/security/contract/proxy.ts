import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { isBurnAddress } from '../../../../../src-shared/domain/burn-addresses.ts'
import { parseAbi } from 'viem'
import { readCodeOf, readContracts, type Scan } from '../scan.ts'
import { readCode, type CodeFacts } from '../../bytecode/code/code-facts.ts'
import type { ReadSlots } from './slots.ts'
import { addressOf } from '../../encoding/words.ts'
import { ERC20 } from '../../encoding/erc20.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { constantsIn } from '../powers/trials/constants.ts'
import { findLogic } from './foreign-logic.ts'

/**
 * Storage slots of a proxy's implementation, admin and beacon.
 * https://eips.ethereum.org/EIPS/eip-1967: keccak256('eip1967.proxy.implementation') - 1, and likewise for the others
 * https://eips.ethereum.org/EIPS/eip-1822: keccak256('PROXIABLE')
 * ZeppelinOS: keccak256('org.zeppelinos.proxy.implementation') and keccak256('org.zeppelinos.proxy.admin')
 */
export const SLOTS = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  uups1822: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  zeppelinImplementation: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  zeppelinAdmin: '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
} as const
type SlotName = keyof typeof SLOTS

/** facets() and diamondCut(…): https://eips.ethereum.org/EIPS/eip-2535. */
const FACETS = '0x7a0ed627'
const FIRST_SLOTS = 8
const DIAMOND_CUT = '0x1f931c1c'
/** upgradeTo(address) and upgradeToAndCall(address,bytes) of OpenZeppelin's UUPSUpgradeable. */
const UPGRADES: ReadonlySet<string> = new Set(['0x3659cfe6', '0x4f1ef286'])
/** Functions that replace code. The proxy flag reports them; any other effects come from the new code. */
export const REPLACES_CODE: ReadonlySet<string> = new Set([...UPGRADES, DIAMOND_CUT])
const proxyAbi = parseAbi(['function implementation() view returns (address)', 'function owner() view returns (address)'])

export interface ProxyFacts {
  readonly kind: 'none' | 'minimal' | 'delegated_wallet' | 'eip1967' | 'beacon' | 'eip1822' | 'zeppelin' | 'diamond' | 'other'
  readonly implementation: Address | null
  /** The contract that names the implementation; null if there is none. */
  readonly beacon: Address | null
  /** Whether a call can replace the code; null if neither the code nor its storage shows it. */
  readonly upgradeable: boolean | null
  /** The address that may replace the code; null if the code itself decides who may (UUPS, diamond), or if nobody may. */
  readonly admin: Address | null
  /** Code of the token and, behind a proxy, of its logic. */
  readonly code: CodeFacts
  readonly logic: CodeFacts | null
  /** Both codes as hexadecimal text: the token's own code, then its logic. */
  readonly codes: readonly string[]
}

export async function readProxy(scan: Scan, token: Address, slots: ReadSlots): Promise<ProxyFacts> {
  const names = Object.keys(SLOTS) as SlotName[]
  const [hex, slotValues] = await Promise.all([readCodeOf(scan, token), slots(Object.values(SLOTS))])
  const code = readCode(hex)
  const slot = (name: SlotName): Address | null => addressIn(slotValues[names.indexOf(name)])
  const beacon = slot('beacon')
  const withLogic = async (
    kind: ProxyFacts['kind'],
    implementation: Address,
    right: (logic: CodeFacts) => Pick<ProxyFacts, 'upgradeable' | 'admin'>,
  ): Promise<ProxyFacts> => {
    const logicHex = await readCodeOf(scan, implementation)
    const logic = readCode(logicHex)
    return { kind, implementation, beacon: kind === 'beacon' ? beacon : null, ...right(logic), code, logic, codes: [hex, logicHex] }
  }
  // A proxy that only forwards calls writes no storage itself. One that does may have a function of its own that replaces the code.
  const canUpgrade = (logic: CodeFacts): boolean | null => hasUpgrade(code) || hasUpgrade(logic) || (code.writes ? null : false)

  if (code.fixedTarget !== null) {
    const kind = code.fixedTarget.kind === 'minimal_proxy' ? 'minimal' : 'delegated_wallet'
    // The wallet's key can sign a new delegation at any time.
    return withLogic(kind, trustedAddress(code.fixedTarget.address), () => ({
      upgradeable: kind === 'delegated_wallet',
      admin: kind === 'delegated_wallet' ? token : null,
    }))
  }
  if (beacon !== null) {
    const [implementation, owner] = await readContracts(scan, [
      { to: beacon, abi: proxyAbi, name: 'implementation' },
      { to: beacon, abi: proxyAbi, name: 'owner' },
    ])
    if (typeof implementation === 'string') {
      const admin = isGivenUp(scan, owner) ? null : addressOf(owner)
      const upgradeable = admin !== null || (owner === null ? null : false)
      return withLogic('beacon', trustedAddress(implementation.toLowerCase()), () => ({ upgradeable, admin }))
    }
  }
  const implementation = slot('implementation')
  if (implementation !== null) {
    const named = slot('admin')
    const admin = await liveAdmin(scan, named)
    // A proxy that names an admin obeys no other address.
    const byOthers = named === null ? canUpgrade : hasUpgrade
    return withLogic('eip1967', implementation, (logic) => ({ upgradeable: admin !== null || byOthers(logic), admin }))
  }
  const uups = slot('uups1822')
  if (uups !== null) return withLogic('eip1822', uups, (logic) => ({ upgradeable: canUpgrade(logic), admin: null }))
  const zeppelin = slot('zeppelinImplementation')
  if (zeppelin !== null) {
    const admin = await liveAdmin(scan, slot('zeppelinAdmin'))
    return withLogic('zeppelin', zeppelin, () => ({ upgradeable: admin !== null, admin }))
  }
  const diamond = code.selectors.has(FACETS)
  if (!diamond && code.delegatecall && !code.selectors.has(ERC20.transfer)) {
    // A token whose code has no such function forwards it.
    const { addresses, words } = constantsIn([hex])
    const [stored, [answer]] = await Promise.all([
      slots([...Array(FIRST_SLOTS).keys()].map(toHexNumber).concat(words)),
      readContracts(scan, [{ to: token, abi: proxyAbi, name: 'implementation' }]),
    ])
    const named = stored.map(addressIn).filter((one) => one !== null)
    // Alone, because the contract that the token asks for its logic may be among the others, and must keep its code.
    const stated = [addressOf(answer)].filter((one) => one !== null)
    const logic = (await findLogic(scan, token, stated)) ?? (await findLogic(scan, token, [...new Set([...addresses, ...named])]))
    if (logic === null) return { kind: 'other', implementation: null, beacon: null, upgradeable: null, admin: null, code, logic: null, codes: [hex] }
    const isFixed = addresses.includes(logic) && !code.asks
    return withLogic(isFixed ? 'minimal' : 'other', logic, () => ({ upgradeable: isFixed ? false : null, admin: null }))
  }
  return {
    kind: diamond ? 'diamond' : 'none',
    implementation: null,
    beacon: null,
    upgradeable: diamond && code.selectors.has(DIAMOND_CUT),
    admin: null,
    code,
    logic: null,
    codes: [hex],
  }
}

const hasUpgrade = ({ selectors }: CodeFacts): boolean => [...UPGRADES].some((selector) => selectors.has(selector))

const isGivenUp = ({ network }: Scan, owner: unknown): boolean => typeof owner === 'string' && isBurnAddress(network, owner.toLowerCase())

/** Null also for an admin contract, such as OpenZeppelin's ProxyAdmin, whose owner gave up: nobody can use it. */
async function liveAdmin(scan: Scan, admin: Address | null): Promise<Address | null> {
  if (admin === null) return null
  const [owner] = await readContracts(scan, [{ to: admin, abi: proxyAbi, name: 'owner' }])
  return isGivenUp(scan, owner) ? null : admin
}

/** The address in a storage word; null for zero, small numbers and wider values. */
export function addressIn(word: string | undefined): Address | null {
  if (word === undefined) return null
  const digits = word.slice(2).padStart(64, '0')
  if (!/^0{24}/.test(digits)) return null
  const address = `0x${digits.slice(24)}`
  // Ten leading zero bytes: a counter or flag rather than an address.
  return /^0x0{20}/.test(address) ? null : trustedAddress(address)
}
