import type { Label } from '../../src-shared/domain/labels.ts'
import { shortPercent } from '../../src-shared/domain/shown.ts'
import { NO_LINKS_KNOWN } from '../../src-shared/domain/unknown-lists.ts'
import { detectBundlers, type BundleFindings } from './bundlers.ts'
import { detectClusters, type ClusterFindings } from './clusters/detect.ts'
import type { TokenFacts } from './facts.ts'
import { detectInsiders, type Insider } from './insiders.ts'
import { labelsFound, type LabelBook } from './labels.ts'
import { findLaunch, unsupported, type Launch } from './launch.ts'
import { createMemory, type Memory } from './memory.ts'
import { pushTo } from './order.ts'
import type { ActiveRules } from './rules.ts'
import { rolesByBehaviour } from './roles.ts'
import { detectSnipers, type Sniper } from './snipers.ts'
import { study as read, type Study } from './study.ts'
import { volumeBots, type VolumeBots } from './volume-bots.ts'
import { countText } from './wording.ts'

/** All that the detectors say of one token at one moment. */
export interface Findings {
  readonly facts: TokenFacts
  readonly active: ActiveRules
  readonly study: Study
  /** With the labels that the detectors found. */
  readonly labels: LabelBook
  readonly clusters: ClusterFindings
  readonly snipers: readonly Sniper[]
  readonly launch: Launch
  readonly bundles: BundleFindings
  readonly insiders: readonly Insider[]
  /** What could not be determined and why, in sentences. */
  readonly notes: readonly string[]
}

/**
 * @param memory what counts before left, of the same token under the same rules; without it, and with whatever it holds, the
 * findings are the same
 */
export function detectAll(facts: TokenFacts, active: ActiveRules, memory: Memory = createMemory()): Findings {
  const study = read(facts, active.rules, memory)
  const launch = findLaunch(study)
  const snipers = detectSnipers(study, launch)
  const bundles = bundlesOf(study, launch)
  const clusters = detectClusters(study, bundles)
  const insiders = detectInsiders(study, launch, clusters)

  const bots = volumeBots(study, clusters)
  const labels = labelsWith(study, clusters, insiders, bots)

  const notes: string[] = []
  if (!canLink(facts)) notes.push(NO_LINKS_KNOWN)
  if (!launch.known && !unsupported(study, 'snipers')) notes.push(launch.why)
  if (study.creator === null && !unsupported(study, 'insiders')) notes.push(`${whyNoCreator(facts)} ${WITHOUT_CREATOR}`)
  if (bots.wallets.length > 0 && bots.share !== null)
    notes.push(`${countText(bots.wallets.length, 'volume bot')} made ${shortPercent(bots.share * 100)} of the stored volume in tokens.`)
  return { facts, active, study, labels, clusters, launch, snipers, bundles, insiders, notes }
}

/** Whether anything is known that can tie two wallets together. */
function canLink({ transfers, trades, recordedLinks, funding }: TokenFacts): boolean {
  return transfers.length + trades.length + recordedLinks.length > 0 || funding.some(({ funder }) => funder !== null)
}

const WITHOUT_CREATOR = 'The creator’s share is unknown, not zero, and insiders are found only by powers over the token and by its creation.'

function whyNoCreator({ token }: TokenFacts): string {
  return token.creator === null ? 'The creator is not known.' : 'The token was made through a service that many use, and for whom is not known.'
}

/** What clusters and insiders say is made anew for each count, so it is told by what is in it. */
function labelsWith(study: Study, clusters: ClusterFindings, insiders: readonly Insider[], { wallets: bots }: VolumeBots): LabelBook {
  const { memory, labels, facts, rules } = study
  const roles = rolesByBehaviour(study)
  const team = insiders.flatMap(({ address, p }) => (p >= rules.insider.team_from ? [address] : []))
  return memory.keep('labels found', [labels, roles, bots, JSON.stringify([...clusters.labels]), team.join()], () => {
    const found = new Map<string, Label[]>([...clusters.labels].map(([address, tags]) => [address, [...tags]]))
    for (const address of team) pushTo(found, address, 'team')
    for (const [address, label] of roles) pushTo(found, address, label)
    for (const address of bots) pushTo(found, address, 'volume_bot')
    return labelsFound(facts, labels, found)
  })
}

/** The launch is made anew for each count, so it is told by what is in it. */
function bundlesOf(study: Study, launch: Launch): BundleFindings {
  const { memory, flows, facts, hubs, creator } = study
  const block = launch.known ? launch.block : null
  return memory.keep('bundles', [flows.buys, flows.payments, facts.pools, facts.tips, hubs, creator, block], () => detectBundlers(study, launch))
}
