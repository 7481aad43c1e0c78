import type { ArchiveAccess } from './request.ts'
import { archiveSource, type ArchiveSettings, type ArchiveUse } from './use.ts'

/** The archive of a network, as far as it may be read at the moment. */
export interface Archive {
  /** Null while it is not set, the use is not allowed, or it failed a short time ago. */
  open(use: ArchiveUse): ArchiveAccess | null
  /** Leaves the archive alone for some minutes, or after it contradicted the node or itself, for as long as the adapter is open. */
  rest(access: ArchiveAccess, reason: 'unreachable' | 'wrong'): void
}

/** Each stage of a read would wait for the retries again. */
const REST_MS = 5 * 60_000

export function openArchive(settings: ArchiveSettings = () => null): Archive {
  const restUntil = new Map<string, number>()
  const nameOf = (access: ArchiveAccess): string => `${archiveSource(access)} ${access.dataset}`
  return {
    open(use) {
      const access = settings(use)
      return access === null || (restUntil.get(nameOf(access)) ?? 0) > performance.now() ? null : access
    },
    rest(access, reason) {
      restUntil.set(nameOf(access), reason === 'wrong' ? Infinity : performance.now() + REST_MS)
    },
  }
}
