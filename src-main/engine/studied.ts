import type { TokenKey } from '../../src-shared/domain/address.ts'
import { detectAll, type Findings } from '../detectors/findings.ts'
import { createMemory } from '../detectors/memory.ts'
import { ruleValue, type ActiveRules } from '../detectors/rules.ts'
import type { StoredToken } from '../store/interface.ts'
import type { SyncReader } from '../store/reader.ts'
import { LABELS_REVISION } from '../store/tables/wallets/labels.ts'
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

export function createStudied(reads: SyncReader): Studied {
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

  /** What is stored, and what was read anew where that is not what was studied last. */
  function look(token: TokenKey, active: ActiveRules, last: Kept | undefined) {
    const stored = reads.token(token)
    if (stored === null) return null
    const labels = reads.setting(LABELS_REVISION)
    const version = versionOf(stored, labels, active)
    if (last?.studied.version === version) return { stored, labels, version, gathered: null }
    const depth = active.rules.cluster.depth_holders
    const goesOn = last?.labels === labels && last.active.rules.cluster.depth_holders === depth
    return { stored, labels, version, gathered: gather(reads, stored, depth, goesOn ? last.gathered : null) }
  }

  return {
    of(token, active) {
      const key = `${token.network}:${token.address}`
      const last = kept.get(key)
      kept.delete(key)
      const seen = reads.atOneMoment(() => look(token, active, last))
      if (seen === null) return null
      const { stored, labels, version, gathered } = seen
      if (gathered === null) return last === undefined ? null : keep(key, last)
      const rules = named(active)
      // Under other rules every stage gives something else.
      const same = last !== undefined && gathered.known !== null && last.rules === rules ? last : { active, memory: createMemory() }
      same.memory.known = gathered.known
      const studied = { token: stored, version, findings: detectAll(gathered.facts, same.active, same.memory) }
      return keep(key, { studied, gathered, memory: same.memory, labels, rules, active: same.active })
    },
  }
}
