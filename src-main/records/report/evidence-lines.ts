import type { FindingEvidence } from '../../../src-shared/contract/records/findings.ts'
import { countOf, coverageText, shortPercent, timeText } from '../../../src-shared/domain/shown.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { edgesOf } from './evidence-svg.ts'

/** A line of a report: text, and a link if it names a transaction. */
export interface ReportLine {
  readonly text: string
  readonly href?: string
}

/** The evidence of a finding as text: figures with their time, unknowns, rules, thresholds and transactions. */
export function evidenceLines(evidence: FindingEvidence): ReportLine[] {
  switch (evidence.kind) {
    case 'transaction':
      return [transactionLine(evidence.network, evidence.transaction)]
    case 'snapshot':
      return [
        { text: `Snapshot of ${evidence.network} ${evidence.token_address} at ${timeText(evidence.timestamp)}` },
        { text: `SHA-256 ${evidence.sha256}` },
      ]
    case 'scan':
      return [
        {
          text: `Scan of ${evidence.network} ${evidence.token_address} at ${timeText(evidence.generated_at)}: ${evidence.score} points. ${evidence.message}`,
        },
        { text: `SHA-256 ${evidence.sha256}` },
      ]
    case 'edge':
      return [{ text: `${evidence.a} and ${evidence.b}: ${evidence.joined ? 'linked' : 'not linked'}. ${evidence.sentence}` }, ...common(evidence)]
    case 'cluster':
      return [
        {
          text: `Cluster ${evidence.cluster + 1}: ${shortPercent(evidence.pct)}, ${countOf(evidence.wallets_total, 'address', 'addresses')} with those that only connect. ${evidence.sentence}`,
        },
        ...(evidence.wallets.length < evidence.wallets_total
          ? [{ text: `Only the first ${evidence.wallets.length} of these addresses are kept with the finding.` }]
          : []),
        ...common(evidence),
      ]
  }
}

function common(evidence: Extract<FindingEvidence, { kind: 'edge' | 'cluster' }>): ReportLine[] {
  const { network, token_address, as_of, coverage, rule_set, with_case } = evidence
  const changed = rule_set.changed.length === 0 ? 'as shipped' : `changed: ${rule_set.changed.join(', ')}`
  const edges = edgesOf(evidence)
  return [
    { text: `Token ${network} ${token_address}, as of ${timeText(as_of)}` },
    {
      text:
        coverage === null
          ? 'Coverage: nothing is known to be missing.'
          : `Only a part could be read: ${coverageText(coverage)}. What is missing is unknown.`,
    },
    { text: `Rule set ${rule_set.version}, ${changed}` },
    ...(with_case === true ? [{ text: 'Counted with the tags and entities that the investigator states in this case.' }] : []),
    ...(edges.length === 0 ? [{ text: 'No evidence between these wallets is known.' }] : []),
    ...edges.flatMap(({ facts }) =>
      facts.flatMap((fact): ReportLine[] => [
        { text: `${fact.sentence} Rule ${fact.rule}: measured ${fact.value}, threshold ${fact.threshold}, weight ${fact.weight}.` },
        ...(fact.evidence.length === 0
          ? [{ text: 'Its transactions are unknown: the source has totals only.' }]
          : fact.evidence.map((transaction) => transactionLine(network, transaction))),
      ]),
    ),
  ]
}

export const transactionLine = (network: NetworkId, transaction: string): ReportLine => ({
  text: `Transaction ${transaction}`,
  href: NETWORKS[network].explorer.tx.replace('{tx}', encodeURIComponent(transaction)),
})
