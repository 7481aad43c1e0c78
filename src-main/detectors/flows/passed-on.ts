import type { TransferFact } from '../../../src-shared/domain/events.ts'
import { isBurnAddress } from '../../../src-shared/domain/burn-addresses.ts'
import type { TokenFacts } from '../facts.ts'

/**
 * The moves of one transaction, where moves through an account that passes on everything it gets, such as a disperse contract, become moves of the
 * account's giver. Listed services are not skipped, since a batch auction passes on the tokens of strangers.
 *
 * @param rows the transfers of a transaction without a swap, in order
 */
export function joinPassedOn({ token, labels }: Pick<TokenFacts, 'token' | 'labels'>, rows: readonly TransferFact[]): readonly TransferFact[] {
  if (rows.length < 2) return rows
  const giverOf = new Map<string, string>()
  for (const account of new Set(rows.map(({ to }) => to))) {
    const giver = giverTo(account, rows)
    if (giver === null || isBurnAddress(token.network, giver) || labels.get(account)?.linkPolicy === 'hub') continue
    giverOf.set(account, giver)
  }
  if (giverOf.size === 0) return rows
  return rows.filter(({ to }) => !giverOf.has(to)).map((row) => ({ ...row, from: followBack(giverOf, row.from) }) as TransferFact)
}

/** The only giver of an account that passed on everything; null if there are several givers, or the account kept some. */
function giverTo(account: string, rows: readonly TransferFact[]): string | null {
  let kept = 0n
  const givers = new Set<string>()
  for (const { from, to, raw } of rows) {
    if (to === account) {
      kept += raw
      givers.add(from)
    }
    if (from === account) kept -= raw
  }
  const [giver = null] = givers
  return kept === 0n && givers.size === 1 && giver !== account ? giver : null
}

/** Follows a chain of such accounts back to the giver. Stops at a cycle. */
function followBack(giverOf: ReadonlyMap<string, string>, account: string): string {
  const seen = new Set<string>()
  let at = account
  for (let giver = giverOf.get(at); giver !== undefined && !seen.has(at); giver = giverOf.get(at)) {
    seen.add(at)
    at = giver
  }
  return at
}
