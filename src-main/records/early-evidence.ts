import type { EarlyRecord } from '../../src-shared/contract/records/evidence.ts'
import { toUnits } from '../../src-shared/domain/amount.ts'
import { grouped } from '../../src-shared/domain/shown.ts'
import { MAX_EVIDENCE } from '../../src-shared/domain/evidence.ts'
import { bundleStatistics, type BundleStatistics } from '../detectors/bundlers/bundle-statistics.ts'
import { findOrigin } from '../detectors/insiders/origin.ts'
import { NETWORKS, type NetworkRow } from '../../src-shared/networks.ts'
import type { Findings } from '../detectors/findings.ts'
import { countText } from '../detectors/text.ts'
import { launchBuys } from './launch-buys.ts'
import { classifyWallet } from '../detectors/wallets/wallet-classes.ts'
import { byAddress, byPercentage, measures, type HoldingRecord } from './measures.ts'
import { devPercent } from './overview.ts'

/** The launch: its window, snipers, bundlers, and insiders, each with evidence. */
export function earlyRecord(findings: Findings): EarlyRecord {
  const { facts, notes } = findings
  return {
    window: launchWindow(findings),
    snipers: snipers(findings),
    bundlers: bundlers(findings),
    ...bundles(findings),
    buys: launchBuys(findings),
    insiders: insiders(findings),
    creator: creator(findings),
    notes: [...facts.token.notes, ...notes],
  }
}

function launchWindow({ launch, facts, index }: Findings): EarlyRecord['window'] {
  if (!launch.known) return null
  const times = [...facts.trades, ...index.flows.transfers]
    .filter(({ position: { block } }) => block >= launch.block && block <= launch.lastBlock)
    .flatMap(({ time }) => (time === null ? [] : [time]))
  const blocks = index.rules.sniper.window_blocks[facts.token.network] + 1
  const counted = launch.counted === 'produced' ? '' : ', by block numbers, since skipped ones are not known'
  return {
    first_block: launch.block,
    last_block: launch.lastBlock,
    first_time: times.length === 0 ? null : times.reduce((least, time) => Math.min(least, time)),
    last_time: times.length === 0 ? null : times.reduce((most, time) => Math.max(most, time)),
    blocks,
    counted: launch.counted,
    how: `From the ${launch.event} in block ${grouped(launch.block)}, ${countText(blocks, 'block')}${counted}.${whySwitchUnknown(facts)}`,
  }
}

/** Networks where the owner of a token can refuse buys until later. */
const MAY_OPEN_LATER: ReadonlySet<NetworkRow['family']> = new Set(['evm'])

/** What stays unknown if no old state was read; empty if nothing does. */
function whySwitchUnknown({ token, tradingSwitch }: Findings['facts']): string {
  if (tradingSwitch !== 'unread' || !MAY_OPEN_LATER.has(NETWORKS[token.network].family)) return ''
  return ' It is unknown whether the owner opened trading only later: no old state shows when the pool could first sell to anybody.'
}

type EarlyWallet = Pick<EarlyRecord['insiders'][number], 'address' | 'label' | 'percentage' | 'balance' | 'origin'>

function wallet(findings: Findings, address: string): EarlyWallet {
  const { index, labels } = findings
  const origin = findOrigin(index, address)
  return {
    ...measures(findings).holding(address),
    label: labels.name(address),
    origin:
      origin === null
        ? null
        : {
            address: origin.address,
            label: labels.name(origin.address),
            kind: origin.kind,
            amount: origin.raw === null ? null : toUnits(origin.raw, index.nativeDecimals),
            tx: origin.tx,
            seconds_after_creator: origin.secondsAfterCreator,
          },
  }
}

function snipers(findings: Findings): EarlyRecord['snipers'] {
  const { units } = measures(findings)
  return findings.snipers
    .map(({ address, state, owner, baseline, firstBuy: { position, time, tx, raw }, tipped }) => ({
      ...wallet(findings, address),
      owner,
      baseline: units(baseline),
      status: [state],
      first_buy: { block: position.block, time, tx, amount: units(raw) },
      tipped,
    }))
    .sort(byAddress)
}

function bundlers(findings: Findings): EarlyRecord['bundlers'] {
  return findings.bundles.bundlers
    .map(({ address, block, reasons, group, evidence }) => ({
      ...wallet(findings, address),
      slot: block,
      reasons: [...reasons],
      group,
      evidence: [...evidence],
      classes: classifyWallet(findings.index, address),
    }))
    .sort(byPercentage)
}

/** The groups, each with its statistics, and the combined statistics. */
function bundles(findings: Findings): Pick<EarlyRecord, 'groups' | 'bundles'> {
  const { index } = findings
  const { percent } = measures(findings)
  const { each, all } = bundleStatistics(index, findings.bundles.groups)
  const figures = ({ bought, spent, held }: BundleStatistics) => ({
    bought_pct: percent(bought),
    spent: spent === null ? null : toUnits(spent, index.nativeDecimals),
    held_pct: percent(held),
  })
  const groups = findings.bundles.groups.flatMap(({ block, reason, wallets, txs }, id) => {
    const own = each[id]
    return own === undefined ? [] : [{ id, slot: block, reason, wallets: [...wallets], tx: [...txs], ...figures(own) }]
  })
  return { groups, bundles: { wallets: all.wallets, ...figures(all) } }
}

function insiders(findings: Findings): EarlyRecord['insiders'] {
  return findings.insiders
    .map(({ address, p, facts, path }) => ({
      ...wallet(findings, address),
      p,
      rules: facts.map(({ rule, weight, sentence, evidence }) => ({ rule, weight, sentence, evidence: evidence.slice(0, MAX_EVIDENCE) })),
      path: path.map((step) => ({ ...step })),
    }))
    .sort(byPercentage)
}

/** The creator as read, with the other candidates in the stored facts. */
function creator(findings: Findings): EarlyRecord['creator'] {
  const { facts, index } = findings
  const { token } = facts
  if (index.creator === null) return null
  const signers = facts.trades.flatMap(({ tx, signer }) => (tx === token.createdTx ? [signer] : []))
  const candidates = [
    { address: index.creator, source: token.creatorSource ?? 'the event or transaction that made the token' },
    ...signers.slice(0, 1).map((address) => ({ address: address as string, source: 'signer of the creating transaction' })),
    ...(token.owner === null ? [] : [{ address: token.owner as string, source: 'present owner' }]),
  ]
  const { holding } = measures(findings)
  const held = ({ address, percentage }: HoldingRecord) => ({ address, percentage })
  const { controlled, locked } = findings.devContracts
  return {
    ...held(holding(index.creator)),
    total_percentage: devPercent(findings),
    contracts: controlled.map((address) => held(holding(address))),
    locked: locked.map((address) => held(holding(address))),
    source: candidates[0]?.source ?? '',
    candidates,
  }
}
