import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { ClaimsOnNetwork } from '../../api/claims.tsx'
import { useClient } from '../../api/service.tsx'
import { summaryQuery, type TokenRef } from '../../api/token-queries.ts'
import { shortAddress } from '../../format/address.ts'
import { UnreadToken } from './UnreadToken.tsx'
import { useTokenLive } from './use-token-live.ts'
import { Workspace } from './Workspace.tsx'

/** Shows the workspace of a stored token, or how to read an unknown one. */
export function TokenLoader({ network, address }: { network: NetworkId; address: string }) {
  const token: TokenRef = useMemo(() => ({ network, address }), [network, address])
  const summary = useQuery(summaryQuery(useClient(), token))
  const name = summary.data?.value.symbol ?? shortAddress(address)
  useTokenLive(token)
  useEffect(() => {
    document.title = `${name} · Holderscope`
    return () => {
      document.title = 'Holderscope'
    }
  }, [name])
  if (summary.data !== undefined) {
    return (
      <ClaimsOnNetwork network={network}>
        <Workspace token={token} summary={summary.data.value} />
      </ClaimsOnNetwork>
    )
  }
  return (
    <UnreadToken token={token} error={summary.error ?? summary.failureReason} retrying={summary.isFetching} onRetry={() => void summary.refetch()} />
  )
}
