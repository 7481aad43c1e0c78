import type { LocalScan } from '../../../src-shared/contract/records/scan.ts'
import { xmlText } from '../../../src-shared/graph-files/xml-text.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { exactAmount, exactPercent } from '../../format/number.ts'
import { exactTime } from '../../format/time.ts'
import { evidenceLink } from './evidence-link.ts'
import { factGroups, lockedShare, lockRows, type Fact } from './scan-facts.ts'
import {
  FAMILIES,
  formatField,
  sortFindings,
  ledgerLines,
  formatMeasured,
  formatCheck,
  isCap,
  SEVERITIES,
  formatPoints,
  simulationText,
  formatValue,
} from './scan-labels.ts'

/**
 * Renders a scan as a standalone, printable HTML file with exact figures. It contains no scripts and loads nothing. Names and addresses are untrusted
 * and escaped.
 */
export function renderScanHtml(scan: LocalScan, network: NetworkId): string {
  const { report } = scan
  const { token, results } = report
  const title = `Scan of ${token.symbol} on ${NETWORKS[network].name}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${xmlText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${xmlText(title)}</h1>
<p>${xmlText(token.name)}, <code>${xmlText(token.address)}</code></p>
<p class="score">${results.simple.score} of 100: ${xmlText(results.simple.message)}</p>
<p>Scanned ${exactTime(results.generated_at)}; ${xmlText(simulationText(scan.simulated_with))}. Rule weights <code>${xmlText(scan.rule_set)}</code>.</p>
${scan.partial.map((reason) => `<p class="partial">${xmlText(reason)}</p>`).join('\n')}
${[changesSection(scan), ledgerSection(scan), findingsSection(scan, network), unknownsSection(scan), factsSection(scan), locksSection(scan), holdersSection(scan)].join('\n')}
</body>
</html>
`
}

/** Cell text; `html` is already escaped. */
type Cell = string | { readonly html: string }

const cellHtml = (cell: Cell): string => (typeof cell === 'string' ? xmlText(cell) : cell.html)

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = heads.map((name) => `<th scope="col">${xmlText(name)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellHtml(cell)}</td>`).join('')}</tr>`).join('\n')
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>`
}

function section(title: string, ...content: readonly string[]): string {
  return `<section>\n<h2>${xmlText(title)}</h2>\n${content.join('\n')}\n</section>`
}

function changesSection({ changes, previous_at }: LocalScan): string {
  if (changes === null || previous_at === null) return ''
  const title = `Since the scan of ${exactTime(previous_at)}`
  if (changes.length === 0) return section(title, '<p>No changes.</p>')
  return section(
    title,
    table(
      ['Field', 'Before', 'Now'],
      changes.map(({ field, before, after }) => [formatField(field), formatValue(before), formatValue(after)]),
    ),
  )
}

function ledgerSection({ ledger }: LocalScan): string {
  const rows = ledgerLines(ledger).map(({ label, points, remaining: left }, at) => [
    label,
    at === 0 ? String(points) : formatPoints(points),
    String(left),
  ])
  return section('Score breakdown', table(['Line', 'Points', 'Left'], rows))
}

function findingsSection({ findings }: LocalScan, network: NetworkId): string {
  if (findings.length === 0) return section('Findings', '<p>No issues found in what could be determined.</p>')
  const rows = FAMILIES.flatMap(({ id, name }) =>
    sortFindings(findings, id).map((finding): Cell[] => [
      name,
      SEVERITIES[finding.severity].label,
      finding.sentence,
      isCap(finding) ? '' : formatMeasured(finding.id, finding.value),
      finding.threshold === null ? '' : formatMeasured(finding.id, finding.threshold),
      formatPoints(-finding.points),
      finding.clears,
      { html: finding.evidence.map((text) => evidenceHtml(text, network)).join('<br>') },
    ]),
  )
  return section('Findings', table(['About', 'Severity', 'Finding', 'Measured', 'Threshold', 'Points', 'Resolved by', 'Evidence'], rows))
}

function evidenceHtml(text: string, network: NetworkId): string {
  const link = evidenceLink(NETWORKS[network], text)
  const code = `<code>${xmlText(text)}</code>`
  return link === null ? code : `<a href="${xmlText(link)}" rel="noreferrer">${code}</a>`
}

function unknownsSection({ unknowns }: LocalScan): string {
  if (unknowns.length === 0) return ''
  return section(
    'Not determined',
    '<p>These cost no points but do not mean the token is safe.</p>',
    table(
      ['Check', 'Field', 'Reason'],
      unknowns.map(({ id, flag, why }) => [formatCheck(id), flag, why]),
    ),
  )
}

function factsSection({ report: { results, token } }: LocalScan): string {
  const source = token.additional_info?.['creator_source']
  const groups = factGroups(results.advanced, typeof source === 'string' ? source : null)
  const rows = groups.flatMap(({ title, facts }) => facts.map((fact) => [title, fact.name, factText(fact)]))
  return section('Facts', table(['About', 'Fact', 'Value'], rows))
}

function factText({ value, note }: Fact): string {
  const text = valueText(value)
  return note === undefined ? text : `${text}, ${note}`
}

function valueText(value: Fact['value']): string {
  if (value.kind === 'address') return value.value ?? value.none
  if (value.value === null) return 'unknown'
  if (value.kind === 'percent') return exactPercent(value.value)
  if (value.kind === 'amount') return exactAmount(value.value)
  return formatValue(value.value)
}

function locksSection({ report: { results } }: LocalScan): string {
  const share = lockedShare(results.advanced)
  const summary =
    share === null
      ? 'The locked share of liquidity is unknown.'
      : `Across all pools, weighted by size, ${exactPercent(share)} of liquidity is locked or burned.`
  const rows = lockRows(results.advanced).map(({ pool, how, percentage, unlockAt, undated }) => [
    pool,
    how,
    exactPercent(percentage),
    unlockAt === null ? undated : exactTime(unlockAt),
  ])
  return section('Liquidity', `<p>${xmlText(summary)}</p>`, ...(rows.length === 0 ? [] : [table(['Pool', 'How', 'Share', 'Until'], rows)]))
}

function holdersSection({ report: { results } }: LocalScan): string {
  const { top_holders: holders } = results.advanced
  if (holders.length === 0) return ''
  const rows = holders.map(({ address, balance, percentage }) => [address, exactAmount(balance), exactPercent(percentage)])
  return section('Largest holders', table(['Holder', 'Balance', 'Share'], rows))
}

const STYLE = `
body { max-width: 1080px; margin: 32px auto; padding: 0 24px; color: #14171a; font: 13px/1.5 Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 20px; } h2 { margin: 24px 0 8px; font-size: 15px; }
.score { font-size: 20px; font-weight: 600; } .partial { font-weight: 600; }
table { width: 100%; border-collapse: collapse; } tr { break-inside: avoid; }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid #d9dde1; text-align: left; vertical-align: top; overflow-wrap: break-word; }
th { color: #5b646d; font-weight: 500; } code { font: 11px/1.5 'JetBrains Mono', ui-monospace, monospace; overflow-wrap: anywhere; }
`
