import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { readAccountBeginning, readAccountHistory, type AccountBeginning } from '../transactions/account-history.ts'
import type { ReadTransaction } from '../transactions/read-transaction.ts'
import type { Transactions } from '../transactions/transactions.ts'

/** Creator, slot and transaction of a token's creation. */
export interface TokenCreation {
  readonly creator: Address
  readonly slot: number
  readonly time: number | null
  readonly tx: string
}

/** The creation, and a sentence about why it is unknown or may be another. */
export type CreationAnswer =
  { readonly creation: TokenCreation; readonly reason: string | null } | { readonly creation: null; readonly reason: string }

/** Pages of the mint's history, if the endpoint does not list from a slot. */
const MINT_PAGES = 10
/** Pages of the metadata account's history, which few transactions mention. */
const METADATA_PAGES = 3
/** Anyone can pay to the address of a mint before it exists, so it may be initialised after its first transaction. */
const FIRST_TRANSACTIONS = 10

/** Of a closable mint, the newest of its transactions among which a later initialisation is searched. */
const MAX_LATER = 200

const MADE_AGAIN = 'The mint could be closed. Whether it was made again since at the same address was not searched, because its history is too long.'
const TOO_LONG = 'Its creation is unknown, because its history is too long to read.'

/**
 * The transaction that created a mint, and its creator: the creator that a launchpad's instruction names, else the fee payer. The history
 * of an active mint is too long to read, but its metadata account is created with it and rarely mentioned again.
 */
export async function readTokenCreation(
  node: SolanaNode,
  transactions: Transactions,
  { mint, metadata, to }: { mint: string; metadata: string; to: number },
  signal: AbortSignal,
): Promise<CreationAnswer> {
  const young = await throughMint(readAccountHistory(node, transactions, { address: mint, from: 0, to, pages: 1 }, signal))
  const found = young.first ?? (await throughMetadata())
  if (found !== null) return newestCreation(found)
  // Without a reason, the history continues after the first page.
  const pages = { first: 1, most: MINT_PAGES }
  const whole = young.reason === null ? await throughMint(readAccountBeginning(node, transactions, { address: mint, to, pages }, signal)) : young
  return whole.first === null ? { creation: null, reason: whole.reason ?? TOO_LONG } : newestCreation(whole.first)

  /** A mint that was closed can be initialised again. Its token is younger than its address then. */
  async function newestCreation(first: ReadTransaction): Promise<CreationAnswer> {
    if (!first.closableMints.includes(mint)) return { creation: creationIn(first, mint), reason: null }
    const { mentions } = await readAccountHistory(node, transactions, { address: mint, from: first.slot, to, pages: 1 }, signal)
    const later = mentions.filter(({ failed }) => !failed)
    if (later.length > MAX_LATER) return { creation: creationIn(first, mint), reason: MADE_AGAIN }
    const made = (await transactions.readAvailable(later, signal)).findLast((tx) => tx.mints.includes(mint))
    return { creation: creationIn(made ?? first, mint), reason: null }
  }

  async function throughMint(
    beginning: Promise<AccountBeginning>,
  ): Promise<{ readonly first: ReadTransaction | null; readonly reason: string | null }> {
    const { mentions, end } = await beginning
    if (end === null) return { first: null, reason: null }
    if (end.first === null) return { first: null, reason: `Its creation is unknown. ${end.reason ?? 'No transaction of it is listed.'}` }
    if (end.first.mints.includes(mint)) return { first: end.first, reason: null }
    const next = await transactions.readAvailable(mentions.slice(0, FIRST_TRANSACTIONS), signal)
    return { first: next.find((tx) => tx.mints.includes(mint)) ?? end.first, reason: null }
  }

  /** The metadata account may be younger than the mint. Its first transaction then does not initialise the mint. */
  async function throughMetadata(): Promise<ReadTransaction | null> {
    const { end } = await readAccountHistory(node, transactions, { address: metadata, from: 0, to, pages: METADATA_PAGES }, signal)
    const first = end?.first ?? null
    return first?.mints.includes(mint) === true ? first : null
  }
}

function creationIn(first: ReadTransaction, mint: string): TokenCreation {
  const created = first.events.find((event) => event.kind === 'token_created' && event.token === mint)
  const creator = created?.kind === 'token_created' ? created.creator : trustedAddress(first.feePayer)
  return { creator, slot: first.slot, time: first.time, tx: first.signature }
}
