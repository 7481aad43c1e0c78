import type { Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../src-shared/domain/events.ts'
import type { Funding, Means, Proof } from '../../../../src-shared/domain/token.ts'
import { grouped } from '../../../../src-shared/domain/shown.ts'
import type { BlockRef } from '../../adapter.ts'
import { parseGraphqlTransaction } from '../transaction/parse-graphql.ts'
import { SUI_COIN } from '../encoding/move-type.ts'
import { readServiceInfo, type SuiNode } from '../rpc/node.ts'
import { FIRST_TRANSACTIONS } from '../rpc/graphql-queries.ts'
import { anyOf, scanTransactions, sentBy, touchesAddress } from '../rpc/scan/scan.ts'
import { gainsWithoutGas, type SuiTransaction } from '../transaction/transaction.ts'

export type FundingAnswer = { readonly funding: Funding; readonly transfer: Transfer | null }

/** Transactions of an account that are searched for its first SUI. Most accounts receive it in their first one. */
const MAX_FIRST_TRANSACTIONS = 50

const noFunder = (wallet: Address, reason: string, means: Means, proof: Proof = 'believed'): FundingAnswer => ({
  funding: { wallet, funder: null, raw: null, tx: null, block: null, time: null, reason, means, proof },
  transfer: null,
})

/**
 * First SUI that an account received from another: the sender of the first transaction in which its SUI rose
 * (docs/detection.md#first-funder). A sponsor only pays gas, so it is not a funder.
 */
export async function readFirstFunding(node: SuiNode, wallet: Address, at: BlockRef, signal: AbortSignal): Promise<FundingAnswer> {
  const { firstAvailable } = await readServiceInfo(node, signal)
  if (firstAvailable === 0) return findFunder(wallet, await listOverGrpc(node, wallet, at, signal), 'ledger list')
  if (node.graphql.present) return findFunder(wallet, await listOverGraphql(node, wallet, at, signal), 'ledger index')
  const from = firstAvailable === null ? 'an unknown checkpoint' : `checkpoint ${grouped(firstAvailable)}`
  return noFunder(wallet, `The endpoint keeps transactions only from ${from} on; the account may have been funded earlier.`, 'ledger list', 'cut')
}

async function listOverGrpc(node: SuiNode, wallet: Address, at: BlockRef, signal: AbortSignal): Promise<SuiTransaction[]> {
  const filter = anyOf([[touchesAddress(wallet)]], [sentBy(wallet)])
  const found: SuiTransaction[] = []
  for await (const { transactions } of scanTransactions({ grpc: node.grpc, filter, from: 0, to: at.number, signal })) {
    found.push(...transactions)
    if (found.length >= MAX_FIRST_TRANSACTIONS || found.some((tx) => suiReceived(tx, wallet) > 0n)) break
  }
  return found
}

async function listOverGraphql({ graphql }: SuiNode, wallet: Address, at: BlockRef, signal: AbortSignal): Promise<SuiTransaction[]> {
  const variables = { wallet, before: at.number + 1, first: MAX_FIRST_TRANSACTIONS }
  const { transactions } = await graphql.query(FIRST_TRANSACTIONS, variables, signal)
  return (transactions?.nodes ?? []).flatMap((node) => parseGraphqlTransaction(node) ?? [])
}

function suiReceived(tx: SuiTransaction, wallet: Address): bigint {
  return tx.succeeded && tx.sender !== wallet ? (gainsWithoutGas(tx)?.get(SUI_COIN)?.get(wallet) ?? 0n) : 0n
}

function findFunder(wallet: Address, transactions: readonly SuiTransaction[], means: Means): FundingAnswer {
  const tx = transactions.find((one) => suiReceived(one, wallet) > 0n)
  if (tx === undefined) {
    const many = transactions.length >= MAX_FIRST_TRANSACTIONS
    return noFunder(
      wallet,
      many
        ? `The account received no SUI from another in its first ${MAX_FIRST_TRANSACTIONS} transactions.`
        : 'The account never received SUI from another.',
      means,
    )
  }
  const raw = suiReceived(tx, wallet)
  const { sender, digest, checkpoint, time } = tx
  return {
    funding: { wallet, funder: sender, raw, tx: digest, block: checkpoint, time, reason: null, means, proof: 'believed' },
    transfer: {
      kind: 'transfer',
      network: 'sui',
      position: { block: checkpoint ?? 0, tx: tx.index ?? 0, event: 0 },
      time,
      tx: digest,
      token: NATIVE,
      from: sender,
      to: wallet,
      raw,
    },
  }
}
