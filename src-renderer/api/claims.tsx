import { createContext, use, useMemo, type ReactNode } from 'react'
import type { CaseRecord } from '../../src-shared/contract/records/cases.ts'
import { holdsOn, type CaseTag } from '../../src-shared/domain/cases/claims.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { usePreferences } from '../stores/preferences.ts'
import type { UnderCase } from './token-queries.ts'
import { caseName, useOpenCase } from './use-case.ts'

interface ShownClaims {
  readonly tags: ReadonlyMap<string, readonly CaseTag[]>
  /** The open case, if it has claims that change the clusters on this network; null otherwise. */
  readonly counting: (UnderCase & { readonly name: string }) | null
}

const NONE: ShownClaims = { tags: new Map(), counting: null }
const ClaimsContext = createContext(NONE)

/** Provides the tags and entities of the open case on a network. One reader serves all rows of a table. */
export function ClaimsOnNetwork({ network, children }: { readonly network: NetworkId; readonly children: ReactNode }) {
  const record = useOpenCase()
  const claims = useMemo(() => (record === null ? NONE : claimsOn(record, network)), [record, network])
  return <ClaimsContext value={claims}>{children}</ClaimsContext>
}

/** Tags of the open case by address; the same map until the case changes. */
export const useCaseTags = (): ShownClaims['tags'] => use(ClaimsContext).tags

/** The open case with claims that can count here, whether they count now or not. */
export const useCountableCase = (): ShownClaims['counting'] => use(ClaimsContext).counting

/** The case whose claims count in the clusters; null for the public figures. */
export function useUnderCase(): UnderCase | null {
  const { counting } = use(ClaimsContext)
  const countCase = usePreferences((state) => state.countCase)
  return countCase ? counting : null
}

function claimsOn(record: CaseRecord, network: NetworkId): ShownClaims {
  const tags = new Map<string, CaseTag[]>()
  for (const tag of record.tags) if (holdsOn(tag, network)) tags.set(tag.address, [...(tags.get(tag.address) ?? []), tag])
  const counts =
    [...tags.values()].flat().some(({ effect }) => effect === 'hub') ||
    record.entities.some(({ wallets }) => wallets.filter((wallet) => holdsOn(wallet, network)).length > 1)
  return { tags, counting: counts ? { id: record.id, revision: record.revision, name: caseName(record) } : null }
}
