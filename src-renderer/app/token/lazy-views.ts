import { lazyView } from '../../ui/lazy-view.ts'

/** Loaded when they are opened, because a token opens with the graph. */
export const CompareView = lazyView(() => import('../../features/compare/CompareView.tsx'), 'CompareView')
export const DistributionView = lazyView(() => import('../../features/distribution/DistributionView.tsx'), 'DistributionView')
export const EarlyView = lazyView(() => import('../../features/early/EarlyView.tsx'), 'EarlyView')
export const OverlapView = lazyView(() => import('../../features/overlap/OverlapView.tsx'), 'OverlapView')
export const ScanView = lazyView(() => import('../../features/scan/ScanView.tsx'), 'ScanView')
export const SnapshotsView = lazyView(() => import('../../features/snapshots/SnapshotsView.tsx'), 'SnapshotsView')
export const TradesView = lazyView(() => import('../../features/trades/TradesView.tsx'), 'TradesView')
