import type { TokenKey } from '../../src-shared/domain/address.ts'
import { detectAll, type Findings } from '../detectors/findings.ts'
import { createMemory } from '../detectors/memory.ts'
import { ruleValue, type ActiveRules } from '../detectors/rules.ts'
import type { StoredToken, StoreReads } from '../store/interface.ts'
import { LABELS_REVISION } from '../store/subjects/labels.ts'
import { gather, type Gathered } from './gather.ts'

/** What was found for the tokens asked about last, kept for the next question and for the next count. */
export interface Studied {
  /** Null when nothing is stored. */
  of(key: TokenKey, active: ActiveRules): StudiedToken | null
}

export interface StudiedToken {
  readonly token: StoredToken
  readonly version: string
  readonly findings: Findings
}

interface Kept {
  readonly studied: StudiedToken
  readonly gathered: Gathered
  readonly memory: ReturnType<typeof createMemory>
  readonly labels: string | null
  readonly rules: string
  readonly active: ActiveRules
}

/** Transfers and trades of all kept tokens together: about half a kilobyte each. The token asked about last is kept whatever its size. */
const MOST_ROWS = 1_000_000

/** What findings were made from: equal versions have equal findings under equal rules. */
export function versionOf(token: Pick<StoredToken, 'revision' | 'snapshotCount'>, labelsRevision: string | null, active: ActiveRules): string {
  return `${token.revision}.${token.snapshotCount}.${labelsRevision ?? '0'}.${named(active)}`
}

function named({ rules, changed }: ActiveRules): string {
  return `${rules.version}.${changed.map((key) => `${key}=${ruleValue(rules, key)}`).join()}`
}

export function createStudied(reads: StoreReads): Studied {
  /** Longest unused first. */
  const kept = new Map<string, Kept>()

  function keep(key: string, entry: Kept): StudiedToken {
    kept.set(key, entry)
    let rows = 0
    for (const [one, { gathered }] of [...kept].reverse()) {
      rows += gathered.facts.transfers.length + gathered.facts.trades.length
      if (rows > MOST_ROWS && one !== key) kept.delete(one)
    }
    return entry.studied
  }

  return {
    of(token, active) {
      const key = `${token.network}:${token.address}`
      const stored = reads.token(token)
      const last = kept.get(key)
      kept.delete(key)
      if (stored === null) return null
      const labelsRevision = reads.setting(LABELS_REVISION)
      if (last !== undefined && last.studied.version === versionOf(stored, labelsRevision, active)) return keep(key, last)
      const depth = active.rules.cluster.depth_holders
      const goesOn = last?.labels === labelsRevision && last.active.rules.cluster.depth_holders === depth
      const gathered = gather(reads, token, depth, goesOn ? last.gathered : null)
      if (gathered === null) return null
      const rules = named(active)
      // Under other rules every stage gives something else.
      const same = last !== undefined && gathered.known !== null && last.rules === rules ? last : { active, memory: createMemory() }
      same.memory.known = gathered.known
      const version = versionOf(gathered.token, labelsRevision, active)
      const studied = { token: gathered.token, version, findings: detectAll(gathered.facts, same.active, same.memory) }
      return keep(key, { studied, gathered, memory: same.memory, labels: labelsRevision, rules, active: same.active })
    },
  }
}
