import type { AddressLabel, Label } from '../../src-shared/domain/labels.ts'
import { mergeLabels } from '../../src-shared/domain/merge-labels.ts'

/** Names and tags of addresses, as records show them. */
export interface Names {
  of(address: string): { readonly address: string; readonly label: string | null; tags: Label[] }
}

/** @param labels rows of all addresses to look up */
export function namesOf(labels: readonly AddressLabel[]): Names {
  const merged = mergeLabels(labels)
  return {
    of(address) {
      const { name = null, tags = [] } = merged.get(address) ?? {}
      return { address, label: name, tags: tags.length > 0 ? [...tags] : ['wallet'] }
    },
  }
}
