import type { LocalScan } from '../../../src-shared/contract/records/scan.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf } from '../../format/number.ts'
import { CopyButton } from '../../ui/Copy.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { evidenceLink } from './evidence-link.ts'
import { FAMILIES, sortFindings, formatMeasured, formatCheck, SEVERITIES, formatPoints, isCap, type Finding } from './scan-labels.ts'
import { Section } from '../../ui/Section.tsx'
import { Fact } from '../../ui/Fact.tsx'
import styles from './ScanView.module.css'

/** Findings by family, worst first, with threshold, evidence and resolution. */
export function Findings({ network, findings }: { network: NetworkId; findings: readonly Finding[] }) {
  if (findings.length === 0) {
    return (
      <Section id="findings" title="Findings">
        <p>No issues found in what could be determined.</p>
      </Section>
    )
  }
  return (
    <Section id="findings" title="Findings">
      {FAMILIES.map(({ id, name }) => {
        const rows = sortFindings(findings, id)
        return rows.length === 0 ? null : (
          <div key={id} className={styles.family}>
            <h3>
              {name} <span className="quiet">{countOf(rows.length, 'finding')}</span>
            </h3>
            <ul>
              {rows.map((finding) => (
                <FindingRow key={finding.id} network={network} finding={finding} />
              ))}
            </ul>
          </div>
        )
      })}
    </Section>
  )
}

function FindingRow({ network, finding }: { network: NetworkId; finding: Finding }) {
  const { label, tone } = SEVERITIES[finding.severity]
  return (
    <li className={styles.finding}>
      <span>
        <Tag tone={tone} text={label} />
      </span>
      <div className={styles.findingText}>
        <p>{finding.sentence}</p>
        <dl className={styles.measured}>
          {isCap(finding) ? null : (
            <Fact name="Measured" num>
              {formatMeasured(finding.id, finding.value)}
            </Fact>
          )}
          {finding.threshold === null ? null : (
            <Fact name="Threshold" num>
              {formatMeasured(finding.id, finding.threshold)}
            </Fact>
          )}
          <Fact name="Rule">
            <code title={`Published weights ${finding.rule_version}`}>{finding.id}</code>
          </Fact>
          {isCap(finding) ? null : (
            <Fact name="Resolved by" className={styles.clears}>
              {finding.clears}
            </Fact>
          )}
        </dl>
        {finding.evidence.length === 0 ? null : (
          <ul className={styles.evidence} aria-label="Evidence">
            {finding.evidence.map((text) => (
              <li key={text}>
                <EvidenceText network={network} text={text} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className={`${styles.points} num`}>{formatPoints(-finding.points)}</span>
    </li>
  )
}

function EvidenceText({ network, text }: { network: NetworkId; text: string }) {
  const link = evidenceLink(NETWORKS[network], text)
  if (link === null) return <code>{text}</code>
  return (
    <span className="address" title={text}>
      <ExternalLink href={link}>
        <span className="mono">{shortAddress(text)}</span>
      </ExternalLink>
      <CopyButton text={text} label="Copy evidence" />
    </span>
  )
}

/** Checks that could not be determined. They cost no points. */
export function Unknowns({ scan }: { scan: LocalScan }) {
  if (scan.unknowns.length === 0) return null
  return (
    <Section id="unknowns" title="Not determined">
      <p className="block-text">
        {countOf(scan.unknowns.length, 'check')} could not be determined. They cost no points but do not mean the token is safe.
      </p>
      <PlainTable dense columns={['Check', 'Field', 'Reason']}>
        {scan.unknowns.map(({ id, flag, why }) => (
          <tr key={id}>
            <th scope="row">
              <Tag tone="unknown" text={formatCheck(id)} />
            </th>
            <td>
              <code>{flag}</code>
            </td>
            <td>{why}</td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  )
}
