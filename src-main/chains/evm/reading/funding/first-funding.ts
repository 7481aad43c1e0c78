import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { LookupMethod } from '../../../../../src-shared/domain/token.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef, FirstFunding, FundingQuery } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request } from '../../../rpc/request.ts'
import type { IndexedPayment } from '../../rpc/accounts/funding-sources.ts'
import { contradiction, NodeFault } from '../../../rpc/node-fault.ts'
import type { Node } from '../../rpc/node.ts'
import { rawReceipt, rawTransaction } from '../../transaction/raw.ts'
import { findFirstPayees } from '../archive/first-payees.ts'
import { findFirstBlocks } from './first-blocks.ts'
import { cameLater, fundingsInBlock, paid, payerOf } from './first-payment.ts'

const CONCURRENCY = 8

/**
 * The first native payment to each wallet, or the reason why it cannot be determined. Uses old state, with a guess from the archive or, if the
 * endpoint supports it, from `trace_filter`. Without old state, uses a provider's index of transfers.
 *
 * @param found receives the answers as soon as they are known, each wallet once
 * @throws NodeFault `no_state` when the endpoint keeps neither old state nor an index
 */
export async function readFirstFundings(
  node: Node,
  network: NetworkId,
  queries: readonly FundingQuery[],
  at: BlockRef,
  signal: AbortSignal,
  found: (answers: readonly FirstFunding[]) => Promise<void>,
): Promise<void> {
  const open = new Set(queries.map(({ wallet }) => wallet))
  let hasState = true
  /** The payment in the block that a list names for a wallet that existed before it; null if that block does not show one. */
  const fundingByList = async (wallet: Address, block: number, means: LookupMethod): Promise<FirstFunding | null> => {
    const [answer] = await fundingsInBlock(node, network, [wallet], block, signal)
    return answer === undefined || answer.funding.funder === null ? null : { ...answer, funding: { ...answer.funding, means, proof: 'believed' } }
  }
  try {
    const unguessed = queries.flatMap(({ wallet, guess }) => (guess === null ? [wallet] : []))
    const archived = await findFirstPayees(node, unguessed, at.number, signal)
    const traced = await tracedBlocks(
      node,
      unguessed.filter((wallet) => !archived.has(wallet)),
      at,
      signal,
    )
    await findFirstBlocks({
      queries: queries.map(({ wallet, guess }) => ({ wallet, guess: archived.get(wallet) ?? traced.get(wallet) ?? guess })),
      at: at.number,
      existing: (wallets, block) => node.accounts.existing(wallets, block, signal),
      async found(wallets, block) {
        if (!hasState) return
        for (const wallet of wallets) open.delete(wallet)
        const answers = await fundingsInBlock(node, network, wallets, block, signal)
        await found(
          await mapLimited(answers, CONCURRENCY, async (answer) => {
            const { wallet } = answer.funding
            const [inArchive, inTraces] = [archived.get(wallet), traced.get(wallet)]
            const named = inArchive ?? inTraces
            if (!cameLater(answer) || named === undefined) return byState(answer, traced)
            return (await fundingByList(wallet, named, inArchive === undefined ? 'trace_filter' : 'ledger list')) ?? byState(answer, traced)
          }),
        )
      },
    })
  } catch (error) {
    if (!(error instanceof NodeFault) || error.kind !== 'no_state') throw error
    hasState = false
    await mapLimited(open, CONCURRENCY, async (wallet) => {
      const indexed = await node.funding.indexed(wallet, at.number, signal)
      if (indexed === null) throw error
      await found([await fundingByIndex(node, network, wallet, indexed, signal)])
    })
  }
}

/** Blocks that `trace_filter` names for wallets. The first wallet shows whether the endpoint supports it. */
async function tracedBlocks(node: Node, wallets: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Map<Address, number>> {
  const [first, ...others] = wallets
  const traced = new Map<Address, number>()
  const trace = async (wallet: Address): Promise<void> => {
    const block = await node.funding.tracedBlock(wallet, at.number, signal)
    if (block !== null) traced.set(wallet, block)
  }
  if (first !== undefined) await trace(first)
  await mapLimited(others, CONCURRENCY, trace)
  return traced
}

function byState({ funding, transfer }: FirstFunding, traced: ReadonlyMap<Address, number>): FirstFunding {
  const block = traced.get(funding.wallet)
  return { funding: { ...funding, means: block !== undefined && block === funding.block ? 'trace_filter' : 'old state', proof: 'birth' }, transfer }
}

/** A provider's index has payments, but no protocol deposits or withdrawals. The block of its transaction is verified. */
async function fundingByIndex(node: Node, network: NetworkId, wallet: Address, found: IndexedPayment, signal: AbortSignal): Promise<FirstFunding> {
  const receipt = await request(node.rpc, rawReceipt, 'eth_getTransactionReceipt', [found.tx], signal)
  if (receipt.blockNumber !== found.block || receipt.status === 0) {
    throw contradiction(node.rpc.hosts, `its index of transfers names ${found.tx} in block ${found.block}, its receipt does not`)
  }
  const { time } = await node.blocks.header(found.block, signal)
  const { raw, tx } = found
  const outer = found.from === receipt.from ? null : await request(node.rpc, rawTransaction, 'eth_getTransactionByHash', [found.tx], signal)
  const from = outer === null ? found.from : payerOf(outer, { from: found.from, value: raw }, null)
  const answer = paid(network, wallet, { number: found.block, timestamp: time }, { from, raw, tx, txIndex: receipt.transactionIndex, event: 0 })
  return { ...answer, funding: { ...answer.funding, means: 'provider index', proof: 'believed' } }
}

/** The first native payment to one wallet. */
export async function readFirstFunding(
  node: Node,
  network: NetworkId,
  query: FundingQuery,
  at: BlockRef,
  signal: AbortSignal,
): Promise<FirstFunding> {
  const answers: FirstFunding[] = []
  await readFirstFundings(node, network, [query], at, signal, (found) => Promise.resolve(void answers.push(...found)))
  const [answer] = answers
  if (answer === undefined) throw new Error(`no answer for the first payment to ${query.wallet}`)
  return answer
}
