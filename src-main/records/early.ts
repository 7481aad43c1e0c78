import { BUNDLE_REASONS, type BundlerRecord, type InsiderRecord, type SniperRecord } from '../../src-shared/contract/records/metrics.ts'
import type { Findings } from '../detectors/findings.ts'
import { sumPercent } from '../../src-shared/domain/amount.ts'
import { byAddress, byPercentage, measures } from './measures.ts'

/** Records of snipers, bundlers and insiders (docs/api/records.md#snipers). */

export function sniperRecord(findings: Findings): SniperRecord {
  const { holding } = measures(findings)
  const snipers = findings.snipers.map(({ address }) => holding(address)).sort(byAddress)
  const count = (state: string): number => findings.snipers.filter((sniper) => sniper.state === state).length
  return {
    total_sniper_pct: sumPercent(snipers.map(({ percentage }) => percentage)),
    count: { total: snipers.length, sold_partially: count('sold_partially'), sold_fully: count('sold_fully'), bought_more: count('bought_more') },
    snipers,
  }
}

export function bundlerRecord(findings: Findings): BundlerRecord {
  const { holding } = measures(findings)
  const bundlers = findings.bundles.bundlers
    .map(({ address, reasons, block }) => ({
      ...holding(address),
      reasons: BUNDLE_REASONS.filter((reason) => reasons.includes(reason)),
      slot: block,
    }))
    .sort(byPercentage)
  return { total_bundlers_pct: sumPercent(bundlers.map(({ percentage }) => percentage)), bundlers }
}

export function insiderRecord(findings: Findings): InsiderRecord {
  const { holding } = measures(findings)
  const insiders = findings.insiders.map(({ address }) => holding(address)).sort(byPercentage)
  return { total_insiders_pct: sumPercent(insiders.map(({ percentage }) => percentage)), insiders }
}
