import type { Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type ChainEvent, type Transfer } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { AppError } from '../../../lib/app-error.ts'
import { toTransfer } from '../transaction/transfer-log.ts'
import { proveExchange } from '../venues/derive.ts'
import { readPoolCreated } from '../venues/pool-created.ts'
import { launchpadsOf } from '../venues/launchpads.ts'
import { factoriesOf, venueOfContract } from '../venues/registry.ts'
import { settlementsOf } from '../venues/settlements.ts'
import { quoteDecimals } from '../venues/quote-tokens.ts'
import { rawReceipt, rawTransaction, type RawReceipt, type RawTransaction } from '../transaction/raw.ts'
import { decodeLegs } from './swaps/legs.ts'
import { ZERO_ADDRESS } from '../encoding/zero-address.ts'

export interface RecordedTransaction {
  readonly network: NetworkId
  /** Answer of eth_getTransactionByHash, without its JSON-RPC envelope. */
  readonly tx: unknown
  /** Answer of eth_getTransactionReceipt for the same hash, without its envelope. */
  readonly receipt: unknown
  /** Unix seconds of the block; null when unknown. */
  readonly time: number | null
  /** Decimals of tokens that the caller knows; the usual quote tokens are built in. */
  tokenInfo(address: Address): { readonly decimals: number } | null
}

/**
 * Everything in a recorded transaction: transfers (of tokens, and of the coin sent with it), created pools and tokens, swap legs with
 * both sides checked against the transfers, and decode warnings. Pure: no node, no store. A failed transaction has no events.
 *
 * @throws AppError `validation_error` when an answer has the wrong form, or the two belong to different transactions
 */
export function decodeEvmTransaction(args: RecordedTransaction): ChainEvent[] {
  const { network, time } = args
  const { tx, receipt } = parsePair(args)
  if (receipt.status === 0) return []
  const transfers = receipt.logs.flatMap((log) => toTransfer(network, log, time) ?? [])
  const factories = factoriesOf(network)
  const [launchpads, settlements] = [launchpadsOf(network), settlementsOf(network)]
  const pools = receipt.logs.flatMap((log) => {
    const factory = factories.get(log.address)
    return (factory === undefined ? null : readPoolCreated(network, log, factory)) ?? []
  })
  const legs = decodeLegs(
    { network, tx: tx.hash, signer: receipt.from, to: receipt.to ?? null, input: tx.input ?? null, time, logs: receipt.logs },
    {
      pool: (key) => pools.find((pool) => pool.address === key) ?? null,
      venue: (contract, a, b) => venueOfContract(factories, contract) ?? proveExchange(network, contract, a, b),
      listed: (contract) => venueOfContract(factories, contract),
      isGenuinePair: () => false,
      vault: (manager) => factories.get(manager)?.vault ?? manager,
      launchpad: (contract) => launchpads.get(contract) ?? null,
      settlement: (contract) => settlements.get(contract) ?? null,
      decimals: (token) => args.tokenInfo(token)?.decimals ?? quoteDecimals(network, token),
    },
  )
  return [...coinSent(network, tx, receipt, time), ...transfers, ...pools, ...tokenMade(network, receipt, transfers, time), ...legs]
}

function parsePair(args: RecordedTransaction): { tx: RawTransaction; receipt: RawReceipt } {
  const tx = rawTransaction.safeParse(args.tx)
  const receipt = rawReceipt.safeParse(args.receipt)
  if (!tx.success) throw new AppError('validation_error', { message: 'The file does not contain an EVM transaction.', cause: tx.error })
  if (!receipt.success) throw new AppError('validation_error', { message: 'The file does not contain an EVM receipt.', cause: receipt.error })
  if (tx.data.hash !== receipt.data.transactionHash || tx.data.from !== receipt.data.from) {
    throw new AppError('validation_error', {
      message: `The transaction ${tx.data.hash} and the receipt ${receipt.data.transactionHash} do not belong together.`,
    })
  }
  return { tx: tx.data, receipt: receipt.data }
}

function coinSent(network: NetworkId, tx: RawTransaction, receipt: RawReceipt, time: number | null): Transfer[] {
  const to = tx.to ?? receipt.contractAddress
  if (tx.value === 0n || to === null || to === undefined) return []
  const position = { block: receipt.blockNumber, tx: receipt.transactionIndex, event: 0 }
  return [{ kind: 'transfer', network, position, time, tx: tx.hash, token: NATIVE, from: tx.from, to, raw: tx.value }]
}

/** A created contract that mints its own tokens in the same transaction is a token. */
function tokenMade(network: NetworkId, receipt: RawReceipt, transfers: readonly Transfer[], time: number | null): ChainEvent[] {
  const token = receipt.contractAddress
  const mint = transfers.find((transfer) => transfer.token === token && transfer.from === ZERO_ADDRESS)
  if (token === null || token === undefined || mint === undefined) return []
  return [{ kind: 'token_created', network, token, creator: receipt.from, position: mint.position, time, tx: receipt.transactionHash }]
}
