import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { readHistory, type Mention } from './history.ts'
import type { ReadTransaction } from './read-transaction.ts'
import type { Transactions } from './transactions.ts'

/** How a token came to be; null where the history is too long or not kept. */
export interface Birth {
  readonly creator: Address
  readonly slot: number
  readonly time: number | null
  readonly tx: string
}

/** The mint's own history is paged this far; older tokens are known by their metadata account, which is seldom named. */
const MINT_PAGES = 10
const METADATA_PAGES = 3

/**
 * The first transaction of a mint, and who made it: the creator that a launchpad's instruction names, else who paid. A hot
 * mint's history is too long to page, but its metadata account is made with it and hardly ever named again.
 */
export async function readBirth(
  node: SolanaNode,
  transactions: Transactions,
  args: { mint: string; metadata: string; to: number },
  signal: AbortSignal,
): Promise<Birth | null> {
  if (!(await node.keepsAll(signal))) return null
  const oldestOf = async (address: string, pages: number): Promise<Mention | null> => {
    const { mentions, completeFrom } = await readHistory(node, { address, from: 0, to: args.to, pages }, signal)
    return completeFrom === 0 ? (mentions.find((mention) => !mention.failed) ?? null) : null
  }
  const young = await oldestOf(args.mint, 1)
  const found = young ?? (await throughMetadata()) ?? (await oldestOf(args.mint, MINT_PAGES))
  if (found === null) return null
  const [first] = await transactions.read([found], signal)
  return first === undefined ? null : birthIn(first, args.mint)

  /** The metadata account may be younger than the mint: then its first transaction finds the mint there already. */
  async function throughMetadata(): Promise<Mention | null> {
    const mention = await oldestOf(args.metadata, METADATA_PAGES)
    const [made] = mention === null ? [] : await transactions.read([mention], signal)
    return made?.accounts.find((account) => account.address === args.mint)?.before === 0 ? mention : null
  }
}

function birthIn(first: ReadTransaction, mint: string): Birth {
  const created = first.events.find((event) => event.kind === 'token_created' && event.token === mint)
  const creator = created?.kind === 'token_created' ? created.creator : trustedAddress(first.feePayer)
  return { creator, slot: first.slot, time: first.time, tx: first.signature }
}
