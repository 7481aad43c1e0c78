import { parseAbi, toHex, type Hex } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { isBurnAddress } from '../../../../../src-shared/domain/burn-addresses.ts'
import type { PowerHolder, PowerHolderKind } from '../../../security/facts.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { addressInTopic } from '../../encoding/words.ts'
import type { StatedCallers } from '../../bytecode/effects/callers.ts'
import { ADDRESS_BITS } from '../../bytecode/values/expression.ts'
import { rawLogs } from '../../transaction/raw.ts'
import { readCodeOf, readContracts, type Scan } from '../scan.ts'
import { PERMIT2 } from '../powers/trials/constants.ts'
import { addressIn, SLOTS } from './proxy.ts'
import type { ReadSlots } from './slots.ts'

/** The owner of a token, and other addresses that may have privileges in its code. */
export interface Owners {
  /** From owner(), getOwner(), admin() or storage; null if there is none or it was renounced. */
  readonly owner: Address | null
  /** The code reports an owner, possibly the zero address. */
  readonly hasOwner: boolean
  /**
   * Owner, proxy admin, addresses that the code compares with its caller, role members, creator and addresses in the first storage slots and in those that
   * the code names; each once, most likely first.
   */
  readonly candidates: readonly Address[]
  /** Former owners and the creator, who might regain ownership. */
  readonly former: readonly Address[]
  /** Without logs, members of roles and former owners are unknown. */
  readonly read: 'all' | 'without_logs' | 'nothing'
  readonly notes: readonly string[]
}

const ownerAbi = parseAbi([
  'function owner() view returns (address)',
  'function getOwner() view returns (address)',
  'function admin() view returns (address)',
])
const holderAbi = parseAbi([
  'function getThreshold() view returns (uint256)',
  'function getMinDelay() view returns (uint256)',
  'function delay() view returns (uint256)',
])
/** ERC-7201 slot of `openzeppelin.storage.Ownable`: https://github.com/OpenZeppelin/openzeppelin-contracts-upgradeable/blob/master/contracts/access/OwnableUpgradeable.sol. */
const OWNABLE_5 = '0x9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300'
const PROXY_SLOTS: ReadonlySet<string> = new Set(Object.values(SLOTS))
const FIRST_SLOTS = 32
const MAX_CANDIDATES = 10
/**
 * OwnershipTransferred(address,address): https://github.com/OpenZeppelin/openzeppelin-contracts/blob/master/contracts/access/Ownable.sol.
 * RoleGranted(bytes32,address,address):
 * https://github.com/OpenZeppelin/openzeppelin-contracts/blob/master/contracts/access/IAccessControl.sol.
 */
const OWNERSHIP_TRANSFERRED = '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0'
/** RolesUpdated(address,uint256): https://github.com/Vectorized/solady/blob/main/src/auth/OwnableRoles.sol. */
const ROLES_UPDATED = '0x715ad5ce61fc9595c7b415289d59cf203f23a94fa06f04af7e489a0a76e1fe26'
const ROLE_GRANTED = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'

/**
 * @param args `words`: constants of the code, which may be slots; `callers`: what it compares its caller with. The slots of a proxy are left out, because its
 *   admin is known by them.
 */
