import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { addressTopic } from '../encoding/words.ts'
import { ZERO_ADDRESS } from '../encoding/zero-address.ts'
import type { Hex, RawLog } from './log.ts'
import { readTransfer, toTransfers, TRANSFER_TOPIC } from './transfer-log.ts'

/** The events of a token that state how its balances change. */
export interface BalanceEvents {
  readonly topics: readonly string[]
  /**
   * @param logs of whole transactions, in chain order
   * @param times unix seconds by block number
   */
  toTransfers(network: NetworkId, logs: readonly RawLog[], times: ReadonlyMap<number, number>): Transfer[]
}

export const ERC20_EVENTS: BalanceEvents = { topics: [TRANSFER_TOPIC], toTransfers }

/** Deposit(address,uint256) and Withdrawal(address,uint256): https://github.com/gnosis/canonical-weth/blob/master/contracts/WETH9.sol. */
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
const NOBODY = addressTopic(ZERO_ADDRESS) as Hex

/** WETH9 issues and redeems without a Transfer. Some wrappers emit both events for the same move; then the Transfer counts. */
export const WRAPPER_EVENTS: BalanceEvents = {
  topics: [TRANSFER_TOPIC, DEPOSIT, WITHDRAWAL],
  toTransfers(network, logs, times) {
    const transferred = new Set(logs.map(contentOf))
    const moves = logs.flatMap((log) => {
      const move = asTransfer(log)
      return move === null ? [log] : transferred.has(contentOf(move)) ? [] : [move]
    })
    return toTransfers(network, moves, times)
  },
}

/** The Transfer that an ERC-20 would emit in place of a Deposit or a Withdrawal; null for other logs. */
function asTransfer(log: RawLog): RawLog | null {
  const [kind, account] = log.topics
  if (account === undefined || (kind !== DEPOSIT && kind !== WITHDRAWAL)) return null
  return { ...log, topics: kind === DEPOSIT ? [TRANSFER_TOPIC, NOBODY, account] : [TRANSFER_TOPIC, account, NOBODY] }
}

function contentOf(log: RawLog): string {
  const read = readTransfer(log)
  return read === null ? '' : `${log.transactionHash} ${read.from} ${read.to} ${read.raw}`
}
