import type { TrialMatch, WatchRuleBody, WatchTrial } from '../../../src-shared/contract/records/watch.ts'
import { holdsOn } from '../../../src-shared/domain/cases/claims.ts'
import { countOf, shortAddress } from '../../../src-shared/domain/shown.ts'
import type { ActiveRule, WatchMatch } from '../../../src-shared/domain/watch-moment.ts'
import type { Engine } from '../../engine/interface.ts'
import { evaluateScans } from '../../scan/watch-scans.ts'
import type { Store, StoredToken } from '../../store/interface.ts'
import type { Follow } from '../follow/interface.ts'
import { activeRules, concerns, isOfScans } from './active-rules.ts'
import { watchedScan } from './stored-scan.ts'

/** Days of stored history over which a rule is tested. Nothing is stored or sent. */

const DAYS = 30
/** Upper bound of tokens tested for a rule about wallets or all followed tokens. The most recently opened ones are tested. */
const MAX_TOKENS = 50
const MAX_ALERTS = 500

export interface TestRuleDeps {
  readonly store: Pick<Store, 'read'>
  readonly engine: Pick<Engine, 'query'>
  readonly follow: Pick<Follow, 'state'>
}

/** @param now Unix seconds */
export async function testRule({ store, engine, follow }: TestRuleDeps, body: WatchRuleBody, now: number): Promise<WatchTrial> {
  const from = now - DAYS * 86_400
  const rule = { ...body, enabled: true, id: 'test', secret: '', created_at: from, changed_at: from }
  const all = await store.read.tokens({ q: null, limit: Number.MAX_SAFE_INTEGER })
  const tokens =
    body.subject.kind === 'creator'
      ? all.filter((token) => isMadeBy(body, token))
      : all.filter((token) => concerns(rule, token, follow.state(token).kept))
  const alerts: TrialMatch[] = []
  let [snapshots, scans] = [0, 0]
  for (const token of tokens.slice(0, MAX_TOKENS)) {
    const [active] = await activeRules(store, [rule], token.network)
    if (active === undefined) continue
    const reports: WatchMatch[] = []
    if (body.subject.kind === 'creator') reports.push(...made(token, active, from))
    else {
      const answer = await engine.query(token, 'watchTest', { rule: active, from })
      snapshots += answer?.value.snapshots ?? 0
      reports.push(...(answer?.value.matches ?? []))
    }
    if (isOfScans(rule)) {
      const tested = await testScans(store, token, active, from)
      scans += tested.scans
      reports.push(...tested.matches)
    }
    const timestamps = await store.read.snapshotTimestamps(token)
    alerts.push(...grouped(token, reports, body.quiet_seconds, timestamps))
  }
  alerts.sort((a, b) => b.at - a.at)
  return {
    from,
    to: now,
    alerts: alerts.slice(0, MAX_ALERTS),
    basis: basis(body, { tokens: tokens.length, snapshots, scans, found: alerts.length }),
  }
}

/** Repeated matches within the quiet time are one alert with a count. */
function grouped(token: StoredToken, reports: readonly WatchMatch[], quiet: number, timestamps: readonly number[]): TrialMatch[] {
  const alerts: TrialMatch[] = []
  const seen = new Set<string>()
  for (const { key, reason, at, wallets, evidence } of reports.toSorted((a, b) => a.at - b.at)) {
    // Each scan finds the same lock.
    if (seen.has(key)) continue
    seen.add(key)
    const last = alerts.at(-1)
    if (last !== undefined && at - last.at < quiet) last.count += 1
    else {
      const snapshot = timestamps.findLast((timestamp) => timestamp <= at) ?? null
      alerts.push({
        network: token.network,
        token_address: token.address,
        at,
        reason,
        count: 1,
        snapshot,
        wallets: [...wallets],
        evidence: [...evidence],
      })
    }
  }
  return alerts
}

async function testScans(
  store: Pick<Store, 'read'>,
  token: StoredToken,
  rule: ActiveRule,
  from: number,
): Promise<{ readonly scans: number; readonly matches: readonly WatchMatch[] }> {
  const lines = await store.read.scans(token)
  const count = lines.filter(({ generatedAt }) => generatedAt >= from).length
  const matches: WatchMatch[] = []
  let now = await store.read.scan({ token, back: 0 })
  for (let back = 1; back <= count && now !== null; back++) {
    const before = await store.read.scan({ token, back })
    matches.push(...evaluateScans([rule], before === null ? null : watchedScan(before, null), watchedScan(now, null)))
    now = before
  }
  return { scans: count, matches }
}

const isMadeBy = ({ subject }: WatchRuleBody, { creator, network }: StoredToken): boolean =>
  subject.kind === 'creator' && subject.address === creator && holdsOn(subject, network)

/** The symbol is quoted because its creator can write anything. */
export const madeText = (creator: string, { symbol, address }: Pick<StoredToken, 'symbol' | 'address'>): string =>
  `${shortAddress(creator)} made the token ${symbol === null ? shortAddress(address) : `“${symbol}”`}.`

function made({ createdAt, createdTx, creator, symbol, address }: StoredToken, rule: ActiveRule, from: number): WatchMatch[] {
  if (createdAt === null || createdAt < from || creator === null) return []
  const reason = madeText(creator, { symbol, address })
  return [{ rule: rule.id, key: 'created', reason, at: createdAt, block: null, wallets: [creator], evidence: createdTx === null ? [] : [createdTx] }]
}

interface Tested {
  readonly tokens: number
  readonly snapshots: number
  readonly scans: number
  readonly found: number
}

function basis({ condition, subject }: WatchRuleBody, { tokens, snapshots, scans, found }: Tested): string[] {
  const notes = [`${countOf(tokens, 'stored token')} ${tokens === 1 ? 'concerns' : 'concern'} this rule.`]
  if (tokens > MAX_TOKENS) notes.push(`The ${MAX_TOKENS} most recently opened were tested.`)
  if (found > MAX_ALERTS) notes.push(`The newest ${MAX_ALERTS} of ${found} alerts are listed.`)
  switch (condition.kind) {
    case 'share_crosses':
    case 'share_moves':
    case 'sells_out':
    case 'top_holder_enters':
      notes.push(`Found in ${countOf(snapshots, 'stored snapshot')}. Changes that were reversed between two of them are not seen.`)
      break
    case 'score_falls':
    case 'finding_appears':
    case 'lock_ends':
      notes.push(`Found in ${countOf(scans, 'stored scan')}.`)
      break
    case 'liquidity_falls':
      notes.push(`Found in ${countOf(scans, 'stored scan')} and the stored transfers of pools.`)
      break
    case 'holder_sells': {
      const isOfClusters = subject.kind === 'token' || subject.kind === 'cluster' || subject.kind === 'followed'
      const clusters = snapshots === 0 ? 'today’s clusters' : `the clusters of ${countOf(snapshots, 'stored snapshot')}`
      notes.push(`Found in stored transfers and trades${isOfClusters ? `, under ${clusters}` : ''}.`)
      break
    }
    case 'wallet_trades':
      notes.push('Found in stored trades.')
      break
    case 'token_created':
      notes.push('Found among stored tokens.')
  }
  return notes
}
