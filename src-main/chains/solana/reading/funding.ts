import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { compareBig, compareText } from '../../../../src-shared/domain/compare.ts'
import { minRaw, sumRaw } from '../../../../src-shared/domain/amount.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import type { Proof } from '../../../../src-shared/domain/token.ts'
import type { BlockRef, FirstFunding, FundingQuery } from '../../adapter.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { paymentsIn } from './payments/read-payments.ts'
import { solChanges } from './payments/sol-payments.ts'
import { readAccountBeginning } from './transactions/account-history.ts'
import type { ReadTransaction } from './transactions/read-transaction.ts'
import type { Transactions } from './transactions/transactions.ts'

/** A longer history is searched by slots, or not read if the endpoint does not allow that (docs/detection.md#first-funder). */
const PAGES = { first: 3, most: 3 } as const
/** Usually the first transaction contains the first SOL, unless the wallet received a token before. */
const MAX_TRANSACTIONS = 10

/**
 * The first funding of a wallet: the funder is the signer that paid the most lamports in the first transaction in which the
 * wallet's lamports rise. A signer that only paid the fee is not a funder. Unknown if the list of transactions does not provably
 * reach the wallet's first transaction.
 *
 * @param guess a slot in which the wallet was paid
 */
export async function readFirstFunding(
  node: SolanaNode,
  transactions: Transactions,
  { wallet, guess }: FundingQuery,
  at: BlockRef,
  signal: AbortSignal,
): Promise<FirstFunding> {
  const { mentions, end } = await readAccountBeginning(
    node,
    transactions,
    { address: wallet, to: at.number, pages: PAGES },
    signal,
    transactions.lists.of(at),
  )
  if (end === null) return unfunded(wallet, null, at.number, 'Its history is too long to page: more than 3,000 transactions.')
  if (end.proof === 'cut' || end.proof === 'agreed') return unfunded(wallet, 'cut', null, end.reason ?? CUT)
  if (guess !== null && guess < (end.oldest?.slot ?? Infinity)) return unfunded(wallet, 'cut', null, CUT)
  const good = mentions.filter((mention) => !mention.failed)
  for (const slot of Map.groupBy(good.slice(0, MAX_TRANSACTIONS), (mention) => mention.slot).values()) {
    // Read together, because the order of transactions within a slot differs between nodes' lists.
    for (const read of await transactions.read(slot, signal)) {
      const own = read.accounts.find((account) => account.address === wallet)
      if (own !== undefined && own.after > own.before) return fundedBy(read, wallet, own.after - own.before, end.proof)
    }
  }
  return good.length > MAX_TRANSACTIONS
    ? unfunded(wallet, end.proof, good[0]?.slot ?? null, `None of its first ${MAX_TRANSACTIONS} transactions brought it coins.`)
    : unfunded(wallet, end.proof, null, 'The wallet never received the native coin.')
}

const CUT = 'The endpoint does not list its first transaction: its history is cut.'

function unfunded(wallet: Address, proof: Proof | null, block: number | null, reason: string): FirstFunding {
  const funding = { wallet, funder: null, raw: null, tx: null, block, time: null, reason, means: 'account history' } as const
  return { funding: proof === null ? funding : { ...funding, proof }, transfer: null }
}

function fundedBy(read: ReadTransaction, wallet: Address, lamports: number, proof: Proof): FirstFunding {
  const { slot, index, time, signature } = read
  const { funder, reason } = payerIn(read, wallet, BigInt(lamports))
  const known = { wallet, tx: signature, block: slot, time, means: 'account history', proof } as const
  if (funder === null) return { funding: { ...known, funder, raw: null, reason }, transfer: null }
  const raw = BigInt(lamports)
  const moved = read.events.find((event) => event.kind === 'transfer' && event.token === NATIVE && event.to === wallet)
  const event = moved?.kind === 'transfer' ? moved.position.event : 0
  return {
    funding: { ...known, funder, raw, reason: null },
    transfer: {
      kind: 'transfer',
      network: 'sol',
      position: { block: slot, tx: index, event },
      time,
      tx: signature,
      token: NATIVE,
      from: funder,
      to: wallet,
      raw,
    },
  }
}

type Payer = { readonly funder: Address; readonly reason: null } | { readonly funder: null; readonly reason: string }

const OWN: Payer = { funder: null, reason: 'Its first coins came out of its own token account.' }
const NO_SIGNER: Payer = { funder: null, reason: 'Its first coins came from no signer: a program paid them out.' }

/**
 * The signer whose transfers to the wallet are the largest, if signers lost all that the wallet got by such transfers; else the address that lost
 * the most lamports, if it signed; else the largest sender, which passed on what it got. Only losses beyond the fee count, including lamports
 * in token accounts, and in accounts that native programs pay out on its signature. Ties by address.
 */
function payerIn(read: ReadTransaction, wallet: Address, got: bigint): Payer {
  const changes = solChanges(read)
  for (const { account, authority } of read.withdrawals) move(changes, trustedAddress(account), trustedAddress(authority))
  const lost = new Map([...changes].flatMap(([address, raw]) => (raw < 0n && address !== wallet ? [[address, -raw]] : [])))
  const sent = new Map<Address, bigint>()
  for (const { from, to, raw } of paymentsIn(read)) if (to === wallet && read.signers.includes(from)) sent.set(from, (sent.get(from) ?? 0n) + raw)
  const paid = new Map([...sent].map(([from, raw]) => [from, minRaw(raw, lost.get(from) ?? 0n)]))
  const isOwn = (changes.get(wallet) ?? 0n) <= 0n
  const loser = isOwn ? null : largest(lost)
  const signer = loser !== null && read.signers.includes(loser) ? loser : null
  const funder = sumRaw(paid.values()) >= got ? largest(paid) : (signer ?? (sumRaw(sent.values()) >= got ? largest(sent) : null))
  return funder === null ? (isOwn ? OWN : NO_SIGNER) : { funder, reason: null }
}

function largest(amounts: ReadonlyMap<Address, bigint>): Address | null {
  const [first] = [...amounts].sort(([a, x], [b, y]) => compareBig(y, x) || compareText(a, b))
  return first?.[0] ?? null
}

function move(changes: Map<Address, bigint>, from: Address, to: Address): void {
  changes.set(to, (changes.get(to) ?? 0n) + (changes.get(from) ?? 0n))
  changes.delete(from)
}
