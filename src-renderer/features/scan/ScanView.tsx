import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LocalScan } from '../../../src-shared/contract/records/scan.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { ApiError } from '../../../src-client/api-error.ts'
import { useClient, useLive } from '../../api/service.tsx'
import { statusQuery } from '../../api/service-queries.ts'
import { localScanQuery, scanHistoryQuery, tokenParams, type TokenRef } from '../../api/token-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { countOf } from '../../format/number.ts'
import { exactTime, formatMoment } from '../../format/time.ts'
import { AskToDelete } from '../../ui/AskToDelete.tsx'
import { Button } from '../../ui/Button.tsx'
import { QueryFailure, InlineError } from '../../ui/Failure.tsx'
import { saveText } from '../../ui/save-file.ts'
import { SkeletonRows, Loading } from '../../ui/Skeleton.tsx'
import { EmptyState, Notice } from '../../ui/States.tsx'
import { Age } from '../../ui/Value.tsx'
import { Facts, Locks, TopHolders } from './Facts.tsx'
import { Findings, Unknowns } from './Findings.tsx'
import { Ledger } from './Ledger.tsx'
import { renderScanHtml } from './scan-html.ts'
import { formatField, messageTone, simulationText, formatValue } from './scan-labels.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import styles from './ScanView.module.css'
import { ScoreDial } from './ScoreDial.tsx'

interface Props {
  token: TokenRef
  fileName: string
}

/** The security scan of a token. The first one runs on demand. */
export function ScanView({ token, fileName }: Props) {
  const client = useClient()
  const queries = useQueryClient()
  const status = useQuery(statusQuery(client))
  const sourceless = status.data?.value.sources.find(({ network }) => network === token.network)?.state === 'unset'
  const history = useQuery(scanHistoryQuery(client, token))
  // Without a source only a stored scan can be shown, so nothing is requested if none is stored.
  const unanswerable = sourceless && history.data?.value.scans.length === 0
  const query = useQuery({ ...localScanQuery(client, token), enabled: status.isFetched && (!sourceless || (history.isFetched && !unanswerable)) })
  const scan = useCall(() => client.call('makeScan', { params: tokenParams(token) }), {
    stale: [() => scanHistoryQuery(client, token)],
    onSuccess: (answer) => queries.setQueryData(localScanQuery(client, token).queryKey, answer),
  })
  // Another client or a schedule may also run scans.
  useLive({ ...token, stream: 'scanner' }, ({ data }) => {
    const shown = queries.getQueryData(localScanQuery(client, token).queryKey)?.value.report.results.generated_at
    if (shown !== undefined && data.results.generated_at > shown) void queries.invalidateQueries(localScanQuery(client, token))
  })

  const button = (
    <Button kind="primary" icon="scan" text={scan.isPending ? 'Scanning…' : 'Scan now'} onClick={() => scan.mutate()} disabled={scan.isPending} />
  )
  if (query.data !== undefined)
    return <Report scan={query.data.value} token={token} fileName={fileName} button={button} running={scan.isPending} error={scan.error} />
  if (query.isError || unanswerable) {
    if (scan.isPending) return <SkeletonRows what={SCANNING} />
    if (unanswerable || isUnscanned(query.error)) {
      return (
        <EmptyState
          icon="scan"
          title="This token has not been scanned yet"
          actions={
            sourceless ? (
              <Link className="button button-primary" to="/settings">
                Add a source
              </Link>
            ) : (
              button
            )
          }
        >
          <p>
            A scan checks what the token can do and who controls it, and simulates a sale without sending a transaction.{' '}
            {sourceless ? `It needs an endpoint for ${NETWORKS[token.network].name}, and none is set.` : 'It takes a few seconds.'}
          </p>
          <InlineError error={scan.error} />
        </EmptyState>
      )
    }
    return <QueryFailure title="Could not load the scan" query={query} />
  }
  return <SkeletonRows what={SCANNING} />
}

