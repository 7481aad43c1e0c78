import type { ArchiveProtocol } from '../../../src-shared/services.ts'
import type { ArchiveAccess } from './request.ts'
import { archiveSource, type ArchiveSettings, type ArchiveUse } from './use.ts'

/** The archives of a network that may currently be read. */
export interface Archive {
  /** The first archive that is set, did not fail recently, and is not excluded; null if there is none or the use is not allowed. */
  open(use: ArchiveUse, except?: ReadonlySet<ArchiveProtocol>): ArchiveAccess | null
  /** Suspends the archive for some minutes or, if it contradicted the node or itself, for as long as the adapter is open. */
  rest(access: ArchiveAccess, reason: 'unreachable' | 'wrong'): void
}

/** Without this rest, each stage of a read would wait for the retries again. */
const REST_MS = 5 * 60_000

export function openArchive(settings: ArchiveSettings = () => []): Archive {
  const restUntil = new Map<string, number>()
  const nameOf = (access: ArchiveAccess): string => `${archiveSource(access)} ${access.dataset}`
  return {
    open(use, except) {
      const now = performance.now()
      const isOpen = (access: ArchiveAccess): boolean => (restUntil.get(nameOf(access)) ?? 0) <= now && except?.has(access.protocol) !== true
      return settings(use).find(isOpen) ?? null
    },
    rest(access, reason) {
      restUntil.set(nameOf(access), reason === 'wrong' ? Infinity : performance.now() + REST_MS)
    },
  }
}
