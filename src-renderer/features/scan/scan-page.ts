import type { LocalScan } from '../../../src-shared/contract/records/scan.ts'
import { xmlText } from '../../../src-shared/graph-files/xml-text.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { exactAmount, exactPercent } from '../../format/number.ts'
import { exactTime } from '../../format/time.ts'
import { evidenceLink } from './evidence-kind.ts'
import { factGroups, lockedShare, lockRows, type Fact } from './scan-facts.ts'
import {
  FAMILIES,
  fieldWords,
  findingsOf,
  ledgerLines,
  measuredWords,
  questionWords,
  SEVERITIES,
  signedPoints,
  triedWords,
  valueWords,
} from './scan-words.ts'

/**
 * A scan as one HTML file that opens without this app and prints well: everything the view shows, with exact figures, for
 * hover does not reach paper. No script, nothing fetched; names and addresses are strangers' text and are escaped.
 */
export function scanPage(scan: LocalScan, network: NetworkId): string {
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
<p>Scanned ${exactTime(results.generated_at)}; ${xmlText(triedWords(scan.simulated_with))}. Rule weights <code>${xmlText(scan.rule_set)}</code>.</p>
${scan.partial.map((words) => `<p class="partial">${xmlText(words)}</p>`).join('\n')}
${[changesPart(scan), ledgerPart(scan), findingsPart(scan, network), unknownsPart(scan), factsPart(scan), locksPart(scan), holdersPart(scan)].join('\n')}
</body>
</html>
`
}

/** Text of a cell; `html` where it is made of parts that are escaped already. */
type Cell = string | { readonly html: string }

const cellHtml = (cell: Cell): string => (typeof cell === 'string' ? xmlText(cell) : cell.html)

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = heads.map((name) => `<th scope="col">${xmlText(name)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellHtml(cell)}</td>`).join('')}</tr>`).join('\n')
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>`
}

function part(title: string, ...content: readonly string[]): string {
  return `<section>\n<h2>${xmlText(title)}</h2>\n${content.join('\n')}\n</section>`
}

function changesPart({ changes, previous_at }: LocalScan): string {
  if (changes === null || previous_at === null) return ''
  const title = `Since the scan of ${exactTime(previous_at)}`
  if (changes.length === 0) return part(title, '<p>No changes.</p>')
  return part(
    title,
    table(
      ['Field', 'Before', 'Now'],
      changes.map(({ field, before, after }) => [fieldWords(field), valueWords(before), valueWords(after)]),
    ),
  )
}

function ledgerPart({ ledger }: LocalScan): string {
  const rows = ledgerLines(ledger).map(({ label, points, left }, at) => [label, at === 0 ? String(points) : signedPoints(points), String(left)])
  return part('Score breakdown', table(['Line', 'Points', 'Left'], rows))
}

function findingsPart({ findings }: LocalScan, network: NetworkId): string {
  if (findings.length === 0) return part('Findings', '<p>No issues found in what could be determined.</p>')
  const rows = FAMILIES.flatMap(({ id, name }) =>
    findingsOf(findings, id).map((finding): Cell[] => [
      name,
      SEVERITIES[finding.severity].word,
      finding.sentence,
      measuredWords(finding.id, finding.value),
      finding.threshold === null ? '' : measuredWords(finding.id, finding.threshold),
      signedPoints(-finding.points),
      finding.clears,
      { html: finding.evidence.map((text) => evidenceHtml(text, network)).join('<br>') },
    ]),
  )
  return part('Findings', table(['About', 'Severity', 'Finding', 'Measured', 'Threshold', 'Points', 'Resolved by', 'Evidence'], rows))
}

function evidenceHtml(text: string, network: NetworkId): string {
  const link = evidenceLink(NETWORKS[network], text)
  const words = `<code>${xmlText(text)}</code>`
  return link === null ? words : `<a href="${xmlText(link)}" rel="noreferrer">${words}</a>`
}

function unknownsPart({ unknowns }: LocalScan): string {
  if (unknowns.length === 0) return ''
  return part(
    'Not determined',
    '<p>These cost no points but do not mean the token is safe.</p>',
    table(
      ['Check', 'Field', 'Reason'],
      unknowns.map(({ id, flag, why }) => [questionWords(id), flag, why]),
    ),
  )
}

function factsPart({ report: { results, token } }: LocalScan): string {
  const source = token.additional_info?.['creator_source']
  const groups = factGroups(results.advanced, typeof source === 'string' ? source : null)
  const rows = groups.flatMap(({ title, facts }) => facts.map((fact) => [title, fact.name, factText(fact)]))
  return part('Facts', table(['About', 'Fact', 'Value'], rows))
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
  return valueWords(value.value)
}

function locksPart({ report: { results } }: LocalScan): string {
  const share = lockedShare(results.advanced)
  const words =
    share === null
      ? 'The locked share of liquidity is unknown.'
      : `Across all pools, weighted by size, ${exactPercent(share)} of liquidity is locked or burned.`
  const rows = lockRows(results.advanced).map(({ pool, how, percentage, unlockAt, undated }) => [
    pool,
    how,
    exactPercent(percentage),
    unlockAt === null ? undated : exactTime(unlockAt),
  ])
  return part('Liquidity', `<p>${xmlText(words)}</p>`, ...(rows.length === 0 ? [] : [table(['Pool', 'How', 'Share', 'Until'], rows)]))
}

function holdersPart({ report: { results } }: LocalScan): string {
  const { top_holders: holders } = results.advanced
  if (holders.length === 0) return ''
  const rows = holders.map(({ address, balance, percentage }) => [address, exactAmount(balance), exactPercent(percentage)])
  return part('Largest holders', table(['Holder', 'Balance', 'Share'], rows))
}

const STYLE = `
body { max-width: 1080px; margin: 32px auto; padding: 0 24px; color: #14171a; font: 13px/1.5 Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 20px; } h2 { margin: 24px 0 8px; font-size: 15px; }
.score { font-size: 20px; font-weight: 600; } .partial { font-weight: 600; }
table { width: 100%; border-collapse: collapse; } tr { break-inside: avoid; }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid #d9dde1; text-align: left; vertical-align: top; overflow-wrap: break-word; }
th { color: #5b646d; font-weight: 500; } code { font: 11px/1.5 'JetBrains Mono', ui-monospace, monospace; overflow-wrap: anywhere; }
`
