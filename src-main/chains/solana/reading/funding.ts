import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../src-shared/domain/events.ts'
import type { Funding } from '../../../../src-shared/domain/token.ts'
import type { BlockRef } from '../../adapter.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { readHistory } from './history.ts'
import type { ReadTransaction } from './read-transaction.ts'
import type { Transactions } from './transactions.ts'

export type FundingAnswer = { readonly funding: Funding; readonly transfer: Transfer | null }

/** A wallet named by more than 3,000 transactions is not followed back to its first (engine.md §1.4). */
const PAGES = 3
/** Its first coin is in its first transaction, unless somebody sent it a token before. */
const LOOKS = 10

/**
 * First lamports of a wallet, from whom: the signer who lost most in the first transaction in which the wallet's lamports
 * rise. Who only paid the fee is no funder.
 *
 * @throws NodeFault `no_state` where the endpoint does not keep old transactions: its oldest is not the wallet's first
 */
export async function readFirstFunding(
  node: SolanaNode,
  transactions: Transactions,
  wallet: Address,
  at: BlockRef,
  signal: AbortSignal,
): Promise<FundingAnswer> {
  if (!(await node.keepsAll(signal))) {
    throw new NodeFault({ kind: 'no_state', host: node.rpc.hosts, method: 'getSignaturesForAddress', text: 'old transactions are not kept' })
  }
  const { mentions, completeFrom } = await readHistory(node, { address: wallet, from: 0, to: at.number, pages: PAGES }, signal)
  if (completeFrom > 0) return without(wallet, at.number, 'Its history is too long to page: more than 3,000 transactions.')
  const good = mentions.filter((mention) => !mention.failed)
  for (const mention of good.slice(0, LOOKS)) {
    const [read] = await transactions.read([mention], signal)
    const own = read?.accounts.find((account) => account.address === wallet)
    if (read === undefined || own === undefined || own.after <= own.before) continue
    return fundedBy(read, wallet, own.after - own.before)
  }
  return good.length > LOOKS
    ? without(wallet, good[0]?.slot ?? null, `None of its first ${LOOKS} transactions brought it coins.`)
    : without(wallet, null, 'The wallet never received the native coin.')
}

function without(wallet: Address, block: number | null, reason: string): FundingAnswer {
  return { funding: { wallet, funder: null, raw: null, tx: null, block, time: null, reason, means: 'account history' }, transfer: null }
}

function fundedBy(read: ReadTransaction, wallet: Address, lamports: number): FundingAnswer {
  const { slot, place, time, signature } = read
  const funder = payerIn(read, wallet)
  const known = { wallet, tx: signature, block: slot, time, means: 'account history' } as const
  if (funder === null) {
    return { funding: { ...known, funder: null, raw: null, reason: 'Its first coins came from no signer: a program paid them out.' }, transfer: null }
  }
  const raw = BigInt(lamports)
  const moved = read.events.find((event) => event.kind === 'transfer' && event.token === NATIVE && event.to === wallet)
  const event = moved?.kind === 'transfer' ? moved.position.event : 0
  return {
    funding: { ...known, funder, raw, reason: null },
    transfer: {
      kind: 'transfer',
      network: 'sol',
      position: { block: slot, tx: place, event },
      time,
      tx: signature,
      token: NATIVE,
      from: funder,
      to: wallet,
      raw,
    },
  }
}

/** The signer whose lamports fell most beyond the fee; equal falls by address. */
function payerIn({ accounts, signers, feePayer, fee }: ReadTransaction, wallet: Address): Address | null {
  const falls = accounts
    .filter((account) => account.address !== wallet && signers.includes(account.address))
    .map(({ address, before, after }) => ({ address, lost: before - after - (address === feePayer ? fee : 0) }))
    .filter((account) => account.lost > 0)
    .sort((a, b) => b.lost - a.lost || (a.address < b.address ? -1 : 1))
  return falls[0] === undefined ? null : trustedAddress(falls[0].address)
}
