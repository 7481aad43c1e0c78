import type { CaseRequest } from '../../src-shared/contract/records/cases.ts'
import { CLUSTER_WALLETS_MAX, type EvidenceRef, type FindingEvidence } from '../../src-shared/contract/records/findings.ts'
import { trustedAddress, type TokenKey } from '../../src-shared/domain/address.ts'
import type { CaseCommand } from '../../src-shared/domain/cases/case.ts'
import { mergeTrial } from '../../src-shared/domain/rule-trial.ts'
import { AppError } from '../lib/app-error.ts'
import type { Store } from '../store/interface.ts'
import { ruleProblems, type CountedUnder, type Engine, type RecordAnswer } from './interface.ts'

/** Turns a request to change a case into its command. Reads the evidence of a new finding. */
export const resolveCommand = async (sources: Sources, caseId: string, request: CaseRequest): Promise<CaseCommand> =>
  request.op === 'add_finding' ? { ...request, evidence: await readEvidence(sources, caseId, request.evidence) } : request

interface Sources {
  readonly store: Store
  readonly engine: Engine
}

type Of<Kind extends EvidenceRef['kind']> = Extract<EvidenceRef, { kind: Kind }>

/**
 * Reads the evidence as it is now. The finding keeps it even if facts, labels or rules change later.
 *
 * @throws AppError `not_found` for evidence that is not stored
 */
async function readEvidence(sources: Sources, caseId: string, refs: readonly EvidenceRef[]): Promise<FindingEvidence[]> {
  const { store, engine } = sources
  return Promise.all(
    refs.map(async (ref) => {
      switch (ref.kind) {
        case 'edge':
          return readEdge(engine, ref, await countedUnder(sources, caseId, ref))
        case 'cluster':
          return readCluster(engine, ref, { ...(await countedUnder(sources, caseId, ref)), ...(await onTrial(sources, caseId)) })
        case 'snapshot':
          return readSnapshot(store, ref)
        case 'scan':
          return readScan(store, ref)
        case 'transaction':
          return ref
      }
    }),
  )
}

/** The case, if it has claims on the network that can change counts. */
async function countedUnder({ store }: Sources, caseId: string, { network, with_case }: Of<'edge' | 'cluster'>): Promise<CountedUnder> {
  const claims = with_case === false ? null : await store.read.caseClaims({ id: caseId, network })
  return claims === null || claims.hubs.length + claims.entities.length === 0 ? {} : { caseId }
}

/** Clusters are shown under the thresholds that the case tries. */
async function onTrial({ store, engine }: Sources, caseId: string): Promise<CountedUnder> {
  const thresholds = (await store.read.caseRecord(caseId))?.thresholds ?? {}
  if (Object.keys(thresholds).length === 0) return {}
  const trial = mergeTrial(engine.rules(), thresholds)
  const [problem] = ruleProblems(trial)
  if (problem !== undefined)
    throw new AppError('validation_error', { message: `The case tries a value of ${problem.key} that does not fit. ${problem.why}` })
  return { trial }
}

async function readEdge(engine: Engine, ref: Of<'edge'>, under: CountedUnder): Promise<FindingEvidence> {
  const answer = await engine.query(keyOf(ref), 'why', { a: ref.a, b: ref.b }, under)
  if (answer === null) throw noFacts(ref)
  const { joined, sentence, edge, path } = answer.value
  return { ...ref, ...basisOf(engine, answer, under), joined, sentence, edge, path }
}

async function readCluster(engine: Engine, ref: Of<'cluster'>, under: CountedUnder): Promise<FindingEvidence> {
  const answer = await engine.query(keyOf(ref), 'cluster', { id: ref.cluster }, under)
  if (answer === null) throw noFacts(ref)
  const cluster = answer.value
  if (cluster === null) throw new AppError('not_found', { message: `Token ${ref.token_address} has no cluster ${ref.cluster + 1}.` })
  const { pct, sentence, members, tree } = cluster
  const wallets = members.slice(0, CLUSTER_WALLETS_MAX).map(({ address, percentage }) => ({ address, percentage }))
  return {
    ...ref,
    ...basisOf(engine, answer, under),
    pct,
    sentence,
    wallets,
    wallets_total: members.length,
    tree: tree.slice(0, CLUSTER_WALLETS_MAX),
  }
}

async function readSnapshot(store: Store, ref: Of<'snapshot'>): Promise<FindingEvidence> {
  const stored = await store.read.snapshot({ token: keyOf(ref), timestamp: ref.timestamp })
  if (stored === null) throw new AppError('snapshot_not_found', { message: `This snapshot of token ${ref.token_address} does not exist.` })
  return { ...ref, timestamp: stored.timestamp, sha256: stored.sha256 }
}

async function readScan(store: Store, ref: Of<'scan'>): Promise<FindingEvidence> {
  const token = keyOf(ref)
  const [stored, [line]] = await Promise.all([store.read.scan({ token, back: 0 }), store.read.scans(token)])
  if (stored === null || line === undefined) throw new AppError('not_found', { message: `Token ${ref.token_address} has not been scanned.` })
  return { ...ref, generated_at: stored.generatedAt, score: line.score, message: line.message, sha256: stored.sha256 }
}

function basisOf(engine: Engine, { asOf, coverage }: RecordAnswer<unknown>, { caseId, trial }: CountedUnder) {
  const { version, changed: saved } = engine.rules()
  const changed = trial === undefined ? saved : Object.keys(trial)
  return { with_case: caseId !== undefined, as_of: Math.floor(asOf / 1000), coverage, rule_set: { version, changed } }
}

const keyOf = ({ network, token_address }: Of<'edge' | 'cluster' | 'snapshot' | 'scan'>): TokenKey => ({
  network,
  address: trustedAddress(token_address),
})

const noFacts = ({ token_address }: Of<'edge' | 'cluster'>): AppError =>
  new AppError('not_found', { message: `Nothing is stored about token ${token_address}.` })
