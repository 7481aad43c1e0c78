import type { TokenRef } from '../../api/token-queries.ts'
import { ClustersTable } from '../../features/clusters/ClustersTable.tsx'
import { HoldersTable } from '../../features/holders/HoldersTable.tsx'
import { RulesPanel } from '../../features/rules/RulesPanel.tsx'
import { formatCount } from '../../format/number.ts'
import { togglePanel } from '../../stores/panels.ts'
import { setDockTab, usePreferences } from '../../stores/preferences.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ResourceView } from './ResourceView.tsx'
import type { TokenRows } from './use-token-rows.ts'

interface Props {
  token: TokenRef
  decimals: number
  rows: TokenRows
  fileName: string
}

/** Holders, clusters and rules below the graph. */
export function Dock({ token, decimals, rows, fileName }: Props) {
  const tab = usePreferences((state) => state.dockTab)
  return (
    <Tabs
      label="Tables"
      value={tab}
      onChange={setDockTab}
      actions={<IconButton size="small" icon="chevronDown" label="Hide tables" shortcut="b" onClick={() => togglePanel('dock')} />}
      items={[
        {
          id: 'holders',
          label: (
            <>
              Holders <Count rows={rows.holders.value} />
            </>
          ),
          content: (
            <ResourceView part={rows.holders} what="holders" failed="Could not load holders">
              {(holders) => <HoldersTable token={token} rows={holders} total={rows.holderTotal} decimals={decimals} fileName={fileName} />}
            </ResourceView>
          ),
        },
        {
          id: 'clusters',
          label: (
            <>
              Clusters <Count rows={rows.clusters.value?.length === 0 && rows.unknownClusters !== null ? null : rows.clusters.value} />
            </>
          ),
          content: (
            <ResourceView part={rows.clusters} what="clusters" failed="Could not compute clusters">
              {(clusters) => <ClustersTable rows={clusters} unknown={rows.unknownClusters} notes={rows.notes} fileName={fileName} />}
            </ResourceView>
          ),
        },
        { id: 'rules', label: 'Rules', content: <RulesPanel /> },
      ]}
    />
  )
}

function Count({ rows }: { rows: readonly unknown[] | null }) {
  return rows === null ? null : <span className="tab-count num">{formatCount(rows.length)}</span>
}
