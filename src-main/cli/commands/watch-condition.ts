import { watchCondition } from '../../../src-shared/contract/records/watch-condition.ts'
import { WATCHED_SHARES } from '../../../src-shared/domain/watch-lists.ts'
import type { WatchCondition } from '../../../src-shared/domain/watch.ts'
import { UserFault } from '../../lib/app-error.ts'
import { EXIT } from '../output.ts'

/** The typed form of watch conditions: `cluster above 20`, `sells 1`, `lock ends 7`. */

const NUMBER = String.raw`(\d+(?:\.\d+)?)`
const SHARE = `(${WATCHED_SHARES.join('|')})`
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

const FORMS: readonly (readonly [pattern: RegExp, toCondition: (parts: readonly string[]) => unknown])[] = [
  [form(`${SHARE} (above|below) ${NUMBER}`), ([share, direction, line]) => ({ kind: 'share_crosses', share, direction, line: Number(line) })],
  [
    form(String.raw`${SHARE} moves ${NUMBER} in (\d+)([smhd])`),
    ([share, by, count, unit = 's']) => ({ kind: 'share_moves', share, by: Number(by), within_seconds: Number(count) * (UNIT_SECONDS[unit] ?? 1) }),
  ],
  [form(`sells ${NUMBER}`), ([over]) => ({ kind: 'holder_sells', over: Number(over) })],
  [form('trades'), () => ({ kind: 'wallet_trades' })],
  [form('sells-out ([a-z,]+)'), ([roles = '']) => ({ kind: 'sells_out', roles: roles.split(',') })],
  [form(String.raw`top (\d+)`), ([top]) => ({ kind: 'top_holder_enters', top: Number(top) })],
  [form(String.raw`score falls (\d+)`), ([by]) => ({ kind: 'score_falls', by: Number(by) })],
  [form('finding ([a-z]+)'), ([severity]) => ({ kind: 'finding_appears', severity })],
  [form(`liquidity falls ${NUMBER}`), ([by]) => ({ kind: 'liquidity_falls', by: Number(by) })],
  [form(String.raw`lock ends (\d+)`), ([days]) => ({ kind: 'lock_ends', within_days: Number(days) })],
  [form('makes-token'), () => ({ kind: 'token_created' })],
]

export const CONDITION_HELP = `when to report, one of:
  "cluster above 20", "dev below 5"     a share crosses a threshold (${WATCHED_SHARES.join(', ')})
  "top10 moves 5 in 1h"                 a share changes by more than that percent of supply
  "sells 1"                             a member sells or sends more than that percent of supply within an hour
  "trades"                              a wallet trades any token
  "sells-out sniper,insider,creator"    one of them has sold everything
  "top 10"                              a new holder enters the top 10
  "score falls 10", "finding high"      a new scan has a lower score, or a new finding of at least that severity
  "liquidity falls 20", "lock ends 7"   percent of a pool, days
  "makes-token"                         a creator creates a token`

/** @throws UserFault for text in none of the forms */
export function parseCondition(text: string): WatchCondition {
  for (const [pattern, toCondition] of FORMS) {
    const parts = pattern.exec(text.trim())
    if (parts === null) continue
    const parsed = watchCondition.safeParse(toCondition(parts.slice(1)))
    if (parsed.success) return parsed.data
    throw new UserFault(`"${text}" is not a condition: ${parsed.error.issues[0]?.message ?? 'a value is out of range'}`, EXIT.usage)
  }
  throw new UserFault(`"${text}" is not a condition. holderscope help watch add lists them.`, EXIT.usage)
}

function form(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(' ', ' +')}$`)
}
