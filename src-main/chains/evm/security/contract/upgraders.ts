import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import { ZERO_ADDRESS } from '../../encoding/zero-address.ts'
import { OUTSIDER } from '../liquidity/market.ts'
import { NEXT } from '../simulation/trade.ts'
import type { Sandbox } from '../simulation/sandbox.ts'
import type { Owners } from './owners.ts'
import { SLOTS, type ProxyFacts } from './proxy.ts'

/** Who may replace the code: an address, anybody, or null if no known address may. Undefined if it was not tested, or if the test shows nothing. */
export type Upgrader = Address | 'anybody' | null | undefined

/**
 * UUPSUpgradeable: https://github.com/OpenZeppelin/openzeppelin-contracts-upgradeable/blob/master/contracts/proxy/utils/UUPSUpgradeable.sol.
 * diamondCut: https://eips.ethereum.org/EIPS/eip-2535.
 */
const upgradeAbi = parseAbi([
  'function upgradeTo(address newImplementation)',
  'function upgradeToAndCall(address newImplementation, bytes data)',
  'struct FacetCut { address facetAddress; uint8 action; bytes4[] functionSelectors; }',
  'function diamondCut(FacetCut[] diamondCut, address init, bytes data)',
])

const upgradesTo = (logic: Hex): Hex[] => [
  encodeFunctionData({ abi: upgradeAbi, functionName: 'upgradeTo', args: [logic] }),
  encodeFunctionData({ abi: upgradeAbi, functionName: 'upgradeToAndCall', args: [logic, '0x'] }),
]
const emptyCut = (): Hex[] => [encodeFunctionData({ abi: upgradeAbi, functionName: 'diamondCut', args: [[], ZERO_ADDRESS as Hex, '0x'] })]

/**
 * The first known address that may replace the code of a proxy whose logic decides who may: the owner, members of a role, the creator or former owners.
 * Each asks for the current logic once more, or for no change of a diamond, so a call that passes changes nothing.
 */
export async function findUpgrader(
  sandbox: Sandbox,
  { token, proxy, owners }: { readonly token: Address; readonly proxy: ProxyFacts; readonly owners: Owners },
): Promise<Upgrader> {
  const { implementation, upgradeable, admin } = proxy
  if (upgradeable !== true || admin !== null) return null
  const known = [...new Set([...owners.candidates, ...owners.former])]
  const calls = implementation === null ? emptyCut() : upgradesTo(implementation as Hex)
  const callers = [OUTSIDER, ...known]
  const asked = callers.flatMap((from) => calls.map((data) => ({ from, to: token, data })))
  const [results = []] = await sandbox.run([{ ...NEXT, calls: asked }])
  const passes = (caller: number): boolean => results.slice(caller * calls.length, (caller + 1) * calls.length).some(({ ok }) => ok)
  if (!passes(0)) return known.find((_, i) => passes(i + 1)) ?? null
  return (await isReplacedByAnybody(sandbox, token, proxy)) ? 'anybody' : undefined
}

const OTHER_LOGIC = trustedAddress('0x5ca1ab1e000000000000000000000000000c0de1')

/** Whether a made-up caller gets other code in place. A call of an unprivileged caller may also pass because it does nothing. */
async function isReplacedByAnybody(sandbox: Sandbox, token: Address, { kind }: ProxyFacts): Promise<boolean> {
  // ERC-1822 and ERC-1967 ask the new code for the slot in which it will be stored.
  const answer = kind === 'eip1822' ? SLOTS.uups1822 : SLOTS.implementation
  const calls = [...upgradesTo(OTHER_LOGIC as Hex), encodeFunctionData({ abi: tokenAbi, functionName: 'totalSupply' })]
  const overrides = [{ address: OTHER_LOGIC, code: answersAlways(answer) }]
  const [results = []] = await sandbox.run([{ ...NEXT, overrides, calls: calls.map((data) => ({ from: OUTSIDER, to: token, data })) }])
  return results.at(-1)?.data === answer
}

/** Bytecode that answers every call with one word: PUSH32 word PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN. */
const answersAlways = (word: Hex): string => `0x7f${word.slice(2)}60005260206000f3`
