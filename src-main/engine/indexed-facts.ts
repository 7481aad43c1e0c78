import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { formatTokenKey, type TokenKey } from '../../src-shared/domain/address.ts'
import { detectAll, type Findings } from '../detectors/findings.ts'
import { IncrementalState } from '../detectors/incremental/state.ts'
import { ruleValue, type ActiveRules } from '../detectors/rules/rule-set.ts'
import { tokenRecords, type TokenRecords } from '../records/token-records.ts'
import type { StoredToken } from '../store/interface.ts'
import type { SyncReader } from '../store/reader.ts'
import { LABELS_REVISION } from '../store/tables/wallets/labels.ts'
import { FactGatherer, type Gathered } from './gather.ts'
import { distributionSeries } from './series.ts'

/** Findings of the most recently read tokens, and the state that their next computation continues from. */
export interface IndexedFacts {
  /** Null when nothing is stored. */
  get(key: TokenKey, active: ActiveRules): IndexedToken | null
}

export interface IndexedToken {
  readonly token: StoredToken
  /** See `versionOf`. */
  readonly version: string
  readonly findings: Findings
  readonly records: TokenRecords
}

interface Entry {
  readonly indexed: IndexedToken
  readonly gatherer: FactGatherer
  readonly state: IncrementalState
  readonly labels: string | null
  readonly rules: string
  readonly active: ActiveRules
}

/** Transfers and trades across all cached tokens, about half a kilobyte each. The last token read is cached whatever its size. */
const MAX_ROWS = 1_000_000

/** Equal versions have equal findings. */
export function versionOf(token: Pick<StoredToken, 'revision' | 'snapshotCount'>, labelsRevision: string | null, active: ActiveRules): string {
  return `${token.revision}.${token.snapshotCount}.${labelsRevision ?? '0'}.${rulesKey(active)}`
}

/** Equal rules have equal keys. */
export function rulesKey({ rules, changed, claims }: ActiveRules): string {
  const key = `${rules.version}.${changed.map((each) => `${each}=${ruleValue(rules, each)}`).join()}`
  return claims === undefined ? key : `${key}.${createHash('sha256').update(JSON.stringify(claims)).digest('hex')}`
}

const sizeOf = ({ indexed: { findings } }: Entry): number =>
  Math.min(MAX_ROWS, Math.max(1, findings.facts.transfers.length + findings.facts.trades.length))

interface Reading {
  readonly token: StoredToken
  readonly labels: string | null
  readonly version: string
  /** Null if the cached findings are up to date. */
  readonly read: (Gathered & { readonly gatherer: FactGatherer }) | null
}

function readToken(reads: SyncReader, key: TokenKey, active: ActiveRules, last: Entry | undefined): Reading | null {
  const token = reads.token(key)
  if (token === null) return null
  const labels = reads.setting(LABELS_REVISION)
  const version = versionOf(token, labels, active)
  if (last?.indexed.version === version) return { token, labels, version, read: null }
  const depth = active.rules.cluster.depth_holders
  const continues = last?.labels === labels && last.active.rules.cluster.depth_holders === depth
  const gatherer = continues ? last.gatherer : new FactGatherer(reads, depth)
  return { token, labels, version, read: { ...gatherer.read(token), gatherer } }
}

/**
 * The records compute later what is not used now, so they reference everything in scope here. The entry before this one must not be: each version
 * would keep the one before it in memory.
 */
function indexedToken(reads: SyncReader, { token, version, findings }: Omit<IndexedToken, 'records'>): IndexedToken {
  return { token, version, findings, records: tokenRecords(findings, () => distributionSeries(reads, token), token.firstRead) }
}

export function createIndexedFacts(reads: SyncReader): IndexedFacts {
  const cache = new LRUCache<string, Entry>({ maxSize: MAX_ROWS, sizeCalculation: sizeOf })
  return {
    get(key, active) {
      // Findings computed for a case do not displace the state that public records continue from.
      const id = `${formatTokenKey(key)}${active.claims === undefined ? '' : ' case'}`
      const last = cache.get(id)
      // A reading that fails midway leaves the entry's lists and state half updated, so the entry is removed first.
      cache.delete(id)
      const reading = reads.atOneMoment(() => readToken(reads, key, active, last))
      if (reading === null) return null
      const { token, labels, version, read } = reading
      if (read === null) {
        if (last === undefined) return null
        cache.set(id, last)
        return last.indexed
      }
      const rules = rulesKey(active)
      // Other rules change the result of every stage.
      const base = last !== undefined && read.knownRows !== null && last.rules === rules ? last : { active, state: new IncrementalState() }
      base.state.knownRows = read.knownRows
      const indexed = indexedToken(reads, { token, version, findings: detectAll(read.facts, base.active, base.state) })
      cache.set(id, { indexed, gatherer: read.gatherer, state: base.state, labels, rules, active: base.active })
      return indexed
    },
  }
}
