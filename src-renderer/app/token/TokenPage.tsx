import { Navigate, useParams } from '@tanstack/react-router'
import { parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import { NETWORKS, NETWORK_IDS } from '../../../src-shared/networks.ts'
import { networkOf } from '../../stores/url-state.ts'
import { openPalette } from '../../stores/shell.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useTokenUrl } from '../token-url.ts'
import { TokenLoader } from './TokenLoader.tsx'

/** Validates the path: a known network and an address in its canonical form. */
export function TokenPage() {
  const params: { network?: string; address?: string } = useParams({ strict: false })
  const { search } = useTokenUrl()
  const network = networkOf(params.network ?? '')
  const text = params.address ?? ''
  if (network === null) {
    return (
      <EmptyState
        level={1}
        title={`Unknown network “${params.network ?? ''}”`}
        actions={<Button icon="search" text="Search this address" onClick={() => openPalette(text)} />}
      >
        <p>Supported networks: {NETWORK_IDS.map((id) => NETWORKS[id].name).join(', ')}.</p>
      </EmptyState>
    )
  }
  const parsed = parseTokenAddress(network, text)
  if (!parsed.ok) {
    return (
      <EmptyState
        level={1}
        title={`Not a valid token address on ${NETWORKS[network].name}`}
        actions={<Button icon="search" text="Search" onClick={() => openPalette(text)} />}
      >
        <p>{parsed.reason}</p>
        <p className="mono">{text}</p>
      </EmptyState>
    )
  }
  if (parsed.address !== text) return <Navigate to="/t/$network/$address" params={{ network, address: parsed.address }} search={search} replace />
  return <TokenLoader key={`${network}${parsed.address}`} network={network} address={parsed.address} />
}
