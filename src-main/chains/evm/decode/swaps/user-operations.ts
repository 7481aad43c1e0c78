import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { addressInTopic } from '../../encoding/words.ts'
import type { RawLog } from '../../transaction/log.ts'

/**
 * Entry points of ERC-4337 from version 0.6 on, at the same addresses on every network:
 * https://github.com/eth-infinitism/account-abstraction/releases.
 */
const ENTRY_POINTS: ReadonlySet<Address> = new Set(
  [
    '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
    '0x0000000071727de22e5e9d8baf0edac6f37da032',
    '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
    '0x433709009b8330fda32311df1c2afa402ed8d009',
  ].map(trustedAddress),
)
/** keccak256 of UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256), emitted right after an operation: https://eips.ethereum.org/EIPS/eip-4337. */
const EXECUTED = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** keccak256 of BeforeExecution(), emitted after all operations are validated and before the first is executed. */
const BEFORE_EXECUTION = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'

/** The account whose user operation emitted a log; null if none did. */
export function accountOf({ logIndex }: RawLog, logs: readonly RawLog[]): Address | null {
  const isStep = ({ address, topics: [topic] }: RawLog): boolean => ENTRY_POINTS.has(address) && (topic === EXECUTED || topic === BEFORE_EXECUTION)
  const next = logs.find((log) => log.logIndex > logIndex && isStep(log))
  const sender = next?.topics[0] === EXECUTED ? next.topics[2] : undefined
  return sender === undefined ? null : addressInTopic(sender)
}
