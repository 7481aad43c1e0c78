import type { z } from 'zod'
import type { watchCondition, watchSubject } from '../contract/records/watch-condition.ts'
import { NETWORKS } from '../networks.ts'
import type { TagNetwork } from './cases/claims.ts'
import { countOf, shortAddress } from './shown.ts'
import type { WatchedRole, WatchedShare } from './watch-lists.ts'

/** Watch rules: what they watch, when they report, and how they read in words (docs/watch.md). */

/** Percent of supply; null if it is unknown. */
export type Shares = Readonly<Record<WatchedShare, number | null>>

export type WatchSubject = z.infer<typeof watchSubject>
export type SubjectKind = WatchSubject['kind']
export const SUBJECT_KINDS = ['token', 'followed', 'cluster', 'wallet', 'tag', 'entity', 'creator'] as const satisfies readonly SubjectKind[]

export type WatchCondition = z.infer<typeof watchCondition>
export type ConditionKind = WatchCondition['kind']

const OF_TOKENS: readonly ConditionKind[] = [
  'share_crosses',
  'share_moves',
  'holder_sells',
  'sells_out',
  'top_holder_enters',
  'score_falls',
  'finding_appears',
  'liquidity_falls',
  'lock_ends',
]
const OF_WALLETS: readonly ConditionKind[] = ['wallet_trades', 'holder_sells']

export const SUBJECT_NAMES: Readonly<Record<SubjectKind, string>> = {
  token: 'a token',
  followed: 'all followed tokens',
  cluster: 'a cluster',
  wallet: 'a wallet',
  tag: 'a tag',
  entity: 'an entity',
  creator: 'a creator',
}

/** The conditions that apply to each kind of subject. */
export const CONDITIONS_OF: Readonly<Record<SubjectKind, readonly ConditionKind[]>> = {
  token: OF_TOKENS,
  followed: OF_TOKENS,
  cluster: ['share_crosses', 'share_moves', 'holder_sells'],
  wallet: OF_WALLETS,
  tag: OF_WALLETS,
  entity: OF_WALLETS,
  creator: ['token_created'],
}

/** Why a condition does not apply to a subject; null if it does. */
export function watchProblem(subject: WatchSubject, condition: WatchCondition): string | null {
  if (!CONDITIONS_OF[subject.kind].includes(condition.kind)) return `A rule about ${SUBJECT_NAMES[subject.kind]} cannot have this condition.`
  const isShare = condition.kind === 'share_crosses' || condition.kind === 'share_moves'
  return subject.kind === 'cluster' && isShare && condition.share !== 'cluster' ? 'A cluster only has its own share.' : null
}

export const SHARE_NAMES: Readonly<Record<WatchedShare, string>> = {
  cluster: 'the share of clusters',
  top10: 'the share of the top 10',
  snipers: 'the share of snipers',
  bundlers: 'the share of bundlers',
  insiders: 'the share of insiders',
  dev: 'the creator’s share',
}

/** A threshold in percent as it was set, unrounded. */
export const thresholdText = (percent: number): string => `${percent} %`

/** A condition in words, to follow "when": "the share of clusters rises above 20 %". */
export function describeCondition(condition: WatchCondition): string {
  switch (condition.kind) {
    case 'share_crosses':
      return `${SHARE_NAMES[condition.share]} ${condition.direction === 'above' ? 'rises above' : 'falls below'} ${thresholdText(condition.line)}`
    case 'share_moves':
      return `${SHARE_NAMES[condition.share]} moves by more than ${thresholdText(condition.by)} of supply within ${durationText(condition.within_seconds)}`
    case 'holder_sells':
      return `a member sells or sends more than ${thresholdText(condition.over)} of supply`
    case 'wallet_trades':
      return 'a wallet trades any token'
    case 'sells_out':
      return `${listText(condition.roles.map((role) => ROLE_NAMES[role]))} sells out`
    case 'top_holder_enters':
      return `a new holder enters the top ${condition.top}`
    case 'score_falls':
      return `the scan score falls by ${countOf(condition.by, 'point')} or more`
    case 'finding_appears':
      return `a scan has a new finding of severity ${condition.severity} or worse`
    case 'liquidity_falls':
      return `more than ${thresholdText(condition.by)} of a pool’s tokens is withdrawn, or a scan finds the liquidity gone or very low`
    case 'lock_ends':
      return `a liquidity lock ends within ${countOf(condition.within_days, 'day')}`
    case 'token_created':
      return 'the creator creates a token'
  }
}

export function describeSubject(subject: WatchSubject): string {
  switch (subject.kind) {
    case 'token':
      return `token ${shortAddress(subject.token_address)} on ${networkName(subject.network)}`
    case 'cluster':
      return `cluster ${subject.cluster + 1} of ${shortAddress(subject.token_address)} on ${networkName(subject.network)}`
    case 'wallet':
      return `wallet ${shortAddress(subject.address)} on ${networkName(subject.network)}`
    case 'tag':
      return `wallets tagged “${subject.name}”`
    case 'entity':
      return `wallets of entity ${subject.entity}`
    case 'creator':
      return `creator ${shortAddress(subject.address)} on ${networkName(subject.network)}`
    case 'followed':
      return 'all followed tokens'
  }
}

const networkName = (network: TagNetwork): string => (network === 'evm' ? 'every EVM network' : NETWORKS[network].name)

export const ROLE_NAMES: Readonly<Record<WatchedRole, string>> = { sniper: 'a sniper', insider: 'an insider', creator: 'the creator' }

function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1) ?? ''}`
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** In the largest unit that divides it: 5400 is "90 minutes". */
export function durationText(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds % unit === 0) ?? [1, 'second']
  return countOf(seconds / size, name)
}
