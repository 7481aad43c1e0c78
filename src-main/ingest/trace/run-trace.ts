import type { TraceRecord, TraceStop } from '../../../src-shared/contract/records/traces.ts'
import type { Address } from '../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../src-shared/domain/events.ts'
import { isServiceLabel, type AddressLabel } from '../../../src-shared/domain/labels.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import { largestCarried, type Engine, type Flow, type FlowWallet } from '../../engine/interface.ts'
import { NodeFault } from '../../chains/rpc/node-fault.ts'
import { mapLimited } from '../../lib/map-limited.ts'
import type { Store } from '../../store/interface.ts'
import { readLedger, type LedgerContext } from './read-ledger.ts'

/** What is known about a wallet that received traced money. */
export interface TraceNode {
  readonly read: boolean
  readonly stop: TraceStop | null
  readonly note: string | null
  readonly atMost: boolean
}

export interface TraceState {
  readonly flow: Flow
  readonly nodes: ReadonlyMap<Address, TraceNode>
  readonly labels: readonly AddressLabel[]
  readonly callsMade: number
  readonly outOfCalls: boolean
}

export interface TraceRun {
  readonly store: Store
  readonly engine: Pick<Engine, 'traceFlow'>
  readonly adapter: ChainAdapter
  readonly head: BlockRef
  readonly trace: Pick<TraceRecord, 'network' | 'direction' | 'since' | 'until' | 'hops' | 'calls'> & {
    readonly wallet: Address
    readonly coin: Address
    /** Raw units. */
    readonly least: bigint
  }
  /** Wallets that earlier runs of the trace read, and addresses found to be contracts. */
  readonly looked: ReadonlyMap<Address, 'read' | 'contract'>
  readonly signal: AbortSignal
  readonly onProgress: (state: TraceState) => void
}

/** Wallets read concurrently before the budget and the flow of money are checked again. */
const BATCH = 4

