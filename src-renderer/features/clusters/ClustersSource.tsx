import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { ofToken, tokenParams, type TokenRef } from '../../api/token-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { countOf, formatPercent } from '../../format/number.ts'
import { Button } from '../../ui/Button.tsx'
import { showError } from '../../ui/Failure.tsx'
import { showToast } from '../../ui/Toast.tsx'

/** Says that clusters come from an imported snapshot, offers to compute them, and reports what that changes. */
export function ClustersSource({ token, summary }: { token: TokenRef; summary: TokenSummary }) {
  const change = useCall(
    ({ client }, from: TokenSummary['clusters_from']) => client.call('setClustersFrom', { params: tokenParams(token), body: { from } }),
    {
      stale: [() => ofToken(token)],
      onSuccess: ({ value: { before, after } }) => {
        const text = ({ clusters, total_cluster_pct }: typeof before): string =>
          `${countOf(clusters, 'cluster')} with ${formatPercent(total_cluster_pct)}`
        showToast(`${text(before)} before, ${text(after)} now`)
      },
      onError: showError,
    },
  )
  if (summary.clusters_from === 'rules' && change.data?.value.from !== 'rules') return null
  const isStated = summary.clusters_from === 'snapshot'
  return (
    <p className="quiet table-note" role="note">
      {isStated ? 'Clusters and labels are those of the imported snapshot.' : 'Clusters are computed from the links of the imported snapshot.'}{' '}
      <Button
        text={isStated ? 'Compute them' : 'Show those of the snapshot'}
        onClick={() => change.mutate(isStated ? 'rules' : 'snapshot')}
        disabled={change.isPending}
      />
    </p>
  )
}
