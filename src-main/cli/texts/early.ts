import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { BundlerRecord, InsiderRecord, SniperRecord } from '../../../src-shared/contract/records/metrics.ts'
import { bundleNumbers } from '../../../src-shared/domain/bundle-numbers.ts'
import { leastPercent, shortPercent, unitsText, weightText } from '../../../src-shared/domain/shown.ts'
import { citation, paragraph, table } from '../table.ts'
import { plainWords } from './plain-words.ts'

/** The lists of early wallets, each with the reason why a wallet is on it. */

const UNKNOWN = 'unknown'

const heldText = (percentage: number, mayHold: boolean): string => (mayHold && percentage === 0 ? UNKNOWN : shortPercent(percentage))

export function snipersText({ snipers }: SniperRecord, early: EarlyRecord | null): string {
  const known = new Map(early?.snipers.map((sniper) => [sniper.address, sniper]))
  const rows = snipers.map(({ address, percentage }) => {
    const found = known.get(address)
    const bought =
      found === undefined ? [UNKNOWN, UNKNOWN, UNKNOWN] : [String(found.first_buy.block), found.status.map(plainWords).join(', '), found.first_buy.tx]
    return [address, shortPercent(percentage), ...bought]
  })
  return table(['address', 'percent', 'first block', 'now', 'first buy'], rows)
}

/** @param mayHold a wallet without a stored balance may hold some */
export function bundlersText({ bundlers }: BundlerRecord, early: EarlyRecord | null, mayHold = false): string {
  const known = new Map(early?.bundlers.map((bundler) => [bundler.address, bundler]))
  const rows = bundlers.map(({ address, percentage, reasons }) => {
    const found = known.get(address)
    const classes = found?.classes.filter(({ holds }) => holds === true).map(({ name }) => plainWords(name))
    return [
      address,
      heldText(percentage, mayHold),
      reasons?.map(plainWords).join(', ') ?? UNKNOWN,
      classes?.join(', ') || '—',
      found?.evidence[0] ?? UNKNOWN,
    ]
  })
  return [table(['address', 'percent', 'reasons', 'classes', 'transaction'], rows), ...bundleTables(early, mayHold)].join('\n\n')
}

/** What each bundle bought, paid and still holds, and the total; empty without bundles. */
function bundleTables(early: EarlyRecord | null, mayHold: boolean): string[] {
  if (early === null || early.bundles === null || early.bundles.wallets === 0) return []
  const figures = ({ bought_pct, spent, held_pct }: BundleFigures): string[] => [
    shortPercent(bought_pct),
    spent === null ? UNKNOWN : unitsText(spent),
    mayHold && held_pct > 0 ? leastPercent(held_pct) : heldText(held_pct, mayHold),
  ]
  const numbers = bundleNumbers(early.groups)
  const rows = early.groups.flatMap((group) => {
    const number = numbers.get(group.id)
    return number === undefined ? [] : [[String(number), plainWords(group.reason), String(group.wallets.length), ...figures(group)]]
  })
  const all = ['all', '', String(early.bundles.wallets), ...figures(early.bundles)]
  return [table(['bundle', 'reason', 'wallets', 'bought', 'coin spent', 'still held'], [...rows, all])]
}

type BundleFigures = Pick<EarlyRecord['groups'][number], 'bought_pct' | 'spent' | 'held_pct'>

/** @param mayHold a wallet without a stored balance may hold some */
export function insidersText({ insiders }: InsiderRecord, early: EarlyRecord | null, mayHold = false): string {
  const list = table(
    ['address', 'percent'],
    insiders.map(({ address, percentage }) => [address, heldText(percentage, mayHold)]),
  )
  const reasons = (early?.insiders ?? []).map(({ address, p, rules }) => {
    const sentences = rules.map(({ sentence, evidence }) => `${sentence}${citation(evidence)}`)
    return paragraph(`${address} (${weightText(p)}): ${sentences.join(' ')}`, { bullet: '- ' })
  })
  return [list, ...reasons].join('\n')
}
