import type { Address } from '../../../../src-shared/domain/address.ts'
import type { LookupMethod, Proof } from '../../../../src-shared/domain/token.ts'
import { grouped } from '../../../../src-shared/domain/shown.ts'
import type { BlockRef, FirstFunding } from '../../adapter.ts'
import { parseGraphqlTransaction } from '../transaction/parse-graphql.ts'
import { SUI_COIN } from '../encoding/move-type.ts'
import { readServiceInfo, type SuiNode } from '../rpc/node.ts'
import { readAllChanges } from '../rpc/balance-changes.ts'
import { FIRST_TRANSACTIONS } from '../rpc/graphql-queries.ts'
import { anyOf, sentBy, touchesAddress } from '../rpc/scan/filter.ts'
import { scanTransactions } from '../rpc/scan/scan.ts'
import { paymentsIn } from '../transaction/payments-in.ts'
import { gainsWithoutGas, toTransfer, type SuiTransaction } from '../transaction/transaction.ts'

/** Transactions of an account that are searched for its first SUI. Most accounts receive it in their first one. */
const MAX_FIRST_TRANSACTIONS = 50

const noFunder = (wallet: Address, reason: string, means: LookupMethod, proof: Proof = 'believed'): FirstFunding => ({
  funding: { wallet, funder: null, raw: null, tx: null, block: null, time: null, reason, means, proof },
  transfer: null,
})

/** Who paid for the first SUI that an account received in a transaction of another (docs/detection.md#first-funder). */
export async function readFirstFunding(node: SuiNode, wallet: Address, at: BlockRef, signal: AbortSignal): Promise<FirstFunding> {
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
  const found: SuiTransaction[] = []
  for (const node of transactions?.nodes ?? []) {
    const tx = parseGraphqlTransaction(await readAllChanges(graphql, node, signal))
    if (tx !== null) found.push(tx)
    if (tx !== null && suiReceived(tx, wallet) > 0n) break
  }
  return found
}

function suiReceived(tx: SuiTransaction, wallet: Address): bigint {
  return tx.succeeded && tx.sender !== wallet ? (gainsWithoutGas(tx)?.get(SUI_COIN)?.get(wallet) ?? 0n) : 0n
}

function findFunder(wallet: Address, transactions: readonly SuiTransaction[], means: LookupMethod): FirstFunding {
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
  const { digest, checkpoint, time } = tx
  const [paid] = paymentsIn(tx, SUI_COIN)
    .filter(({ to }) => to === wallet)
    .sort((a, b) => (a.raw === b.raw ? 0 : a.raw > b.raw ? -1 : 1))
  if (paid === undefined) return noFunder(wallet, `The account’s first SUI came out of an object in ${digest}, and no account paid for it.`, means)
  return {
    funding: { wallet, funder: paid.from, raw: paid.raw, tx: digest, block: checkpoint, time, reason: null, means, proof: 'believed' },
    transfer: toTransfer(tx, 0, SUI_COIN, paid),
  }
}
