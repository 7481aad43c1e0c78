import type { SavedCaseFile } from '../../../src-shared/contract/records/case-files.ts'
import type { CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import type { CaseNote, TradeTarget } from '../../../src-shared/domain/cases/case.ts'
import { timeText } from '../../../src-shared/domain/shown.ts'
import { xmlText } from '../../../src-shared/graph-files/xml-text.ts'
import { evidenceLines, transactionLine, type ReportLine } from './evidence-lines.ts'
import { evidenceSvg } from './evidence-svg.ts'

/** The report of a case: its findings in order, each with its evidence as of when the finding was written. Pure. */
export const REPORT_FORMATS = ['html', 'md', 'json'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export const REPORT_TYPES: Readonly<Record<ReportFormat, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

export interface ReportedCase {
  readonly record: CaseRecord
  readonly file: SavedCaseFile | null
  /** Unix seconds of the report. */
  readonly at: number
}

export function caseReport(reported: ReportedCase, format: ReportFormat): string {
  switch (format) {
    case 'html':
      return toHtml(reported)
    case 'md':
      return toMarkdown(reported)
    case 'json': {
      const { record, file: case_file, at: reported_at } = reported
      const { id, name, created_at, changed_at, revision, findings } = record
      const head = { case: { id, name, created_at, changed_at, revision }, case_file, reported_at }
      return `${JSON.stringify({ ...head, findings, trade_notes: tradeNotes(record) }, null, 2)}\n`
    }
  }
}

type TradeNote = CaseNote & { readonly target: TradeTarget }
const isTradeNote = (note: CaseNote): note is TradeNote => note.target.kind === 'trade'
const tradeNotes = ({ notes }: CaseRecord): TradeNote[] => notes.filter(isTradeNote)

const tradeLines = ({ target, written_at }: TradeNote): ReportLine[] => [
  { text: `Swap ${target.leg + 1} of the transaction, token ${target.network} ${target.token_address}. ${writtenText(written_at)}` },
  transactionLine(target.network, target.transaction),
]

const titleOf = ({ name }: CaseRecord): string => name ?? 'Unnamed case'
const headOf = ({ record: { id, revision }, file, at }: ReportedCase): string[] => [
  `Case ${id}, revision ${revision}, reported ${timeText(at)}`,
  file === null
    ? 'This case was not saved as a case file, so it has no root hash.'
    : `Case file of revision ${file.revision}${file.revision === revision ? '' : ', before the latest changes'}, saved ${timeText(file.made_at)}. Root hash ${file.root}`,
]
const writtenText = (at: number): string => `Written ${timeText(at)}`
const TRADE_NOTES = 'Notes on trades'
const NO_FINDINGS = 'This case has no findings.'
const NO_EVIDENCE = 'No evidence is attached to this finding.'

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#1a1d21;background:#fff;overflow-wrap:anywhere}
h1{font-size:1.6rem}h2{font-size:1.1rem}h2,.text{white-space:pre-wrap}section{margin-top:2rem}h1,h2,.quiet{break-after:avoid}svg,li{break-inside:avoid}@page{margin:15mm}ul{padding-left:1.2rem}.quiet{color:#555}svg{max-width:100%}
@media print{body{margin:0;max-width:none}a{color:inherit}}`

/** A single file without scripts or external resources. */
function toHtml(reported: ReportedCase): string {
  const { record } = reported
  const line = ({ text, href }: ReportLine): string =>
    `<li>${href === undefined ? xmlText(text) : `<a href="${xmlText(href)}" rel="noreferrer">${xmlText(text)}</a>`}</li>`
  const findings = record.findings.map(({ text, evidence, written_at }, index) => {
    const parts = evidence.map((each) => `${evidenceSvg(each) ?? ''}<ul>${evidenceLines(each).map(line).join('')}</ul>`)
    const stands = parts.length === 0 ? `<p class="quiet">${NO_EVIDENCE}</p>` : parts.join('')
    return `<section><h2>${index + 1}. ${xmlText(text)}</h2><p class="quiet">${writtenText(written_at)}</p>${stands}</section>`
  })
  const noted = tradeNotes(record).map(
    (note) => `<section><p class="text">${xmlText(note.text)}</p><ul class="quiet">${tradeLines(note).map(line).join('')}</ul></section>`,
  )
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${xmlText(titleOf(record))}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${xmlText(titleOf(record))}</h1>`,
    ...headOf(reported).map((text) => `<p class="quiet">${xmlText(text)}</p>`),
    ...(findings.length === 0 ? [`<p>${NO_FINDINGS}</p>`] : findings),
    ...(noted.length === 0 ? [] : [`<section><h2>${TRADE_NOTES}</h2></section>`, ...noted]),
    '</main></body></html>\n',
  ].join('\n')
}

function toMarkdown(reported: ReportedCase): string {
  const { record } = reported
  const line = ({ text, href }: ReportLine): string => (href === undefined ? `- ${plain(text)}` : `- [${plain(text)}](<${href}>)`)
  const findings = record.findings.flatMap(({ text, evidence, written_at }, index) => [
    `## ${index + 1}. ${plain(text)}`,
    writtenText(written_at),
    evidence.length === 0 ? NO_EVIDENCE : evidence.map((each) => evidenceLines(each).map(line).join('\n')).join('\n\n'),
  ])
  const noted = tradeNotes(record).flatMap((note) => [plain(note.text), tradeLines(note).map(line).join('\n')])
  const trades = noted.length === 0 ? [] : [`## ${TRADE_NOTES}`, ...noted]
  return `${[`# ${plain(titleOf(record))}`, ...headOf(reported), ...(findings.length === 0 ? [NO_FINDINGS] : findings), ...trades].join('\n\n')}\n`
}

/** Escapes untrusted text as Markdown that shows it verbatim, on one line. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|!~&]/g, (character) => (character === '<' ? '&lt;' : character === '&' ? '&amp;' : `\\${character}`))