/** Reads one wallet after another, those with few hops and much money first, until nothing remains to follow or the budget is used up. */
export async function runTrace(run: TraceRun): Promise<TraceState> {
  const { store, engine, adapter, trace, head, signal } = run
  const { network, wallet: root, direction } = trace
  const before = adapter.callsMade?.() ?? 0
  let reads = 0
  const callsMade = (): number => (adapter.callsMade === undefined ? reads : adapter.callsMade() - before)
  let fresh = 0
  // Every run reads a new wallet, however small its budget. Otherwise the newest blocks of wallets read before could use up the budget.
  const isSpent = (): boolean => fresh > 0 && callsMade() >= trace.calls
  const onRead = (): void => void (reads += 1)
  const ledgers: LedgerContext = { store, adapter, ...trace, head, finalUntil: finalUntil(adapter, head), signal, onRead }
  const nodes = new Map<Address, TraceNode>()
  const rows = new Map<string, Transfer>()
  const opening = new Map<Address, bigint>()
  const labels = new Map<Address, readonly AddressLabel[]>()

  async function look(wallet: Address): Promise<void> {
    if (signal.aborted) return
    const { ledger, ...known } = await readNode(ledgers, wallet, direction)
    nodes.set(wallet, known)
    if (run.looked.get(wallet) !== 'read') fresh += 1
    for (const row of ledger?.rows ?? []) rows.set(`${row.tx} ${row.position.event} ${row.from} ${row.to}`, row)
    if (ledger !== null && ledger.opening !== null) opening.set(wallet, ledger.opening)
  }

  async function flowNow(): Promise<Flow> {
    const read = new Set([...nodes].flatMap(([wallet, node]) => (node.read ? [wallet] : [])))
    const targets = [...labels].flatMap(([wallet, of]) => (wallet !== root && of.some(({ tags }) => tags.includes('exchange')) ? [wallet] : []))
    return engine.traceFlow({ root, direction, transfers: [...rows.values()], read, opening, targets })
  }

  async function learnLabels(wallets: readonly Address[]): Promise<void> {
    const fresh = wallets.filter((wallet) => !labels.has(wallet))
    const found = Map.groupBy(await store.read.labels({ network, addresses: fresh }), ({ address }) => address)
    for (const wallet of fresh) labels.set(wallet, found.get(wallet) ?? [])
  }

  /** Decides, without reading payments, beyond which wallets money is not followed. */
  function stopAt(wallets: readonly FlowWallet[]): FlowWallet[] {
    const open: FlowWallet[] = []
    for (const one of wallets) {
      const stop = (labels.get(one.wallet) ?? []).some(isServiceLabel)
        ? 'service'
        : largestCarried(one.arrived) < trace.least
          ? 'small'
          : one.hop >= trace.hops
            ? 'hops'
            : null
      if (stop === null) open.push(one)
      else nodes.set(one.wallet, { read: false, stop, note: null, atMost: false })
    }
    return open
  }

  async function stopAtContracts(wallets: readonly FlowWallet[]): Promise<FlowWallet[]> {
    const unknown = wallets.flatMap(({ wallet }) => (run.looked.has(wallet) ? [] : [wallet]))
    const kinds = unknown.length === 0 || isSpent() ? null : await adapter.accountKinds(unknown, head, signal)
    if (kinds !== null) onRead()
    const isContract = ({ wallet }: FlowWallet): boolean => kinds?.get(wallet) === 'contract' || run.looked.get(wallet) === 'contract'
    for (const { wallet } of wallets.filter(isContract)) nodes.set(wallet, { read: false, stop: 'contract', note: null, atMost: false })
    return wallets.filter((one) => !isContract(one))
  }

  await learnLabels([root])
  await look(root)
  for (;;) {
    await learnLabels((await flowNow()).wallets.map(({ wallet }) => wallet))
    const flow = await flowNow()
    // The amount that arrives may have grown through another path.
    for (const { wallet } of flow.wallets) if (nodes.get(wallet)?.stop === 'small') nodes.delete(wallet)
    const open = stopAt(flow.wallets.filter(({ wallet }) => wallet !== root && !nodes.has(wallet)))
    const next = await stopAtContracts(open.slice(0, BATCH))
    const outOfCalls = isSpent() && open.some(({ wallet }) => !nodes.has(wallet))
    const state = { flow, nodes, labels: [...labels.values()].flat(), callsMade: callsMade(), outOfCalls }
    run.onProgress(state)
    signal.throwIfAborted()
    if (open.length === 0 || outOfCalls) return state
    await mapLimited(next, BATCH, ({ wallet }) => look(wallet))
  }
}

type ReadNode = TraceNode & { readonly ledger: { readonly rows: readonly Transfer[]; readonly opening: bigint | null } | null }

async function readNode(context: LedgerContext, wallet: Address, direction: 'out' | 'in'): Promise<ReadNode> {
  try {
    const ledger = await readLedger(context, wallet, direction === 'out' ? 'paid' : 'received')
    return 'busy' in ledger
      ? { read: false, stop: 'busy', note: ledger.busy, atMost: false, ledger: null }
      : { read: true, stop: null, note: ledger.missing, atMost: ledger.opening === null, ledger }
  } catch (error) {
    if (!(error instanceof NodeFault) || !LACKS.has(error.kind)) throw error
    return { read: false, stop: 'unread', note: error.message, atMost: false, ledger: null }
  }
}

/** Faults that will not go away with this endpoint. */
const LACKS: ReadonlySet<NodeFault['kind']> = new Set(['no_state', 'unsupported', 'too_large'])

function finalUntil({ network, reorganisations }: ChainAdapter, head: BlockRef): number {
  const deepest = Math.max(0, ...(reorganisations?.marksBelowHead ?? []))
  return head.time - Math.ceil(deepest * NETWORKS[network].blockSeconds)
}