export async function readOwners(
  scan: Scan,
  args: {
    token: Address
    creator: Address | null
    createdBlock: number | null
    admin: Address | null
    slots: ReadSlots
    words: readonly Hex[]
    callers: StatedCallers
  },
): Promise<Owners> {
  const { token } = args
  const variables = args.callers.variables.filter(({ slot }) => !PROXY_SLOTS.has(toHex(slot)))
  const [answers, slots, variableWords, named] = await Promise.all([
    readContracts(
      scan,
      ['owner', 'getOwner', 'admin'].map((name) => ({ to: token, abi: ownerAbi, name })),
    ),
    args.slots([...[...Array(FIRST_SLOTS).keys()].map(toHexNumber), OWNABLE_5, ...args.words.filter((word) => !PROXY_SLOTS.has(word))]),
    args.slots(variables.map(({ slot }) => toHex(slot))),
    namedInLogs(scan, token, args.createdBlock),
  ])
  const reported = answers.filter((answer) => typeof answer === 'string').map((answer) => trustedAddress(answer.toLowerCase()))
  const stored = addressIn(slots[FIRST_SLOTS])
  const first = reported[0] ?? stored
  const isLive = (address: Address): boolean => !isBurnAddress(scan.network, address)
  const owner = first !== null && isLive(first) ? first : null
  const inStorage = slots.flatMap((word) => addressesIn(word))
  const compared = [
    ...args.callers.constants,
    ...variables.map(({ bit }, i) => BigInt.asUintN(ADDRESS_BITS, BigInt(variableWords[i] ?? 0) >> BigInt(bit))),
  ]
  const stated = compared.map((value) => addressIn(toHex(value))).filter((address) => address !== PERMIT2)
  const all = [owner, args.admin, ...reported, ...stated, ...named.members, args.creator, ...inStorage].filter((one) => one !== null)
  return {
    owner,
    hasOwner: first !== null,
    candidates: [...new Set(all.filter((one) => one !== token && isLive(one)))].slice(0, MAX_CANDIDATES),
    former: [...new Set([...named.owners.filter(isLive), ...(args.creator === null ? [] : [args.creator])])].slice(0, 4),
    read: named.note === null ? 'all' : 'without_logs',
    notes: named.note === null ? [] : [named.note],
  }
}

/**
 * The addresses that a slot may hold: in its low bytes, with up to two bytes of flags packed above, or above up to four bytes of flags and decimals.
 * Variables are packed from the low bytes on: https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html.
 */
export function addressesIn(word: string): Address[] {
  const digits = word.slice(2).padStart(64, '0')
  const bytes = Buffer.from(digits, 'hex')
  const start = bytes.findIndex((byte) => byte !== 0)
  const isSmall = (from: number, to: number): boolean => bytes.subarray(from, to).every((byte) => byte < 32)
  const isHigh = start >= 8 && start < LOW && isSmall(start + 20, 32)
  const isLow = start >= 10 && !(isHigh && !isSmall(start, LOW))
  const found = [isHigh ? start : null, isLow ? LOW : null].map((from) =>
    from === null ? null : addressIn(`0x${'0'.repeat(24)}${digits.slice(2 * from, 2 * from + 40)}`),
  )
  return found.filter((one) => one !== null)
}
/** Index of the first byte of an address in the low bytes of a word. */
const LOW = 12

/** Former owners and role members from events. When the node refuses the log query, `note` says so. */
async function namedInLogs({ node, at, signal }: Scan, token: Address, createdBlock: number | null) {
  const query = {
    address: token,
    topics: [[OWNERSHIP_TRANSFERRED, ROLE_GRANTED, ROLES_UPDATED]],
    fromBlock: toHexNumber(createdBlock ?? 0),
    toBlock: toHexNumber(at.number),
  }
  const logs = await answeredOrNull(request(node.rpc, rawLogs, 'eth_getLogs', [query], signal), signal)
  const topic = (index: number, kind: string): Address[] =>
    (logs ?? []).flatMap(({ topics }) => (topics[0] === kind && topics[index] !== undefined ? [addressInTopic(topics[index])] : []))
  return {
    owners: [...topic(1, OWNERSHIP_TRANSFERRED), ...topic(2, OWNERSHIP_TRANSFERRED)],
    members: [...new Set([...topic(2, ROLE_GRANTED), ...topic(1, ROLES_UPDATED)])],
    note: logs === null ? 'Role members and former owners are unknown, because the endpoint does not answer a log query of this length.' : null,
  }
}

/** The kind of account that holds a power. */
export async function holderOf(scan: Scan, address: Address): Promise<PowerHolder> {
  const code = await readCodeOf(scan, address)
  if (code === '0x' || code.startsWith('0xef0100')) return { address, kind: 'wallet' }
  const [threshold, minDelay, delay] = await readContracts(
    scan,
    ['getThreshold', 'getMinDelay', 'delay'].map((name) => ({ to: address, abi: holderAbi, name })),
  )
  const positive = (answer: unknown): boolean => typeof answer === 'bigint' && answer > 0n
  const kind: PowerHolderKind =
    typeof threshold === 'bigint' && threshold > 1n ? 'multisig' : positive(minDelay) || positive(delay) ? 'timelock' : 'contract'
  return { address, kind }
}
