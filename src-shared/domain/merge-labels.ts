import { compareText } from './compare.ts'
import { LABELS, type AddressLabel, type Label, type LinkPolicy } from './labels.ts'

/** What all lists together say about an address. */
export type MergedLabel = Pick<AddressLabel, 'name' | 'tags' | 'category' | 'linkPolicy'>

/** From least to most restrictive. The stricter of two lists wins. */
const STRICTNESS: readonly LinkPolicy[] = ['own', 'pass', 'deposit', 'hub']

/** Merges rows of several lists: the union of tags, the strictest link policy, the first name by source. */
export function mergeLabels(rows: readonly AddressLabel[]): Map<string, MergedLabel> {
  const ordered = [...rows].sort(
    (x, y) => compareText(x.address, y.address) || compareText(x.source, y.source) || compareText(x.name ?? '', y.name ?? ''),
  )
  const merged = new Map<string, MergedLabel>()
  for (const row of ordered) {
    const before = merged.get(row.address)
    merged.set(
      row.address,
      before === undefined
        ? row
        : {
            name: before.name ?? row.name,
            tags: sortLabels([...before.tags, ...row.tags]),
            category: before.category ?? row.category,
            linkPolicy: STRICTNESS.indexOf(row.linkPolicy) > STRICTNESS.indexOf(before.linkPolicy) ? row.linkPolicy : before.linkPolicy,
          },
    )
  }
  return merged
}

/** Each label once, in order of precedence. */
export function sortLabels(labels: Iterable<Label>): Label[] {
  const present = new Set(labels)
  return LABELS.filter((label) => present.has(label))
}
