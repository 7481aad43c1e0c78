import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import { shortAddress } from '../format/address.ts'
import { CopyButton } from './Copy.tsx'
import { ExternalLink } from './ExternalLink.tsx'

/** A transaction: its id in short, the way to the explorer, and a way to copy it. */
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

/** Transactions that show something is so; nothing where none are kept. */
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
