import type { Address } from '../../../../../src-shared/domain/address.ts'
import { partsOf } from '../../../../lib/parts-of.ts'
import { ArchiveFault } from '../../../archive/fault.ts'
import { readFinalizedHead } from '../../../archive/head.ts'
import type { ArchiveAccess } from '../../../archive/request.ts'
import type { Node } from '../../rpc/node.ts'
import { MAX_PAYEES, payeesQuery } from './query.ts'
import { archiveThread } from './thread.ts'

/** Sizes in blocks of the windows searched for payments, from the head backwards. Each takes about 20 to 120 seconds (docs/chains.md#archives). */
const WINDOWS = [200_000, 400_000, 800_000] as const
/** For fewer wallets, the search over old state is as fast as a window. */
const MIN_WALLETS = 30
/** The budget for one search in an archive. */
const BUDGET = { calls: 2_000, bytes: 2 ** 31 }

/**
 * Finds the first block in which each wallet received coins, from the network's archive if the user allows queries about wallets. A window is
 * searched only for wallets that exist after it and not before it. The results are guesses: the archive may lack payments, so the caller compares
 * each with the node's state.
 *
 * @throws NodeFault `no_state` if the endpoint keeps no old state
 */
export async function findFirstPayees(node: Node, wallets: readonly Address[], at: number, signal: AbortSignal): Promise<Map<Address, number>> {
  const found = new Map<Address, number>()
  const access = wallets.length < MIN_WALLETS ? null : node.archive.open('wallets')
  if (access === null) return found
  try {
    let to = Math.min(at, (await readFinalizedHead(access, signal)).number)
    let open = wallets
    for (const blocks of WINDOWS) {
      const from = Math.max(0, to - blocks + 1)
      const older = from === 0 ? new Set<Address>() : await node.accounts.existing(open, from - 1, signal)
      const born = open.filter((wallet) => !older.has(wallet))
      open = open.filter((wallet) => older.has(wallet))
      if (born.length >= MIN_WALLETS) await readWindow(access, born, { from, to }, found, signal)
      if (from === 0 || open.length < MIN_WALLETS) break
      to = from - 1
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    node.archive.rest(access, error.kind === 'malformed' ? 'wrong' : 'unreachable')
  }
  return found
}

interface Window {
  readonly from: number
  readonly to: number
}

async function readWindow(
  access: ArchiveAccess,
  wallets: readonly Address[],
  window: Window,
  found: Map<Address, number>,
  signal: AbortSignal,
): Promise<void> {
  for (const group of partsOf(wallets, MAX_PAYEES)) {
    try {
      await readPayees(access, group, { ...window, withTraces: true }, found, signal)
    } catch (error) {
      if (!(error instanceof ArchiveFault) || error.kind !== 'refused') throw error
      await readPayees(access, group, { ...window, withTraces: false }, found, signal)
    }
  }
}

async function readPayees(
  access: ArchiveAccess,
  group: readonly Address[],
  { from, to, withTraces }: Window & { readonly withTraces: boolean },
  found: Map<Address, number>,
  signal: AbortSignal,
): Promise<void> {
  const wanted = new Set(group)
  for await (const { payees } of archiveThread.read({ access, query: payeesQuery(group, withTraces), from, to, budget: { ...BUDGET } }, signal)) {
    for (const { address, block } of payees) if (wanted.has(address) && block < (found.get(address) ?? Infinity)) found.set(address, block)
  }
}
