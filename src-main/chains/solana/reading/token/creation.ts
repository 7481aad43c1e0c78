import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { readHistory, type Mention } from '../transactions/history.ts'
import type { ReadTransaction } from '../transactions/read-transaction.ts'
import type { Transactions } from '../transactions/transactions.ts'

/** Creator, slot and transaction of a token's creation. */
export interface TokenCreation {
  readonly creator: Address
  readonly slot: number
  readonly time: number | null
  readonly tx: string
}

/** Pages of the mint's history, and of its metadata account's, which few transactions mention. */
const MINT_PAGES = 10
const METADATA_PAGES = 3

/**
 * The first transaction of a mint and its creator: the one that a launchpad's instruction names, else the fee payer. The history of
 * an active mint is too long to read, but its metadata account is created with it and rarely mentioned again.
 *
 * @returns null when the history is too long or not kept by the endpoint
 */
export async function readTokenCreation(
  node: SolanaNode,
  transactions: Transactions,
  args: { mint: string; metadata: string; to: number },
  signal: AbortSignal,
): Promise<TokenCreation | null> {
  if (!(await node.keepsFullHistory(signal))) return null
  const oldestOf = async (address: string, pages: number): Promise<Mention | null> => {
    const { mentions, completeFrom } = await readHistory(node, { address, from: 0, to: args.to, pages }, signal)
    return completeFrom === 0 ? (mentions.find((mention) => !mention.failed) ?? null) : null
  }
  const young = await oldestOf(args.mint, 1)
  const found = young ?? (await throughMetadata()) ?? (await oldestOf(args.mint, MINT_PAGES))
  if (found === null) return null
  const [first] = await transactions.read([found], signal)
  return first === undefined ? null : creationIn(first, args.mint)

  /** The metadata account may be younger than the mint: its first transaction then finds the mint already there. */
  async function throughMetadata(): Promise<Mention | null> {
    const mention = await oldestOf(args.metadata, METADATA_PAGES)
    const [made] = mention === null ? [] : await transactions.read([mention], signal)
    return made?.accounts.find((account) => account.address === args.mint)?.before === 0 ? mention : null
  }
}

function creationIn(first: ReadTransaction, mint: string): TokenCreation {
  const created = first.events.find((event) => event.kind === 'token_created' && event.token === mint)
  const creator = created?.kind === 'token_created' ? created.creator : trustedAddress(first.feePayer)
  return { creator, slot: first.slot, time: first.time, tx: first.signature }
}
