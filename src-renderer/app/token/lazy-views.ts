import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded when they are opened, because a token opens with the graph. */
export const CompareView = lazyRouteComponent(() => import('../../features/compare/CompareView.tsx'), 'CompareView')
export const DistributionView = lazyRouteComponent(() => import('../../features/distribution/DistributionView.tsx'), 'DistributionView')
export const EarlyView = lazyRouteComponent(() => import('../../features/early/EarlyView.tsx'), 'EarlyView')
export const OverlapView = lazyRouteComponent(() => import('../../features/overlap/OverlapView.tsx'), 'OverlapView')
export const ScanView = lazyRouteComponent(() => import('../../features/scan/ScanView.tsx'), 'ScanView')
export const SnapshotsView = lazyRouteComponent(() => import('../../features/snapshots/SnapshotsView.tsx'), 'SnapshotsView')
export const TradesView = lazyRouteComponent(() => import('../../features/trades/TradesView.tsx'), 'TradesView')
