import type { ConditionKind, WatchCondition } from '../../../src-shared/domain/watch.ts'

/** The initial values of each condition. */
const FIRST: { readonly [K in ConditionKind]: Extract<WatchCondition, { kind: K }> } = {
  share_crosses: { kind: 'share_crosses', share: 'cluster', direction: 'above', line: 20 },
  share_moves: { kind: 'share_moves', share: 'cluster', by: 5, within_seconds: 3600 },
  holder_sells: { kind: 'holder_sells', over: 1 },
  wallet_trades: { kind: 'wallet_trades' },
  sells_out: { kind: 'sells_out', roles: ['sniper', 'insider', 'creator'] },
  top_holder_enters: { kind: 'top_holder_enters', top: 10 },
  score_falls: { kind: 'score_falls', by: 10 },
  finding_appears: { kind: 'finding_appears', severity: 'high' },
  liquidity_falls: { kind: 'liquidity_falls', by: 20 },
  lock_ends: { kind: 'lock_ends', within_days: 7 },
  token_created: { kind: 'token_created' },
}

export const firstCondition = (kind: ConditionKind): WatchCondition => FIRST[kind]
