import { LABELS, type AddressLabel, type Label } from '../../src-shared/domain/labels.ts'

/** Names and tags of addresses, as records show them. */
export interface Names {
  of(address: string): { readonly address: string; readonly label: string | null; tags: Label[] }
}

/** @param labels rows of all addresses to look up */
export function namesOf(labels: readonly AddressLabel[]): Names {
  const rows = Map.groupBy(labels, ({ address }) => address)
  return {
    of(address) {
      const known = rows.get(address) ?? []
      const present = new Set<Label>(known.flatMap(({ tags }) => tags))
      const tags = LABELS.filter((label) => present.has(label))
      return { address, label: known.find(({ name }) => name !== null)?.name ?? null, tags: tags.length > 0 ? tags : ['wallet'] }
    },
  }
}
