import type { ArchiveAccess } from './request.ts'

/** What a request reveals: the token and its pools, or wallets. The user allows each separately. */
export type ArchiveUse = 'history' | 'wallets'

/** The archives of a network for a use, in the order in which they are tried. Settings change while adapters are open. */
export type ArchiveSettings = (use: ArchiveUse) => readonly ArchiveAccess[]

/** Names an archive in the coverage of a token. */
export const archiveSource = ({ url }: ArchiveAccess): string => `archive:${new URL(url).host}`
