import type { ReactNode } from 'react'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { ExplainedClusters, SnapshotNode, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { shortAddress } from '../../format/address.ts'
import { selectWallets } from '../../stores/selection.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CaseTags } from '../../ui/CaseTags.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import type { SnapshotIndex } from './snapshot-index.ts'
import styles from './Inspector.module.css'

/** Props shared by all inspector pages. */
export interface FactsProps {
  readonly snapshot: SnapshotRecord
  readonly clusters: ExplainedClusters | null
  readonly index: SnapshotIndex
}

export function Page({ children }: { readonly children: ReactNode }) {
  return <div className={styles['page']}>{children}</div>
}

export function Block({ title, aside, children }: { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode }) {
  return (
    <section className={styles['block']}>
      <div className={styles['block-head']}>
        <h3>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles['facts']}>{children}</dl>
}

/** Placeholder for an unknown value, which must not read as zero. */
export function Unknown({ why }: { readonly why?: string }) {
  return (
    <span className={styles['unknown']} title={why}>
      unknown
    </span>
  )
}

/** A wallet by label or short address. A click selects it. */
export function WalletLink({ address, nodes }: { readonly address: string; readonly nodes: ReadonlyMap<string, Pick<SnapshotNode, 'label'>> }) {
  const label = nodes.get(address)?.label ?? null
  return (
    <button type="button" className={styles['wallet-link']} title={address} onClick={() => selectWallets([address])}>
      <Avatar address={address} />
      <CaseTags address={address} />
      {label === null ? <span className="mono">{shortAddress(address)}</span> : <span>{label}</span>}
    </button>
  )
}

/** Transaction IDs, oldest first, linked to the explorer. */
export function Evidence({ network, ids }: { readonly network: NetworkId; readonly ids: readonly string[] }) {
  if (ids.length === 0) return <p className="small quiet">No transaction IDs: the source provides totals only.</p>
  return (
    <ul className={styles['evidence']}>
      {ids.map((id) => (
        <li key={id}>
          <ExternalLink href={NETWORKS[network].explorer.tx.replace('{tx}', encodeURIComponent(id))}>
            <span className="mono">{shortAddress(id)}</span>
          </ExternalLink>
          <CopyButton text={id} label="Copy transaction ID" />
        </li>
      ))}
    </ul>
  )
}
