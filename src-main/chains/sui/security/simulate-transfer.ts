import type { Address } from '../../../../src-shared/domain/address.ts'
import { AppError } from '../../../lib/app-error.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import type { SuiNode } from '../rpc/node.ts'
import type { SimulatedTransfer } from './facts.ts'

/** Simulates a transfer of a holder's coin object to a fresh address, with the checks that a real one passes. */

/** An address without a key; its bytes say what it is for. */
const FRESH_RECIPIENT = Buffer.from('holderscope simulated recipient!', 'utf8')
/**
 * `TransactionKind.Kind`, `Input.InputKind`, `Argument.ArgumentKind` (transaction.proto) and `TransactionChecks`
 * (transaction_execution_service.proto) of https://github.com/MystenLabs/sui-apis/tree/main/proto/sui/rpc/v2.
 */
const PROGRAMMABLE = 1
const INPUT = { pure: 1, owned: 2 } as const
const INPUT_ARGUMENT = 2
const CHECKS_ENABLED = 0
/** `ExecutionErrorKind` that only the deny list raises. */
const DENIED = 35
const PAUSED = 36
/** The same refusals as messages, from a node that checks before it executes. */
const DENIED_MESSAGE = /denied for coin/i
const PAUSED_MESSAGE = /globally paused/i

/** Null when the holder has no coin object, or when the answer says nothing about the coin (no gas, a limit of the node). */
export async function simulateTransfer(node: SuiNode, coin: Address, owner: Address, signal: AbortSignal): Promise<SimulatedTransfer | null> {
  const object = await findCoinObject(node, coin, owner, signal)
  if (object === null) return null
  try {
    const readMask = { paths: ['transaction.effects.status'] }
    const input = { transaction: buildTransfer(owner, object), readMask, checks: CHECKS_ENABLED, doGasSelection: true }
    const { transaction } = await node.grpc.unary('transactionExecutionService', 'simulateTransaction', input, signal)
    const status = transaction?.effects?.status
    if (status?.success === true) return { owner, outcome: 'passed' }
    const kind = status?.error?.kind
    return kind === DENIED ? { owner, outcome: 'denied' } : kind === PAUSED ? { owner, outcome: 'paused' } : null
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof NodeFault)) throw error
    if (PAUSED_MESSAGE.test(error.text)) return { owner, outcome: 'paused' }
    if (DENIED_MESSAGE.test(error.text)) return { owner, outcome: 'denied' }
    if (error.kind === 'unsupported')
      throw new AppError('source_unavailable', { message: 'The endpoint does not simulate transactions.', cause: error })
    return null
  }
}

interface CoinObject {
  readonly objectId: string
  readonly version: bigint
  readonly digest: string | undefined
}

async function findCoinObject({ grpc }: SuiNode, coin: Address, owner: Address, signal: AbortSignal): Promise<CoinObject | null> {
  const input = { owner, objectType: `0x2::coin::Coin<${coin}>`, pageSize: 1, readMask: { paths: ['object_id', 'version', 'digest'] } }
  const { objects } = await grpc.unary('stateService', 'listOwnedObjects', input, signal)
  const [first] = objects
  if (first?.objectId === undefined || first.version === undefined) return null
  return { objectId: first.objectId, version: first.version, digest: first.digest }
}

/** `TransferObjects([coin], recipient)`. The node selects gas and gas price. */
function buildTransfer(sender: Address, { objectId, version, digest }: CoinObject) {
  const argument = (input: number) => ({ kind: INPUT_ARGUMENT, input })
  return {
    sender,
    kind: {
      kind: PROGRAMMABLE,
      data: {
        oneofKind: 'programmableTransaction' as const,
        programmableTransaction: {
          inputs: [
            { kind: INPUT.owned, objectId, version, ...(digest === undefined ? {} : { digest }) },
            { kind: INPUT.pure, pure: Uint8Array.from(FRESH_RECIPIENT) },
          ],
          commands: [{ command: { oneofKind: 'transferObjects' as const, transferObjects: { objects: [argument(0)], address: argument(1) } } }],
        },
      },
    },
  }
}
