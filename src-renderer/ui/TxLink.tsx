import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import { shortAddress } from '../format/address.ts'
import { CopyButton } from './Copy.tsx'
import { ExternalLink } from './ExternalLink.tsx'

/** A transaction: short ID with explorer link and copy button. */
export function TxLink({ network, tx, inRow = false, title }: { network: NetworkId; tx: string; inRow?: boolean; title?: string }) {
  return (
    <span className="address" title={title ?? tx}>
      <ExternalLink href={NETWORKS[network].explorer.tx.replace('{tx}', tx)} inRow={inRow}>
        <span className="mono">{shortAddress(tx)}</span>
      </ExternalLink>
      <CopyButton text={tx} label="Copy transaction ID" inRow={inRow} />
    </span>
  )
}

/** Transactions that serve as evidence. */
export function Evidence({ network, txs }: { network: NetworkId; txs: readonly string[] }) {
  if (txs.length === 0) return null
  return (
    <span className="tags">
      {txs.map((tx) => (
        <TxLink key={tx} network={network} tx={tx} />
      ))}
    </span>
  )
}
