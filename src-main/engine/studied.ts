import type { TokenKey } from '../../src-shared/domain/address.ts'
import { detectAll, type Findings } from '../detectors/findings.ts'
import { ruleValue, type ActiveRules } from '../detectors/rules.ts'
import type { StoredToken, StoreReads } from '../store/interface.ts'
import { LABELS_REVISION } from '../store/labels.ts'
import { gather } from './gather.ts'

/** What was found for the token asked about last, kept for the next question. */
export interface Studied {
  /** Null when nothing is stored. */
  of(key: TokenKey, active: ActiveRules): StudiedToken | null
}

export interface StudiedToken {
  readonly token: StoredToken
  readonly version: string
  readonly findings: Findings
}

/** What findings were made from: equal versions have equal findings under equal rules. */
export function versionOf(token: Pick<StoredToken, 'revision' | 'snapshotCount'>, labelsRevision: string | null, active: ActiveRules): string {
  const rules = active.changed.map((key) => `${key}=${ruleValue(active.rules, key)}`).join()
  return `${token.revision}.${token.snapshotCount}.${labelsRevision ?? '0'}.${active.rules.version}.${rules}`
}

export function createStudied(reads: StoreReads): Studied {
  let kept: { readonly key: string; readonly studied: StudiedToken } | null = null
  return {
    of(token, active) {
      const key = `${token.network}:${token.address}`
      const stored = reads.token(token)
      if (stored === null) return null
      const version = versionOf(stored, reads.setting(LABELS_REVISION), active)
      if (kept?.key === key && kept.studied.version === version) return kept.studied
      kept = null
      const gathered = gather(reads, token, active.rules.cluster.depth_holders)
      if (gathered === null) return null
      const studied = { token: gathered.token, version, findings: detectAll(gathered.facts, active) }
      kept = { key, studied }
      return studied
    },
  }
}
