import { Link } from '@tanstack/react-router'
import { coverageText } from '../../../src-shared/domain/shown.ts'
import type { FindingEvidence } from '../../../src-shared/contract/records/findings.ts'
import type { EvidenceEdge } from '../../../src-shared/contract/records/local.ts'
import { countOf, formatPercent } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'
import { EMPTY_SELECTION } from '../../stores/selection.ts'
import { withSelection, withSnapshot } from '../../stores/url-state.ts'
import { Evidence, TxLink } from '../../ui/TxLink.tsx'
import styles from './Cases.module.css'

/** The evidence of a finding, as it was when the finding was written. */
export function FindingEvidenceList({ evidence }: { readonly evidence: readonly FindingEvidence[] }) {
  if (evidence.length === 0) return <p className="quiet">No evidence is attached.</p>
  return (
    <ul className={styles['evidence']}>
      {evidence.map((each, index) => (
        <li key={index}>
          <EvidenceLine evidence={each} />
        </li>
      ))}
    </ul>
  )
}

function EvidenceLine({ evidence }: { readonly evidence: FindingEvidence }) {
  if (evidence.kind === 'transaction') return <TxLink network={evidence.network} tx={evidence.transaction} />
  const { network, token_address: address } = evidence
  const search = withSelection({}, selectionOf(evidence))
  switch (evidence.kind) {
    case 'snapshot':
      return (
        <Link to="/t/$network/$address" params={{ network, address }} search={withSnapshot(search, evidence.timestamp)}>
          Snapshot of {formatMoment(evidence.timestamp)}
        </Link>
      )
    case 'scan':
      return (
        <Link to="/t/$network/$address" params={{ network, address }}>
          Scan of {formatMoment(evidence.generated_at)}: {evidence.score} points
        </Link>
      )
    case 'edge':
      return (
        <>
          <Link to="/t/$network/$address" params={{ network, address }} search={search}>
            {evidence.sentence}
          </Link>{' '}
          <AsOf evidence={evidence} />
          <Facts edges={evidence.edge === null ? evidence.path : [evidence.edge]} network={network} />
        </>
      )
    case 'cluster':
      return (
        <>
          <Link to="/t/$network/$address" params={{ network, address }} search={search}>
            Cluster {evidence.cluster + 1}: {formatPercent(evidence.pct)}, {countOf(evidence.wallets_total, 'address', 'addresses')}
          </Link>{' '}
          <AsOf evidence={evidence} />
          <Facts edges={evidence.tree} network={network} />
        </>
      )
  }
}

function AsOf({ evidence: { as_of, coverage, with_case } }: { readonly evidence: Extract<FindingEvidence, { as_of: number }> }) {
  return (
    <span className="quiet">
      as of {formatMoment(as_of)}
      {coverage === null ? '' : `, partial: ${coverageText(coverage)}`}
      {with_case === true ? ', counted with this case' : ''}
    </span>
  )
}

function Facts({ edges, network }: { readonly edges: readonly EvidenceEdge[]; readonly network: FindingEvidence['network'] }) {
  const facts = edges.flatMap((edge) => edge.facts)
  if (facts.length === 0) return null
  return (
    <details>
      <summary>{countOf(facts.length, 'fact')}</summary>
      <ul>
        {facts.map((fact, index) => (
          <li key={index}>
            {fact.sentence}{' '}
            <span className="quiet">
              Rule {fact.rule}, measured {fact.value}, threshold {fact.threshold}.
            </span>{' '}
            <Evidence network={network} txs={fact.evidence} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const selectionOf = (evidence: FindingEvidence) =>
  evidence.kind === 'cluster'
    ? { ...EMPTY_SELECTION, cluster: evidence.cluster }
    : evidence.kind === 'edge'
      ? { ...EMPTY_SELECTION, wallets: [evidence.a, evidence.b] }
      : EMPTY_SELECTION
