import type { Address } from '../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../src-shared/domain/events.ts'
import type { Funding, Means } from '../../../src-shared/domain/token.ts'
import { grouped } from '../../../src-shared/domain/shown.ts'
import type { BlockRef } from '../adapter.ts'
import { fromGraphql } from './graphql-answer.ts'
import { SUI_COIN } from './move-type.ts'
import { serviceInfo, type SuiNode } from './node.ts'
import { FIRST_TRANSACTIONS } from './queries.ts'
import { anyOf, scan, sentBy, touchesAddress } from './scan.ts'
import { gainsWithoutGas, type NormalTransaction } from './transaction.ts'

export type FundingAnswer = { readonly funding: Funding; readonly transfer: Transfer | null }

/** Transactions of an account looked through for its first SUI: most accounts have it in their first. */
const FIRST_TRANSACTIONS_READ = 50

const without = (wallet: Address, reason: string, means: Means): FundingAnswer => ({
  funding: { wallet, funder: null, raw: null, tx: null, block: null, time: null, reason, means },
  transfer: null,
})

/**
 * First SUI that an account received from another: the sender of the first transaction in which its SUI rose
 * (engine.md §1.4). Who sponsors a transaction pays for gas and funds nobody.
 */
export async function readFirstFunding(node: SuiNode, wallet: Address, at: BlockRef, signal: AbortSignal): Promise<FundingAnswer> {
  const { firstKept } = await serviceInfo(node, signal)
  if (firstKept === 0) return firstOf(wallet, await overGrpc(node, wallet, at, signal), 'ledger list')
  if (node.graphql.present) return firstOf(wallet, await overGraphql(node, wallet, at, signal), 'ledger index')
  const from = firstKept === null ? 'an unknown checkpoint' : `checkpoint ${grouped(firstKept)}`
  return without(wallet, `The endpoint keeps transactions from ${from} on; the account may have been funded before.`, 'ledger list')
}

async function overGrpc(node: SuiNode, wallet: Address, at: BlockRef, signal: AbortSignal): Promise<NormalTransaction[]> {
  const filter = anyOf([[touchesAddress(wallet)]], [sentBy(wallet)])
  const found: NormalTransaction[] = []
  for await (const { transactions } of scan({ grpc: node.grpc, filter, from: 0, to: at.number, signal })) {
    found.push(...transactions)
    if (found.length >= FIRST_TRANSACTIONS_READ || found.some((tx) => received(tx, wallet) > 0n)) break
  }
  return found
}

async function overGraphql({ graphql }: SuiNode, wallet: Address, at: BlockRef, signal: AbortSignal): Promise<NormalTransaction[]> {
  const variables = { wallet, before: at.number + 1, first: FIRST_TRANSACTIONS_READ }
  const { transactions } = await graphql.ask(FIRST_TRANSACTIONS.name, FIRST_TRANSACTIONS.text, variables, FIRST_TRANSACTIONS.answer, signal)
  return (transactions?.nodes ?? []).flatMap((node) => fromGraphql(node) ?? [])
}

function received(tx: NormalTransaction, wallet: Address): bigint {
  return tx.succeeded && tx.sender !== wallet ? (gainsWithoutGas(tx)?.get(SUI_COIN)?.get(wallet) ?? 0n) : 0n
}

function firstOf(wallet: Address, transactions: readonly NormalTransaction[], means: Means): FundingAnswer {
  const tx = transactions.find((one) => received(one, wallet) > 0n)
  if (tx === undefined) {
    const many = transactions.length >= FIRST_TRANSACTIONS_READ
    return without(
      wallet,
      many
        ? `None of the account’s first ${FIRST_TRANSACTIONS_READ} transactions brought it SUI from another.`
        : 'The account never received SUI from another.',
      means,
    )
  }
  const raw = received(tx, wallet)
  const { sender, digest, checkpoint, time } = tx
  return {
    funding: { wallet, funder: sender, raw, tx: digest, block: checkpoint, time, reason: null, means },
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
