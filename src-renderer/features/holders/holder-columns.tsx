import { exactBalance } from '../../../src-shared/domain/holders-csv.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { explorerAddress } from '../../format/address.ts'
import { exactRawAmount } from '../../format/number.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { LabelTags } from '../../ui/LabelTags.tsx'
import { ShareBar } from '../../ui/ShareBar.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Amount, Percent } from '../../ui/Value.tsx'
import type { HolderRow } from './holder-rows.ts'

interface Options {
  readonly network: NetworkId
  readonly decimals: number
  readonly share: (row: HolderRow) => number | null
  readonly largest: number
  readonly shareMeans: string
}

const EXCLUDED = 'Pools and burn addresses are excluded from this basis.'

export function holderColumns({ network, decimals, share, largest, shareMeans }: Options): Column<HolderRow>[] {
  return [
    {
      id: 'rank',
      header: '#',
      width: 44,
      dropPriority: 1,
      align: 'end',
      description: 'Rank by balance',
      cell: (row) => <span className="num quiet">{row.rank ?? '–'}</span>,
      sortBy: (row) => row.rank,
      csv: (row) => row.rank,
    },
    {
      id: 'address',
      header: 'Holder',
      width: 216,
      grow: 2,
      cell: (row) => <AddressText address={row.address} label={row.label} inRow />,
      sortBy: (row) => row.label ?? row.address,
      csv: (row) => row.address,
    },
    {
      id: 'tags',
      header: 'Type',
      width: 118,
      dropPriority: 3,
      grow: 1,
      cell: (row) => <LabelTags tags={row.tags} />,
      sortBy: (row) => row.tags[0] ?? null,
      csv: (row) => row.tags.join(' '),
    },
    {
      id: 'cluster',
      header: 'Cluster',
      width: 76,
      dropPriority: 2,
      description: 'The number of a cluster stays the same from one snapshot to the next',
      cell: (row) => (row.cluster === null ? <span className="quiet">–</span> : <ClusterMark index={row.cluster} />),
      sortBy: (row) => row.cluster,
      csv: (row) => (row.cluster === null ? null : row.cluster + 1),
    },
    {
      id: 'balance',
      header: 'Balance',
      width: 96,
      dropPriority: 0,
      align: 'end',
      firstDirection: 'desc',
      cell: (row) => <Amount value={row.balance} {...(row.balance_raw === null ? {} : { exact: exactRawAmount(row.balance_raw, decimals) })} />,
      sortBy: (row) => row.balance,
      csv: (row) => exactBalance(row, decimals),
    },
    {
      id: 'share',
      header: 'Share',
      width: 84,
      align: 'end',
      firstDirection: 'desc',
      description: shareMeans,
      cell: (row) =>
        share(row) === null ? (
          <span className="quiet" title={EXCLUDED}>
            excluded
          </span>
        ) : (
          <Percent value={share(row)} />
        ),
      sortBy: share,
      csv: share,
    },
    {
      id: 'bar',
      header: 'Share bar',
      hiddenHeader: true,
      width: 60,
      dropPriority: 4,
      grow: 1,
      cell: (row) => <ShareBar share={share(row)} largest={largest} cluster={row.cluster} />,
    },
    {
      id: 'explorer',
      header: 'Explorer',
      hiddenHeader: true,
      width: 84,
      dropPriority: 5,
      cell: (row) => (
        <ExternalLink href={explorerAddress(network, row.address)} inRow>
          Explorer
        </ExternalLink>
      ),
    },
  ]
}