const UNSCANNED = new Set(['token_not_found', 'not_found', 'source_unavailable'])
const isUnscanned = (error: unknown): boolean => error instanceof ApiError && UNSCANNED.has(error.code)

const SCANNING = 'the scan: contract, taxes, locks and a simulated sale'

interface ReportProps extends Props {
  scan: LocalScan
  button: React.ReactNode
  running: boolean
  error: Error | null
}

function Report({ scan, token, fileName, button, running, error }: ReportProps) {
  const { report } = scan
  const { generated_at, simple, advanced } = report.results
  const name = `${fileName}-scan-${generated_at}`
  const savePage = (): Promise<void> => saveText(`${name}.html`, renderScanHtml(scan, token.network), 'text/html')
  const saveJson = (): Promise<void> => saveText(`${name}.json`, JSON.stringify(scan, null, 2), 'application/json')
  return (
    <div className={`view-scroll ${styles.view}`}>
      <aside className={styles.side} aria-label="Score">
        <ScoreDial score={simple.score} message={simple.message} />
        <p className="quiet">
          Scanned <Age at={generated_at} />
          <span title={scan.simulated_with ?? undefined}>; {simulationText(scan.simulated_with)}.</span>
        </p>
        <div className={styles.actions}>
          {button}
          <Button kind="quiet" icon="download" text="HTML" onClick={() => void savePage()} />
          <Button kind="quiet" icon="download" text="JSON" onClick={() => void saveJson()} />
        </div>
        {running ? <Loading what={SCANNING} /> : null}
        <InlineError error={error} />
        {simple.reasons.length === 0 ? null : (
          <div>
            <h2>Reasons</h2>
            <ul className={styles.reasons}>
              {simple.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        )}
        <History token={token} shown={generated_at} />
        <p className="quiet">
          Rule weights <code title={`SHA-256 of the published weights behind this score: ${scan.rule_set}`}>{scan.rule_set.slice(0, 12)}</code>
        </p>
      </aside>
      <div className={styles.main}>
        {scan.partial.length === 0 ? null : <Notice tone="warning">{scan.partial.join(' ')}</Notice>}
        <Changes scan={scan} />
        <Ledger ledger={scan.ledger} />
        <Findings network={token.network} findings={scan.findings} />
        <Unknowns scan={scan} />
        <Facts report={report} />
        <Locks network={token.network} advanced={advanced} />
        <TopHolders advanced={advanced} />
      </div>
    </div>
  )
}

/** Differences from the previous scan. */
function Changes({ scan: { changes, previous_at } }: { scan: LocalScan }) {
  if (previous_at === null || changes === null) return null
  return (
    <section className="block" aria-labelledby="changes">
      <h2 id="changes">Since the scan of {formatMoment(previous_at)}</h2>
      {changes.length === 0 ? (
        <p>No changes.</p>
      ) : (
        <PlainTable dense columns={[countOf(changes.length, 'field'), 'Before', 'Now']}>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{formatField(field)}</th>
              <td className={styles.changed}>{formatValue(before)}</td>
              <td className={styles.changed}>{formatValue(after)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </section>
  )
}

const LISTED = 12

function History({ token, shown }: { token: TokenRef; shown: number }) {
  const { data } = useQuery(scanHistoryQuery(useClient(), token))
  const scans = data?.value.scans ?? []
  if (scans.length < 2) return null
  return (
    <div>
      <h2>Scans</h2>
      <ol className={styles.history}>
        {scans.slice(0, LISTED).map(({ generated_at, score, message }) => (
          <li key={generated_at} aria-current={generated_at === shown ? 'true' : undefined}>
            <span className="num" title={exactTime(generated_at)}>
              {formatMoment(generated_at)}
            </span>
            <span className={styles.historyBar} data-tone={messageTone(message)} aria-hidden="true">
              <span style={{ width: `${score}%` }} />
            </span>
            <span className="num">{score}</span>
            <AskToDelete token={token} part={{ scan: generated_at }} name={`the scan of ${formatMoment(generated_at)}`} question="Only this scan." />
          </li>
        ))}
      </ol>
    </div>
  )
}
