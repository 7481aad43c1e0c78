/** What watch rules compare (docs/watch.md). */

export const WATCHED_SHARES = ['cluster', 'top10', 'snipers', 'bundlers', 'insiders', 'dev'] as const
export type WatchedShare = (typeof WATCHED_SHARES)[number]

export const WATCHED_ROLES = ['sniper', 'insider', 'creator'] as const
export type WatchedRole = (typeof WATCHED_ROLES)[number]

/** From the mildest to the worst. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const
