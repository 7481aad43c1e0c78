import type { RuleList } from '../../../src-shared/contract/records/evidence.ts'
import { countOf } from '../../format/number.ts'
import type { Rule } from './threshold-slider.ts'

/** Rule groups in display order. */
const GROUPS: readonly { readonly id: string; readonly name: string; readonly decides: 'clusters' | 'others' }[] = [
  { id: 'cluster', name: 'Clustering', decides: 'clusters' },
  { id: 'funding', name: 'First funding', decides: 'clusters' },
  { id: 'transfer', name: 'Token transfers', decides: 'clusters' },
  { id: 'tx', name: 'Same transaction', decides: 'clusters' },
  { id: 'sink', name: 'Common destinations', decides: 'clusters' },
  { id: 'timing', name: 'Timing', decides: 'clusters' },
  { id: 'hub', name: 'Shared services', decides: 'clusters' },
  { id: 'tax', name: 'Taxes', decides: 'clusters' },
  { id: 'sniper', name: 'Snipers', decides: 'others' },
  { id: 'bundler', name: 'Bundlers', decides: 'others' },
  { id: 'insider', name: 'Insiders', decides: 'others' },
  { id: 'volume_bot', name: 'Volume bots', decides: 'others' },
  { id: 'wallet', name: 'Wallet classes', decides: 'others' },
  { id: 'label', name: 'Labels', decides: 'others' },
]

export interface RuleGroup {
  readonly id: string
  readonly name: string
  readonly decides: 'clusters' | 'others'
  readonly rules: readonly Rule[]
}

/** Rules whose title, key or group contains every word. Unknown groups come last under their id. */
export function groupRules(list: RuleList, text: string, only: ReadonlySet<string> | null): RuleGroup[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  const groups = [...GROUPS, ...unknownGroups(list)]
  return groups
    .map((group) => ({
      ...group,
      rules: list.rules.filter(
        (rule) =>
          rule.group === group.id &&
          (only === null || only.has(rule.key)) &&
          words.every((word) => `${rule.title} ${rule.key} ${group.name}`.toLowerCase().includes(word)),
      ),
    }))
    .filter((group) => group.rules.length > 0)
}

function unknownGroups(list: RuleList): { id: string; name: string; decides: 'others' }[] {
  const known = new Set(GROUPS.map(({ id }) => id))
  return [...new Set(list.rules.map(({ group }) => group))].filter((id) => !known.has(id)).map((id) => ({ id, name: id, decides: 'others' }))
}

/** "rule set 1 (default)", "rule set 1 (2 thresholds changed)". */
export function ruleSetText({ version, changed }: { readonly version: string; readonly changed: readonly string[] }): string {
  return `rule set ${version} (${changed.length === 0 ? 'default' : `${countOf(changed.length, 'threshold')} changed`})`
}
